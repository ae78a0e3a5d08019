import { type ReactNode, useState } from 'react';
import type { listMembersParameters } from '#openapi/lists.ts';
import { OrganizationHeader, useCurrentOrganization } from '#src/domains/organizations/organization-header.tsx';
import { ResourceList, SelectionBar, useResourceList } from '#src/shell/resource-list.tsx';
import { Button } from '#src/ui/button.tsx';
import { DropdownMenu, MenuItem } from '#src/ui/dropdown-menu.tsx';
import { Ban, ChevronDown, CircleCheck, UserCog, UserMinus, UserPlus, UserRoundPlus, Users } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import type { ListFilter } from '#src/ui/list-filters.tsx';
import { Page } from '#src/ui/page.tsx';
import { type Member, members, type StaffSearch } from './queries.ts';
import { memberDisabledReason, staffColumns, type StaffRights } from './staff-columns.tsx';
import { StaffInvitations } from './staff-invitations.tsx';
import { memberName, memberRoleLabels, memberRoleOptions, memberStatusLabels } from './staff-labels.ts';
import { type ConfirmedStaffActions, useConfirmedStaffActions } from './use-staff-actions.ts';

interface StaffPageProps {
  search: StaffSearch;
  onSearch: (change: Partial<StaffSearch>) => void;
}

export function StaffPage({ search, onSearch }: StaffPageProps) {
  const { snapshot, organization } = useCurrentOrganization();
  if (!snapshot) return null;
  return (
    <Page title="Staff Management">
      <OrganizationHeader snapshot={snapshot} organization={organization} />
      {organization && (
        <StaffList key={organization.id} organizationId={organization.id} ownId={snapshot.user.id} search={search} onSearch={onSearch} />
      )}
    </Page>
  );
}

const close = ({ onClose }: { onClose: () => void }) => onClose();
const InviteStaff = lazyPart(() => import('./invite-staff.tsx'), { name: 'the invitation', close });
const PermissionsForm = lazyPart(() => import('./permissions-form.tsx'), { name: 'the permissions', close });

interface StaffListProps {
  organizationId: string;
  /** The viewer's id. */
  ownId: string;
  search: StaffSearch;
  onSearch: (change: Partial<StaffSearch>) => void;
}

const filters: ListFilter<typeof listMembersParameters>[] = [
  { name: 'q', label: 'Search staff', placeholder: 'Search name or email' },
  { name: 'role', label: 'Role', unset: 'Any role', options: memberRoleLabels },
  { name: 'status', label: 'Status', unset: 'Any status', options: memberStatusLabels, flags: { removed: 'Removed' } },
];

function StaffList({ organizationId, ownId, search, onSearch }: StaffListProps) {
  const list = useResourceList(members, { search, onSearch }, organizationId);
  const { disabledReason } = list;
  const [inviting, setInviting] = useState(false);
  const [permissionsOf, setPermissionsOf] = useState<Member | null>(null);
  const { can_manage: canManage = false } = list.query.data ?? {};
  const { actions, question } = useConfirmedStaffActions(organizationId, disabledReason);
  const rights = { ownId, canManage, disabledReason };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 min-[90rem]:grid-cols-[minmax(0,1fr)_minmax(0,18rem)]">
      <section aria-label="Staff">
        <ResourceList
          list={list}
          label="Staff"
          nouns={['person', 'people']}
          failed="Couldn’t load staff"
          offline="You need a connection to manage staff."
          columns={staffColumns({ actions, ...rights, onPermissions: setPermissionsOf })}
          tableFrom="md"
          filters={filters}
          csv
          selection={
            canManage
              ? {
                  nameOf: memberName,
                  canSelect: (member) => canChange(member, rights),
                  bar: <BulkBar members={list.selected} actions={actions} onDone={list.deselect} {...rights} />,
                }
              : undefined
          }
          empty={{ icon: <Users />, title: 'No staff yet', filtered: 'No matching people' }}
        />
      </section>
      {canManage && (
        <StaffInvitations
          organizationId={organizationId}
          actions={actions}
          disabledReason={disabledReason}
          inviteButton={
            <Button
              variant="primary"
              className="w-full"
              icon={<UserRoundPlus aria-hidden className="size-4" />}
              disabledReason={disabledReason}
              onClick={() => setInviting(true)}
            >
              Invite staff
            </Button>
          }
        />
      )}
      {question}
      {inviting && <InviteStaff organizationId={organizationId} onClose={() => setInviting(false)} />}
      {permissionsOf && <PermissionsForm organizationId={organizationId} member={permissionsOf} onClose={() => setPermissionsOf(null)} />}
    </div>
  );
}

/** Whether the viewer can do anything with this member. */
const canChange = (member: Member, rights: StaffRights): boolean =>
  (member.removed_at === null ? (['change_role', 'change_status', 'remove'] as const) : (['restore'] as const)).some(
    (action) => memberDisabledReason(member, action, rights) === null,
  );

interface BulkBarProps extends StaffRights {
  members: readonly Member[];
  actions: ConfirmedStaffActions;
  /** Called after an action or on Cancel. */
  onDone: () => void;
}

/** Actions for the selected people. Replaces the filters. */
function BulkBar({ members, actions, onDone, ...rights }: BulkBarProps) {
  const able = (action: keyof Member['can'], differs: (member: Member) => boolean) =>
    members.filter((member) => differs(member) && memberDisabledReason(member, action, rights) === null);
  const areRemoved = members.every((member) => member.removed_at !== null);
  const suspendable = able('change_status', ({ status }) => status === 'active');
  const reactivatable = able('change_status', ({ status }) => status === 'suspended');
  const button = (
    label: string,
    icon: ReactNode,
    targets: readonly Member[],
    run: (targets: readonly Member[], done: () => void) => void,
  ) => (
    <Button
      icon={icon}
      disabledReason={targets.length === 0 && (rights.disabledReason ?? 'You can’t do this for any of the selected people.')}
      onClick={() => run(targets, onDone)}
    >
      {targets.length === 0 || targets.length === members.length ? label : `${label} (${targets.length})`}
    </Button>
  );
  return (
    <SelectionBar count={members.length} onCancel={onDone}>
      {areRemoved ? (
        button(
          'Restore',
          <UserPlus aria-hidden className="size-4" />,
          able('restore', () => true),
          (targets, done) => {
            actions.restoreMany(targets);
            done();
          },
        )
      ) : (
        <>
          <DropdownMenu
            trigger={
              <Button icon={<UserCog aria-hidden className="size-4" />}>
                Change role
                <ChevronDown aria-hidden className="size-4" />
              </Button>
            }
          >
            {memberRoleOptions.map(({ value, label }) => {
              const targets = able('change_role', ({ role }) => role !== value);
              return (
                <MenuItem
                  key={value}
                  disabledReason={
                    targets.length === 0 ? (rights.disabledReason ?? 'You can’t do this for any of the selected people.') : null
                  }
                  onSelect={() => {
                    actions.changeRoles(targets, value);
                    onDone();
                  }}
                >
                  {label}
                </MenuItem>
              );
            })}
          </DropdownMenu>
          {(suspendable.length > 0 || reactivatable.length === 0) &&
            button('Suspend', <Ban aria-hidden className="size-4" />, suspendable, (targets, done) =>
              actions.setStatuses(targets, 'suspended', done),
            )}
          {reactivatable.length > 0 &&
            button('Reactivate', <CircleCheck aria-hidden className="size-4" />, reactivatable, (targets, done) =>
              actions.setStatuses(targets, 'active', done),
            )}
          {button(
            'Remove',
            <UserMinus aria-hidden className="size-4" />,
            able('remove', () => true),
            actions.removeMany,
          )}
        </>
      )}
    </SelectionBar>
  );
}
