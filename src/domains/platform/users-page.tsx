import type { ReactNode } from 'react';
import { useSession } from '#src/session/use-session.ts';
import { Page } from '#src/ui/page.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { OrganizationList } from './organizations/organization-list.tsx';
import type { UsersSearch } from './users-search.ts';
import { UserList } from './users/user-list.tsx';

interface UsersPageProps {
  search: UsersSearch;
  /** Support requests, if this area handles them. */
  tickets?: ReactNode;
  /** Data requests, if this area handles them. */
  dataRequests?: ReactNode;
  /** Switching tabs clears the filters. */
  onTab: (tab: UsersSearch['tab']) => void;
  onSearch: (change: Partial<UsersSearch>) => void;
  /** Opens a profile or an organization; undefined closes it. */
  onOpen: (what: { user: string | undefined } | { organization: string | undefined }) => void;
}

/** Users and organizations. Platform admins see the lists that their permissions allow. */
export function UsersPage({ search, tickets, dataRequests, onTab, onSearch, onOpen }: UsersPageProps) {
  const session = useSession();
  if (!session) return null;
  const { all, manage_users: managesUsers, manage_organizations: managesOrganizations } = session.user.permissions;
  const tabs = [
    ...(all || managesUsers ? [{ value: 'people' as const, label: 'People' }] : []),
    ...(all || managesOrganizations ? [{ value: 'organizations' as const, label: 'Organizations' }] : []),
    ...(tickets ? [{ value: 'tickets' as const, label: 'Support requests' }] : []),
    ...(dataRequests ? [{ value: 'data-requests' as const, label: 'Data requests' }] : []),
  ];
  const open = tabs.find(({ value }) => value === (search.tab ?? 'people')) ?? tabs[0];
  return (
    <Page title="User Management">
      {open && (
        <Tabs label="User Management" tabs={tabs} value={open.value} onChange={(tab) => onTab(tab === 'people' ? undefined : tab)}>
          {open.value === 'people' && (
            <UserList
              ownId={session.user.id}
              search={search.tab ? {} : search}
              onSearch={onSearch}
              onProfile={(user) => onOpen({ user })}
            />
          )}
          {open.value === 'organizations' && (
            <OrganizationList
              search={search.tab === 'organizations' ? search : {}}
              canInspect={all === true}
              onSearch={(change) => onSearch({ ...change, tab: 'organizations' })}
              onOrganization={(organization) => onOpen({ organization })}
            />
          )}
          {open.value === 'tickets' && tickets}
          {open.value === 'data-requests' && dataRequests}
        </Tabs>
      )}
    </Page>
  );
}
