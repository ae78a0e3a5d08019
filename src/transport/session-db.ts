// What page and worker must both know of the session, in IndexedDB because a worker cannot read session storage and because session
// storage is empty when a home-screen app starts cold (docs/product.md B1.6). No session's token is ever kept here; the key of a guest is, for it is
// all that makes this phone theirs.
import type { DBSchema, IDBPDatabase } from 'idb';
import type { components } from '#openapi/api.ts';
import { DiskFullError, isDiskError, withDiskGuard, registerConnection, subscribeDisk } from '#src/lib/disk.ts';
import { openDatabase } from '#src/lib/open-database.ts';

/** What the app knows of who is signed in. The same in session storage and here. */
export interface Snapshot {
  user: components['schemas']['SessionUser'];
  selectedOrganizationId: string | null;
  /** The server ended the session; shooting goes on, delivery waits for the sign-in (docs/product.md B1.7). */
  expired: boolean;
}

/** A guest of this phone. */
export interface GuestKey {
  key: string;
  /** Null until the server has answered. */
  account: string | null;
  name: string;
}

interface SessionValues {
  snapshot: Snapshot;
  /** A logout made while offline: the first thing done online is that logout. */
  pendingLogout: true;
  /** When any page or the worker last renewed the session, in device milliseconds. */
  refreshedAt: number;
  /** Server time minus device time, in milliseconds. */
  clockOffset: number;
  /** The latest last. */
  guestKeys: GuestKey[];
  /** Who turned pushes on here, as the worker must know when they come. */
  pushAccount: string;
  /** Accounts that were used here and deleted since, as our server said: nobody else speaks for their photos. */
  goneAccounts: string[];
}

interface Schema extends DBSchema {
  values: { key: string; value: SessionValues[keyof SessionValues] };
}

let handle: Promise<IDBPDatabase<Schema>> | null = null;
let onReset: () => void = () => undefined;

/** Calls back when these values were lost under the page: whoever knows them still writes them again. */
export const onSessionValuesLost = (listener: () => void) => void (onReset = listener);

const notifyReset = () => void setTimeout(onReset);

registerConnection(() => {
  handle?.then(
    (db) => db.close(),
    () => undefined,
  );
  handle = null;
});

function open(): Promise<IDBPDatabase<Schema>> {
  handle ??= openDatabase<Schema>('session', 1, {
    upgrade(db) {
      db.createObjectStore('values');
      notifyReset();
    },
    blocking: (_current, to, event) => {
      (event.target as IDBDatabase).close();
      handle = null;
      if (to === null) notifyReset();
    },
    terminated() {
      handle = null;
      notifyReset();
    },
  }).catch((error: unknown) => {
    handle = null;
    throw error;
  });
  return handle;
}

/** Runs once more on a fresh connection: iOS drops connections of pages in the background. */
function withDb<T>(use: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  return withDiskGuard(async () => {
    try {
      return await use(await open());
    } catch (error) {
      handle = null;
      if (isDiskError(error)) throw error;
      return use(await open());
    }
  });
}

/** As this context last read or wrote them: while the disk is left alone they are what there is. */
const inMemory = new Map<keyof SessionValues, SessionValues[keyof SessionValues] | undefined>();
const unwritten = new Set<keyof SessionValues>();

export async function readSessionValue<K extends keyof SessionValues>(key: K): Promise<SessionValues[K] | undefined> {
  try {
    const value = (await withDb((db) => db.get('values', key))) as SessionValues[K] | undefined;
    if (!unwritten.has(key)) inMemory.set(key, value);
  } catch (error) {
    if (!(error instanceof DiskFullError)) throw error;
  }
  return inMemory.get(key) as SessionValues[K] | undefined;
}

/** Writes, or with `undefined` removes. On a full disk it holds for this context, and is written when there is room. */
export async function writeSessionValue<K extends keyof SessionValues>(key: K, value: SessionValues[K] | undefined): Promise<void> {
  inMemory.set(key, value);
  try {
    await withDb(async (db) => {
      if (value === undefined) await db.delete('values', key);
      else await db.put('values', value, key);
    });
    unwritten.delete(key);
  } catch (error) {
    if (!(error instanceof DiskFullError)) throw error;
    unwritten.add(key);
  }
}

export const deletedAccounts = async (): Promise<readonly string[]> => (await readSessionValue('goneAccounts')) ?? [];

/** Our server said that this account was deleted. */
export async function addDeletedAccount(account: string): Promise<void> {
  const gone = await deletedAccounts();
  if (!gone.includes(account)) await writeSessionValue('goneAccounts', [...gone, account]);
}

/** Our server let this account in after all: it was restored, say. */
export async function removeDeletedAccount(account: string): Promise<void> {
  const gone = await deletedAccounts();
  if (gone.includes(account))
    await writeSessionValue(
      'goneAccounts',
      gone.filter((one) => one !== account),
    );
}

subscribeDisk((state) => {
  if (state === 'alone') return;
  for (const key of unwritten) {
    writeSessionValue(key, inMemory.get(key)).catch((error: unknown) => console.warn('A value of the session was not written', error));
  }
});
