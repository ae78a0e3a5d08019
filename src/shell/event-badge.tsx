import { shownStatus, type ShownEventStatus, type TimedEvent } from '#src/lib/event-status.ts';
import { Badge, type Tone } from '#src/ui/badge.tsx';
import { useMinute } from '#src/ui/use-minute.ts';

export const eventStatusWords: Record<ShownEventStatus, { name: string; tone: Tone }> = {
  draft: { name: 'Draft', tone: 'warning' },
  active: { name: 'Open', tone: 'accent' },
  live: { name: 'Live', tone: 'success' },
  ending: { name: 'Ending', tone: 'neutral' },
  overdue: { name: 'Overdue', tone: 'warning' },
  ended: { name: 'Ended', tone: 'neutral' },
  archived: { name: 'Archived', tone: 'neutral' },
};

/** The status of an event. One whose time is over is never called live or open. */
export function EventBadge({ event }: { event: TimedEvent }) {
  const { name, tone } = eventStatusWords[shownStatus(event, useMinute())];
  return <Badge tone={tone}>{name}</Badge>;
}
