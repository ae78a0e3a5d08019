// Boot, in this order: session snapshot (read synchronously as its module loads) → router → render → refresh the session → worker.
import { QueryClientProvider } from '@tanstack/react-query';
import { isNotFound, RouterProvider } from '@tanstack/react-router';
import { StrictMode, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { freezePage, resumePage } from '#src/lib/bfcache.ts';
import { watchDisk } from '#src/lib/disk.ts';
import { applyTheme } from '#src/lib/theme.ts';
import { diskReserve } from '#src/outbox/replica.ts';
import { configureSession, startSession, watchPendingLogout } from '#src/session/actions.ts';
import { returnTarget } from '#src/session/guards.ts';
import { session } from '#src/session/store.ts';
import { watchAppBadge } from '#src/shell/app-badge.ts';
import { watchConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { listenForInstallOffer } from '#src/shell/install-prompt.ts';
import { forgetLastEvent } from '#src/shell/last-event.ts';
import { loadLazyRoutes } from '#src/shell/lazy-routes.ts';
import { startOutboxDriver } from '#src/shell/outbox-driver.ts';
import { watchOutboxIntegrity } from '#src/shell/outbox-integrity.ts';
import { watchPersistedQueries } from '#src/shell/persisted-queries.ts';
import { flushQueries, purgePersistedQueries, purgeQueries, queryClient } from '#src/shell/query-client.ts';
import { registerWorker } from '#src/shell/service-worker.ts';
import { configureApiBase } from '#src/transport/api-base.ts';
import { ApiError, NetworkError } from '#src/transport/problem.ts';
import { onceReachable } from '#src/transport/reachability.ts';
import { toast } from '#src/ui/toast.ts';
import { router } from './router.tsx';
import './styles.css';

applyTheme(document.documentElement);
configureApiBase(document.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content ?? '');
// Before anything opens a database: if the disk was full when the last page ended, reserve space first.
watchDisk(diskReserve);

const isShooting = () => router.matchRoutes(router.latestLocation).some(({ staticData }) => staticData.keepsExpiredSession === true);

configureSession({
  mayStayExpired: isShooting,
  purgeCache: purgePersistedQueries,
  onSignedOut(reason) {
    if (reason === 'logout') forgetLastEvent();
    toast.dismissOffers();
    void purgeQueries();
    const { pathname, href } = router.latestLocation;
    if (pathname === '/login') return void router.invalidate();
    // From every route, open ones too (docs/product.md, Calls and errors). After a logout the login starts fresh; after an ended session it
    // returns here.
    void router.navigate({ to: '/login', search: reason === 'ended' && returnTarget(href) !== null ? { redirect: href } : {} });
  },
  // Guards switch the query cache to the new account; loaders fill it. Nothing is reloaded: this page may be shooting.
  onSwitched() {
    toast.dismissOffers();
    void router.invalidate();
  },
});

// Loads the screen's code while the session is being renewed.
void preloadScreen().catch(() => undefined); // reported by the router when it needs the screen

async function preloadScreen(): Promise<void> {
  await loadLazyRoutes(router, router.latestLocation.pathname);
  for (const { routeId } of router.matchRoutes(router.latestLocation))
    router.loadRouteChunk(router.routesById[routeId as keyof typeof router.routesById])?.catch(() => undefined); // as above
}

const root = document.getElementById('root') as HTMLElement;
const app = createRoot(root, {
  // Screens show errors of the network and the server, and missing files; bugs also go to the console.
  onCaughtError: (error) => {
    if (!(isNotFound(error) || error instanceof NetworkError || error instanceof ApiError || describeFailure(error).kind === 'stale'))
      console.error(error);
  },
});
/** Before the effects of the app: they find the document without the first screen. */
function FirstScreen() {
  useLayoutEffect(() => globalThis.takeOver?.(), []);
  return null;
}
const show = () =>
  app.render(
    <StrictMode>
      <FirstScreen />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
if (globalThis.takeOver) {
  // A first visit comes with its screen's markup (scripts/first-screens-plugin.ts): it stays until the app can replace it by the same, with what its
  // loaders asked for.
  const asked = () =>
    Promise.allSettled(
      queryClient
        .getQueryCache()
        .getAll()
        .map(async ({ promise }) => promise),
    );
  void router.load().then(asked).then(show);
} else show();

// Registered before all other listeners, so that their work on pagehide does not start anything on the databases.
addEventListener('pagehide', ({ persisted }) => void (persisted ? freezePage() : flushQueries()));
addEventListener('pageshow', ({ persisted }) => persisted && resumePage());
listenForInstallOffer();
watchConnection();
watchAppBadge();
startOutboxDriver(async (...given) => (await import('#src/camera/thumbnail.ts')).makeThumbnail(...given));
watchPendingLogout();
watchOutboxIntegrity();
watchPersistedQueries();
void startSession().then(registerWorker);

const onSessionChanged = () => {
  void router.invalidate();
  if (!isShooting()) void queryClient.invalidateQueries();
};
/** A start at the camera only loads the way to the shutter and to the first delivered photo. Impersonated sessions have no shutter. */
const BACKGROUND_DELAY_MS = 15_000;
const loadBackgroundServices = async (isLate = false) => {
  try {
    // Awaited: a chained promise would not see that the styles of the import failed to load.
    const late = await import('./background-services.ts');
    late.startBackgroundServices(onSessionChanged, isLate, router);
  } catch (error) {
    console.warn('No background services', error);
    onceReachable(() => loadBackgroundServices(true));
  }
};
void session.ready().then(() => {
  const isLate = isShooting() && !session.read()?.user.viewing;
  setTimeout(loadBackgroundServices, isLate ? BACKGROUND_DELAY_MS : 0, isLate);
});
