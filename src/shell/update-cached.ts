// Updates during a fetch: the answer, or the pages beside it, may be older than the update and would overwrite it.
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

type Update = (data: unknown) => unknown;

const pendingUpdates = new WeakMap<Query, Update[]>();
const watched = new WeakSet<QueryClient>();

/** Updates the cached data, and the result of a fetch that is under way. The update must be idempotent; it is not called without data. */
export function updateCached<Data>(client: QueryClient, queryKey: QueryKey, update: (data: Data) => Data): void {
  const query = client.getQueryCache().find({ queryKey, exact: true });
  if (!query) return;
  watch(client);
  const change: Update = (data) => (data === undefined ? data : update(data as Data));
  if (query.state.fetchStatus !== 'idle') pendingUpdates.set(query, [...(pendingUpdates.get(query) ?? []), change]);
  client.setQueryData(queryKey, change);
}

function watch(client: QueryClient): void {
  if (watched.has(client)) return;
  watched.add(client);
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    const updates = pendingUpdates.get(query);
    const ends = action.type === 'fetch' || action.type === 'error' || (action.type === 'success' && action.manual !== true);
    if (!updates || !ends) return;
    pendingUpdates.delete(query);
    if (action.type === 'success')
      client.setQueryData(query.queryKey, (data: unknown) => updates.reduce((cached, change) => change(cached), data));
  });
}
