import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pluralize, formatRelativeTime, formatDateTime } from '#src/lib/format.ts';
import { nameOrEmail } from '#src/session/display-name.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { Card } from '#src/ui/card.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { flagName, roleName } from './permission-labels.ts';
import { permissionHistoryQuery } from './queries.ts';

/** Who changed the table, from the audit trail. */
export function PermissionHistory() {
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
