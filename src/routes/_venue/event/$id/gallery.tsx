import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createFileRoute, Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo } from 'react';
import { acceptsImports } from '#src/domains/events/event-access.ts';
import { EventOptions } from '#src/domains/events/event-options.tsx';
import { GalleryNotes } from '#src/domains/events/gallery-notes.tsx';
import { eventQuery } from '#src/domains/events/queries.ts';
import { shareableCode } from '#src/domains/events/share-link.ts';
import { restylePhotosOf } from '#src/domains/generation/batch/restyle-photos.tsx';
import type { RestylePhotoProps } from '#src/domains/generation/restyle/restyle-photo.tsx';
import {
  GALLERY_SEARCH,
  type GalleryFilter,
  parseGallerySearch,
  toFilterSearch,
  toGalleryFilter,
} from '#src/domains/photos/filter-search.ts';
import { GalleryPending } from '#src/domains/photos/gallery/gallery-skeleton.tsx';
import { EventGallery } from '#src/domains/photos/gallery/gallery.tsx';
import { EventZone } from '#src/domains/photos/labels.ts';
import { prefetchGallery } from '#src/domains/photos/queries.ts';
import { useCounts } from '#src/domains/photos/queue/use-outbox-read.ts';
import { sectionsQuery } from '#src/domains/photos/sections/sections-query.ts';
import { LazyEventWall, showsGallery } from '#src/domains/sharing/event-wall.ts';
import { sharePhotosOf } from '#src/domains/sharing/share-photos.tsx';
import { isEnded } from '#src/lib/event-status.ts';
import { validateSearch } from '#src/lib/validate-search.ts';
import { accountLabel } from '#src/session/display-name.ts';
import { useSession } from '#src/session/use-session.ts';
import { useViewerHistory } from '#src/shell/use-viewer-history.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { useDocumentTitle } from '#src/ui/use-document-title.ts';

const MakeOfThis = lazyPart<RestylePhotoProps>(() => import('#src/domains/generation/restyle/restyle-photo.tsx'), {
  name: 'the styles',
  close: ({ onClose }) => onClose(),
});

export const Route = createFileRoute('/_venue/event/$id/gallery')({
  validateSearch: validateSearch(GALLERY_SEARCH, parseGallerySearch),
  loaderDeps: ({ search: { show, by, hour, section } }) => ({ show, by, hour, section }),
  // Not awaited: the skeleton shows while it loads.
  loader: ({ context: { queryClient, session }, params, deps }) => {
    const account = session.read()?.user.id;
    if (account !== undefined) prefetchGallery(queryClient, { eventId: params.id, account, filter: toGalleryFilter(deps) });
  },
  pendingComponent: GalleryPending,
  component: GalleryPage,
});

function GalleryPage() {
  const { id } = Route.useParams();
  const { photo = null, show, by, hour, section, view } = Route.useSearch();
  const navigate = Route.useNavigate();
  const entry = useLocation({ select: ({ state }) => state.key ?? 'first' });
  const client = useQueryClient();
  const session = useSession();
  const { data: event } = useQuery(eventQuery(id));
  const waiting = useCounts(session?.user.id ?? null, id)?.waiting;
  const filter = useMemo(() => toGalleryFilter({ show, by, hour, section }), [show, by, hour, section]);
  useDocumentTitle(event ? `Gallery of ${event.name}` : 'Gallery');

  const viewer = useViewerHistory(
    useCallback((photo, replace) => void navigate({ search: (now) => ({ ...now, photo }), replace, resetScroll: false }), [navigate]),
  );
  const onFilter = useCallback(
    (next: GalleryFilter) => void navigate({ search: ({ queue }) => ({ queue, ...toFilterSearch(next) }), resetScroll: false }),
    [navigate],
  );
  const probe = useCallback(() => client.fetchQuery({ ...eventQuery(id), staleTime: 0 }), [client, id]);
  const onEventChange = useCallback(() => {
    for (const { queryKey } of [eventQuery(id), sectionsQuery(id)]) void client.invalidateQueries({ queryKey });
  }, [client, id]);

  if (!event || !session) return null;
  const cameraLink = event.can.capture && (
    <Link to="/event/$id" params={{ id }} className={buttonClass({ variant: 'primary', size: 'lg' })}>
      Open the camera
    </Link>
  );
  const joinCode = shareableCode(client, event);
  if (view)
    return <LazyEventWall {...{ event, joinCode, probe, onEventChange }} onLeave={() => void navigate({ search: {}, replace: true })} />;
  const { id: account, viewing } = session.user;
  const canLeave = event.relation === 'participant' && !viewing;
  const onWall = showsGallery(event) ? () => void navigate({ search: { view: 'wall' } }) : null;
  const imports = event.relation === 'organization' && acceptsImports(event);
  const onImport = imports ? () => void navigate({ to: '/event/$id', params: { id } }) : null;
  const menu = (children: ReactNode) =>
    (canLeave || onWall || onImport || children) && <EventOptions {...{ event, account, waiting, canLeave, onWall, onImport, children }} />;
  const sender = { account, accountEmail: accountLabel(session.user) };
  const make = (photoId: string, onClosing: () => void) => (
    <MakeOfThis sender={sender} event={event} canSend={event.can.capture} photoId={photoId} onClose={onClosing} />
  );
  const share = sharePhotosOf(event);
  const restyle = restylePhotosOf(event, account);
  const who = { account, relation: event.relation, allowsDownloads: event.allow_downloads, joinCode };
  const shows = showsGallery(event) ? ('all' as const) : event.can.view_others ? ('later' as const) : ('own' as const);
  const about = { eventId: id, shows, eventName: event.name, attendees: event.attendees_count, over: isEnded(event), menu, openId: photo };
  return (
    <EventZone value={event.time_zone}>
      <h1 className="sr-only">Gallery of {event.name}</h1>
      <GalleryNotes event={event} isViewing={Boolean(viewing)} onReveal={onEventChange} />
      <EventGallery
        {...about}
        {...who}
        {...viewer}
        {...{ filter, cameraLink, entry, probe, onEventChange, onFilter, share, restyle, make }}
      />
    </EventZone>
  );
}
