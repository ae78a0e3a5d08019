import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, createFileRoute, useRouter } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { eventQuery } from '#src/domains/events/queries.ts';
import { EventGallery } from '#src/domains/photos/gallery/gallery.tsx';
import { photosQuery } from '#src/domains/photos/queries.ts';
import { useSession } from '#src/session/use-session.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { useDocumentTitle } from '#src/ui/page.tsx';

export const Route = createFileRoute('/_venue/event/$id/gallery')({
  validateSearch: ({ photo }: Record<string, unknown>): { photo?: string } => (typeof photo === 'string' ? { photo } : {}),
  // Begun, not awaited: the skeleton stands meanwhile.
  loader: ({ context, params }) => void context.queryClient.prefetchInfiniteQuery(photosQuery(params.id)),
  component: GalleryPage,
});

function GalleryPage() {
  const { id } = Route.useParams();
  const { photo = null } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { history } = useRouter();
  const client = useQueryClient();
  const session = useSession();
  const { data: event } = useQuery(eventQuery(id));
  useDocumentTitle(event ? `Gallery of ${event.name}` : 'Gallery');

  // Closing goes back to the entry that opened the viewer; after a deep link there is none.
  const openedHere = useRef(false);
  const onOpen = useCallback(
    (photo: string) => {
      openedHere.current = true;
      void navigate({ search: (now) => ({ ...now, photo }), resetScroll: false });
    },
    [navigate],
  );
  const onShow = useCallback(
    (photo: string) => void navigate({ search: (now) => ({ ...now, photo }), replace: true, resetScroll: false }),
    [navigate],
  );
  const onClose = useCallback(() => {
    if (openedHere.current) history.back();
    else void navigate({ search: (now) => ({ ...now, photo: undefined }), replace: true, resetScroll: false });
    openedHere.current = false;
  }, [history, navigate]);
  const probe = useCallback(() => client.fetchQuery({ ...eventQuery(id), staleTime: 0 }), [client, id]);

  if (!event || !session) return null;
  const cameraLink = event.can.capture && (
    <Link to="/event/$id" params={{ id }} className={buttonClass({ variant: 'primary', size: 'lg' })}>
      Open the camera
    </Link>
  );
  return (
    <>
      <h1 className="sr-only">Gallery of {event.name}</h1>
      <EventGallery
        key={id}
        eventId={id}
        eventName={event.name}
        account={session.user.id}
        probe={probe}
        cameraLink={cameraLink}
        openId={photo}
        onOpen={onOpen}
        onShow={onShow}
        onClose={onClose}
      />
    </>
  );
}
