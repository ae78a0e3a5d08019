import { createFileRoute } from '@tanstack/react-router';
import { eventsQuery } from '#src/domains/events/event-lists.ts';
import { eventEntryRoute } from '#src/domains/events/event.ts';
import { EventsOverview } from '#src/domains/events/overview/events-overview.tsx';
import { overviewParameters } from '#src/domains/events/overview/overview-search.ts';
import { useWaitingByEvent } from '#src/domains/photos/queue/waiting-card.tsx';
import { parseListSearch, searchKeys } from '#src/lib/list-search.ts';
import { validateSearch } from '#src/lib/validate-search.ts';
import { useSession } from '#src/session/use-session.ts';

export const Route = createFileRoute('/_app/dashboard/events-overview')({
  validateSearch: validateSearch(searchKeys(overviewParameters), (raw: Record<string, unknown>) =>
    parseListSearch(overviewParameters, raw),
  ),
  loaderDeps: ({ search }) => search,
  // Not awaited: the skeleton or the stored answer shows while it loads.
  loader: ({ context, deps }) => void context.queryClient.prefetchInfiniteQuery(eventsQuery(deps.scope, deps.q)),
  component: OverviewPage,
});

function OverviewPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const session = useSession();
  const waiting = useWaitingByEvent(session?.user.id ?? null);
  const { all, view_events } = session?.user.permissions ?? {};
  const discovers = all === true || view_events === true;
  return (
    <EventsOverview
      scope={search.scope === 'discover' && !discovers ? 'mine' : (search.scope ?? 'mine')}
      q={search.q ?? ''}
      discovers={discovers}
      waiting={waiting}
      onScope={(scope) => void navigate({ search: (now) => ({ ...now, scope: scope === 'mine' ? undefined : scope }), resetScroll: false })}
      onSearch={(q) => void navigate({ search: (now) => ({ ...now, q: q || undefined }), replace: true, resetScroll: false })}
      onJoined={(event) => void navigate({ to: eventEntryRoute(event), params: { id: event.id } })}
    />
  );
}
