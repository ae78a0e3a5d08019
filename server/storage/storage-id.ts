// Which storage a database belongs to: both have the same id. A server that was started with other variables, or on an empty or unmounted folder, would
// store photos where no other server finds them.
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import { ConfigError } from '#server/config.ts';
import { LOCKS } from '#server/db/advisory-locks.ts';
import { serverSecrets } from '#server/db/schema/platform.ts';
import type { Db, Queryable } from '#server/db/types.ts';
import type { StorageConfig } from '#server/storage/connect.ts';
import { MigrationError } from '#server/storage/migrate.ts';
import { describeStorage, explainFailures, hasOriginals } from '#server/storage/open.ts';
import { type Storage, storageKeys } from '#server/storage/storage.ts';

/** Its row among the secrets, which a restore deletes. */
export const STORAGE_ID = 'storage-id';

interface KnownStorage {
  id: string;
  /** For messages: as the last start described it. */
  place: string;
}

/** The content instead of an id, once the files were moved away. */
const MOVED = 'moved to ';

/**
 * The first start on a database gives it and the storage their id; a storage that has one is taken as it is.
 * @throws {ConfigError} the files of the database are elsewhere
 * @throws {StorageUnavailable} the service does not work now
 */
export const requireOwnStorage = (db: Db, storage: Storage, config: StorageConfig): Promise<void> =>
  explainFailures(config, () => requireSameId(db, storage, config));

async function requireSameId(db: Db, storage: Storage, config: StorageConfig): Promise<void> {
  // One after the other: another server may be giving the ids.
  const known = await readKnown(db);
  const found = await readStorageId(storage);
  const place = describeStorage(config);
  if (found?.startsWith(MOVED))
    throw new ConfigError(
      `The files were moved from ${place} to ${found.slice(MOVED.length)}. Set the variables for that storage, or move the files back: npm run storage:migrate -- --to ${config.s3 ? 's3' : 'local'}`,
    );
  const own = known ?? (await claimStorage(db, storage, place));
  const id = known ? found : await readStorageId(storage);
  if (own.id !== id) throw otherStorage(own, id, place);
  if (own.place !== place) await writeKnown(db, { id, place });
}

/** Of several servers that start at once, one gives the id. */
const claimStorage = (db: Db, storage: Storage, place: string): Promise<KnownStorage> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.storageId})`);
    const known = await readKnown(tx);
    if (known) return known;
    let id = await readStorageId(storage);
    if (id === null) {
      id = randomUUID();
      if (!(await hasOriginals(storage)) && (await expectsOriginals(tx)))
        throw new ConfigError(
          `The database has photos, and no originals are in ${place}. Set the S3_* variables and DATA_DIR as they were. If the originals are lost, write ${id} into ${storageKeys.storageId} there, and start again.`,
        );
      await storage.put(storageKeys.storageId, Buffer.from(id));
    }
    await writeKnown(tx, { id, place });
    return { id, place };
  });

async function expectsOriginals(db: Queryable): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`select from photos where deleted_at is null and original_deleted_at is null and not awaits_original limit 1`,
  );
  return rowCount !== 0;
}

function otherStorage(known: KnownStorage, found: string | null, place: string): ConfigError {
  const isNamed = known.place === place;
  const here = found === null ? 'they are not there' : 'what is there belongs to another database';
  return new ConfigError(
    `The files of this database are in ${known.place}, ` +
      (isNamed
        ? `and ${here}. Check that it is mounted and not emptied, and S3_ENDPOINT. `
        : `but the variables name ${place}, where ${here}. Set the S3_* variables and DATA_DIR as for the other servers, or move the files first: npm run storage:migrate. `) +
      `If the files were copied by other means, write ${known.id} into ${storageKeys.storageId} there.`,
  );
}

async function readKnown(db: Queryable): Promise<KnownStorage | null> {
  const [row] = await db.select({ value: serverSecrets.value }).from(serverSecrets).where(eq(serverSecrets.name, STORAGE_ID));
  return row ? (JSON.parse(row.value) as KnownStorage) : null;
}

async function writeKnown(db: Queryable, known: KnownStorage): Promise<void> {
  const set = { value: JSON.stringify(known) };
  await db
    .insert(serverSecrets)
    .values({ name: STORAGE_ID, ...set })
    .onConflictDoUpdate({ target: serverSecrets.name, set });
}

async function readStorageId(storage: Storage): Promise<string | null> {
  const found = await storage.get(storageKeys.storageId);
  return found ? (await text(found.stream)).trim() || null : null;
}

/**
 * The id that the target of a move gets at its end.
 * @throws {MigrationError} the target belongs to another database
 */
export async function readIdToMove(source: Storage, target: Storage): Promise<string> {
  const [own, other] = (await Promise.all([source, target].map(readStorageId))).map((id) => (id?.startsWith(MOVED) ? null : (id ?? null)));
  if (own && other && own !== other)
    throw new MigrationError(
      'The target has files of another installation. Set another S3_BUCKET or S3_PREFIX, or for local files another DATA_DIR.',
    );
  return own ?? other ?? randomUUID();
}

/** From now on a server starts on the target, and none on the source. @param place describes the target */
export async function moveStorageId(id: string, source: Storage, target: Storage, place: string): Promise<void> {
  await target.put(storageKeys.storageId, Buffer.from(id));
  await source.put(storageKeys.storageId, Buffer.from(`${MOVED}${place}`));
}
