// What of an organization's events is shown, as the URL holds it. What the URL says wrong is left out, never an error.
import type { operations } from '#openapi/api.ts';
import { limits } from '#openapi/limits.ts';
import type { Event } from '#src/domains/events/event.ts';

type Query = NonNullable<operations['listOrganizationEvents']['parameters']['query']>;
export type EventSort = NonNullable<Query['sort']>;
export type EventTime = NonNullable<Query['time']>;

export interface ListSearch {
  q?: string;
  status?: Event['status'];
  time?: EventTime;
  sort?: EventSort;
  cursor?: string;
  /** Those that were deleted, instead. */
  deleted?: true;
  /** The form of a new event stands open. */
  new?: true;
  /** The event that the new one begins as a copy of. */
  from?: string;
}

/** All that the list reads of its URL. */
export const LIST_SEARCH = ['q', 'status', 'time', 'sort', 'cursor', 'deleted', 'new', 'from'] as const;

const STATUSES: readonly Event['status'][] = ['draft', 'active', 'live', 'ended', 'archived'];
const TIMES: readonly EventTime[] = ['upcoming', 'now', 'past'];
const SORTS: readonly EventSort[] = [
  '-starts_at',
  'starts_at',
  'name',
  '-name',
  '-photos_count',
  'photos_count',
  '-created_at',
  'created_at',
];

export const DEFAULT_SORT: EventSort = '-starts_at';
const SEARCH_MAX = 100;

const oneOf = <Value extends string>(values: readonly Value[], raw: unknown): Value | undefined => values.find((value) => value === raw);
const isTrue = (raw: unknown): true | undefined => (raw === true || raw === 'true' ? true : undefined);

/** The router reads `?q=2026` as a number. */
function textOf(raw: unknown, max: number): string | undefined {
  const text = typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : raw;
  return (typeof text === 'string' && text.trim().slice(0, max)) || undefined;
}

export function parseListSearch(raw: Record<string, unknown>): ListSearch {
  const sort = oneOf(SORTS, raw.sort);
  const parsed: ListSearch = {
    q: textOf(raw.q, SEARCH_MAX),
    status: oneOf(STATUSES, raw.status),
    time: oneOf(TIMES, raw.time),
    sort: sort === DEFAULT_SORT ? undefined : sort,
    cursor: typeof raw.cursor === 'string' && raw.cursor.length <= limits.cursor && raw.cursor !== '' ? raw.cursor : undefined,
    deleted: isTrue(raw.deleted),
    new: isTrue(raw.new),
    from: typeof raw.from === 'string' && isTrue(raw.new) ? raw.from : undefined,
  };
  return Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== undefined));
}
