// Permissions by role, changed one flag at a time. A dialog shows who is affected before a change is saved.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatCount, formatDateTime, formatRelativeTime, pluralize } from '#src/lib/format.ts';
import { nameOrEmail } from '#src/session/display-name.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { Card } from '#src/ui/card.tsx';
import { Checkbox, RowCheckbox } from '#src/ui/checkbox.tsx';
import { type Column, DataTable } from '#src/ui/data-table.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Page } from '#src/ui/page.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import {
  type Flag,
  flagLabels,
  flagName,
  flags,
  type PermissionChange,
  permissionHistoryQuery,
  permissionKey,
  permissionOverlay,
  permissionsQuery,
  roleLabels,
  roleName,
  type RoleRow,
} from './queries.ts';

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
        offline="You need a connection to change permissions."
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
  { role, people, flags: granted, changeable }: RoleRow,
  disabledReason: string | null,
  onChange: (change: PermissionChange) => void,
): Column<Flag> {
  const mayAll = role === 'super_admin';
  const box = (flag: Flag) => ({
    checked: mayAll || granted.includes(flag),
    disabled: disabledReason !== null || !changeable.includes(flag),
    title:
      disabledReason ?? (changeable.includes(flag) ? undefined : mayAll ? 'Super admins can do everything.' : 'This can’t be changed.'),
    // The checkbox changes only after the dialog is confirmed.
    onChange: () => onChange({ role, flag, granted: !granted.includes(flag) }),
  });
  const isThere = (flag: Flag) => mayAll || changeable.includes(flag) || granted.includes(flag);
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

/** Changes of the table, from the audit log. */
function PermissionHistory() {
  const query = useQuery(permissionHistoryQuery);
  return (
    <Card title="Latest changes" lead="From the audit log. To undo a change, switch it back.">
      <QueryState
        query={query}
        as="part"
        failed="Couldn’t load the changes"
        skeleton={
          <Loading label="Loading the latest changes" className="grid gap-3">
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="h-5 w-2/5" />
          </Loading>
        }
      >
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-ink-muted">No changes yet.</p>
          ) : (
            <ul className="grid gap-3">
              {items.map(({ id, at, action, actor, subject_id: role, detail }) => (
                <li key={id} className="flex flex-wrap justify-between gap-x-4 text-sm">
                  <span className="min-w-0 wrap-anywhere">
                    {actor ? (
                      <Link to="/super-admin/users" search={{ user: actor.id }} className="font-medium hover:underline">
                        {nameOrEmail(actor)}
                      </Link>
                    ) : (
                      'Someone'
                    )}{' '}
                    {action === 'role.grant' ? 'granted' : 'revoked'} “{flagName(detail?.flag)}” {action === 'role.grant' ? 'to' : 'from'}{' '}
                    {roleName(role)}
                    {typeof detail?.people === 'number' && (
                      <span className="text-ink-muted"> · {pluralize(detail.people, 'person', 'people')}</span>
                    )}
                  </span>
                  <time dateTime={at} title={formatDateTime(at)} className="text-ink-muted">
                    {formatRelativeTime(at)}
                  </time>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </Card>
  );
}
