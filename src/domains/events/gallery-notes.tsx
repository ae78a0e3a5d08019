import { useConnection } from '#src/shell/connection.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import type { Event } from './event.ts';

const RevealCountdown = lazyPart(() => import('#src/shell/reveal-countdown.tsx'), { name: 'the countdown' });
const RetentionNote = lazyPart(() => import('./retention-note.tsx'), { name: 'the note' });

interface GalleryNotesProps {
  event: Event;
  /** A super administrator views the app as this person. */
  isViewing: boolean;
  /** The time of the reveal has come. */
  onReveal: () => void;
}

/** Above the photos: what is not shown, not yet, or not for much longer. */
export function GalleryNotes({ event, isViewing, onReveal }: GalleryNotesProps) {
  const isOnline = useConnection() === 'online';
  return (
    <>
      {event.reveals_at !== null && event.relation !== 'organization' && event.can.view_others && (
        <RevealCountdown at={event.reveals_at} zone={event.time_zone} onDue={onReveal} />
      )}
      {event.photos_kept_until && isOnline && <RetentionNote at={event.photos_kept_until} event={event} />}
      {!event.can.view_others && !isViewing && <p className="p-4 text-sm">You see only your own photos here.</p>}
    </>
  );
}
