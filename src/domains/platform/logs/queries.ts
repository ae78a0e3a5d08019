// Queries of the audit log, and the URL search parameters of System Logs.
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { listLogsParameters } from '#openapi/lists.ts';
import { toListQuery, toQueryString } from '#src/lib/list-query.ts';
import { type ListSearch, parseListSearch, searchKeys } from '#src/lib/list-search.ts';
import { validateSearch } from '#src/lib/validate-search.ts';
import { pagedQuery } from '#src/shell/paged-query.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';

type Schemas = components['schemas'];
export type LogEntry = Schemas['LogEntry'];
export type LogSeal = Schemas['LogSeal'];
type LogCheck = Schemas['LogCheck'];
export type LogFinding = Schemas['LogFinding'];

const PAGE_SIZE = 50;
const key = ['platform', 'logs'] as const;

const instantOf = (day: string, days: number): string => {
  const at = new Date(`${day}T00:00`);
  at.setDate(at.getDate() + days);
  return at.toISOString();
};

/** Days are in the reader's time zone. */
const logsParams = (search: LogsSearch) => ({
  ...toListQuery(logParameters, search),
  ...(search.from && { from: instantOf(search.from, 0) }),
  ...(search.to && { to: instantOf(search.to, 1) }),
});

export const logsQuery = (search: LogsSearch) =>
  pagedQuery([...key, 'list'], logsParams(search), (query, signal) =>
    api.GET('/api/v1/platform/logs', { params: { query: { ...query, limit: PAGE_SIZE } }, signal }),
  );

const LATEST = 8;

/** Latest activity by and on a person. */
export const userLogsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...key, 'list', 'latest of', userId],
    queryFn: async ({ signal }) =>
      unwrap(await api.GET('/api/v1/platform/logs', { params: { query: { who: userId, limit: LATEST } }, signal })),
  });

export const logQuery = (entryId: number) =>
  queryOptions({
    queryKey: [...key, 'one', entryId],
    queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/platform/logs/{entryId}', { params: { path: { entryId } }, signal })),
  });

export const sealQuery = queryOptions({
  queryKey: [...key, 'seal'],
  queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/platform/logs/seal', { signal })),
});

export const invalidateLogs = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: [...key, 'list'] });

export const logsExportUrl = (search: LogsSearch, kind: 'export' | 'export-lines'): string =>
  apiUrl(`/api/v1/platform/logs/${kind}${toQueryString(logsParams(search))}`);

export const verifyLogs = async (behind: number): Promise<LogCheck> =>
  unwrap(await api.POST('/api/v1/platform/logs/verify', { body: { behind } }));

export const changeLogRetention = async (days: number): Promise<LogSeal> =>
  unwrap(await api.PUT('/api/v1/platform/logs/retention', { body: { days } }));

const logParameters = listLogsParameters;

export interface LogsSearch extends ListSearch<typeof logParameters> {
  /** First and last day, both included, such as "2026-11-20". */
  from?: string;
  to?: string;
  entry?: number;
}

const keys: (keyof LogsSearch)[] = [...searchKeys(logParameters), 'from', 'to', 'entry'];
const DAY = /^20\d\d-\d\d-\d\d$/;

const dayOf = (raw: unknown): string | undefined =>
  typeof raw === 'string' && DAY.test(raw) && !Number.isNaN(Date.parse(`${raw}T00:00`)) ? raw : undefined;

export const parseLogsSearch = validateSearch(keys, (raw: Record<string, unknown>): LogsSearch => {
  const { from, to } = { from: dayOf(raw.from), to: dayOf(raw.to) };
  return {
    ...parseListSearch(logParameters, raw),
    ...(from && { from }),
    ...(to && { to }),
    ...(typeof raw.entry === 'number' && Number.isSafeInteger(raw.entry) && raw.entry > 0 && { entry: raw.entry }),
  };
});

export const isRangeInverted = ({ from, to }: LogsSearch): boolean => from !== undefined && to !== undefined && from > to;

export const NO_LOG_FILTERS: Partial<LogsSearch> = Object.fromEntries(keys.filter((key) => key !== 'entry').map((key) => [key, undefined]));

export const hasLogFilters = (search: LogsSearch): boolean =>
  keys.some((key) => key !== 'entry' && key !== 'cursor' && search[key] !== undefined);
