import { createFileRoute } from '@tanstack/react-router';
import { AnalyticsDashboard } from '#src/domains/platform/analytics/analytics-dashboard.tsx';
import { ANALYTICS_SEARCH, analyticsQuery, busiestQuery, parseAnalyticsSearch } from '#src/domains/platform/analytics/queries.ts';
import { validateSearch } from '#src/lib/validate-search.ts';

export const Route = createFileRoute('/_app/super-admin/analytics')({
  validateSearch: validateSearch(ANALYTICS_SEARCH, parseAnalyticsSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(analyticsQuery(deps));
    void queryClient.prefetchQuery(busiestQuery(deps));
  },
  component: Analytics,
});

function Analytics() {
  const navigate = Route.useNavigate();
  return <AnalyticsDashboard search={Route.useSearch()} onSearch={(search) => void navigate({ search, resetScroll: false })} />;
}
