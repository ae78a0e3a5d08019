// When photos of an event will be deleted, above its gallery. Loaded on demand: few events have a date.
import type { Event } from '#src/domains/events/event.ts';
import { formatWeekdayDateTime } from '#src/lib/format.ts';
import { zoneNameIfDifferent } from '#src/lib/time-zone.ts';
import { Clock } from '#src/ui/icons.ts';

export interface RetentionNoteProps {
  at: string;
  event: Pick<Event, 'photo_retention_scope' | 'time_zone'>;
}

export default function RetentionNote({ at, event: { photo_retention_scope: scope, time_zone: zone } }: RetentionNoteProps) {
  const isAll = scope === 'everything';
  const zoneName = zoneNameIfDifferent(Date.parse(at), zone);
  return (
    <p className="flex gap-2 border-b border-line px-4 py-3 text-sm text-ink-muted">
      <Clock aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        <span className="font-medium text-ink">
          {isAll ? 'Photos' : 'Originals'} are kept until <time dateTime={at}>{formatWeekdayDateTime(at, zone)}</time>
          {zoneName && ` (${zoneName})`}.
        </span>{' '}
        {isAll ? 'Download your photos before then to keep them.' : 'After that, photos stay here in a smaller size.'}
      </span>
    </p>
  );
}
