// All accounts and guests.
import { type ReactNode, useState } from 'react';
import type { listUsersParameters } from '#openapi/lists.ts';
import type { PeopleSearch } from '#src/domains/platform/users-search.ts';
import { pluralize } from '#src/lib/format.ts';
import { ResourceList, SelectionBar, useResourceList } from '#src/shell/resource-list.tsx';
import { useConfirm } from '#src/shell/use-confirm.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Ban, CircleCheck, LogOut, MailCheck, Users } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import type { ListFilter } from '#src/ui/list-filters.tsx';
import { type BulkUserAction, platformRoleLabels, type PlatformUser, platformUsers, userName } from './queries.ts';
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

const filters: ListFilter<typeof listUsersParameters>[] = [
  { name: 'q', label: 'Search people', placeholder: 'Search name or email' },
  { name: 'role', label: 'Role', unset: 'Any role', options: { ...platformRoleLabels, guest: 'No account' } },
  {
    name: 'state',
    label: 'Status',
    unset: 'Any status',
    options: { active: 'Active', suspended: 'Suspended', unverified: 'Email not confirmed' },
  },
];

export function UserList({ ownId, search, onSearch, onProfile }: UserListProps) {
  const list = useResourceList(platformUsers, { search, onSearch });
  const { disabledReason } = list;
  const everyAction = useUserActions();
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
  const [viewing, setViewing] = useState<PlatformUser | null>(null);
  const [skipped, setSkipped] = useState<BulkChange | null>(null);
  const changeMany = useBulkUserActions(setSkipped);
  const rights = { ownId, disabledReason };
  return (
    <>
      <ResourceList
        list={list}
        label="People"
        nouns={['person', 'people']}
        failed="Couldn’t load the people"
        offline="You need a connection to manage people."
        columns={platformUserColumns({ actions, ...rights, onProfile, onImpersonate: setViewing })}
        tableFrom="lg"
        filters={filters}
        csv
        selection={{
          nameOf: userName,
          canSelect: ({ can }) => can.suspend || can.end_sessions || can.verify,
          bar: <UserSelectionBar users={list.selected} onAct={changeMany} onDone={list.deselect} {...rights} />,
        }}
        empty={{ icon: <Users />, title: 'No people yet', filtered: 'No matching people' }}
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
    <SelectionBar count={users.length} onCancel={onDone}>
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
    </SelectionBar>
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
