import { createFileRoute } from '@tanstack/react-router';
import {
  organizationSearchParameters,
  platformOrganizationsQuery,
  type OrganizationSearch,
} from '#src/domains/platform/organizations/queries.ts';
import { UsersPage } from '#src/domains/platform/users-page.tsx';
import { searchChange } from '#src/lib/list-query.ts';
import { parseListSearch, searchKeys } from '#src/lib/list-search.ts';
import { searchOf } from '#src/lib/search-of.ts';

export const Route = createFileRoute('/_app/admin/')({
  validateSearch: searchOf(searchKeys(organizationSearchParameters), (raw: Record<string, unknown>) =>
    parseListSearch(organizationSearchParameters, raw),
  ),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(platformOrganizationsQuery(deps)),
  component: Administration,
});

function Administration() {
  const navigate = Route.useNavigate();
  return <UsersPage search={Route.useSearch()} onSearch={(change: Partial<OrganizationSearch>) => void navigate(searchChange(change))} />;
}
