// What goes of the answers that are kept on this phone when a membership ends, or a session does at the camera: seldom, so it comes when it is needed.
import { queryPersistence, queryClient, type PersistedQuery } from './query-client.ts';

const mentionsAny = ({ queryHash }: PersistedQuery, ids: ReadonlySet<string>) => [...ids].some((id) => queryHash.includes(`"${id}"`));

/** An event as answers tell it. */
interface EventLike {
  id?: unknown;
  organization_id?: unknown;
  items?: unknown;
}

const isObject = (value: unknown): value is EventLike => typeof value === 'object' && value !== null;

/** The events of organizations, as far as what is kept tells them. */
function eventIdsOf(organizations: ReadonlySet<string>, kept: readonly PersistedQuery[]): Set<string> {
  const told = kept
    .map(({ state }) => state.data)
    .filter(isObject)
    .flatMap((data) => [data, ...(Array.isArray(data.items) ? data.items.filter(isObject) : [])]);
  const events = new Set<string>();
  for (const { id, organization_id: of } of told)
    if (typeof id === 'string' && typeof of === 'string' && organizations.has(of)) events.add(id);
  return events;
}

/**
 * Drops answers of an account: from the phone, and from memory unless a screen shows them.
 * @param choose gets what is kept, as the screens describe it now, and says what goes
 */
async function dropPersistedQueries(owner: string, choose: (kept: readonly PersistedQuery[]) => readonly PersistedQuery[]): Promise<void> {
  const { withStore, keysOf, snapshot, changed, stored, settled, isOf } = queryPersistence;
  await settled();
  await withStore(async (db) => {
    const cache = queryClient.getQueryCache();
    const tx = db.transaction('queries', 'readwrite');
    const kept = new Map((await tx.store.getAll(keysOf(owner))).map(({ query }) => [query.queryHash, query]));
    if (isOf(owner)) for (const query of cache.getAll()) if (query.meta?.persist) kept.set(query.queryHash, snapshot(query));
    const unwanted = choose([...kept.values()]).map(({ queryHash }) => queryHash);
    if (isOf(owner)) {
      for (const hash of unwanted) {
        changed.delete(hash);
        const query = cache.get(hash);
        // One that is shown keeps its place among those on the phone: it is not written again before it is read again.
        if (query?.isActive()) stored.add(hash);
        else if (query) cache.remove(query);
      }
    }
    await Promise.all([...unwanted.map((hash) => tx.store.delete([owner, hash])), tx.done]);
  });
}

export const dropOrganizationQueries = (owner: string, gone: ReadonlySet<string>): Promise<void> =>
  dropPersistedQueries(owner, (kept) => {
    const events = eventIdsOf(gone, kept);
    // Whoever is in one of its events all the same goes on shooting there.
    return kept.filter((query) => mentionsAny(query, gone) || (query.meta?.atEvent !== true && mentionsAny(query, events)));
  });

export const dropNonCameraQueries = (owner: string): Promise<void> =>
  dropPersistedQueries(owner, (kept) => kept.filter(({ meta }) => meta?.atEvent !== true));
