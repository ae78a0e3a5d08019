import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import type { session } from '#src/session/store.ts';
import { LazyPartError } from '#src/shell/lazy-part-error.tsx';
import { OutboxNotices } from '#src/shell/outbox-notices.tsx';
import { RouteAnnouncer } from '#src/shell/route-announcer.tsx';
import { UpdateSlot } from '#src/shell/update-slot.tsx';
import { LazyPartErrorContext } from '#src/ui/lazy-part.tsx';
import { ToasterSlot } from '#src/ui/toaster-slot.tsx';

export interface RouterContext {
  queryClient: QueryClient;
  session: typeof session;
}

export const Route = createRootRouteWithContext<RouterContext>()({
  component: () => (
    <LazyPartErrorContext value={LazyPartError}>
      <RouteAnnouncer />
      <Outlet />
      <UpdateSlot />
      <OutboxNotices />
      <ToasterSlot />
    </LazyPartErrorContext>
  ),
});
