// The address of System Logs: what the list is asked for, between which days, and which entry is open.
import { listLogsParameters } from '#openapi/lists.ts';
import { parseListSearch, searchKeys, type ListSearch } from '#src/lib/list-search.ts';
import { validateSearch } from '#src/lib/validate-search.ts';

export const logParameters = listLogsParameters;

export interface LogsSearch extends ListSearch<typeof logParameters> {
  /** Days, as "2026-11-20", both of them included. */
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

/** No day is in it. */
export const isRangeInverted = ({ from, to }: LogsSearch): boolean => from !== undefined && to !== undefined && from > to;

/** Without what narrows the list. */
export const NO_LOG_FILTERS: Partial<LogsSearch> = Object.fromEntries(keys.filter((key) => key !== 'entry').map((key) => [key, undefined]));

export const hasLogFilters = (search: LogsSearch): boolean =>
  keys.some((key) => key !== 'entry' && key !== 'cursor' && search[key] !== undefined);
