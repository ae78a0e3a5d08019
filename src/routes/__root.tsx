import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import type { session } from '#src/session/store.ts';
import { PartMissing } from '#src/shell/part-missing.tsx';
import { RouteAnnouncer } from '#src/shell/route-announcer.tsx';
import { StoreNotice } from '#src/shell/store-notice.tsx';
import { UpdateSlot } from '#src/shell/update-slot.tsx';
import { MissingPartContext } from '#src/ui/lazy-part.tsx';
import { ToasterSlot } from '#src/ui/toaster-slot.tsx';

export interface RouterContext {
  queryClient: QueryClient;
  session: typeof session;
}

export const Route = createRootRouteWithContext<RouterContext>()({
  component: () => (
    <MissingPartContext value={PartMissing}>
      <RouteAnnouncer />
      <Outlet />
      <UpdateSlot />
      <StoreNotice />
      <ToasterSlot />
    </MissingPartContext>
  ),
});
