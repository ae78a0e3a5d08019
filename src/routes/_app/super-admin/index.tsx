import { createFileRoute } from '@tanstack/react-router';
import { PlatformDashboard } from '#src/domains/platform/dashboard/platform-dashboard.tsx';
import { platformOverviewQuery } from '#src/domains/platform/dashboard/queries.ts';

export const Route = createFileRoute('/_app/super-admin/')({
  loader: ({ context }) => void context.queryClient.prefetchQuery(platformOverviewQuery),
  component: PlatformDashboard,
});
