import { createRouter } from '@tanstack/react-router';
import { session } from '#src/session/store.ts';
import { loadLazyRoutesOnEnter } from '#src/shell/lazy-routes.ts';
import { PendingScreen } from '#src/shell/pending-screen.tsx';
import { queryClient } from '#src/shell/query-client.ts';
import { RouteFailure } from '#src/shell/route-failure.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { routeTree } from './routeTree.gen.ts';

// Not part of what the camera must load.
const NotFoundPage = lazyPart(() => import('#src/shell/not-found.tsx'), { name: 'This page' });

export const router = createRouter({
  routeTree,
  context: { queryClient, session },
  defaultErrorComponent: RouteFailure,
  defaultNotFoundComponent: () => <NotFoundPage />,
  defaultPendingComponent: PendingScreen,
  defaultPendingMs: 300,
  defaultPreload: 'intent',
  // The query cache decides what is fresh, not the router.
  defaultPreloadStaleTime: 0,
  // A gallery knows its place by the photo under the eye, which stands elsewhere when others have come.
  scrollRestoration: ({ location }) => !location.pathname.endsWith('/gallery'),
});

loadLazyRoutesOnEnter(router);

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** The session may end here without taking the screen away: the shutter must go on (docs/product.md B1.7). */
    keepsExpiredSession?: boolean;
  }
}
