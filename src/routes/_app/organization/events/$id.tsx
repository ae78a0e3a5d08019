import { createFileRoute } from '@tanstack/react-router';
import { Suspense, lazy, useEffect } from 'react';
import { DETAIL_SEARCH, parseDetailSearch } from '#src/domains/events/manage/detail/detail-search.ts';
import { ManagedEvent } from '#src/domains/events/manage/detail/managed-event.tsx';
import { useLiveEvent } from '#src/domains/events/manage/detail/use-live-event.ts';
import { eventNumbersQuery } from '#src/domains/events/manage/queries.ts';
import { refuseForeign } from '#src/domains/events/enter.ts';
import { moderationViewOf } from '#src/domains/photos/moderation/views.ts';
import { useEventChanges } from '#src/domains/photos/use-event-changes.ts';
import { searchOf } from '#src/lib/search-of.ts';
import { organizationAccess } from '#src/session/guards.ts';
import { useSession } from '#src/session/use-session.ts';
import { guarded } from '#src/shell/guarded.ts';
import { PendingScreen } from '#src/shell/pending-screen.tsx';

const Moderation = lazy(async () => ({ default: (await import('#src/domains/photos/moderation/moderation.tsx')).Moderation }));

export const Route = createFileRoute('/_app/organization/events/$id')({
  beforeLoad: guarded(organizationAccess),
  validateSearch: searchOf(DETAIL_SEARCH, parseDetailSearch),
  loader: async ({ context: { queryClient }, params: { id } }) => {
    // Begun, not awaited: the skeleton, or what was read before, stands meanwhile.
    void queryClient.prefetchQuery(eventNumbersQuery(id));
    await refuseForeign(queryClient, id);
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
  useEventChanges(id, live.follower);
  const own = live.event?.relation === 'organization' ? live.event.organization_id : null;
  useEffect(() => {
    // A link may lead to another of one's organizations: its office opens with it.
    if (own !== null) void session.selectOrganization(own);
  }, [own, session]);

  const setSearch: React.ComponentProps<typeof ManagedEvent>['onSearch'] = (next, how) =>
    void navigate({ search: next, resetScroll: false, ...how });
  const moderation = account !== undefined && live.event && (
    <Suspense fallback={<PendingScreen />}>
      <Moderation
        eventId={id}
        account={account}
        requireApproval={live.event.require_approval}
        view={moderationViewOf(search.view)}
        onView={(view) => setSearch({ tab: 'moderation', ...(view !== 'queue' && { view }) })}
      />
    </Suspense>
  );
  return <ManagedEvent key={id} live={live} search={search} onSearch={setSearch} moderation={moderation} />;
}
