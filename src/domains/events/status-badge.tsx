import type { Event } from '#src/domains/events/event.ts';
import { phaseOf, type Timed } from '#src/domains/events/phases.ts';
import { Badge, type Tone } from '#src/ui/badge.tsx';
import { useMinute } from '#src/ui/use-minute.ts';

type Shown = Event['status'] | 'ending' | 'overdue';

const words: Record<Shown, { name: string; tone: Tone }> = {
  draft: { name: 'Draft', tone: 'warning' },
  active: { name: 'Open', tone: 'accent' },
  live: { name: 'Live', tone: 'success' },
  ending: { name: 'Ending', tone: 'neutral' },
  overdue: { name: 'Overdue', tone: 'warning' },
  ended: { name: 'Ended', tone: 'neutral' },
  archived: { name: 'Archived', tone: 'neutral' },
};

/** The status of an event. One whose time is over is never called live or open. */
export function StatusBadge({ event }: { event: Timed }) {
  const phase = phaseOf(event, useMinute());
  const { name, tone } = words[phase === 'ending' || phase === 'overdue' ? phase : event.status];
  return <Badge tone={tone}>{name}</Badge>;
}
