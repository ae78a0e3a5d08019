// All accounts and guests.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { PeopleSearch } from '#src/domains/platform/users-search.ts';
import { pluralize } from '#src/lib/format.ts';
import { clearedFilters, isFiltered } from '#src/lib/list-query.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { ExportCsvButton } from '#src/shell/export-csv-button.tsx';
import { PagedList } from '#src/shell/paged-list.tsx';
import { useConfirm } from '#src/shell/use-confirm.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Ban, CircleCheck, LogOut, MailCheck, SearchX, Users, X } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { ListFilters } from '#src/ui/list-filters.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { Select } from '#src/ui/select.tsx';
import {
  type BulkUserAction,
  platformRoleOptions,
  type PlatformUser,
  platformUserOverlay,
  platformUsersFile,
  platformUsersQuery,
  userName,
  userSearchParameters,
} from './queries.ts';
import { type BulkChange, useBulkUserActions, type UserActions, useUserActions } from './use-user-actions.ts';
import { changeDisabledReason, platformUserColumns, type UserRights } from './user-columns.tsx';

const close = ({ onClose }: { onClose: () => void }) => onClose();
const UserDetails = lazyPart(() => import('./user-details.tsx'), { name: 'the profile', close });
const ImpersonateForm = lazyPart(() => import('./impersonate-form.tsx'), { name: 'the form', close });
const BulkResults = lazyPart(() => import('./bulk-results.tsx'), { name: 'the results', close });

interface UserListProps {
  /** Id of the signed-in person. */
  ownId: string;
  search: PeopleSearch;
  onSearch: (change: Partial<PeopleSearch>) => void;
  /** Opens a profile; undefined closes it. */
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
        offline="You need a connection to manage people."
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

interface UserSelectionBarProps extends UserRights {
  users: readonly PlatformUser[];
  onAct: (action: BulkUserAction, users: readonly PlatformUser[]) => void;
  /** Clears the selection. */
  onDone: () => void;
}

const needsConfirmation = (action: BulkUserAction): action is ConfirmedAction => action === 'suspend' || action === 'end_sessions';

/**
 * Bulk actions, shown instead of the filters while people are selected. Suspending, and logging out several people, needs a confirmation.
 */
export function UserSelectionBar({ users, onAct, onDone, ...rights }: UserSelectionBarProps) {
  const [asked, setAsked] = useState<{ action: ConfirmedAction; concerned: readonly PlatformUser[] } | null>(null);
  const act = (action: BulkUserAction) => {
    onAct(action, users);
    onDone();
  };
  const button = (
    action: BulkUserAction,
    label: string,
    icon: ReactNode,
    ability: keyof PlatformUser['can'],
    differs: (user: PlatformUser) => boolean = () => true,
  ) => {
    const concerned = users.filter((user) => differs(user) && changeDisabledReason(user, ability, rights) === null);
    return (
      <Button
        icon={icon}
        disabledReason={concerned.length === 0 && (rights.disabledReason ?? 'You can’t do this for any of the selected people.')}
        onClick={() =>
          needsConfirmation(action) && (concerned.length > 1 || action === 'suspend') ? setAsked({ action, concerned }) : act(action)
        }
      >
        {label}
      </Button>
    );
  };
  return (
    <div role="toolbar" aria-label="Selected people" className="flex flex-wrap items-center gap-2">
      <p role="status" className="mr-2 text-sm font-medium tabular-nums">
        {pluralize(users.length, 'person', 'people')} selected
      </p>
      {button('suspend', 'Suspend', <Ban aria-hidden className="size-4" />, 'suspend', ({ state }) => state === 'active')}
      {button('reactivate', 'Reactivate', <CircleCheck aria-hidden className="size-4" />, 'suspend', ({ state }) => state === 'suspended')}
      {button('end_sessions', 'Log out everywhere', <LogOut aria-hidden className="size-4" />, 'end_sessions')}
      {button(
        'verify',
        'Confirm email',
        <MailCheck aria-hidden className="size-4" />,
        'verify',
        ({ is_verified: isVerified, email }) => !isVerified && email !== null,
      )}
      <Button variant="quiet" icon={<X aria-hidden className="size-4" />} onClick={onDone}>
        Cancel
      </Button>
      {asked && (
        <ConfirmBulkAction
          action={asked.action}
          users={asked.concerned}
          skipped={users.length - asked.concerned.length}
          disabledReason={rights.disabledReason}
          onConfirm={() => act(asked.action)}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

/** Actions that log people out immediately, so they need a confirmation. */
type ConfirmedAction = 'suspend' | 'end_sessions';

const dialogCopy: Record<ConfirmedAction, { title: (people: string) => string; follows: string; button: string }> = {
  suspend: {
    title: (people) => `Suspend ${people}?`,
    follows: 'They’re logged out on all their devices immediately, and can’t log in until you reactivate them.',
    button: 'Suspend',
  },
  end_sessions: {
    title: (people) => `Log ${people} out everywhere?`,
    follows: 'They’re logged out on all their devices immediately, and have to log in again. You can’t undo this.',
    button: 'Log out everywhere',
  },
};

interface ConfirmBulkActionProps {
  action: ConfirmedAction;
  /** Without skipped users. */
  users: readonly PlatformUser[];
  skipped: number;
  disabledReason: string | null;
  onConfirm: () => void;
  onClose: () => void;
}

function ConfirmBulkAction({ action, users, skipped, disabledReason, onConfirm, onClose }: ConfirmBulkActionProps) {
  const { title, follows, button } = dialogCopy[action];
  const only = users.length === 1 ? users[0] : undefined;
  const counts = [
    pluralize(users.filter(({ role }) => role === 'super_admin').length, 'super admin', 'super admins'),
    pluralize(users.filter(({ role }) => role === 'admin').length, 'platform admin', 'platform admins'),
    pluralize(users.filter(({ organizations_run: run }) => run > 0).length, 'organization admin', 'organization admins'),
  ].filter((count) => !count.startsWith('0 '));
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title(only ? userName(only) : pluralize(users.length, 'person', 'people'))}
      description={follows}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" disabledReason={disabledReason} onClick={onConfirm}>
            {button}
          </Button>
        </>
      }
    >
      {counts.length > 0 && (
        <p>
          Including: <strong>{counts.join(', ')}</strong>.
        </p>
      )}
      {skipped > 0 && (
        <p className="text-sm text-ink-muted">{pluralize(skipped, 'other person', 'other people')} you selected will be skipped.</p>
      )}
    </Dialog>
  );
}
