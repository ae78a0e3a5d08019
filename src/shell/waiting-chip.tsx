import { Link } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { deviceLabel } from '#src/lib/device.ts';
import { pluralize, formatCount } from '#src/lib/format.ts';
import { pendingPhotos } from '#src/outbox/queue.ts';
import { useSession } from '#src/session/use-session.ts';
import { CloudUpload } from '#src/ui/icons.ts';

/** How many of the person's photos only this device has, over all events, with the way to the queue of the latest. Draws nothing while there is none. */
export function WaitingChip() {
  const reading = pendingPhotos(useSession()?.user.id ?? null);
  const photos = useSyncExternalStore(reading.subscribe, reading.read).data ?? [];
  const last = photos.at(-1);
  if (!last) return null;
  return (
    <Link
      to="/event/$id"
      params={{ id: last.eventId }}
      search={{ queue: 'open' }}
      aria-label={`${pluralize(photos.length, 'photo', 'photos')} waiting on this ${deviceLabel}. Open queue.`}
      className="inline-flex min-h-11 items-center"
    >
      <span className="inline-flex items-center gap-1.5 rounded-full bg-warning-soft px-2.5 py-1 text-xs font-medium text-warning tabular-nums">
        <CloudUpload aria-hidden className="size-3.5" />
        {formatCount(photos.length)} waiting
      </span>
    </Link>
  );
}
