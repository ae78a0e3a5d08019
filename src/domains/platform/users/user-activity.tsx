import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { actorName, entrySentence, outcomeLabels } from '#src/domains/platform/logs/log-labels.ts';
import { userLogsQuery } from '#src/domains/platform/logs/queries.ts';
import { formatDateTime } from '#src/lib/format.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { buttonClass } from '#src/ui/button.tsx';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';

/** What the audit trail tells of somebody: what they did last, and what was done to them. */
export function UserActivity({ userId }: { userId: string }) {
  const query = useQuery(userLogsQuery(userId));
  const row = 'flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2';
  return (
    <section aria-label="Activity" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-semibold">Activity</h3>
      <QueryState
        query={query}
        as="part"
        failed="Couldn’t load their activity"
        offline="The activity needs a connection."
        skeleton={<RowsSkeleton label="Loading their activity" rows={4} row={row} lines={['h-4 w-64']} />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-ink-muted">No activity yet</p>
          ) : (
            <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line text-sm">
              {items.map((entry) => (
                <li key={entry.id} className={row}>
                  <span className="min-w-0 wrap-anywhere">
                    <Link to="/super-admin/system-logs" search={{ who: userId, entry: entry.id }} className="hover:underline">
                      {entrySentence(entry)}
                    </Link>
                    {entry.actor && entry.actor.id !== userId && <span className="text-ink-muted"> by {actorName(entry)}</span>}
                  </span>
                  <span className="flex items-center gap-2 text-ink-muted">
                    {entry.outcome !== 'ok' && <Badge tone={outcomeLabels[entry.outcome].tone}>{outcomeLabels[entry.outcome].name}</Badge>}
                    <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
      <Link to="/super-admin/system-logs" search={{ who: userId }} className={buttonClass({ size: 'sm', className: 'justify-self-start' })}>
        View all in System Logs
      </Link>
    </section>
  );
}
