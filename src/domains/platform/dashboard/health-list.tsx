// Health of each part of the platform: the current state, the last 24 hours, and the uptime over 30 days.
import { useQuery } from '@tanstack/react-query';
import { pluralize, formatCount, formatTime } from '#src/lib/format.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { Badge, type Tone } from '#src/ui/badge.tsx';
import { cn } from '#src/ui/cn.ts';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { platformHealthQuery, type PlatformHealth } from './queries.ts';

type Part = PlatformHealth['parts'][number];
type State = Part['state'];

const names: Record<Part['part'], string> = {
  web: 'Web server',
  database: 'Database',
  storage: 'Photo storage',
  jobs: 'Background jobs',
  mail: 'Email',
  push: 'Push notifications',
  providers: 'Image models',
};

export const healthStates: Record<State, { words: string; tone: Tone; cell: string }> = {
  good: { words: 'Good', tone: 'success', cell: 'text-success' },
  degraded: { words: 'Problems', tone: 'warning', cell: 'text-warning' },
  down: { words: 'Down', tone: 'danger', cell: 'text-danger' },
  off: { words: 'Not set up', tone: 'neutral', cell: 'text-line' },
};

/** Polling interval. */
const EVERY_MS = 60_000;

export function HealthList() {
  const query = useQuery({ ...platformHealthQuery, refetchInterval: ({ state }) => (state.data?.measured_at ? EVERY_MS : 3000) });
  return (
    <QueryState
      as="part"
      query={query}
      failed="Couldn’t load the health of the platform"
      skeleton={
        <Loading label="Loading the health">
          <Skeleton className="h-96 rounded-lg" />
        </Loading>
      }
    >
      {({ parts, measured_at: at, every_seconds: seconds }) =>
        at === null ? (
          <p className="text-ink-muted">The first measurement will appear in a moment.</p>
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
            <DataAge at={query.dataUpdatedAt} failed={query.isRefetchError} />
            <ul className="divide-y divide-line rounded-lg border border-line bg-surface shadow-1">
              {parts.map((part) => (
                <HealthRow key={part.part} part={part} />
              ))}
            </ul>
            <p className="text-xs text-ink-muted">
              Measured every {pluralize(seconds / 60, 'minute', 'minutes')}, last at {formatTime(at)}. Each bar is one of the last 24 hours.
              Nothing is measured while the server is down.
            </p>
          </div>
        )
      }
    </QueryState>
  );
}

function HealthRow({ part }: { part: Part }) {
  const { words, tone } =
    part.part === 'mail' && part.state === 'off' ? { ...healthStates.off, words: 'Saved to files' } : healthStates[part.state];
  return (
    <li className="grid items-center gap-x-4 gap-y-2 p-4 sm:grid-cols-[minmax(0,1fr)_12rem_8rem]">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-2 font-medium">
          {names[part.part]} <Badge tone={tone}>{words}</Badge>
        </h3>
        <p className="text-sm text-ink-muted">
          {[detailOf(part), part.state !== 'good' && part.state !== 'off' && `since ${formatTime(part.since)}`].filter(Boolean).join(' · ')}
        </p>
      </div>
      <Day hours={part.hours} />
      <p className="text-sm text-ink-muted tabular-nums sm:text-right">
        {part.good_share !== null && `${percent(part.good_share)} uptime`}
        {part.good_share !== null && <span className="block text-xs">up to 30 days</span>}
      </p>
    </li>
  );
}

/** Rounds down, so that 100% means no failure at all. */
const percent = (share: number): string => `${(Math.floor(share * 1000) / 10).toLocaleString()}%`;

function detailOf({ part, latency_ms: ms, figure }: Part): string {
  const number = figure ?? 0;
  switch (part) {
    case 'web':
      return number === 0 ? 'No server errors in 5 minutes' : `${pluralize(number, 'server error', 'server errors')} in 5 minutes`;
    case 'database':
      return `Responds in ${formatCount(ms ?? 0)} ms`;
    case 'storage':
      return ms === null ? 'Can’t write' : `Writes and reads in ${formatCount(ms)} ms, the disk is ${number}% full`;
    case 'jobs':
      return number < 60 ? 'No backlog' : `Oldest job waiting for ${pluralize(Math.floor(number / 60), 'minute', 'minutes')}`;
    case 'mail':
      return number === 0 ? 'No emails waiting' : `${pluralize(number, 'email', 'emails')} waiting to be sent`;
    case 'push':
      return number === 0 ? 'No failures in 15 minutes' : `${pluralize(number, 'notification', 'notifications')} failed in 15 minutes`;
    case 'providers':
      return number === 0 ? 'No failures in 15 minutes' : `${pluralize(number, 'request', 'requests')} failed in 15 minutes`;
  }
}

/** The label has the same information as the colors. */
function Day({ hours }: { hours: Part['hours'] }) {
  const times = (state: State | null) => hours.filter((hour) => hour.state === state).length;
  const problems = [
    times('down') > 0 && `down in ${times('down')}`,
    times('degraded') > 0 && `problems in ${times('degraded')}`,
    times(null) > 0 && `not measured in ${times(null)}`,
  ].filter(Boolean);
  return (
    <div
      role="img"
      aria-label={`The last 24 hours: ${problems.length === 0 ? 'all good' : problems.join(', ')}`}
      className="flex h-7 items-end gap-0.5"
    >
      {hours.map(({ at, state }) => (
        <span
          key={at}
          title={`${formatTime(at)}: ${state === null ? 'not measured' : healthStates[state].words.toLowerCase()}`}
          className={cn(
            'flex-1 rounded-xs bg-current',
            state === null ? 'text-line' : healthStates[state].cell,
            state === null || state === 'off' ? 'h-2' : state === 'good' ? 'h-full' : state === 'degraded' ? 'h-5' : 'h-3',
          )}
        />
      ))}
    </div>
  );
}
