// Opening a database of this origin. The library promises each transaction's end, also of reads that nobody waits to the end of; broken off (the
// disk failed, the browser closed the connection) that promise would be an error of the page that nobody heard.
import { openDB, unwrap, wrap, type DBSchema, type IDBPDatabase, type OpenDBCallbacks } from 'idb';

/** As `openDB` of idb. A failure is told to whoever awaits the request, or the transaction's `done`, and to nobody else. */
export async function openDatabase<Schema extends DBSchema>(
  name: string,
  version: number,
  callbacks: OpenDBCallbacks<Schema>,
): Promise<IDBPDatabase<Schema>> {
  const db = await openDB<Schema>(name, version, callbacks);
  const hear = ({ target }: Event) => {
    const transaction = target instanceof IDBRequest ? target.transaction : target;
    if (transaction instanceof IDBTransaction) wrap(transaction).done.catch(() => undefined);
  };
  for (const type of ['error', 'abort']) unwrap(db).addEventListener(type, hear);
  return db;
}
