import { Page } from '#src/ui/page.tsx';
import { OrganizationList } from './organizations/organization-list.tsx';
import type { OrganizationSearch } from './organizations/queries.ts';

interface UsersPageProps {
  search: OrganizationSearch;
  onSearch: (change: Partial<OrganizationSearch>) => void;
}

export function UsersPage({ search, onSearch }: UsersPageProps) {
  return (
    <Page title="User Management" lead="Organizations: who may come in, and what they use.">
      <OrganizationList search={search} onSearch={onSearch} />
    </Page>
  );
}
