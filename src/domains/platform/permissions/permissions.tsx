// What each role may do, as a table that is changed one flag at a time: whom it concerns is said before it is saved.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { Checkbox, RowCheckbox } from '#src/ui/checkbox.tsx';
import { DataTable, type Column } from '#src/ui/data-table.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Page } from '#src/ui/page.tsx';
import { PermissionHistory } from './permission-history.tsx';
import { flags, flagLabels, roleLabels } from './permission-labels.ts';
import { permissionsQuery, type Flag, type PermissionChange, type RoleRow } from './queries.ts';
import { permissionKey, permissionOverlay } from './use-permission-change.ts';

const ChangeDialog = lazyPart(() => import('./change-dialog.tsx'), { name: 'the change', close: ({ onClose }) => onClose() });

export function Permissions() {
  const query = useQuery(permissionsQuery);
  useRefetchOnReconnect(query);
  const isOnline = useConnection() === 'online';
  const asChanged = permissionOverlay.usePatched();
  const [change, setChange] = useState<PermissionChange | null>(null);
  const withPatches = (row: RoleRow): RoleRow => ({
    ...row,
    flags: flags.filter((flag) => asChanged(permissionKey({ role: row.role, flag }), { granted: row.flags.includes(flag) })?.granted),
  });
  const table = { label: 'Permissions', keyOf: (flag: Flag) => flag, tableFrom: 'lg' as const };
  return (
    <Page title="Permissions" lead="What each role can access. Access to an event or photo also depends on the event and its organization.">
      <QueryState
        query={query}
        failed="Couldn’t load the permissions"
        offline="Changing permissions needs a connection."
        skeleton={<DataTable {...table} items={undefined} columns={[nameColumn]} />}
      >
        {({ roles }) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <DataAge at={query.dataUpdatedAt} failed={query.isRefetchError} />
            <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
              <DataTable
                {...table}
                items={flags}
                columns={[nameColumn, ...roles.map((row) => roleColumn(withPatches(row), isOnline ? null : NEEDS_CONNECTION, setChange))]}
              />
              <p className="text-sm text-ink-muted">
                Super admins can do everything. This can’t be changed. Assign the role in User Management.
              </p>
            </div>
            <PermissionHistory />
          </div>
        )}
      </QueryState>
      {change && <ChangeDialog change={change} onClose={() => setChange(null)} />}
    </Page>
  );
}

const nameColumn: Column<Flag> = {
  head: 'Permission',
  part: 'title',
  cell: (flag) => (
    <span className="grid py-2">
      <span>{flagLabels[flag].name}</span>
      <span className="text-sm font-normal text-ink-muted">{flagLabels[flag].help}</span>
    </span>
  ),
};

export function roleColumn(
  { role, people, flags: held, changeable }: RoleRow,
  disabledReason: string | null,
  onChange: (change: PermissionChange) => void,
): Column<Flag> {
  const mayAll = role === 'super_admin';
  const box = (flag: Flag) => ({
    checked: mayAll || held.includes(flag),
    disabled: disabledReason !== null || !changeable.includes(flag),
    title:
      disabledReason ?? (changeable.includes(flag) ? undefined : mayAll ? 'Super admins can do everything.' : 'This can’t be changed.'),
    // It is as it was until it is saved.
    onChange: () => onChange({ role, flag, granted: !held.includes(flag) }),
  });
  const isThere = (flag: Flag) => mayAll || changeable.includes(flag) || held.includes(flag);
  return {
    head: `${roleLabels[role]} (${formatCount(people)})`,
    part: 'fact',
    cell: (flag) =>
      isThere(flag) ? (
        <RowCheckbox label={`${flagLabels[flag].name}: ${roleLabels[role]}`} {...box(flag)} />
      ) : (
        <span className="grid size-11 place-items-center text-ink-muted">
          <span aria-hidden>–</span>
          <span className="sr-only">Not available for this role</span>
        </span>
      ),
    onCard: (flag) => isThere(flag) && <Checkbox label={roleLabels[role]} className="min-w-44" {...box(flag)} />,
  };
}
