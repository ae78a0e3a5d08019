// Session values shared by page and worker. In IndexedDB, because a worker cannot read session storage, and session storage is empty when a
// home-screen app starts cold (docs/product.md, People and sessions). Tokens are never stored; a guest's key is, because it is the guest's
// only credential.
import type { DBSchema, IDBPDatabase } from 'idb';
import type { components } from '#openapi/api.ts';
import { DiskFullError, isDiskError, withDiskGuard, registerConnection, subscribeDisk } from '#src/lib/disk.ts';
import { openDatabase } from '#src/lib/open-database.ts';

/** The signed-in user as known to the app; the same in session storage. */
export interface Snapshot {
  user: components['schemas']['SessionUser'];
  selectedOrganizationId: string | null;
  /** The server ended the session; shooting continues and delivery waits for a sign-in (docs/product.md, People and sessions). */
  expired: boolean;
}

/** A guest of this phone. */
export interface GuestKey {
  key: string;
  /** Null before the server's first answer. */
  account: string | null;
  name: string;
}

interface SessionValues {
  snapshot: Snapshot;
  /** An offline logout, to be finished as the first request once online. */
  pendingLogout: true;
  /** Last renewal by any page or the worker (device ms). */
  refreshedAt: number;
  /** Server time minus device time, in milliseconds. */
  clockOffset: number;
  /** Latest last. */
  guestKeys: GuestKey[];
  /** The account that enabled push on this device, for the worker. */
  pushAccount: string;
  /** Accounts used on this device and deleted since, as reported by the server. */
  goneAccounts: string[];
}

interface Schema extends DBSchema {
  values: { key: string; value: SessionValues[keyof SessionValues] };
}

let handle: Promise<IDBPDatabase<Schema>> | null = null;
let onReset: () => void = () => undefined;

/** Calls back when these values were lost, so that their owner can write them again. */
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

/** Retries once on a new connection: iOS drops connections of background pages. */
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

/** The last values that this context read or wrote, for when the disk must not be touched. */
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

/** Writes a value, or deletes it with `undefined`. On a full disk the value lives in memory and is written later. */
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

/** The server reported that this account was deleted. */
export async function addDeletedAccount(account: string): Promise<void> {
  const gone = await deletedAccounts();
  if (!gone.includes(account)) await writeSessionValue('goneAccounts', [...gone, account]);
}

/** The server accepted this account again, for example after a restore. */
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
    writeSessionValue(key, inMemory.get(key)).catch((error: unknown) => console.warn('A session value was not written', error));
  }
});
