import { formatCount, formatTime } from '#src/lib/format.ts';
import { Link } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { useConnection } from '#src/shell/connection.ts';
import { Button } from '#src/ui/button.tsx';
import type { Event } from '#src/domains/events/event.ts';
import { NEEDS_CONNECTION } from '#src/domains/events/manage/disabled-reason.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_DAYS = 30;

/** "29 days left", "less than a day left". */
export function daysLeft(deletedAt: string, now: number = Date.now()): string {
  const days = Math.floor((Date.parse(deletedAt) + KEPT_DAYS * DAY_MS - now) / DAY_MS);
  if (days < 1) return 'less than a day left';
  return days === 1 ? '1 day left' : `${days} days left`;
}

interface DeletedListProps {
  events: readonly Event[];
  onRestore: (event: Event) => void;
  busy: boolean;
  now: number;
}

/** Events that were deleted in the last 30 days, the same on a phone and on a desktop. */
export function DeletedList({ events, onRestore, busy, now }: DeletedListProps) {
  const offline = useConnection() !== 'online';
  return (
    <ul
      aria-label="Deleted events"
      aria-busy={busy}
      className="divide-y divide-line rounded-lg border border-line bg-surface shadow-1 aria-busy:stale"
    >
      {events.map((event) => (
        <li key={event.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
          <div className="min-w-0 flex-1 basis-56">
            <Link to="/organization/events/$id" params={{ id: event.id }} className="font-medium [overflow-wrap:anywhere] hover:underline">
              {event.name}
            </Link>
            <p className="text-sm text-ink-muted tabular-nums">
              {event.deleted_at && (
                <>
                  Deleted <time dateTime={event.deleted_at}>{formatTime(event.deleted_at)}</time>, {daysLeft(event.deleted_at, now)} ·{' '}
                </>
              )}
              {formatCount(event.photos_count)} photos
            </p>
          </div>
          <Button
            size="sm"
            aria-label={`Restore ${event.name}`}
            icon={<RotateCcw aria-hidden className="size-4" />}
            disabledReason={offline && NEEDS_CONNECTION}
            onClick={() => onRestore(event)}
          >
            Restore
          </Button>
        </li>
      ))}
    </ul>
  );
}
