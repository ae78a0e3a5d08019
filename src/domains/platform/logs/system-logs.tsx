// The audit log with server errors: search, live updates, export and verification.
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { listLogsParameters } from '#openapi/lists.ts';
import { formatCount, formatDateTime, formatTimeWithSeconds } from '#src/lib/format.ts';
import { openReconnectingStream } from '#src/session/reconnecting-stream.ts';
import { ExportCsvButton } from '#src/shell/export-csv-button.tsx';
import { ResourceList, useResourceList } from '#src/shell/resource-list.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Breakable } from '#src/ui/breakable.tsx';
import { Button } from '#src/ui/button.tsx';
import { cn } from '#src/ui/cn.ts';
import { type Column, rowLink } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { ScrollText, SearchX, ShieldCheck, X } from '#src/ui/icons.ts';
import { Input } from '#src/ui/input.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { FilterFields, type ListFilter, ListFilters } from '#src/ui/list-filters.tsx';
import { Page } from '#src/ui/page.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { Switch } from '#src/ui/switch.tsx';
import { actionLabel, actorName, areaLabels, changeSummary, entrySentence, outcomeLabels } from './log-labels.ts';
import { isRangeInverted, type LogEntry, logs, type LogsSearch, sealQuery } from './queries.ts';

const close = ({ onClose }: { onClose: () => void }) => onClose();
const EntrySheet = lazyPart(() => import('./entry-sheet.tsx'), { name: 'the entry', close });
const SealSheet = lazyPart(() => import('./seal-sheet.tsx'), { name: 'the seal', close });

interface SystemLogsProps {
  search: LogsSearch;
  onSearch: (change: Partial<LogsSearch>) => void;
  /** Opens an entry; undefined closes it. */
  onEntry: (entry: number | undefined) => void;
}

export function SystemLogs({ search, onSearch, onEntry }: SystemLogsProps) {
  const list = useResourceList(logs, { search, onSearch });
  const { query, filtered: narrowed } = list;
  const [wantsLive, setWantsLive] = useState(false);
  const [isLive, setIsLive] = useState(false);
  const [isSealOpen, setIsSealOpen] = useState(false);
  const isFirst = search.cursor === undefined;
  useLiveLogs(wantsLive && isFirst, setIsLive);
  const isEmpty = query.data?.items.length === 0;
  const clear = () => onSearch({ ...logs.cleared, cursor: undefined });
  return (
    <Page
      title="System Logs"
      lead="Who did what, when, and from where."
      actions={
        <>
          <ExportCsvButton href={list.exportUrl()} query={query} />
          <ExportCsvButton label="Export JSON Lines" href={list.exportUrl('export-lines')} query={query} />
          <Button icon={<ShieldCheck aria-hidden className="size-4" />} onClick={() => setIsSealOpen(true)}>
            Seal and retention
          </Button>
        </>
      }
    >
      <ResourceList
        list={list}
        label="Entries"
        nouns={['entry', 'entries']}
        failed="Couldn’t load the logs"
        offline="You need a connection to search the logs."
        columns={logColumns}
        tableFrom="lg"
        filters={
          <div className="grid gap-2">
            <LogFilters search={search} onSearch={onSearch}>
              <Switch
                label="Follow live"
                checked={wantsLive}
                onChange={({ currentTarget }) => {
                  setWantsLive(currentTarget.checked);
                  if (currentTarget.checked && !isFirst) onSearch({ cursor: undefined });
                }}
              />
              <p aria-live="polite" className="text-sm text-ink-muted">
                {liveStatus(wantsLive, isFirst, isLive)}
              </p>
            </LogFilters>
            {narrowed && (search.action !== undefined || !isEmpty) && (
              <div className="flex flex-wrap items-center gap-2">
                {search.action !== undefined && (
                  <Button size="sm" icon={<X aria-hidden className="size-4" />} onClick={() => onSearch({ action: undefined })}>
                    Only “{actionLabel(search.action)}”
                  </Button>
                )}
                {/* Shown in place of the list if there are no entries. */}
                {!isEmpty && (
                  <Button size="sm" variant="quiet" onClick={clear}>
                    Clear search and filters
                  </Button>
                )}
              </div>
            )}
          </div>
        }
        empty={
          <EmptyState
            icon={narrowed ? <SearchX /> : <ScrollText />}
            title={narrowed ? 'No matching entries' : 'No entries yet'}
            actions={narrowed && <Button onClick={clear}>Clear search and filters</Button>}
          >
            {isRangeInverted(search) && <span role="alert">“From” is after “To”. Choose an earlier “From” or a later “To”.</span>}
            {!narrowed && 'Logins, denied requests, changes and server errors appear here as they happen.'}
          </EmptyState>
        }
      />
      {search.entry !== undefined && <EntrySheet id={search.entry} onSearch={onSearch} onClose={() => onEntry(undefined)} />}
      {isSealOpen && <SealSheet onClose={() => setIsSealOpen(false)} />}
    </Page>
  );
}

function liveStatus(isWanted: boolean, isFirst: boolean, isLive: boolean): string {
  if (!isWanted) return '';
  if (!isFirst) return 'Paused on older pages.';
  return isLive ? 'New entries appear on top.' : 'Connecting…';
}

function useLiveLogs(isFollowing: boolean, onLive: (live: boolean) => void): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isFollowing) return undefined;
    const stream = openReconnectingStream('/api/v1/platform/logs/stream', {
      kinds: ['news'],
      after: () => null,
      onMessage: () => void logs.invalidate(client),
      onLive,
      probe: () => client.fetchQuery(sealQuery),
    });
    return () => stream.end();
  }, [client, isFollowing, onLive]);
}

const logColumns: Column<LogEntry>[] = [
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
  { head: 'IP address', part: 'fact', cell: ({ ip }) => ip !== null && <Address ip={ip} />, onCard: ({ ip }) => ip },
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

/** The longest addresses wrap onto a second line. */
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
      {formatTimeWithSeconds(at)}
    </time>
  );
}

interface LogFiltersProps {
  search: LogsSearch;
  onSearch: (change: Partial<LogsSearch>) => void;
  /** Shown beside the search. */
  children: ReactNode;
}

const filters: ListFilter<typeof listLogsParameters>[] = [
  { name: 'who', label: 'Person', placeholder: 'Person', isLandmark: false },
  { name: 'organization', label: 'Organization', placeholder: 'Organization', isLandmark: false },
  { name: 'area', label: 'Subject', unset: 'Any subject', options: areaLabels },
  { name: 'outcome', label: 'Outcome', unset: 'Any outcome', options: outcomeLabels },
];

/** Search and filters. On phones, the filters are behind a button, to leave room for the entries. */
function LogFilters({ search, onSearch, children }: LogFiltersProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const { who, organization, area, outcome, from, to } = search;
  const set = [who, organization, area, outcome, from, to].filter((value) => value !== undefined).length;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput
          className="min-w-0 flex-1 sm:max-w-md"
          label="Search entries"
          placeholder="Search name, text, IP or ID"
          value={search.q ?? ''}
          maxLength={listLogsParameters.texts.q}
          onSearch={(q) => onSearch({ q: q || undefined })}
        />
        <Button className="shrink-0 sm:hidden" aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
          {set > 0 ? `Filters (${set})` : 'Filters'}
        </Button>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:w-full sm:ml-4">{children}</div>
      </div>
      {/* On desktops, all filters are in one row. */}
      <div id={id} className={cn('sm:[&_form]:!min-w-44', !isOpen && 'max-sm:hidden')}>
        <ListFilters>
          <FilterFields
            list={logs.list}
            search={search}
            // The type of entries belongs to a subject.
            onSearch={(change) => onSearch('area' in change ? { ...change, action: undefined } : change)}
            filters={filters}
          />
          <div className="flex flex-wrap gap-2 max-sm:w-full">
            <Day label="From" value={from} max={to} onDay={(day) => onSearch({ from: day })} />
            <Day label="To" value={to} min={from} onDay={(day) => onSearch({ to: day })} />
          </div>
        </ListFilters>
        {who !== undefined && (
          <p className="mt-2 text-sm text-ink-muted">What they did, and what was done to their account or membership.</p>
        )}
      </div>
    </div>
  );
}

interface DayProps {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onDay: (day: string | undefined) => void;
}

function Day({ label, value = '', min, max, onDay }: DayProps) {
  return (
    <label className="flex min-w-0 items-center gap-2 text-sm text-ink-muted max-sm:w-full">
      <span className="max-sm:w-10">{label}</span>
      <Input type="date" value={value} min={min} max={max} onChange={({ currentTarget }) => onDay(currentTarget.value || undefined)} />
    </label>
  );
}
