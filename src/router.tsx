import { createRouter } from '@tanstack/react-router';
import { session } from '#src/session/store.ts';
import { loadLazyRoutesOnEnter } from '#src/shell/lazy-routes.ts';
import { PendingScreen } from '#src/shell/pending-screen.tsx';
import { queryClient } from '#src/shell/query-client.ts';
import { RouteFailure } from '#src/shell/route-failure.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import '#src/ui/pop-state.ts';
import { routeTree } from './routeTree.gen.ts';

// Not needed by the camera.
const NotFoundPage = lazyPart(() => import('#src/shell/not-found.tsx'), { name: 'This page' });

export const router = createRouter({
  routeTree,
  context: { queryClient, session },
  defaultErrorComponent: RouteFailure,
  defaultNotFoundComponent: () => <NotFoundPage />,
  defaultPendingComponent: PendingScreen,
  defaultPendingMs: 300,
  defaultPreload: 'intent',
  // The query cache decides about freshness, not the router.
  defaultPreloadStaleTime: 0,
  // The gallery restores its position by photo, because new photos shift everything.
  scrollRestoration: ({ location }) => !location.pathname.endsWith('/gallery'),
});

loadLazyRoutesOnEnter(router);

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** If the session ends, this screen stays: the shutter must continue to work (docs/product.md, People and sessions). */
    keepsExpiredSession?: boolean;
  }
}
