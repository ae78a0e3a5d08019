import type { QueryClient } from '@tanstack/react-query';
import { Outlet, createRootRouteWithContext } from '@tanstack/react-router';
import type { session } from '#src/session/store.ts';
import { RouteAnnouncer } from '#src/shell/route-announcer.tsx';
import { UpdatePrompt } from '#src/shell/update-prompt.tsx';
import { ToasterSlot } from '#src/ui/toaster-slot.tsx';

export interface RouterContext {
  queryClient: QueryClient;
  session: typeof session;
}

export const Route = createRootRouteWithContext<RouterContext>()({
  component: () => (
    <>
      <RouteAnnouncer />
      <Outlet />
      <UpdatePrompt />
      <ToasterSlot />
    </>
  ),
});
