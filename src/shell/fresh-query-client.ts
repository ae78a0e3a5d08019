// What is invalidated is read again, even when it was being read just then.
import { QueryClient, type InvalidateOptions, type InvalidateQueryFilters, type QueryKey } from '@tanstack/react-query';

/**
 * The library lets a first read run on, and one that no screen looks at yet, a loader's say. Its answer may be older than the change, and would
 * pass for fresh: a list that was filtered right after the change stayed without it. So what was under way is invalidated again when it has come.
 */
export class FreshQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const underWay = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter((query) => query.state.data === undefined || !query.isActive())
      .map((query) => ({ filters: { ...filters, queryKey: query.queryKey as Key, exact: true }, come: query.promise }));
    await Promise.all([
      super.invalidateQueries(filters, options),
      ...underWay.map(async ({ filters: one, come }) => {
        await Promise.allSettled([come]);
        await super.invalidateQueries(one, options);
      }),
    ]);
  }
}
