import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { OrganizationHeader, useCurrentOrganization } from '#src/domains/organizations/organization-header.tsx';
import { pluralize } from '#src/lib/format.ts';
import { clearedFilters, isFiltered } from '#src/lib/list-query.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { ExportCsvButton } from '#src/shell/export-csv-button.tsx';
import { PagedList } from '#src/shell/paged-list.tsx';
import { Button } from '#src/ui/button.tsx';
import { DropdownMenu, MenuItem } from '#src/ui/dropdown-menu.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Ban, ChevronDown, CircleCheck, SearchX, UserCog, UserMinus, UserPlus, UserRoundPlus, Users, X } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { ListFilters } from '#src/ui/list-filters.tsx';
import { Page } from '#src/ui/page.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { Select } from '#src/ui/select.tsx';
import { type Member, memberOverlay, membersCsvUrl, membersQuery, type StaffSearch, staffSearchParameters } from './queries.ts';
import { memberDisabledReason, staffColumns, type StaffRights } from './staff-columns.tsx';
import { StaffInvitations } from './staff-invitations.tsx';
import { memberName, memberRoleOptions, memberStatusLabels } from './staff-labels.ts';
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

function StaffList({ organizationId, ownId, search, onSearch }: StaffListProps) {
  const query = useQuery(membersQuery(organizationId, search));
  const asChanged = memberOverlay.usePatched();
  const isOnline = useConnection() === 'online';
  const [inviting, setInviting] = useState(false);
  const [permissionsOf, setPermissionsOf] = useState<Member | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { can_manage: canManage = false } = query.data ?? {};
  const disabledReason = isOnline ? null : NEEDS_CONNECTION;
  const { actions, question } = useConfirmedStaffActions(organizationId, disabledReason);
  const rights = { ownId, canManage, disabledReason };
  const itemsOf = ({ items }: { items: readonly Member[] }) =>
    items
      .flatMap((member) => asChanged(member.id, member) ?? [])
      .filter((member) => (member.removed_at !== null) === Boolean(search.removed));
  const selectedMembers = query.data ? itemsOf(query.data).filter(({ id }) => selected.has(id)) : [];
  const deselect = () => setSelected(new Set());
  const show = (change: Partial<StaffSearch>) => {
    deselect();
    onSearch(change);
  };
  const filtered = isFiltered(staffSearchParameters, search) || search.removed === true;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 min-[90rem]:grid-cols-[minmax(0,1fr)_minmax(0,18rem)]">
      <section aria-label="Staff">
        <PagedList
          label="Staff"
          nouns={['person', 'people']}
          failed="Couldn’t load staff"
          offline="You need a connection to manage staff."
          query={query}
          itemsOf={itemsOf}
          columns={staffColumns({ actions, ...rights, onPermissions: setPermissionsOf })}
          selection={
            canManage
              ? { selected, onChange: setSelected, nameOf: memberName, canSelect: (member) => canChange(member, rights) }
              : undefined
          }
          keyOf={({ id }) => id}
          tableFrom="md"
          sort={search.sort ?? 'name'}
          onSort={(sort) => show({ sort: sort === 'name' ? undefined : sort })}
          cursor={search.cursor}
          onPage={(cursor) => show({ cursor })}
          filters={
            selectedMembers.length > 0 ? (
              <BulkBar members={selectedMembers} actions={actions} onDone={deselect} {...rights} />
            ) : (
              <StaffFilters search={search} onSearch={show}>
                <ExportCsvButton href={membersCsvUrl(organizationId, search)} query={query} />
              </StaffFilters>
            )
          }
          showsAll={!filtered}
          empty={
            <EmptyState
              icon={filtered ? <SearchX /> : <Users />}
              title={filtered ? 'No matching people' : 'No staff yet'}
              actions={
                filtered && (
                  <Button onClick={() => show({ ...clearedFilters(staffSearchParameters), removed: undefined })}>
                    Clear search and filters
                  </Button>
                )
              }
            />
          }
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

type StatusFilter = Member['status'] | 'any' | 'removed';

function StaffFilters({ search, onSearch, children }: Pick<StaffListProps, 'search' | 'onSearch'> & { children: ReactNode }) {
  const shown: StatusFilter = search.removed ? 'removed' : (search.status ?? 'any');
  return (
    <ListFilters>
      <SearchInput
        label="Search staff"
        placeholder="Search name or email"
        value={search.q ?? ''}
        onSearch={(q) => onSearch({ q: q || undefined })}
      />
      <Select
        aria-label="Role"
        options={[{ value: 'any' as const, label: 'Any role' }, ...memberRoleOptions]}
        value={search.role ?? 'any'}
        onChange={(role) => onSearch({ role: role === 'any' ? undefined : role })}
      />
      <Select
        aria-label="Status"
        options={[
          { value: 'any' as const, label: 'Any status' },
          ...(Object.keys(memberStatusLabels) as Member['status'][]).map((value) => ({ value, label: memberStatusLabels[value].name })),
          { value: 'removed' as const, label: 'Removed' },
        ]}
        value={shown}
        onChange={(status) =>
          onSearch({
            status: status === 'any' || status === 'removed' ? undefined : status,
            removed: status === 'removed' ? true : undefined,
          })
        }
      />
      {children}
    </ListFilters>
  );
}

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
    <div role="toolbar" aria-label="Selected people" className="flex flex-wrap items-center gap-2">
      <p role="status" className="mr-2 text-sm font-medium tabular-nums">
        {pluralize(members.length, 'person', 'people')} selected
      </p>
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
      <Button variant="quiet" icon={<X aria-hidden className="size-4" />} onClick={onDone}>
        Cancel
      </Button>
    </div>
  );
}
