// What is made of a list's URL: the server's question, and what the columns' heads do.
import type { operations } from '#openapi/api.ts';
import { DEFAULT_SORT, type EventSort, type ListSearch } from './list-search.ts';

type Query = NonNullable<operations['listOrganizationEvents']['parameters']['query']>;

/** The part of it that the list depends on: opening the form reads nothing anew. */
export function listQueryOf({ q, status, time, sort, cursor, deleted }: ListSearch): Query {
  return {
    ...(q && { q }),
    ...(status && !deleted && { status }),
    ...(time && !deleted && { time }),
    ...(cursor && { cursor }),
    ...(deleted && { deleted }),
    sort: sort ?? DEFAULT_SORT,
  };
}

export const isFiltered = ({ q, status, time }: ListSearch): boolean => Boolean(q ?? status ?? time);

/** What the first press on a column's head sorts by: names from A, numbers and days from the highest. */
const FIRST: Record<'name' | 'starts_at' | 'photos_count' | 'created_at', EventSort> = {
  name: 'name',
  starts_at: '-starts_at',
  photos_count: '-photos_count',
  created_at: '-created_at',
};
export type SortColumn = keyof typeof FIRST;

export function sortedBy(sort: EventSort, column: SortColumn): 'ascending' | 'descending' | null {
  if (sort === column) return 'ascending';
  return sort === `-${column}` ? 'descending' : null;
}

/** The sort after a press on the column's head. */
export function nextSort(sort: EventSort, column: SortColumn): EventSort {
  const now = sortedBy(sort, column);
  if (now === null) return FIRST[column];
  return now === 'ascending' ? `-${column}` : column;
}
