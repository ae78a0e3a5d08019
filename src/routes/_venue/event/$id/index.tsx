import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useLocation } from '@tanstack/react-router';
import { useCallback } from 'react';
import { CaptureScreen } from '#src/camera/capture-screen.tsx';
import type { ClosedStatus } from '#src/camera/viewfinder.tsx';
import { acceptsImports } from '#src/domains/events/event-access.ts';
import type { Event } from '#src/domains/events/event.ts';
import { InAppSlot } from '#src/domains/events/joining/in-app-slot.tsx';
import { cameraEventQuery } from '#src/domains/events/queries.ts';
import { useCounts } from '#src/domains/photos/queue/use-outbox-read.ts';
import { accountLabel } from '#src/session/display-name.ts';
import { useSession } from '#src/session/use-session.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { useDocumentTitle } from '#src/ui/use-document-title.ts';

/** Quick capture. The event's layout loads the event; the venue has the guard. */
export const Route = createFileRoute('/_venue/event/$id/')({
  component: CapturePage,
  // If the session ends here, the camera stays: shooting continues and delivery waits for the sign-in (docs/product.md, People and sessions).
  staticData: { keepsExpiredSession: true },
});

function CapturePage() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  const here = useLocation({ select: ({ href }) => href });
  const session = useSession();
  const { data: event } = useQuery(cameraEventQuery(id));
  const counts = useCounts(session?.user.id ?? null, id);
  useDocumentTitle(event ? `Camera: ${event.name}` : 'Camera');

  const onOpenQueue = useCallback(
    () => void navigate({ to: '.', search: (now) => ({ ...now, queue: 'open' as const }), resetScroll: false }),
    [navigate],
  );
  const onOpenGallery = useCallback(() => void navigate({ to: '/event/$id/gallery', params: { id } }), [navigate, id]);
  const onOpenPhoto = useCallback(
    (photo: string) => void navigate({ to: '/event/$id/gallery', params: { id }, search: { photo } }),
    [navigate, id],
  );

  if (!event || !session) return null;
  return (
    <>
      <h1 className="sr-only">Camera: {event.name}</h1>
      <CaptureScreen
        key={id}
        target={{
          account: session.user.id,
          accountEmail: accountLabel(session.user),
          eventId: id,
          eventName: event.name,
          eventZone: event.time_zone,
          eventFrom: Math.min(Date.parse(event.starts_at), Date.parse(event.created_at)),
        }}
        counts={counts}
        closed={session.user.viewing ? 'viewing' : closedStatus(event)}
        canImport={acceptsImports(event)}
        notice={<InAppSlot event={event} />}
        signIn={
          session.expired && (
            <Link to="/login" search={{ redirect: here }} className={buttonClass({ size: 'sm' })}>
              Log in
            </Link>
          )
        }
        onOpenQueue={onOpenQueue}
        onOpenGallery={onOpenGallery}
        onOpenPhoto={onOpenPhoto}
      />
    </>
  );
}

/** Why this person cannot take photos here; null if the camera is open. */
function closedStatus(event: Event): ClosedStatus | null {
  const { can, status, closed_reason: reason } = event;
  if (can.capture) return null;
  if (status !== 'live' && status !== 'active') return status;
  return reason ? { reason } : 'suspended';
}
