// The one query cache. What a screen needs to open offline (`meta: { persist: true }`) is also kept in IndexedDB, one entry per account,
// so that an event can be entered in a basement after a cold start. Purged at logout.
import { QueryClient, dehydrate, hydrate, type DehydratedState } from '@tanstack/react-query';
import { openDB, type DBSchema } from 'idb';
import { ApiError } from '#src/transport/problem.ts';

/** Raise it when the shape of a persisted answer changes in a way that older screens or newer ones cannot read. */
const SHAPE = 2;
const WRITE_DELAY_MS = 1_000;
const KEPT_ON_PHONE_MS = 30 * 24 * 60 * 60 * 1000;

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { persist?: boolean };
  }
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // `navigator.onLine` is a hint; the outcome of the call is the truth.
      networkMode: 'always',
      staleTime: 30_000,
      // Kept until sign-out. A timer of more than 24 days overflows setTimeout and fires at once.
      gcTime: Infinity,
      // Waiting helps neither against a refusal nor without a network: the screen says so at once.
      retry: (failures, error) => error instanceof ApiError && error.status >= 500 && failures < 2,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

interface Stored {
  shape: number;
  savedAt: number;
  state: DehydratedState;
}

interface Schema extends DBSchema {
  accounts: { key: string; value: Stored };
}

const open = () => openDB<Schema>('query-cache', 1, { upgrade: (db) => void db.createObjectStore('accounts') });

/** Losing this cache costs a reload, never a photo: a failure is told to the console and work goes on. */
async function withStore<T>(work: (db: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T | null> {
  try {
    const db = await open();
    try {
      return await work(db);
    } finally {
      db.close();
    }
  } catch (error) {
    console.warn('The offline copy of lists is not available.', error);
    return null;
  }
}

let account: string | null = null;
let restoring: Promise<void> = Promise.resolve();
let timer: ReturnType<typeof setTimeout> | null = null;

async function write() {
  timer = null;
  const owner = account;
  if (!owner) return;
  const state = dehydrate(queryClient, {
    shouldDehydrateQuery: (query) => query.meta?.persist === true && query.state.status === 'success',
    shouldDehydrateMutation: () => false,
  });
  await withStore((db) => db.put('accounts', { shape: SHAPE, savedAt: Date.now(), state }, owner));
}

queryClient.getQueryCache().subscribe((event) => {
  if (!account || event.query.meta?.persist !== true || event.type !== 'updated' || event.action.type !== 'success') return;
  timer ??= setTimeout(() => void write(), WRITE_DELAY_MS);
});

/** Writes what is due at once: the page is about to be frozen or killed. */
export function flushQueries(): void {
  if (timer === null) return;
  clearTimeout(timer);
  void write();
}

/** Makes the cache that of this account: another's entries leave memory, what was kept for this one comes back. Repeated calls are free. */
export function restoreQueries(accountId: string): Promise<void> {
  if (account === accountId) return restoring;
  if (account !== null) queryClient.clear();
  account = accountId;
  restoring = withStore((db) => db.get('accounts', accountId)).then((stored) => {
    if (account !== accountId || !stored || stored.shape !== SHAPE || Date.now() - stored.savedAt > KEPT_ON_PHONE_MS) return;
    hydrate(queryClient, stored.state);
  });
  return restoring;
}

/** Forgets everything, in memory and on the phone. Part of every sign-out. */
export async function purgeQueries(): Promise<void> {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  account = null;
  queryClient.clear();
  await withStore((db) => db.clear('accounts'));
}
