// The queries of lists, which the server pages by cursors.
import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '#src/transport/problem.ts';

/** Of an infinite query: where a list that grows goes on. */
export const cursorPagination = {
  initialPageParam: null as string | null,
  getNextPageParam: (last: { next_cursor: string | null }) => last.next_cursor,
};

interface Answer<Page> {
  data?: Page;
  error?: unknown;
  response: Response;
}

/** First pages of each kind of list, in whatever order and with whatever choices, are kept on the device: so many, the latest read. */
const MAX_PERSISTED_PAGES = 12;

/** Neither what was searched nor what lies further back is kept on the device. */
const isUnfilteredFirstPage = (query: { cursor?: unknown; q?: unknown }): boolean => query.cursor === undefined && query.q === undefined;

/**
 * A page of a list, turned forth and back. While another page of it is read, or another search, the one before stands.
 * @param of whose list: how the keys of all of its pages begin
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
