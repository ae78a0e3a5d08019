import { Link } from '@tanstack/react-router';
import { formatTimeWithSeconds, formatCount, formatDay, formatDateTime } from '#src/lib/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Breakable } from '#src/ui/breakable.tsx';
import { rowLink, type Column } from '#src/ui/data-table.tsx';
import { actorName, changeSummary, entrySentence, outcomeLabels } from './log-labels.ts';
import type { LogEntry } from './queries.ts';

export const logColumns: Column<LogEntry>[] = [
  { head: 'Time', part: 'line', cell: ({ at }) => <When at={at} />, className: 'tabular-nums' },
  {
    head: 'What',
    part: 'title',
    cell: (entry) => (
      <span className="grid py-2">
        <span className="line-clamp-3" title={entrySentence(entry)}>
          <Link to="/super-admin/system-logs" search={(now) => ({ ...now, entry: entry.id })} resetScroll={false} className={rowLink}>
            {entrySentence(entry)}
          </Link>
          {entry.count > 1 && <span className="font-normal text-ink-muted"> × {formatCount(entry.count)}</span>}
        </span>
        <Change entry={entry} />
      </span>
    ),
    className: 'max-w-0 min-w-56',
  },
  {
    head: 'Outcome',
    part: 'fact',
    cell: ({ outcome }) => <Badge tone={outcomeLabels[outcome].tone}>{outcomeLabels[outcome].name}</Badge>,
  },
  {
    head: 'Who',
    part: 'fact',
    cell: (entry) => (
      <span className="block max-w-48 truncate" title={[actorName(entry), entry.actor?.email].filter(Boolean).join(' · ')}>
        {entry.actor ? (
          <Link to="/super-admin/users" search={{ user: entry.actor.id }} className="relative hover:underline">
            {actorName(entry)}
          </Link>
        ) : (
          actorName(entry)
        )}
      </span>
    ),
  },
  {
    head: 'Organization',
    part: 'fact',
    cell: ({ organization }) => (
      <span className="block max-w-40 truncate" title={organization?.name ?? undefined}>
        {organization && (organization.name ?? 'Deleted')}
      </span>
    ),
    onCard: ({ organization }) => organization && (organization.name ?? 'Deleted organization'),
  },
  { head: 'From', part: 'fact', cell: ({ ip }) => ip !== null && <Address ip={ip} />, onCard: ({ ip }) => ip },
];

function Change({ entry }: { entry: LogEntry }) {
  const words = changeSummary(entry);
  return (
    words && (
      <span className="line-clamp-1 text-sm font-normal text-ink-muted" title={words}>
        {words}
      </span>
    )
  );
}

/** The longest there are take two lines. */
function Address({ ip }: { ip: string }) {
  return (
    <span className="block whitespace-normal lg:w-41">
      <Breakable>{ip}</Breakable>
    </span>
  );
}

function When({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatDay(at)}, {formatTimeWithSeconds(at)}
    </time>
  );
}
