import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { requireOrganizerAccess } from '#src/domains/events/event-access.ts';
import { DETAIL_SEARCH, type DetailSearch, parseDetailSearch } from '#src/domains/events/manage/detail/detail-search.ts';
import { ManagedEvent } from '#src/domains/events/manage/detail/managed-event.tsx';
import { useLiveEvent, useWaiting } from '#src/domains/events/manage/detail/use-live-event.ts';
import { eventNumbersQuery } from '#src/domains/events/manage/queries.ts';
import { restylePhotosOf } from '#src/domains/generation/batch/restyle-photos.tsx';
import { DeliveryBoard } from '#src/domains/photos/delivery/delivery-board.tsx';
import { useUrgentDevices } from '#src/domains/photos/delivery/urgent-devices.tsx';
import { EventZone } from '#src/domains/photos/labels.ts';
import { LatestPhotos } from '#src/domains/photos/latest-photos.tsx';
import type { SharePhotos } from '#src/domains/photos/moderation/bulk-moderation.tsx';
import { ModerationSkeleton, moderationViewOf } from '#src/domains/photos/moderation/skeletons.tsx';
import { SectionList } from '#src/domains/photos/sections/section-list.tsx';
import { useEventChanges } from '#src/domains/photos/use-event-changes.ts';
import { LinkList } from '#src/domains/sharing/links/link-list.tsx';
import ShareSelection from '#src/domains/sharing/links/share-selection.tsx';
import { ScreenList } from '#src/domains/sharing/screens/screen-list.tsx';
import { searchChange } from '#src/lib/list-query.ts';
import { validateSearch } from '#src/lib/validate-search.ts';
import { organizationAccess } from '#src/session/guards.ts';
import { useSession } from '#src/session/use-session.ts';
import { guarded } from '#src/shell/guarded.ts';

const Moderation = lazy(async () => ({ default: (await import('#src/domains/photos/moderation/moderation.tsx')).Moderation }));

export const Route = createFileRoute('/_app/organization/events/$id')({
  beforeLoad: guarded(organizationAccess),
  validateSearch: validateSearch(DETAIL_SEARCH, parseDetailSearch),
  loader: async ({ context: { queryClient }, params: { id } }) => {
    // Not awaited: the skeleton or the cached answer shows while it loads.
    void queryClient.prefetchQuery(eventNumbersQuery(id));
    await requireOrganizerAccess(queryClient, id);
  },
  component: EventPage,
});

function EventPage() {
  const { id } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { session } = Route.useRouteContext();
  const account = useSession()?.user.id;
  const live = useLiveEvent(id);
  const { pending, reported, onWaiting } = useWaiting(id, live);
  useEventChanges(id, live.follower);
  const own = live.event?.relation === 'organization' ? live.event.organization_id : null;
  // A link may lead to another of the person's organizations: this opens its area.
  useEffect(() => void (own !== null && session.selectOrganization(own)), [own, session]);
  const setSearch: React.ComponentProps<typeof ManagedEvent>['onSearch'] = (next, how) =>
    void navigate({ search: next, resetScroll: false, ...how });
  const onList = (change: Partial<DetailSearch>) => void navigate(searchChange<DetailSearch>(change));
  const view = moderationViewOf(search.view);
  const share: SharePhotos = (photoIds, onClose) => live.event && <ShareSelection event={live.event} {...{ photoIds, onClose }} />;
  const restyle: SharePhotos = (ids, onClose) => live.event && account && restylePhotosOf(live.event, account)(ids, null, onClose);
  const moderation = account !== undefined && live.event && (
    <Suspense fallback={<ModerationSkeleton view={view} />}>
      <Moderation
        eventId={id}
        account={account}
        requireApproval={live.event.require_approval}
        view={view}
        {...{ pending, reported, onWaiting, search, share, restyle }}
        onView={(view) => setSearch({ tab: 'moderation', ...(view !== 'queue' && { view }) })}
        onSearch={onList}
      />
    </Suspense>
  );
  const urgentDevices = useUrgentDevices(id, live.event?.relation === 'organization');
  const latest = <LatestPhotos eventId={id} position={live.numbers.data?.stream_position} />;
  const delivery = live.event && <DeliveryBoard event={live.event} position={live.numbers.data?.stream_position} />;
  const links = live.event && <LinkList event={live.event} search={search} onSearch={onList} />;
  const sections = live.event && <SectionList event={live.event} />;
  const screens = live.event && <ScreenList event={live.event} />;
  const page = { search, onSearch: setSearch, pending, reported, urgentDevices, moderation, latest, delivery, sections, links, screens };
  return (
    <EventZone value={live.event?.time_zone}>
      <ManagedEvent key={id} live={live} {...page} />
    </EventZone>
  );
}
