// Everybody who has an account, and guests.
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { PeopleSearch } from '#src/domains/platform/users-search.ts';
import { clearedFilters, isFiltered } from '#src/lib/list-query.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { ExportCsvButton } from '#src/shell/export-csv-button.tsx';
import { PagedList } from '#src/shell/paged-list.tsx';
import { useConfirm } from '#src/shell/use-confirm.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SearchX, Users } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { ListFilters } from '#src/ui/list-filters.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { Select } from '#src/ui/select.tsx';
import { ConfirmBulkAction } from './confirm-bulk-action.tsx';
import { platformUserOverlay, platformUsersFile, platformUsersQuery, userSearchParameters, type PlatformUser } from './queries.ts';
import { useBulkUserActions, type BulkChange } from './use-bulk-user-actions.ts';
import { useUserActions, type UserActions } from './use-user-actions.ts';
import { platformUserColumns } from './user-columns.tsx';
import { platformRoleOptions, userName } from './user-labels.ts';
import { UserSelectionBar } from './user-selection-bar.tsx';

const close = ({ onClose }: { onClose: () => void }) => onClose();
const UserDetails = lazyPart(() => import('./user-details.tsx'), { name: 'the profile', close });
const ImpersonateForm = lazyPart(() => import('./impersonate-form.tsx'), { name: 'the form', close });
const BulkResults = lazyPart(() => import('./bulk-results.tsx'), { name: 'the results', close });

interface UserListProps {
  /** Of the person who looks. */
  ownId: string;
  search: PeopleSearch;
  onSearch: (change: Partial<PeopleSearch>) => void;
  /** Opens somebody's profile, or closes it. */
  onProfile: (user: string | undefined) => void;
}

export function UserList({ ownId, search, onSearch, onProfile }: UserListProps) {
  const query = useQuery(platformUsersQuery(search));
  const everyAction = useUserActions();
  const disabledReason = useConnection() === 'online' ? null : NEEDS_CONNECTION;
  const [suspending, setSuspending] = useState<PlatformUser | null>(null);
  const { ask, question } = useConfirm(disabledReason);
  const actions: UserActions = {
    ...everyAction,
    setState: (change) => (change.state === 'suspended' ? setSuspending(change.user) : everyAction.setState(change)),
    resetTwoFactor: ({ user }) =>
      ask({
        title: `Reset two-factor authentication of ${userName(user)}?`,
        description:
          'Their authenticator app and recovery codes stop working, and a password alone is enough to log in until they set it up again. This cannot be undone.',
        action: 'Reset',
        onConfirm: () => everyAction.resetTwoFactor({ user }),
      }),
  };
  const asChanged = platformUserOverlay.usePatched();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [viewing, setViewing] = useState<PlatformUser | null>(null);
  const [skipped, setSkipped] = useState<BulkChange | null>(null);
  const changeMany = useBulkUserActions(setSkipped);
  const rights = { ownId, disabledReason };
  const itemsOf = ({ items }: { items: readonly PlatformUser[] }) => items.flatMap((user) => asChanged(user.id, user) ?? []);
  const picked = query.data ? itemsOf(query.data).filter(({ id }) => selected.has(id)) : [];
  const deselect = () => setSelected(new Set());
  const show = (change: Partial<PeopleSearch>) => {
    deselect();
    onSearch(change);
  };
  const filtered = isFiltered(userSearchParameters, search);
  return (
    <>
      <PagedList
        label="People"
        nouns={['person', 'people']}
        failed="Couldn’t load the people"
        offline="Managing people needs a connection."
        query={query}
        itemsOf={itemsOf}
        columns={platformUserColumns({ actions, ...rights, onProfile, onImpersonate: setViewing })}
        selection={{
          selected,
          onChange: setSelected,
          nameOf: userName,
          canSelect: ({ can }) => can.suspend || can.end_sessions || can.verify,
        }}
        keyOf={({ id }) => id}
        tableFrom="lg"
        sort={search.sort ?? '-created_at'}
        onSort={(sort) => show({ sort: sort === '-created_at' ? undefined : sort })}
        cursor={search.cursor}
        onPage={(cursor) => show({ cursor })}
        filters={
          picked.length > 0 ? (
            <UserSelectionBar users={picked} onAct={changeMany} onDone={deselect} {...rights} />
          ) : (
            <PeopleFilters search={search} onSearch={show}>
              <ExportCsvButton href={platformUsersFile(search)} query={query} />
            </PeopleFilters>
          )
        }
        showsAll={!filtered}
        empty={
          <EmptyState
            icon={filtered ? <SearchX /> : <Users />}
            title={filtered ? 'No matching people' : 'No people yet'}
            actions={filtered && <Button onClick={() => show(clearedFilters(userSearchParameters))}>Clear search and filters</Button>}
          />
        }
      />
      {search.user !== undefined && (
        <UserDetails
          key={search.user}
          userId={search.user}
          actions={actions}
          onImpersonate={setViewing}
          onClose={() => onProfile(undefined)}
          {...rights}
        />
      )}
      {question}
      {suspending && (
        <ConfirmBulkAction
          action="suspend"
          users={[suspending]}
          skipped={0}
          disabledReason={rights.disabledReason}
          onConfirm={() => {
            setSuspending(null);
            everyAction.setState({ user: suspending, state: 'suspended' });
          }}
          onClose={() => setSuspending(null)}
        />
      )}
      {viewing && <ImpersonateForm user={viewing} onClose={() => setViewing(null)} />}
      {skipped && (
        <BulkResults change={skipped} disabledReason={rights.disabledReason} onAct={changeMany} onClose={() => setSkipped(null)} />
      )}
    </>
  );
}

function PeopleFilters({ search, onSearch, children }: Pick<UserListProps, 'search' | 'onSearch'> & { children: ReactNode }) {
  return (
    <ListFilters>
      <SearchInput
        label="Search people"
        placeholder="Search name or email"
        value={search.q ?? ''}
        onSearch={(q) => onSearch({ q: q || undefined })}
      />
      <Select
        aria-label="Role"
        options={[{ value: 'any' as const, label: 'Any role' }, ...platformRoleOptions, { value: 'guest' as const, label: 'No account' }]}
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
      {children}
    </ListFilters>
  );
}
