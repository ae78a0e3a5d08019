import { OrganizationHeader } from '#src/domains/organizations/organization-header.tsx';
import { useCurrentOrganization } from '#src/domains/organizations/use-current-organization.ts';
import { Page } from '#src/ui/page.tsx';
import { StaffList } from './staff-list.tsx';
import type { StaffSearch } from './staff-search.ts';

interface StaffPageProps {
  search: StaffSearch;
  onSearch: (change: Partial<StaffSearch>) => void;
}

export function StaffPage({ search, onSearch }: StaffPageProps) {
  const { snapshot, organization } = useCurrentOrganization();
  if (!snapshot) return null;
  return (
    <Page title="Staff Management">
      <OrganizationHeader snapshot={snapshot} organization={organization} />
      {organization && (
        <StaffList key={organization.id} organizationId={organization.id} ownId={snapshot.user.id} search={search} onSearch={onSearch} />
      )}
    </Page>
  );
}
