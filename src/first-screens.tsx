// The first screens of people who are not signed in, for the build: scripts/first-screens-plugin.ts renders them in a DOM without network and puts
// them into their pages, so that something can be read before the script has arrived.
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { JoinPending } from '#src/domains/events/joining/skeletons.tsx';
import { Route as rootRoute } from '#src/routes/__root.tsx';
import { Route as openRoute } from '#src/routes/_open.tsx';
import { Route as joinRoute } from '#src/routes/_open/join/$code.tsx';
import { Route as publicRoute } from '#src/routes/_public.tsx';
import { Route as homeRoute } from '#src/routes/_public/index.tsx';
import { Route as loginRoute } from '#src/routes/_public/login.tsx';
import { session } from '#src/session/store.ts';
import { PendingScreen } from '#src/shell/pending-screen.tsx';
import { queryClient } from '#src/shell/query-client.ts';

const under = { getParentRoute: () => rootRoute };
const inPublic = { getParentRoute: () => publicRoute };
homeRoute.update({ id: '/', path: '/', ...inPublic } as never);
loginRoute.update({ id: '/login', path: '/login', ...inPublic } as never);
publicRoute.update({ id: '/_public', ...under } as never);
// What it shows until the server has told about the code.
joinRoute.update({ id: '/join/$code', path: '/join/$code', getParentRoute: () => openRoute, component: JoinPending } as never);
openRoute.update({ id: '/_open', ...under } as never);
const routeTree = rootRoute.addChildren([publicRoute.addChildren([homeRoute, loginRoute]), openRoute.addChildren([joinRoute])]);

/** Writes the screen of this address into the element. */
async function render(address: string, root: HTMLElement): Promise<void> {
  session.markReady();
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: [address] }),
    context: { queryClient, session },
    defaultPendingComponent: PendingScreen,
  });
  await router.load();
  flushSync(() =>
    createRoot(root).render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>,
    ),
  );
}

Object.assign(window, { renderFirstScreen: render });
