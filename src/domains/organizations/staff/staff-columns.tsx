import { formatFullDate, formatDateTime } from '#src/lib/format.ts';
import { emailWarning, PersonLines } from '#src/shell/person-lines.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import type { Column } from '#src/ui/data-table.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '#src/ui/dropdown-menu.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Ban, CircleCheck, EllipsisVertical, ShieldCheck, UserMinus, UserPlus } from '#src/ui/icons.ts';
import { Select } from '#src/ui/select.tsx';
import type { Member, StaffSearch } from './queries.ts';
import { memberName, memberRoleOptions, memberRoleLabels, memberStatusLabels } from './staff-labels.ts';
import type { ConfirmedStaffActions } from './use-staff-actions.ts';

type StaffSort = NonNullable<StaffSearch['sort']>;

/** The viewer's permissions. */
export interface StaffRights {
  /** The viewer's id. Viewers can't change themselves: they could lock themselves out. */
  ownId: string;
  /** Whether the viewer manages staff. */
  canManage: boolean;
  /** Why nobody can change anything now, such as a missing connection. */
  disabledReason: string | null;
}

interface StaffColumnOptions extends StaffRights {
  actions: ConfirmedStaffActions;
  onPermissions: (member: Member) => void;
}

const LAST_ADMIN = 'The only admin can’t be demoted, suspended or removed. Make someone else an admin first.';

/** Why the action is disabled for this member; null if it is enabled. */
export function memberDisabledReason(
  member: Member,
  action: keyof Member['can'],
  { disabledReason, canManage, ownId }: StaffRights,
): string | null {
  if (disabledReason !== null) return disabledReason;
  const isChange = action !== 'change_permissions' && action !== 'restore';
  if (isChange && member.is_last_admin) return LAST_ADMIN;
  if (isChange && member.user_id === ownId) return 'Another admin can change this for you.';
  if (member.can[action]) return null;
  if (action === 'restore' && canManage) return 'People who left on their own need a new invitation.';
  return canManage ? 'Only admins can do this.' : 'Only people who manage staff can do this, while the organization is active.';
}

export const staffColumns = (options: StaffColumnOptions): Column<Member, StaffSort>[] => [
  {
    head: 'Name',
    part: 'title',
    cell: (member) => <Names member={member} isOwn={member.user_id === options.ownId} />,
    sort: ['name', '-name'],
    className: 'max-w-0 min-w-56',
  },
  { head: 'Role', part: 'fact', cell: (member) => <Role member={member} {...options} />, width: 'w-30' },
  {
    head: 'Status',
    part: 'fact',
    cell: (member) => <Status {...member} />,
  },
  {
    head: 'Since',
    part: 'fact',
    cell: ({ joined_at: at }) => <Since at={at} />,
    onCard: ({ joined_at: at }) => (
      <>
        Since <Since at={at} />
      </>
    ),
    sort: ['-joined_at', 'joined_at'],
  },
  { head: 'Actions', part: 'action', cell: (member) => <Actions member={member} {...options} /> },
];

function Names({ member, isOwn }: { member: Member; isOwn: boolean }) {
  const name = memberName(member);
  return (
    <PersonLines name={name} url={member.avatar_url} note={member.email} warning={emailWarning(member)}>
      {isOwn && <span className="font-normal text-ink-muted"> (you)</span>}
    </PersonLines>
  );
}

/** For removed members, the status after they are restored. */
function Status({ status, removed_at: removedAt, is_last_admin: isLastAdmin }: Member) {
  const { name, tone } = memberStatusLabels[status];
  return (
    <span className="flex flex-wrap gap-1">
      {removedAt === null ? <Badge tone={tone}>{name}</Badge> : <Badge>Removed</Badge>}
      {removedAt !== null && status === 'suspended' && <Badge tone={tone}>Stays suspended when restored</Badge>}
      {isLastAdmin && <Badge>Only admin</Badge>}
    </span>
  );
}

function Since({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatFullDate(at)}
    </time>
  );
}

interface MemberProps extends StaffColumnOptions {
  member: Member;
}

function Role({ member, ...options }: MemberProps) {
  if (member.removed_at !== null) return memberRoleLabels[member.role].name;
  return (
    <Select
      aria-label={`Role for ${memberName(member)}`}
      size="sm"
      options={memberRoleOptions}
      value={member.role}
      disabledReason={memberDisabledReason(member, 'change_role', options)}
      onChange={(role) => options.actions.changeMemberRole({ member, role })}
      className="w-34 lg:w-30"
    />
  );
}

function Actions({ member, ...options }: MemberProps) {
  const { actions, onPermissions } = options;
  const name = memberName(member);
  if (member.removed_at !== null) {
    return (
      <Button
        size="sm"
        aria-label={`Restore ${name}`}
        icon={<UserPlus aria-hidden className="size-4" />}
        disabledReason={memberDisabledReason(member, 'restore', options)}
        onClick={() => actions.restore({ member })}
      >
        Restore
      </Button>
    );
  }
  return (
    <DropdownMenu
      trigger={<IconButton label={`Actions for ${name}`} size="sm" icon={<EllipsisVertical aria-hidden className="size-5" />} />}
    >
      <MenuItem
        icon={<ShieldCheck aria-hidden />}
        disabledReason={memberDisabledReason(member, 'change_permissions', options)}
        onSelect={() => onPermissions(member)}
      >
        Permissions
      </MenuItem>
      {member.status !== 'invited' && (
        <MenuItem
          icon={member.status === 'active' ? <Ban aria-hidden /> : <CircleCheck aria-hidden />}
          disabledReason={memberDisabledReason(member, 'change_status', options)}
          onSelect={() => actions.setMemberStatus({ member, status: member.status === 'active' ? 'suspended' : 'active' })}
        >
          {member.status === 'active' ? 'Suspend' : 'Reactivate'}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem
        icon={<UserMinus aria-hidden />}
        danger
        disabledReason={memberDisabledReason(member, 'remove', options)}
        onSelect={() => actions.remove({ member })}
      >
        Remove
      </MenuItem>
    </DropdownMenu>
  );
}
