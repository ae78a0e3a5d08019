// Queries of lists that the server pages by cursor.
import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '#src/transport/problem.ts';

/** The cursor options of an infinite query. */
export const cursorPagination = {
  initialPageParam: null as string | null,
  getNextPageParam: (last: { next_cursor: string | null }) => last.next_cursor,
};

interface Answer<Page> {
  data?: Page;
  error?: unknown;
  response: Response;
}

/** How many first pages of each kind of list are stored on the device, whatever their order and filters; the latest read. */
const MAX_PERSISTED_PAGES = 12;

/** Searches and later pages are not stored on the device. */
const isUnfilteredFirstPage = (query: { cursor?: unknown; q?: unknown }): boolean => query.cursor === undefined && query.q === undefined;

/**
 * A page of a list. While another page or search loads, the previous one stays.
 * @param of the common prefix of the keys of all its pages
 */
export const pagedQuery = <Query extends object, Page>(
  of: readonly string[],
  query: Query,
  read: (query: Query, signal: AbortSignal) => Promise<Answer<Page>>,
) =>
  queryOptions({
    queryKey: [...of, query] as const,
    queryFn: async ({ signal }) => unwrap(await read(query, signal)),
    placeholderData: (held, before) => (of.every((part, index) => part === before?.queryKey[index]) ? held : undefined),
    meta: { persist: isUnfilteredFirstPage(query) && { among: of.slice(0, 2).join(' '), most: MAX_PERSISTED_PAGES }, anew: true },
  });
