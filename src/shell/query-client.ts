// The query cache. Queries that a screen needs offline (`meta: { persist: true }`) are also stored in IndexedDB, by account, so that an event can
// be entered in a basement after a cold start. Deleted at logout; persisted-queries.ts decides about earlier deletions.
import {
  type DehydratedState,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import type { DBSchema, IDBPDatabase } from 'idb';
import { withDiskGuard } from '#src/lib/disk.ts';
import { openDatabase } from '#src/lib/open-database.ts';
import { ApiError } from '#src/transport/problem.ts';

/**
 * Refetches invalidated queries, even those that are being fetched. The library lets a first read run on, and a read without observers, such as a
 * loader's. Its answer may be older than the change but would count as fresh: a list that was filtered right after the change stayed without it. So
 * such reads are invalidated again when they finish.
 */
export class FreshQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const underWay = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter((query) => query.state.data === undefined || !query.isActive())
      .map((query) => ({ filters: { ...filters, queryKey: query.queryKey as Key, exact: true }, promise: query.promise }));
    await Promise.all([
      super.invalidateQueries(filters, options),
      ...underWay.map(async ({ filters: one, promise }) => {
        await Promise.allSettled([promise]);
        await super.invalidateQueries(one, options);
      }),
    ]);
  }
}

/** Increase it when the format of a persisted answer changes incompatibly. */
const SCHEMA_VERSION = 2;
/** Short: a write must finish before the page may close. */
const WRITE_DELAY_MS = 250;
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/** Limits a group: only its latest changed queries are stored on the phone. */
interface PersistLimit {
  among: string;
  most: number;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      persist?: boolean | PersistLimit;
      /** A restored answer is refetched on its first use, however young, because others change the data too. */
      anew?: boolean;
      /** A balance, refetched once the server can be reached again: requests may have changed it whose answers were lost. */
      balance?: boolean;
      /** Belongs to the camera and its event: it stays on the phone when the session ends during shooting. */
      atEvent?: boolean;
    };
  }
}

export const queryClient = new FreshQueryClient({
  defaultOptions: {
    queries: {
      // `navigator.onLine` is a hint; the outcome of the call is the truth.
      networkMode: 'always',
      staleTime: 30_000,
      // In memory until logout. A timer of more than 24 days overflows setTimeout and fires at once.
      gcTime: Infinity,
      // Retrying does not help against a refusal or a missing network: the screen shows the failure at once.
      retry: (failures, error) => error instanceof ApiError && error.status >= 500 && failures < (error.code === 'busy' ? 5 : 2),
      // A busy server asks for two seconds; jitter spreads the retries of a crowd.
      retryDelay: (failures) => 1000 * (1 + 2 ** failures + Math.random()),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** The library's format. Its `dehydrate` and `hydrate` are made for servers and three times the needed size. */
export type PersistedQuery = DehydratedState['queries'][number];

const snapshot = ({ queryKey, queryHash, state, meta, queryType }: Query): PersistedQuery => ({
  queryKey,
  queryHash,
  state,
  dehydratedAt: Date.now(),
  ...(meta && { meta }),
  ...(queryType && { queryType }),
});

/** Restores a stored answer unless a newer one has arrived. */
function hydrateQuery({ queryKey, queryHash, state: kept, meta, queryType }: PersistedQuery) {
  const state = { ...kept, isInvalidated: kept.isInvalidated || meta?.anew === true };
  const cache = queryClient.getQueryCache();
  const query = cache.get(queryHash);
  if (!query) cache.build(queryClient, { queryKey, queryHash, meta, _type: queryType }, { ...state, fetchStatus: 'idle' });
  else if (state.dataUpdatedAt > query.state.dataUpdatedAt) query.setState({ ...state, fetchStatus: query.state.fetchStatus });
}

/** A malformed answer: an earlier release may have stored the JSON of a captive portal. */
function isMalformed({ queryKey: [subject, kind], state }: PersistedQuery): boolean {
  const data = state.data as { can?: unknown; pages?: ({ items?: unknown } | null)[] } | null | undefined;
  if (subject === 'events' && kind === 'one') return !data?.can;
  return data?.pages?.some((page) => !Array.isArray(page?.items)) ?? false;
}

interface StoredQuery {
  shape: number;
  savedAt: number;
  query: PersistedQuery;
}

interface Schema extends DBSchema {
  /** Keyed by account and query hash, so that only changed queries are written. */
  queries: { key: [string, string]; value: StoredQuery };
}

/** The first version stored all queries of an account in one entry, which cannot be read anymore. */
const open = () =>
  openDatabase<Schema>('query-cache', 2, {
    upgrade(db, oldVersion) {
      if (oldVersion === 1) (db as unknown as IDBPDatabase).deleteObjectStore('accounts');
      db.createObjectStore('queries');
    },
  });

/** All entries of an account: arrays sort after all strings. */
const accountKeyRange = (owner: string) => IDBKeyRange.bound([owner], [owner, []]);

type Work<T> = (db: Awaited<ReturnType<typeof open>>) => Promise<T>;

/** Serializes access, so that earlier reads and writes do not restore deleted data. */
let last: Promise<unknown> = Promise.resolve();
function withStore<T>(work: Work<T>): Promise<T | null> {
  const done = last.then(() => attempt(work));
  last = done;
  return done;
}

/** Losing this cache costs a reload, never a photo: failures are only logged. */
async function attempt<T>(work: Work<T>): Promise<T | null> {
  try {
    return await withDiskGuard(async () => {
      const db = await open();
      try {
        return await work(db);
      } finally {
        db.close();
      }
    });
  } catch (error) {
    console.warn('Stored queries failed', error);
    return null;
  }
}

let account: string | null = null;
let restoring: Promise<void> = Promise.resolve();
let timer: ReturnType<typeof setTimeout> | null = null;
/** Hashes of queries changed since the last write, and of stored queries. */
const changedHashes = new Set<string>();
const storedHashes = new Set<string>();

/** Our server reports that this person has no access anymore. Refusals by proxies in between don't count. */
const isRefused = (error: unknown) => error instanceof ApiError && error.fromServer && [403, 404, 410].includes(error.status);

/** The hashes of all queries to store, including those that could not be refetched offline. */
function hashesToPersist(): Set<string> {
  const keep = new Set<string>();
  const groups = new Map<string, { most: number; queries: Query[] }>();
  for (const query of queryClient.getQueryCache().getAll()) {
    const persist = query.meta?.persist;
    if (!persist || query.state.data === undefined || isRefused(query.state.error)) continue;
    if (persist === true) keep.add(query.queryHash);
    else groups.set(persist.among, { most: persist.most, queries: [...(groups.get(persist.among)?.queries ?? []), query] });
  }
  for (const { most, queries } of groups.values()) {
    queries.sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
    for (const query of queries.slice(0, most)) keep.add(query.queryHash);
  }
  return keep;
}

async function write() {
  timer = null;
  const owner = account;
  if (!owner) return;
  const keep = hashesToPersist();
  const isDue = ({ queryHash, state }: Query) =>
    state.status === 'success' && keep.has(queryHash) && (changedHashes.has(queryHash) || !storedHashes.has(queryHash));
  const queries = queryClient.getQueryCache().getAll().filter(isDue).map(snapshot);
  const gone = [...storedHashes].filter((hash) => !keep.has(hash));
  changedHashes.clear();
  for (const { queryHash } of queries) storedHashes.add(queryHash);
  for (const hash of gone) storedHashes.delete(hash);
  const done = await withStore(async (db) => {
    const tx = db.transaction('queries', 'readwrite', { durability: 'strict' });
    const savedAt = Date.now();
    const writes: Promise<unknown>[] = queries.map((query) =>
      tx.store.put({ shape: SCHEMA_VERSION, savedAt, query }, [owner, query.queryHash]),
    );
    writes.push(...gone.map((hash) => tx.store.delete([owner, hash])));
    return Promise.all([...writes, tx.done]);
  });
  // The next write tries again.
  if (!done) for (const { queryHash } of queries) changedHashes.add(queryHash);
}

queryClient.getQueryCache().subscribe(({ query, ...event }) => {
  if (!account || !query.meta?.persist) return;
  if (event.type === 'updated' && event.action.type === 'success') changedHashes.add(query.queryHash);
  else {
    const isGone = event.type === 'removed' || (event.type === 'updated' && event.action.type === 'error' && isRefused(event.action.error));
    if (!isGone || !storedHashes.has(query.queryHash)) return;
  }
  timer ??= setTimeout(() => void write(), WRITE_DELAY_MS);
});

/** Writes pending changes at once: the page is about to be frozen or killed. Resolves once they are on the phone. */
export async function flushQueries(): Promise<void> {
  if (timer === null) return;
  clearTimeout(timer);
  await write();
}

/**
 * Stores what a screen needs offline, however the answer came into memory: an answer that was set before its account was known, or without
 * the query's options, is not written otherwise. Resolves once it is on the phone.
 */
export async function storeQuery(options: { queryKey: QueryKey; meta?: Query['meta'] }): Promise<void> {
  const query = queryClient.getQueryCache().find({ queryKey: options.queryKey });
  query?.setOptions(options);
  if (query && (!storedHashes.has(query.queryHash) || changedHashes.has(query.queryHash))) {
    clearTimeout(timer ?? undefined);
    await write();
  } else await last;
}

/** Stops writing. Leaves memory and the phone's copy alone. */
function stopPersisting(): void {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  account = null;
  changedHashes.clear();
  storedHashes.clear();
}

function clearMemory(): void {
  stopPersisting();
  queryClient.clear();
}

/** Deletes all data of other accounts from the phone, and the queries with these hashes of this account. */
export async function dropOtherAccounts(owner: string, unwanted: readonly string[] = []): Promise<void> {
  await withStore(async (db) => {
    const tx = db.transaction('queries', 'readwrite');
    const others = [IDBKeyRange.upperBound([owner], true), IDBKeyRange.lowerBound([owner, []], true)];
    const drops = [...others, ...unwanted.map((hash): [string, string] => [owner, hash])].map((which) => tx.store.delete(which));
    await Promise.all([...drops, tx.done]);
  });
}

/**
 * Switches the cache to an account: another account's entries are removed from memory and the phone, and its own are restored. Repeated calls are
 * free.
 */
export function restoreQueries(accountId: string): Promise<void> {
  if (account === accountId) return restoring;
  if (account !== null) clearMemory();
  account = accountId;
  restoring = withStore((db) => db.getAll('queries', accountKeyRange(accountId))).then((stored) => {
    if (account !== accountId || !stored) return;
    const oldest = Date.now() - MAX_AGE_MS;
    const isOfUse = ({ shape, savedAt, query }: StoredQuery) => shape === SCHEMA_VERSION && savedAt >= oldest && !isMalformed(query);
    for (const { query } of stored.filter(isOfUse)) {
      storedHashes.add(query.queryHash);
      hydrateQuery(query);
    }
    // Not awaited: on a full disk nothing can be deleted, and the stored answers still open.
    void dropOtherAccounts(
      accountId,
      stored.filter((one) => !isOfUse(one)).map(({ query }) => query.queryHash),
    );
  });
  return restoring;
}

/** For drop-persisted-queries.ts, which is loaded on demand. */
export const queryPersistence = {
  withStore,
  keysOf: accountKeyRange,
  snapshot,
  changed: changedHashes,
  stored: storedHashes,
  settled: () => restoring,
  isOf: (owner: string) => account === owner,
};

/** Deletes the stored data of all accounts. The first step of every logout: a tab that closes now leaves nothing behind. */
export async function purgePersistedQueries(): Promise<void> {
  stopPersisting();
  await withStore((db) => db.clear('queries'));
}

/** The same in memory, too. */
export async function purgeQueries(): Promise<void> {
  clearMemory();
  await purgePersistedQueries();
}
