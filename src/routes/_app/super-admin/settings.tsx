import { createFileRoute } from '@tanstack/react-router';
import { PlatformSettingsScreen } from '#src/domains/platform/settings/platform-settings.tsx';
import { platformSettingsQuery, platformStatusQuery } from '#src/domains/platform/settings/queries.ts';
import { validateSearch } from '#src/lib/validate-search.ts';

export const Route = createFileRoute('/_app/super-admin/settings')({
  validateSearch: validateSearch(['tab'], ({ tab }: Record<string, unknown>): { tab?: string } => (typeof tab === 'string' ? { tab } : {})),
  loaderDeps: ({ search: { tab } }) => ({ isStatus: tab === 'status' }),
  loader: ({ context: { queryClient }, deps: { isStatus } }) =>
    isStatus ? void queryClient.prefetchQuery(platformStatusQuery) : void queryClient.prefetchQuery(platformSettingsQuery),
  component: Settings,
});

function Settings() {
  const navigate = Route.useNavigate();
  return <PlatformSettingsScreen tab={Route.useSearch().tab} onTab={(tab) => void navigate({ search: { tab }, resetScroll: false })} />;
}
