import { createFileRoute } from '@tanstack/react-router';
import { members, type StaffSearch } from '#src/domains/organizations/staff/queries.ts';
import { StaffPage } from '#src/domains/organizations/staff/staff-page.tsx';
import { searchChange } from '#src/lib/list-query.ts';
import { parseListSearch, searchKeys } from '#src/lib/list-search.ts';
import { validateSearch } from '#src/lib/validate-search.ts';
import { organizationAccess } from '#src/session/guards.ts';
import { currentOrganization } from '#src/session/selection.ts';
import { guarded } from '#src/shell/guarded.ts';

export const Route = createFileRoute('/_app/organization/staff')({
  beforeLoad: guarded(organizationAccess),
  validateSearch: validateSearch(searchKeys(members.list), (raw: Record<string, unknown>) => parseListSearch(members.list, raw)),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    const snapshot = context.session.read();
    const organization = snapshot && currentOrganization(snapshot);
    if (organization) void context.queryClient.prefetchQuery(members.query(deps, organization.id));
  },
  component: StaffManagement,
});

function StaffManagement() {
  const navigate = Route.useNavigate();
  return <StaffPage search={Route.useSearch()} onSearch={(change: Partial<StaffSearch>) => void navigate(searchChange(change))} />;
}
