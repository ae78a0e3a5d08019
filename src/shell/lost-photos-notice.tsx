import { Link } from '@tanstack/react-router';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { pluralize } from '#src/lib/format.ts';
import { lostPhotos } from '#src/outbox/queue-management.ts';
import { createLiveQuery } from '#src/outbox/queue.ts';
import { useSession } from '#src/session/use-session.ts';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { TriangleAlert } from '#src/ui/icons.ts';

/**
 * The server has lost photos that it had confirmed. Stays on every screen until they are back, or until the person dismisses them in the queue.
 * Hidden during an import, where the camera's status shows the same.
 */
export default function LostPhotosNotice() {
  const account = useSession()?.user.id;
  const reading = useMemo(() => createLiveQuery(async () => (account === undefined ? [] : lostPhotos(account))), [account]);
  const events = useSyncExternalStore(reading.subscribe, reading.read).data ?? [];
  const [later, setLater] = useState(0);
  const [first] = events;
  const count = events.reduce((sum, { photos, unnamed }) => sum + photos.length + unnamed, 0);
  if (!first || count === later) return null;
  return (
    <section aria-label="Lost photos" className="update-prompt lost-notice">
      <TriangleAlert aria-hidden className="size-5 shrink-0 text-warning" />
      <p aria-live="polite" className="flex-1 text-sm font-medium">
        The server lost {pluralize(count, 'photo', 'photos')} of yours.
      </p>
      <Button size="sm" variant="quiet" onClick={() => setLater(count)}>
        Later
      </Button>
      <Link to="/event/$id" params={{ id: first.eventId }} search={{ queue: 'open' }} className={buttonClass({ size: 'sm' })}>
        Show
      </Link>
    </section>
  );
}
