// Queries of the audit log, and the URL search parameters of System Logs.
import { queryOptions } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { listLogsParameters } from '#openapi/lists.ts';
import { toListQuery } from '#src/lib/list-query.ts';
import { type ListSearch, parseListSearch, searchKeys } from '#src/lib/list-search.ts';
import { validateSearch } from '#src/lib/validate-search.ts';
import { defineList } from '#src/shell/define-list.ts';
import { call } from '#src/transport/call.ts';

type Schemas = components['schemas'];
export type LogEntry = Schemas['LogEntry'];
export type LogSeal = Schemas['LogSeal'];
export type LogCheck = Schemas['LogCheck'];
export type LogFinding = Schemas['LogFinding'];

const key = ['platform', 'logs'];

export interface LogsSearch extends ListSearch<typeof listLogsParameters> {
  /** First and last day, both included, such as "2026-11-20". */
  from?: string;
  to?: string;
  entry?: number;
}

const instantOf = (day: string, days: number): string => {
  const at = new Date(`${day}T00:00`);
  at.setDate(at.getDate() + days);
  return at.toISOString();
};

export const logs = defineList('/api/v1/platform/logs', listLogsParameters, {
  key: [...key, 'list'],
  keyOf: ({ id }) => String(id),
  filters: ['from', 'to'],
  /** Days are in the reader's time zone. */
  toQuery: (search: LogsSearch) => ({
    ...toListQuery(listLogsParameters, search),
    ...(search.from && { from: instantOf(search.from, 0) }),
    ...(search.to && { to: instantOf(search.to, 1) }),
  }),
});

const LATEST = 8;

/** Latest activity by and on a person. */
export const userLogsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...key, 'list', 'latest of', userId],
    queryFn: ({ signal }) => call('GET /api/v1/platform/logs', { query: { who: userId, limit: LATEST }, signal }),
  });

export const logQuery = (entryId: number) =>
  queryOptions({
    queryKey: [...key, 'one', entryId],
    queryFn: ({ signal }) => call('GET /api/v1/platform/logs/{entryId}', { path: { entryId }, signal }),
  });

export const sealQuery = queryOptions({
  queryKey: [...key, 'seal'],
  queryFn: ({ signal }) => call('GET /api/v1/platform/logs/seal', { signal }),
});

const keys: (keyof LogsSearch)[] = [...searchKeys(listLogsParameters), 'from', 'to', 'entry'];
const DAY = /^20\d\d-\d\d-\d\d$/;

const dayOf = (raw: unknown): string | undefined =>
  typeof raw === 'string' && DAY.test(raw) && !Number.isNaN(Date.parse(`${raw}T00:00`)) ? raw : undefined;

export const parseLogsSearch = validateSearch(keys, (raw: Record<string, unknown>): LogsSearch => {
  const { from, to } = { from: dayOf(raw.from), to: dayOf(raw.to) };
  return {
    ...parseListSearch(listLogsParameters, raw),
    ...(from && { from }),
    ...(to && { to }),
    ...(typeof raw.entry === 'number' && Number.isSafeInteger(raw.entry) && raw.entry > 0 && { entry: raw.entry }),
  };
});

export const isRangeInverted = ({ from, to }: LogsSearch): boolean => from !== undefined && to !== undefined && from > to;
