// Deletes stored answers when a membership ends, or a session ends at the camera. Loaded on demand, because this is rare.
import { queryPersistence, queryClient, type PersistedQuery } from './query-client.ts';

const mentionsAny = ({ queryHash }: PersistedQuery, ids: ReadonlySet<string>) => [...ids].some((id) => queryHash.includes(`"${id}"`));

/** An event in an answer. */
interface EventLike {
  id?: unknown;
  organization_id?: unknown;
  items?: unknown;
}

const isObject = (value: unknown): value is EventLike => typeof value === 'object' && value !== null;

/** The events of these organizations, as far as the stored answers include them. */
function eventIdsOf(organizations: ReadonlySet<string>, queries: readonly PersistedQuery[]): Set<string> {
  const objects = queries
    .map(({ state }) => state.data)
    .filter(isObject)
    .flatMap((data) => [data, ...(Array.isArray(data.items) ? data.items.filter(isObject) : [])]);
  const events = new Set<string>();
  for (const { id, organization_id: of } of objects)
    if (typeof id === 'string' && typeof of === 'string' && organizations.has(of)) events.add(id);
  return events;
}

/**
 * Deletes answers of an account: from the phone, and from memory unless a screen shows them.
 * @param choose selects from the stored answers, including the current state of open screens
 */
async function dropPersistedQueries(
  owner: string,
  choose: (queries: readonly PersistedQuery[]) => readonly PersistedQuery[],
): Promise<void> {
  const { withStore, keysOf, snapshot, changed, stored, settled, isOf } = queryPersistence;
  await settled();
  await withStore(async (db) => {
    const cache = queryClient.getQueryCache();
    const tx = db.transaction('queries', 'readwrite');
    const queries = new Map((await tx.store.getAll(keysOf(owner))).map(({ query }) => [query.queryHash, query]));
    if (isOf(owner)) for (const query of cache.getAll()) if (query.meta?.persist) queries.set(query.queryHash, snapshot(query));
    const unwanted = choose([...queries.values()]).map(({ queryHash }) => queryHash);
    if (isOf(owner)) {
      for (const hash of unwanted) {
        changed.delete(hash);
        const query = cache.get(hash);
        // A visible query stays marked as stored: it is not written again before it is read again.
        if (query?.isActive()) stored.add(hash);
        else if (query) cache.remove(query);
      }
    }
    await Promise.all([...unwanted.map((hash) => tx.store.delete([owner, hash])), tx.done]);
  });
}

export const dropOrganizationQueries = (owner: string, gone: ReadonlySet<string>): Promise<void> =>
  dropPersistedQueries(owner, (queries) => {
    const events = eventIdsOf(gone, queries);
    // Members of such an event can still shoot there.
    return queries.filter((query) => mentionsAny(query, gone) || (query.meta?.atEvent !== true && mentionsAny(query, events)));
  });

export const dropNonCameraQueries = (owner: string): Promise<void> =>
  dropPersistedQueries(owner, (queries) => queries.filter(({ meta }) => meta?.atEvent !== true));
