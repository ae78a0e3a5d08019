import { useQuery } from '@tanstack/react-query';
import { impersonationsQuery } from '#src/domains/accounts/queries.ts';
import { formatDateTime } from '#src/lib/format.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { Card } from '#src/ui/card.tsx';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';

const ROW = 'grid gap-0.5 border-t border-line py-3 first:border-t-0';

/** Who runs the platform may look at the app as somebody does; that person is told. */
export function ImpersonationsSection() {
  const query = useQuery(impersonationsQuery);
  return (
    <Card
      title="Account access"
      lead="Platform admins can view the app as you, to help you. They can’t change anything, and every visit is listed here."
    >
      <QueryState
        query={query}
        as="part"
        failed="Couldn’t load the list"
        offline="The list needs a connection."
        skeleton={<RowsSkeleton label="Loading the list" rows={1} row={ROW} lines={['h-5 w-40', 'h-4 w-56']} />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-sm text-ink-muted">No one has viewed your account.</p>
          ) : (
            <ul className="grid grid-cols-[minmax(0,1fr)]">
              {items.map(({ id, by, reason, started_at: startedAt, ended_at: endedAt }) => (
                <li key={id} className={ROW}>
                  <p className="font-medium wrap-anywhere">{reason}</p>
                  <p className="text-sm wrap-anywhere text-ink-muted">
                    {by} · {formatDateTime(startedAt)} {endedAt === null ? '· in progress' : `to ${formatDateTime(endedAt)}`}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </Card>
  );
}
