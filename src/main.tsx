// Boot, in this order: session snapshot (read synchronously as its module loads) → router → render → refresh the session → worker.
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchDisk } from '#src/lib/disk.ts';
import { configureSession, startSession } from '#src/session/actions.ts';
import { returnTarget } from '#src/session/return-target.ts';
import { watchAppBadge } from '#src/shell/app-badge.ts';
import { watchConnection } from '#src/shell/connection.ts';
import { startDelivery } from '#src/shell/delivery.ts';
import { listenForInstallOffer } from '#src/shell/install.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { forgetLastEvent } from '#src/shell/last-event.ts';
import { flushQueries, purgeQueries, queryClient } from '#src/shell/query-client.ts';
import { registerWorker } from '#src/shell/service-worker.ts';
import { configureBase } from '#src/transport/base.ts';
import { watchStore } from '#src/shell/store-watch.ts';
import { ApiError, NetworkError } from '#src/transport/problem.ts';
import { router } from './router.tsx';
import './styles.css';

configureBase(document.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content ?? '');
// Before anything opens a database: on a disk that was full when the last page ended, room is looked for first.
watchDisk(async () => (await import('#src/outbox/witness.ts')).roomKeeper());

configureSession({
  mayStayExpired: () => router.matchRoutes(router.latestLocation).some(({ staticData }) => staticData.keepsExpiredSession === true),
  onSignedOut(reason) {
    if (reason === 'logout') forgetLastEvent();
    void purgeQueries();
    const { pathname, href } = router.latestLocation;
    if (pathname === '/login') return void router.invalidate();
    // From every route, open ones too (docs/product.md A8). A person who signed out starts afresh; another comes back to where they were.
    void router.navigate({ to: '/login', search: reason === 'ended' && returnTarget(href) !== null ? { redirect: href } : {} });
  },
  // Guards change the query cache to the new account, loaders fill it. Nothing is loaded anew: this page may be shooting.
  onSwitched: () => void router.invalidate(),
});

// The code of the screen is fetched while the session is being renewed, not after it.
for (const { routeId } of router.matchRoutes(router.latestLocation)) {
  router.loadRouteChunk(router.routesById[routeId as keyof typeof router.routesById])?.catch(() => undefined); // told by the router, when it needs it
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
createRoot(root, {
  // What the network or the server answered, or no longer has, is told by the screen that caught it; a fault of our own belongs in the console too.
  onCaughtError: (error) => {
    if (!(error instanceof NetworkError || error instanceof ApiError || describeFailure(error).kind === 'stale')) console.error(error);
  },
}).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);

listenForInstallOffer();
watchConnection();
watchAppBadge();
startDelivery();
watchStore();
window.addEventListener('pagehide', flushQueries);
void startSession().then(registerWorker);
