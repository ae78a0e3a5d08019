// Boot, in this order: session snapshot (read synchronously as its module loads) → router → render → refresh the session → worker.
import { QueryClientProvider } from '@tanstack/react-query';
import { isNotFound, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchDisk } from '#src/lib/disk.ts';
import { leavePage, returnToPage } from '#src/lib/page-cache.ts';
import { applyTheme } from '#src/lib/theme.ts';
import { configureSession, startSession } from '#src/session/actions.ts';
import { finishLogoutOnReturn } from '#src/session/late-logout.ts';
import { returnTarget } from '#src/session/return-target.ts';
import { session } from '#src/session/store.ts';
import { watchAppBadge } from '#src/shell/app-badge.ts';
import { watchConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { listenForInstallOffer } from '#src/shell/install.ts';
import { watchKeptAnswers } from '#src/shell/kept-answers.ts';
import { forgetLastEvent } from '#src/shell/last-event.ts';
import { bringLateRoutes } from '#src/shell/late-routes.ts';
import { startOutboxDriver } from '#src/shell/outbox-driver.ts';
import { flushQueries, purgeKept, purgeQueries, queryClient } from '#src/shell/query-client.ts';
import { registerWorker } from '#src/shell/service-worker.ts';
import { watchStore } from '#src/shell/store-watch.ts';
import { configureBase } from '#src/transport/base.ts';
import { ApiError, NetworkError } from '#src/transport/problem.ts';
import { onceReachable } from '#src/transport/reachability.ts';
import { toast } from '#src/ui/toast.ts';
import { router } from './router.tsx';
import './styles.css';

applyTheme(document.documentElement);
configureBase(document.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content ?? '');
// Before anything opens a database: on a disk that was full when the last page ended, room is looked for first.
watchDisk(async () => (await import('#src/outbox/witness.ts')).roomKeeper());

const isShooting = () => router.matchRoutes(router.latestLocation).some(({ staticData }) => staticData.keepsExpiredSession === true);

configureSession({
  mayStayExpired: isShooting,
  forgetKept: purgeKept,
  onSignedOut(reason) {
    if (reason === 'logout') forgetLastEvent();
    toast.dismissOffers();
    void purgeQueries();
    const { pathname, href } = router.latestLocation;
    if (pathname === '/login') return void router.invalidate();
    // From every route, open ones too (docs/product.md A8). A person who signed out starts afresh; another comes back to where they were.
    void router.navigate({ to: '/login', search: reason === 'ended' && returnTarget(href) !== null ? { redirect: href } : {} });
  },
  // Guards change the query cache to the new account, loaders fill it. Nothing is loaded anew: this page may be shooting.
  onSwitched() {
    toast.dismissOffers();
    void router.invalidate();
  },
});

// The code of the screen is fetched while the session is being renewed, not after it.
void fetchScreen().catch(() => undefined); // told by the router, when it needs it

async function fetchScreen(): Promise<void> {
  await bringLateRoutes(router, router.latestLocation.pathname);
  for (const { routeId } of router.matchRoutes(router.latestLocation))
    router.loadRouteChunk(router.routesById[routeId as keyof typeof router.routesById])?.catch(() => undefined); // as above
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
createRoot(root, {
  // What the network or the server answered, or no longer has, is told by the screen that caught it; a fault of our own belongs in the console too.
  onCaughtError: (error) => {
    if (!(isNotFound(error) || error instanceof NetworkError || error instanceof ApiError || describeFailure(error).kind === 'stale'))
      console.error(error);
  },
}).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);

// Before all others that hear of it: what they end then begins nothing on the databases.
window.addEventListener('pagehide', ({ persisted }) => (persisted ? leavePage() : flushQueries()));
window.addEventListener('pageshow', ({ persisted }) => persisted && returnToPage());
listenForInstallOffer();
watchConnection();
watchAppBadge();
startOutboxDriver();
finishLogoutOnReturn();
watchStore();
watchKeptAnswers();
void startSession().then(registerWorker);

const onSessionChanged = () => {
  void router.invalidate();
  if (!isShooting()) void queryClient.invalidateQueries();
};
/** A start at the camera loads nothing beside what leads to the shutter and to the first delivered photo. Who only views has no shutter. */
const AFTER_THE_SHUTTER_MS = 15_000;
const follow = async (isLate = false) => {
  try {
    // Awaited: what is chained to an import does not hear that its styles did not come.
    const late = await import('./following.ts');
    late.followAll(onSessionChanged, isLate);
  } catch (error) {
    console.warn('Session not followed', error);
    onceReachable(() => follow(true));
  }
};
void session.ready().then(() => {
  const isLate = isShooting() && !session.read()?.user.viewing;
  setTimeout(follow, isLate ? AFTER_THE_SHUTTER_MS : 0, isLate);
});
