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
    /** The person asked to join before signing in or registering. Unlike a URL parameter, no link can set it. */
    wantsIn?: boolean;
  }
}

/** The target of a poster's code. Open to everyone: it waits for the session, because the screen depends on the account. */
export const Route = createFileRoute('/_open/join/$code')({
  // Its loader is part of the first load: it looks up the code while the page is loading.
  codeSplitGroupings: [['component']],
  validateSearch: photoSearch,
  beforeLoad: async ({ context }) => {
    await context.session.ready();
    const snapshot = context.session.read();
    // The person's events may be stored on this phone: then the code works without a network.
    if (snapshot) await restoreQueries(snapshot.user.id);
  },
  // Not awaited: the skeleton shows while it loads.
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
    // Preloads the camera's code while the person reads, so that nothing loads between the button and the shutter.
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

/** Asks the event area's guard whether this person may enter. */
function joinerOf(snapshot: Snapshot | null): JoinerKind {
  if (!snapshot || snapshot.expired) return 'nobody';
  if (isPendingAdmin(snapshot)) return 'pending';
  return eventAccess(snapshot, { href: '' }) ? 'barred' : 'person';
}
