import { createFileRoute, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { eventEntryRoute } from '#src/domains/events/event.ts';
import { parseJoinCode, photoSearch } from '#src/domains/events/joining/join-code.ts';
import { JoinScreen } from '#src/domains/events/joining/join-screen.tsx';
import type { JoinerKind } from '#src/domains/events/joining/join-state.ts';
import { JoinPending } from '#src/domains/events/joining/skeletons.tsx';
import { joinPreviewQuery } from '#src/domains/events/queries.ts';
import { isGuest, accountLabel } from '#src/session/display-name.ts';
import { eventAccess, isPendingAdmin } from '#src/session/guards.ts';
import type { Snapshot } from '#src/session/store.ts';
import { useSession } from '#src/session/use-session.ts';
import { restoreQueries } from '#src/shell/query-client.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Signing in or registering led here, and the person had asked to join before. Unlike an address, no link can carry it. */
    wantsIn?: boolean;
  }
}

/** What a poster's code leads to. Open to anybody: what it shows depends on who comes, so it waits to know who that is. */
export const Route = createFileRoute('/_open/join/$code')({
  // Its loader lies in the first load: the code is asked about while the page is on its way.
  codeSplitGroupings: [['component']],
  validateSearch: photoSearch,
  beforeLoad: async ({ context }) => {
    await context.session.ready();
    const snapshot = context.session.read();
    // Events that this person is in may be on this phone: then the code works without a network.
    if (snapshot) await restoreQueries(snapshot.user.id);
  },
  // Begun, not awaited: the skeleton stands meanwhile.
  loader: ({ context, params }) => {
    const code = parseJoinCode(params.code);
    if (code) void context.queryClient.prefetchQuery(joinPreviewQuery(code));
  },
  pendingComponent: JoinPending,
  component: JoinPage,
});

function JoinPage() {
  const { code } = Route.useParams();
  const { photo } = Route.useSearch();
  const navigate = Route.useNavigate();
  const router = useRouter();
  const session = useSession();
  const wantsIn = useLocation({ select: ({ state }) => state.wantsIn === true });
  const joiner = joinerOf(session);
  useEffect(() => {
    // The camera's code comes while the person reads: from the button to the shutter nothing is loaded.
    if (joiner === 'person' || joiner === 'nobody') void router.loadRouteChunk(router.routesById['/_venue/event/$id/']);
  }, [router, joiner]);
  return (
    <JoinScreen
      typed={code}
      joiner={joiner}
      isGuest={session !== null && isGuest(session.user)}
      who={session && accountLabel(session.user)}
      autoJoin={wantsIn}
      photo={photo}
      onInside={(event) =>
        void navigate(
          photo === undefined
            ? { to: eventEntryRoute(event), params: { id: event.id }, replace: true }
            : { to: '/event/$id/gallery', params: { id: event.id }, search: { photo }, replace: true },
        )
      }
      onCode={(other) => void navigate({ to: '/join/$code', params: { code: other } })}
    />
  );
}

/** The event area's own guard tells who could enter it. */
function joinerOf(snapshot: Snapshot | null): JoinerKind {
  if (!snapshot || snapshot.expired) return 'nobody';
  if (isPendingAdmin(snapshot)) return 'pending';
  return eventAccess(snapshot, { href: '' }) ? 'barred' : 'person';
}
