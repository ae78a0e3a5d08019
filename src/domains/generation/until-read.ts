import type { UseInfiniteQueryResult } from '@tanstack/react-query';

type ListQuery = Pick<
  UseInfiniteQueryResult<{ pages: readonly { items: readonly unknown[] }[] }>,
  'data' | 'isPending' | 'isFetching' | 'isFetchedAfterMount'
>;

/**
 * An empty list of an earlier visit is no news: the screen shows its skeleton until the server answered, instead of a message that the list is
 * empty. Without an answer, as offline, it shows the stored one.
 */
export function untilRead<Query extends ListQuery>(query: Query): Query {
  const isEmpty = query.data?.pages.every(({ items }) => items.length === 0);
  return isEmpty && query.isFetching && !query.isFetchedAfterMount ? { ...query, data: undefined, isPending: true } : query;
}
