// Who works in an organization, and who is invited to.
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { clearedFilters, isFiltered } from '#src/lib/list-query.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { ExportCsvButton } from '#src/shell/export-csv-button.tsx';
import { PagedList } from '#src/shell/paged-list.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SearchX, UserRoundPlus, Users } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { ListFilters } from '#src/ui/list-filters.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { Select } from '#src/ui/select.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { memberOverlay, membersCsvUrl, membersQuery, type Member } from './queries.ts';
import { staffColumns, memberDisabledReason, type StaffRights } from './staff-columns.tsx';
import { StaffInvitations } from './staff-invitations.tsx';
import { memberName, memberRoleOptions, memberStatusLabels } from './staff-labels.ts';
import { staffSearchParameters, type StaffSearch } from './staff-search.ts';
import { useConfirmedStaffActions } from './use-confirmed-staff-actions.ts';

const close = ({ onClose }: { onClose: () => void }) => onClose();
const InviteStaff = lazyPart(() => import('./invite-staff.tsx'), { name: 'the invitation', close });
const PermissionsForm = lazyPart(() => import('./permissions-form.tsx'), { name: 'the permissions', close });

interface StaffListProps {
  organizationId: string;
  /** Of the person who looks. */
  ownId: string;
  search: StaffSearch;
  onSearch: (change: Partial<StaffSearch>) => void;
}

export function StaffList({ organizationId, ownId, search, onSearch }: StaffListProps) {
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
  const picked = query.data ? itemsOf(query.data).filter(({ id }) => selected.has(id)) : [];
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
          failed="Fetching staff failed"
          offline="Managing staff needs a connection."
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
            picked.length > 0 ? (
              <BulkBar members={picked} actions={actions} onDone={deselect} {...rights} />
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

/** Whether anything at all can be done with them by whoever looks. */
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
