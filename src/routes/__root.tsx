import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import type { session } from '#src/session/store.ts';
import { RootLayout } from '#src/shell/root.tsx';

export interface RouterContext {
  queryClient: QueryClient;
  session: typeof session;
}

export const Route = createRootRouteWithContext<RouterContext>()({ component: RootLayout });
