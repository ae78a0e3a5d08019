import { createFileRoute } from '@tanstack/react-router';
import { UsersPage } from '#src/domains/platform/users-page.tsx';
import { parseUsersSearch, type UsersSearch } from '#src/domains/platform/users-search.ts';
import { searchChange } from '#src/lib/list-query.ts';

export const Route = createFileRoute('/_app/admin/')({ validateSearch: parseUsersSearch, component: Administration });

function Administration() {
  const navigate = Route.useNavigate();
  return (
    <UsersPage
      search={Route.useSearch()}
      onTab={(tab) => void navigate({ search: { tab } })}
      onSearch={(change: Partial<UsersSearch>) => void navigate(searchChange(change))}
      onOpen={(what) => void navigate({ search: (now: UsersSearch) => ({ ...now, ...what }), resetScroll: false })}
    />
  );
}
