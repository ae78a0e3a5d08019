// What page and worker must both know of the session, in IndexedDB because a worker cannot read session storage and because session
// storage is empty when a home-screen app starts cold (decisions §1.6). No token is ever kept here.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { components } from '#openapi/api.ts';

/** What the app knows of who is signed in. The same in session storage and here. */
export interface Snapshot {
  user: components['schemas']['SessionUser'];
  selectedOrganizationId: string | null;
  /** The server ended the session; shooting goes on, delivery waits for the sign-in (decisions §1.7). */
  expired: boolean;
}

interface Values {
  snapshot: Snapshot;
  /** A logout made while offline: the first thing done online is that logout. */
  pendingLogout: true;
  /** When any page or the worker last renewed the session, in device milliseconds. */
  refreshedAt: number;
  /** Server time minus device time, in milliseconds. */
  clockOffset: number;
}

interface Schema extends DBSchema {
  values: { key: string; value: Values[keyof Values] };
}

let handle: Promise<IDBPDatabase<Schema>> | null = null;

function open(): Promise<IDBPDatabase<Schema>> {
  handle ??= openDB<Schema>('session', 1, {
    upgrade: (db) => void db.createObjectStore('values'),
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase).close();
      handle = null;
    },
    terminated: () => (handle = null),
  }).catch((error: unknown) => {
    handle = null;
    throw error;
  });
  return handle;
}

/** Runs once more on a fresh connection: iOS drops connections of pages in the background. */
async function withDb<T>(use: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  try {
    return await use(await open());
  } catch {
    handle = null;
    return use(await open());
  }
}

export async function readSessionValue<K extends keyof Values>(key: K): Promise<Values[K] | undefined> {
  return withDb(async (db) => (await db.get('values', key)) as Values[K] | undefined);
}

/** Writes, or with `undefined` removes. */
export async function writeSessionValue<K extends keyof Values>(key: K, value: Values[K] | undefined): Promise<void> {
  await withDb(async (db) => {
    if (value === undefined) await db.delete('values', key);
    else await db.put('values', value, key);
  });
}
