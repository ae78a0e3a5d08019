import { shownStatus, type ShownEventStatus, type TimedEvent } from '#src/lib/event-status.ts';
import { Badge, type Tone } from '#src/ui/badge.tsx';
import { useNow } from '#src/ui/use-now.ts';

export const eventStatusLabels: Record<ShownEventStatus, { name: string; tone: Tone }> = {
  draft: { name: 'Draft', tone: 'warning' },
  active: { name: 'Open', tone: 'accent' },
  live: { name: 'Live', tone: 'success' },
  ending: { name: 'Ending', tone: 'neutral' },
  overdue: { name: 'Overdue', tone: 'warning' },
  ended: { name: 'Ended', tone: 'neutral' },
  archived: { name: 'Archived', tone: 'neutral' },
};

/** The status of an event. An event past its end is never labeled live or open. */
export function EventBadge({ event }: { event: TimedEvent }) {
  const { name, tone } = eventStatusLabels[shownStatus(event, useNow())];
  return <Badge tone={tone}>{name}</Badge>;
}
