// Opening a database of this origin. The library promises each transaction's end, also of reads that nobody waits to the end of; broken off (the
// disk failed, the browser closed the connection) that promise would be an error of the page that nobody heard.
import { openDB, unwrap, wrap, type DBSchema, type IDBPDatabase, type OpenDBCallbacks } from 'idb';
import { UserFacingError } from './user-facing-error.ts';

async function openOrExplain<Schema extends DBSchema>(name: string, version: number, callbacks: OpenDBCallbacks<Schema>) {
  try {
    return await openDB<Schema>(name, version, callbacks);
  } catch (error) {
    if (!isStorageBlocked(error)) throw error;
    throw new UserFacingError(
      'This browser blocks storage for this site, so you can’t stay logged in and photos wouldn’t be safe. Allow cookies and site data, or leave the private window, then reload the page.',
      { cause: error },
    );
  }
}

/** As engines say it where the person, or a private window, allows no site data. */
const isStorageBlocked = (error: unknown) => !globalThis.indexedDB || (error instanceof DOMException && error.name === 'SecurityError');

/**
 * As `openDB` of idb. A failure is told to whoever awaits the request, or the transaction's `done`, and to nobody else.
 * @throws {UserFacingError} where this browser stores nothing for this site
 */
export async function openDatabase<Schema extends DBSchema>(
  name: string,
  version: number,
  callbacks: OpenDBCallbacks<Schema>,
): Promise<IDBPDatabase<Schema>> {
  const db = await openOrExplain<Schema>(name, version, callbacks);
  const hear = ({ target }: Event) => {
    const transaction = target instanceof IDBRequest ? target.transaction : target;
    if (transaction instanceof IDBTransaction) wrap(transaction).done.catch(() => undefined);
  };
  for (const type of ['error', 'abort']) unwrap(db).addEventListener(type, hear);
  return db;
}
