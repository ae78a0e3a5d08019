// Opens a database. The library creates a promise for the end of each transaction, including reads that are not awaited to the end; if
// those are aborted (disk failure, closed connection), it would be an unhandled rejection.
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

/** The error of engines if the user or a private window blocks site data. */
const isStorageBlocked = (error: unknown) => !globalThis.indexedDB || (error instanceof DOMException && error.name === 'SecurityError');

/**
 * Like `openDB` of idb. Failures reach only the code that awaits the request or the transaction's `done`.
 * @throws {UserFacingError} if the browser stores nothing for this site
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
