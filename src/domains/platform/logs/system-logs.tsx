// Who did what on the platform: the audit trail with the server's errors, searched, followed live, exported and proved.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ExportCsvButton } from '#src/shell/export-csv-button.tsx';
import { PagedList } from '#src/shell/paged-list.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { ScrollText, SearchX, ShieldCheck, X } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Page } from '#src/ui/page.tsx';
import { Switch } from '#src/ui/switch.tsx';
import { logColumns } from './log-columns.tsx';
import { LogFilters } from './log-filters.tsx';
import { actionLabel } from './log-labels.ts';
import { NO_LOG_FILTERS, isRangeInverted, hasLogFilters, type LogsSearch } from './logs-search.ts';
import { logsExportUrl, logsQuery } from './queries.ts';
import { useLiveLogs } from './use-live-logs.ts';

const close = ({ onClose }: { onClose: () => void }) => onClose();
const EntrySheet = lazyPart(() => import('./entry-sheet.tsx'), { name: 'the entry', close });
const SealSheet = lazyPart(() => import('./seal-sheet.tsx'), { name: 'the seal', close });

interface SystemLogsProps {
  search: LogsSearch;
  onSearch: (change: Partial<LogsSearch>) => void;
  /** Opens an entry, or closes it. */
  onEntry: (entry: number | undefined) => void;
}

export function SystemLogs({ search, onSearch, onEntry }: SystemLogsProps) {
  const query = useQuery(logsQuery(search));
  const [wantsLive, setWantsLive] = useState(false);
  const [isLive, setIsLive] = useState(false);
  const [isSealOpen, setIsSealOpen] = useState(false);
  const isFirst = search.cursor === undefined;
  useLiveLogs(wantsLive && isFirst, setIsLive);
  const narrowed = hasLogFilters(search);
  const isEmpty = query.data?.items.length === 0;
  const clear = () => onSearch(NO_LOG_FILTERS);
  return (
    <Page
      title="System Logs"
      lead="Who did what, when, and from where."
      actions={
        <>
          <ExportCsvButton href={logsExportUrl(search, 'export')} query={query} />
          <ExportCsvButton label="Export JSON Lines" href={logsExportUrl(search, 'export-lines')} query={query} />
          <Button icon={<ShieldCheck aria-hidden className="size-4" />} onClick={() => setIsSealOpen(true)}>
            Seal and retention
          </Button>
        </>
      }
    >
      <PagedList
        label="Entries"
        nouns={['entry', 'entries']}
        failed="Couldn’t load the logs"
        offline="Searching the logs needs a connection."
        query={query}
        columns={logColumns}
        keyOf={({ id }) => String(id)}
        tableFrom="lg"
        cursor={search.cursor}
        onPage={(cursor) => onSearch({ cursor })}
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
                {/* Without entries it stands where they would. */}
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
            {isRangeInverted(search) && '“From” is after “To”. Choose a later “To”, or an earlier “From”.'}
            {search.q !== undefined &&
              ' Event, person and organization names and invoice numbers aren’t searched. Filter by person or organization, or paste an ID.'}
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
