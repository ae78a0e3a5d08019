// Everybody who has an account, and guests.
import { useQuery } from '@tanstack/react-query';
import { SearchX, Users } from 'lucide-react';
import { useState } from 'react';
import { clearedOf, isFiltered } from '#src/lib/list-query.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { PagedList } from '#src/shell/paged-list.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { ListFilters } from '#src/ui/list-filters.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { Select } from '#src/ui/select.tsx';
import { platformUserOverlay, platformUsersQuery, userSearchParameters, type PlatformUser, type UserSearch } from './queries.ts';
import { useUserActions } from './use-user-actions.ts';
import { platformUserColumns } from './user-columns.tsx';
import { platformRoleOptions } from './user-words.ts';

const UserDetails = lazyPart(() => import('./user-details.tsx'), { name: 'The details', close: ({ onClose }) => onClose() });

interface UserListProps {
  /** Of the person who looks. */
  ownId: string;
  search: UserSearch;
  onSearch: (change: Partial<UserSearch>) => void;
}

export function UserList({ ownId, search, onSearch }: UserListProps) {
  const query = useQuery(platformUsersQuery(search));
  const actions = useUserActions();
  const asChanged = platformUserOverlay.useAsChanged();
  const isOnline = useConnection() === 'online';
  const [shown, setShown] = useState<PlatformUser | null>(null);
  const filtered = isFiltered(userSearchParameters, search);
  return (
    <>
      <PagedList
        label="People"
        nouns={['person', 'people']}
        failed="Fetching people failed"
        offline="Managing people needs a connection."
        query={query}
        itemsOf={({ items }) => items.flatMap((user) => asChanged(user.id, user) ?? [])}
        columns={platformUserColumns({ actions, ownId, whyNot: isOnline ? null : NEEDS_CONNECTION, onDetails: setShown })}
        keyOf={({ id }) => id}
        tableFrom="lg"
        sort={search.sort ?? '-created_at'}
        onSort={(sort) => onSearch({ sort: sort === '-created_at' ? undefined : sort })}
        cursor={search.cursor}
        onPage={(cursor) => onSearch({ cursor })}
        filters={
          <ListFilters>
            <SearchInput
              label="Search people"
              placeholder="Search name or email"
              value={search.q ?? ''}
              onSearch={(q) => onSearch({ q: q || undefined })}
            />
            <Select
              aria-label="Role"
              options={[{ value: 'any' as const, label: 'Any role' }, ...platformRoleOptions, { value: 'guest' as const, label: 'Guest' }]}
              value={search.role ?? 'any'}
              onChange={(role) => onSearch({ role: role === 'any' ? undefined : role })}
            />
            <Select
              aria-label="Status"
              options={[
                { value: 'any' as const, label: 'Any status' },
                { value: 'active' as const, label: 'Active' },
                { value: 'suspended' as const, label: 'Suspended' },
                { value: 'unverified' as const, label: 'Email not confirmed' },
              ]}
              value={search.state ?? 'any'}
              onChange={(state) => onSearch({ state: state === 'any' ? undefined : state })}
            />
          </ListFilters>
        }
        empty={
          <EmptyState
            icon={filtered ? <SearchX /> : <Users />}
            title={filtered ? 'Nobody matches' : 'Nobody is here yet'}
            actions={filtered && <Button onClick={() => onSearch(clearedOf(userSearchParameters))}>Clear search and filter</Button>}
          />
        }
      />
      {shown && <UserDetails user={shown} onClose={() => setShown(null)} />}
    </>
  );
}
