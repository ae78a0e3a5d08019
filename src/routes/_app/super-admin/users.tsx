import { createFileRoute } from '@tanstack/react-router';
import { TicketInbox } from '#src/domains/help/inbox/ticket-inbox.tsx';
import { TicketPage } from '#src/domains/help/inbox/ticket-page.tsx';
import { DataRequestList } from '#src/domains/platform/data-requests/data-request-list.tsx';
import { UsersPage } from '#src/domains/platform/users-page.tsx';
import { parseUsersSearch, type UsersSearch } from '#src/domains/platform/users-search.ts';
import { searchChange } from '#src/lib/list-query.ts';
import { useSession } from '#src/session/use-session.ts';

export const Route = createFileRoute('/_app/super-admin/users')({ validateSearch: parseUsersSearch, component: UserManagement });

function UserManagement() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const account = useSession()?.user.id;
  const onSearch = (change: Partial<UsersSearch>) => void navigate(searchChange(change));
  const { tab: _tab, ticket, ...inbox } = search.tab === 'tickets' ? search : {};
  if (ticket !== undefined && account !== undefined) return <TicketPage key={ticket} account={account} id={ticket} search={inbox} />;
  return (
    <UsersPage
      search={search}
      tickets={<TicketInbox search={inbox} onSearch={(change) => onSearch({ ...change, tab: 'tickets' })} />}
      dataRequests={
        <DataRequestList
          search={search.tab === 'data-requests' ? search : {}}
          onSearch={(change) => onSearch({ ...change, tab: 'data-requests' })}
        />
      }
      onTab={(tab) => void navigate({ search: { tab } })}
      onSearch={onSearch}
      onOpen={(what) => void navigate({ search: (now: UsersSearch) => ({ ...now, ...what }), resetScroll: false })}
    />
  );
}
