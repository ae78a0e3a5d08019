import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDateTime, formatFullDate, formatRelativeTime, pluralize } from '#src/lib/format.ts';
import { emailWarning, PersonLines } from '#src/shell/person-lines.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { type Column, rowLink } from '#src/ui/data-table.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '#src/ui/dropdown-menu.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Ban, CircleCheck, EllipsisVertical, Eye, IdCard, LogOut, MailCheck } from '#src/ui/icons.ts';
import { Select, type SelectProps } from '#src/ui/select.tsx';
import { type PlatformRole, platformRoleLabels, platformRoleOptions, type PlatformUser, userName, type UserSearch } from './queries.ts';
import type { UserActions } from './use-user-actions.ts';

type UserSort = NonNullable<UserSearch['sort']>;

export interface UserRights {
  /** Id of the signed-in person. */
  ownId: string;
  /** Why nothing can be changed now. */
  disabledReason: string | null;
}

export interface UserColumnOptions extends UserRights {
  actions: UserActions;
  onProfile: (userId: string) => void;
  onImpersonate: (user: PlatformUser) => void;
}

export function changeDisabledReason(
  user: PlatformUser,
  action: keyof PlatformUser['can'],
  { disabledReason, ownId }: UserRights,
): string | null {
  if (disabledReason !== null) return disabledReason;
  if (user.can[action]) return null;
  if (user.id === ownId) return 'Change your own account in your settings.';
  return user.email === null ? 'They have no account.' : 'Only super admins can do this.';
}

export function impersonateDisabledReason(user: PlatformUser, { disabledReason, ownId }: UserRights): string | null {
  if (disabledReason !== null) return disabledReason;
  if (user.id === ownId) return 'This is you.';
  if (!user.can.view_as) return 'You can’t view as a super admin.';
  return user.state === 'suspended' ? 'This account is suspended.' : null;
}

export const platformUserColumns = (options: UserColumnOptions): Column<PlatformUser, UserSort>[] => [
  {
    head: 'Name',
    part: 'title',
    cell: (user) => (
      <PersonLines
        name={userName(user)}
        url={user.avatar_url}
        note={user.email ?? 'No account'}
        warning={user.email === null ? null : emailWarning(user)}
        link={
          <Link to="." search={(now) => ({ ...now, user: user.id })} resetScroll={false} className={rowLink}>
            {userName(user)}
          </Link>
        }
      >
        {user.id === options.ownId && <span className="font-normal text-ink-muted"> (you)</span>}
      </PersonLines>
    ),
    sort: ['name', '-name'],
    className: 'max-w-0 min-w-56',
  },
  {
    head: 'Role',
    part: 'fact',
    cell: (user) => (
      <span className="grid gap-1 py-1">
        <RoleSelect
          aria-label={`Role for ${userName(user)}`}
          size="sm"
          user={user}
          disabledReason={changeDisabledReason(user, 'change_role', options)}
          changeRole={options.actions.changeRole}
          className="relative z-10 w-44"
        />
        {user.organizations_run > 0 && (
          <span className="text-sm text-ink-muted">Admin of {pluralize(user.organizations_run, 'organization', 'organizations')}</span>
        )}
      </span>
    ),
  },
  { head: 'Status', part: 'fact', cell: ({ state }) => <UserState state={state} /> },
  {
    head: 'Last seen',
    part: 'fact',
    cell: ({ last_seen_at: at }) =>
      at === null ? 'Never' : <time title={formatDateTime(at)}>{formatRelativeTime(new Date(at).getTime())}</time>,
    onCard: ({ last_seen_at: at }) => (at === null ? 'Never seen' : `Seen ${formatRelativeTime(new Date(at).getTime())}`),
  },
  {
    head: 'Since',
    part: 'fact',
    cell: ({ created_at: at }) => <time title={formatDateTime(at)}>{formatFullDate(at)}</time>,
    onCard: ({ created_at: at }) => `Since ${formatFullDate(at)}`,
    sort: ['-created_at', 'created_at'],
  },
  { head: 'Actions', part: 'action', cell: (user) => <Actions user={user} {...options} /> },
];

export const UserState = ({ state }: Pick<PlatformUser, 'state'>) =>
  state === 'suspended' ? <Badge tone="warning">Suspended</Badge> : <Badge tone="success">Active</Badge>;

function Actions({ user, ...options }: UserColumnOptions & { user: PlatformUser }) {
  const { actions, onProfile, onImpersonate } = options;
  const isActive = user.state === 'active';
  return (
    <DropdownMenu
      trigger={<IconButton label={`Actions for ${userName(user)}`} size="sm" icon={<EllipsisVertical aria-hidden className="size-5" />} />}
    >
      <MenuItem icon={<IdCard aria-hidden />} onSelect={() => onProfile(user.id)}>
        Profile
      </MenuItem>
      {user.can.see_activity && (
        <MenuItem icon={<Eye aria-hidden />} disabledReason={impersonateDisabledReason(user, options)} onSelect={() => onImpersonate(user)}>
          View as this person
        </MenuItem>
      )}
      <MenuSeparator />
      {!user.is_verified && user.email !== null && (
        <MenuItem
          icon={<MailCheck aria-hidden />}
          disabledReason={changeDisabledReason(user, 'verify', options)}
          onSelect={() => actions.verify({ user })}
        >
          Confirm email address
        </MenuItem>
      )}
      <MenuItem
        icon={<LogOut aria-hidden />}
        disabledReason={changeDisabledReason(user, 'end_sessions', options)}
        onSelect={() => actions.endSessions({ user })}
      >
        Log out everywhere
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={isActive ? <Ban aria-hidden /> : <CircleCheck aria-hidden />}
        danger={isActive}
        disabledReason={changeDisabledReason(user, 'suspend', options)}
        onSelect={() => actions.setState({ user, state: isActive ? 'suspended' : 'active' })}
      >
        {isActive ? 'Suspend' : 'Reactivate'}
      </MenuItem>
    </DropdownMenu>
  );
}

const ranks: Record<PlatformRole, number> = { user: 0, admin: 1, super_admin: 2 };

const opens: Record<Exclude<PlatformRole, 'user'>, string> = {
  admin: 'They get access to the Admin Panel, with all permissions of platform admins.',
  super_admin:
    'They can do everything on the platform: manage all people, organizations and events, change permissions and settings, and make others super admins.',
};

interface RoleSelectProps extends Pick<
  SelectProps<PlatformRole>,
  'id' | 'aria-label' | 'aria-describedby' | 'disabledReason' | 'size' | 'className'
> {
  user: PlatformUser;
  changeRole: UserActions['changeRole'];
}

/** Platform role. Arrow keys change a select immediately, so promotions need a confirmation. Demotions have Undo. */
export function RoleSelect({ user, changeRole, ...select }: RoleSelectProps) {
  const [asked, setAsked] = useState<Exclude<PlatformRole, 'user'> | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <Select
        {...select}
        options={platformRoleOptions}
        value={user.role}
        onChange={(role) => {
          if (role !== 'user' && ranks[role] > ranks[user.role]) setAsked(role);
          else changeRole({ user, role });
        }}
      />
      {asked && (
        <Dialog
          open
          onOpenChange={(open) => open || close()}
          title={`Make ${userName(user)} a ${platformRoleLabels[asked].toLowerCase()}?`}
          description={opens[asked]}
          footer={
            <>
              <Button onClick={close}>Cancel</Button>
              <Button
                variant="primary"
                disabledReason={select.disabledReason}
                onClick={() => {
                  changeRole({ user, role: asked });
                  close();
                }}
              >
                {`Make ${platformRoleLabels[asked].toLowerCase()}`}
              </Button>
            </>
          }
        />
      )}
    </>
  );
}
