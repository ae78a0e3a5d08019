import { createFileRoute } from '@tanstack/react-router';
import { PlatformDashboard } from '#src/domains/platform/dashboard/platform-dashboard.tsx';
import { platformHealthQuery, platformOverviewQuery } from '#src/domains/platform/dashboard/queries.ts';

export const Route = createFileRoute('/_app/super-admin/')({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(platformOverviewQuery);
    void queryClient.prefetchQuery(platformHealthQuery);
  },
  component: PlatformDashboard,
});
