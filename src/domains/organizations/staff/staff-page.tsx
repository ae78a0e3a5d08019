import { OrganizationNotes } from '#src/domains/organizations/organization-notes.tsx';
import { useOpenOrganization } from '#src/domains/organizations/use-open-organization.ts';
import { Page } from '#src/ui/page.tsx';
import { StaffList } from './staff-list.tsx';
import type { StaffSearch } from './staff-search.ts';

interface StaffPageProps {
  search: StaffSearch;
  onSearch: (change: Partial<StaffSearch>) => void;
}

export function StaffPage({ search, onSearch }: StaffPageProps) {
  const { snapshot, organization } = useOpenOrganization();
  if (!snapshot) return null;
  return (
    <Page title="Staff Management">
      <OrganizationNotes snapshot={snapshot} organization={organization} />
      {organization && (
        <StaffList key={organization.id} organizationId={organization.id} ownId={snapshot.user.id} search={search} onSearch={onSearch} />
      )}
    </Page>
  );
}
