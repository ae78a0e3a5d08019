import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pluralize, formatDateTime } from '#src/lib/format.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { actorName, changeSummary, entrySentence, outcomeLabels, subjectTypeLabel } from './log-labels.ts';
import { type LogEntry, logQuery, logs, type LogsSearch } from './queries.ts';

interface EntrySheetProps {
  id: number;
  onSearch: (change: Partial<LogsSearch>) => void;
  onClose: () => void;
}

/** One log entry in full, with links to related entries. */
export default function EntrySheet({ id, onSearch, onClose }: EntrySheetProps) {
  const query = useQuery(logQuery(id));
  const narrow = (change: Partial<LogsSearch>) => onSearch({ ...logs.cleared, cursor: undefined, ...change, entry: undefined });
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title={query.data ? entrySentence(query.data) : 'Entry'}
      description={`Entry ${id}`}
    >
      <QueryState
        query={query}
        as="part"
        failed="Couldn’t load the entry"
        skeleton={
          <Loading label="Loading the entry" className="grid gap-3">
            {Array.from({ length: 6 }, (_, line) => (
              <Skeleton key={line} className="h-10 rounded-md" />
            ))}
          </Loading>
        }
      >
        {(entry) => <Entry entry={entry} onNarrow={narrow} />}
      </QueryState>
    </Sheet>
  );
}

function Entry({ entry, onNarrow }: { entry: LogEntry; onNarrow: (change: Partial<LogsSearch>) => void }) {
  const { actor, organization, detail } = entry;
  const outcome = outcomeLabels[entry.outcome];
  const change = changeSummary(entry);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Fact name="Time">
          <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
          <span className="block text-sm text-ink-muted">{entry.at}</span>
        </Fact>
        <Fact name="Outcome">
          <span className="flex flex-wrap gap-2">
            <Badge tone={outcome.tone}>{outcome.name}</Badge>
            <Badge tone={entry.is_sealed ? 'success' : 'neutral'}>{entry.is_sealed ? 'Sealed' : 'Not sealed yet'}</Badge>
          </span>
        </Fact>
        {entry.count > 1 && (
          <Fact name="Happened">
            {pluralize(entry.count, 'time', 'times')}
            {entry.last_at !== null && `, most recently ${formatDateTime(entry.last_at)}`}
          </Fact>
        )}
        <Fact name="Who">
          {actor ? (
            <Link to="/super-admin/users" search={{ user: actor.id }} className="hover:underline">
              {actorName(entry)}
            </Link>
          ) : (
            actorName(entry)
          )}
          {actor?.email && <span className="block text-sm text-ink-muted">{actor.email}</span>}
        </Fact>
        {entry.subject_name !== null && (
          <Fact name={subjectTypeLabel(entry)}>
            <Subject entry={entry} name={entry.subject_name} />
          </Fact>
        )}
        {change !== null && <Fact name="Change">{change}</Fact>}
        {organization && (
          <Fact name="Organization">
            {organization.name === null ? 'A deleted organization' : <OrganizationLink id={organization.id} name={organization.name} />}
          </Fact>
        )}
        {entry.ip !== null && <Fact name="IP address">{entry.ip}</Fact>}
        {entry.is_erased && <Fact name="Erased">Personal data was erased with a deleted account.</Fact>}
      </dl>
      <details>
        <summary className="min-h-11 cursor-pointer content-center font-medium">Details</summary>
        <dl className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-2">
          <Fact name="Action">
            <span className="font-mono text-sm">{entry.action}</span>
          </Fact>
          <Id name={`${subjectTypeLabel(entry)} ID`} id={entry.subject_id} />
          <Id name="Account ID" id={actor?.id} />
          <Id name="Organization ID" id={organization?.id} />
          <Id name="Request ID" id={entry.request_id} />
          {detail !== null && (
            <Fact name="Recorded data">
              <pre className="rounded-md bg-sunken p-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
                {JSON.stringify(detail, null, 2)}
              </pre>
            </Fact>
          )}
        </dl>
      </details>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => onNarrow({ action: entry.action })}>
          Only this action
        </Button>
        {actor && (
          <Button size="sm" onClick={() => onNarrow({ who: actor.id })}>
            Only this person
          </Button>
        )}
        {organization && (
          <Button size="sm" onClick={() => onNarrow({ organization: organization.id })}>
            Only this organization
          </Button>
        )}
        {entry.subject_id !== null && (
          <Button size="sm" onClick={() => onNarrow({ q: entry.subject_id ?? undefined })}>
            Everything about this subject
          </Button>
        )}
      </div>
    </div>
  );
}

/** Links to the subject's screen, if there is one. */
function Subject({ entry: { subject_type: type, subject_id: id }, name }: { entry: LogEntry; name: string }) {
  if (id === null) return name;
  switch (type) {
    case 'user':
      return (
        <Link to="/super-admin/users" search={{ user: id }} className={link}>
          {name}
        </Link>
      );
    case 'event':
      return (
        <Link to="/super-admin/event-management/$id" params={{ id }} className={link}>
          {name}
        </Link>
      );
    case 'organization':
      return <OrganizationLink id={id} name={name} />;
    default:
      return name;
  }
}

function Id({ name, id }: { name: string; id: string | null | undefined }) {
  return (
    id && (
      <Fact name={name}>
        <span className="flex items-center gap-2">
          <span className="min-w-0 font-mono text-sm">{id}</span>
          <CopyButton compact label={`Copy ${name.charAt(0).toLowerCase()}${name.slice(1)}`} text={id} size="sm" />
        </span>
      </Fact>
    )
  );
}

function OrganizationLink({ id, name }: { id: string; name: string }) {
  return (
    <Link to="/super-admin/users" search={{ tab: 'organizations', q: name, organization: id }} className={link}>
      {name}
    </Link>
  );
}

const link = 'underline';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
      <dt className="text-sm text-ink-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
