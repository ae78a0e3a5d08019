// Restores a backup onto an empty machine. It is verified first and marked as in progress. The rows are loaded in one transaction, which is committed
// once every file is in place. An interrupted restore keeps its mark and is simply repeated.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg, { type ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Logger } from 'pino';
import { extract, type Extract } from 'tar-stream';
import { emptyFolders, findNonEmptyFolder, keyOf } from '#server/backup/folders.ts';
import {
  BackupError,
  type Checksum,
  CHECKSUMS,
  FILE_ENTRY,
  type Manifest,
  MANIFEST,
  readChecksums,
  readManifest,
  type TableDump,
} from '#server/backup/manifest.ts';
import {
  completeDatabaseMarker,
  readDatabaseMarker,
  readRestoreMarker,
  removeDatabaseMarker,
  removeRestoreMarker,
  writeDatabaseMarker,
  writeRestoreMarker,
} from '#server/backup/restore-marker.ts';
import { columnList, listTables, quoted, readSchema } from '#server/backup/tables.ts';
import type { Config } from '#server/config.ts';
import { migrateDatabase, migrationRange } from '#server/db/migrate.ts';
import type { DatabaseAddress } from '#server/db/pool.ts';
import { isWrapped, openWrappingKey, ROTATED_ON_RESTORE, unwrapSecret } from '#server/db/secret-store.ts';
import { STORAGE_ID } from '#server/storage/storage-id.ts';
import { isTemporaryKey, type Storage, storageKeys } from '#server/storage/storage.ts';

interface RestoreSummary {
  madeAt: string;
  /** Sessions that ended with it. */
  sessions: number;
  tables: number;
  rows: number;
  files: number;
}

/** @throws {BackupError} if the backup is damaged, or if this version can't read its schema */
export async function verifyForRestore(file: string): Promise<Manifest> {
  const manifest = await verifyBackup(file);
  const { baseline, newest } = await migrationRange();
  if (manifest.schema > newest) throw new BackupError('It was made by a newer version: install that one first.');
  if (manifest.schema < baseline)
    throw new BackupError(
      'It was made by a development version from before the first release, and this version cannot read it. Restore it with the version that made it.',
    );
  return manifest;
}

/** Marks a folder that has no database yet, before one is made in it: from here on no server starts there. */
export async function prepareNewFolder(dataDir: string, bucket: Storage | null = null): Promise<void> {
  if ((await readRestoreMarker(dataDir)) !== null) return;
  await requireNoFiles(dataDir, bucket);
  await writeRestoreMarker(dataDir);
}

/**
 * @param address of a database without other users
 * @param withoutKey the wrapping key is lost: the wrapped keys are dropped and created again
 * @param bucket takes the files of the storage; null: the data folder does
 * @throws {BackupError} the target is not empty, or the backup does not fit this version
 */
export async function restoreBackup(
  file: string,
  manifest: Manifest,
  {
    address,
    dataDir,
    log,
    withoutKey,
    bucket = null,
  }: { address: DatabaseAddress; dataDir: string; log: Logger; withoutKey: boolean; bucket?: Storage | null },
): Promise<RestoreSummary> {
  const begun = await readRestoreMarker(dataDir);
  if (begun === null) await requireNoFiles(dataDir, bucket);
  const client = new pg.Client({ ...address, application_name: 'ai-image-suite restore' });
  await client.connect();
  try {
    // Files and rows of an interrupted restore into this folder may be replaced.
    const isOurs = begun !== null && (await readDatabaseMarker(client))?.token === begun;
    if (!isOurs) await requireNoRows(client);
    const token = begun ?? (await writeRestoreMarker(dataDir));
    await writeDatabaseMarker(client, token);
    await emptyFolders(dataDir);
    if (bucket) await emptyBucket(bucket, token);
    await dropNewerSchema(client, manifest);
    // Migrates to the backup's schema first; later migrations then change the rows as usual.
    await migrateDatabase(address, log, manifest.schema);
    const files = await loadAll(client, file, manifest, dataDir, bucket);
    await migrateDatabase(address, log);
    const sessions = await renewKeys(client, withoutKey);
    await client.query('analyze');
    await completeDatabaseMarker(client);
    await removeRestoreMarker(dataDir);
    await removeDatabaseMarker(client);
    await bucket?.delete(storageKeys.unfinishedRestore);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    return { madeAt: manifest.made_at, sessions, tables: manifest.tables.length, rows, files };
  } finally {
    await client.end();
  }
}

/**
 * The owner of the backup may also have had its key, so everything that either could open is revoked. The next start gives the storage an id of its own.
 * @returns the number of ended sessions
 */
async function renewKeys(client: ClientBase, withoutKey: boolean): Promise<number> {
  await client.query('delete from server_secrets where $1 or name = any ($2)', [withoutKey, [...ROTATED_ON_RESTORE, STORAGE_ID]]);
  // Nothing opens them any more: they are set again, and until then those of the environment are used.
  if (withoutKey) await client.query('delete from provider_keys; delete from unused_provider_keys');
  const { rowCount } = await client.query(`update sessions set ended_at = now(), end_reason = 'restore' where ended_at is null`);
  return rowCount ?? 0;
}

/**
 * Whether the keys of a restored database can be unwrapped here.
 * @throws {ConfigError} they cannot, with instructions
 */
export async function verifyKeys(address: DatabaseAddress, config: Pick<Config, 'secretKey' | 'dataDir'>): Promise<void> {
  const client = new pg.Client({ ...address, application_name: 'ai-image-suite restore' });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; value: string }>('select name, value from server_secrets');
    const wrapped = rows.filter(({ value }) => isWrapped(value));
    const [first] = wrapped;
    if (!first) return;
    const key = await openWrappingKey(config, () => Promise.resolve(first));
    for (const { name, value } of wrapped) await unwrapSecret(key, name, value);
  } finally {
    await client.end();
  }
}

const notEmpty = (what: string) =>
  new BackupError(`There are ${what} already. A backup is restored where nothing is: set another DATA_DIR.`);

/** @throws {BackupError} there are files */
async function requireNoFiles(dataDir: string, bucket: Storage | null): Promise<void> {
  const filled = await findNonEmptyFolder(dataDir);
  if (filled !== null) throw notEmpty(`files in ${path.join(dataDir, filled)}`);
  if (bucket) await requireEmptyBucket(bucket);
}

/** @throws {BackupError} there are files */
async function requireEmptyBucket(bucket: Storage): Promise<void> {
  for await (const { key } of bucket.list(''))
    if (!isTemporaryKey(key)) throw new BackupError('There are files in the bucket already. Set another S3_BUCKET or S3_PREFIX.');
}

/**
 * Removes what this restore left in the bucket before it was interrupted.
 * @throws {BackupError} there are files that are not of this restore, as after a change of S3_BUCKET
 */
async function emptyBucket(bucket: Storage, token: string): Promise<void> {
  const found = await bucket.get(storageKeys.unfinishedRestore);
  if (!found || (await text(found.stream)) !== token) await requireEmptyBucket(bucket);
  await bucket.put(storageKeys.unfinishedRestore, Buffer.from(token));
  for await (const { key } of bucket.list('')) if (key !== storageKeys.unfinishedRestore) await bucket.delete(key);
}

/** @throws {BackupError} people are there, or tables of another program */
async function requireNoRows(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ isOurs: boolean; tables: number }>(
    `select to_regclass('public.users') is not null and to_regclass('drizzle.__drizzle_migrations') is not null as "isOurs",
      (select count(*)::int from pg_tables where schemaname = 'public') as tables`,
  );
  if (!rows[0]?.isOurs) {
    if ((rows[0]?.tables ?? 0) > 0) throw notEmpty('tables of something else in the database');
    return;
  }
  if (((await client.query('select from users limit 1')).rowCount ?? 0) > 0) throw notEmpty('people in the database');
}

/** A schema that is newer than the backup's, as an empty one that a server made, or one of a restore that was cut at its very end. */
async function dropNewerSchema(client: ClientBase, manifest: Manifest): Promise<void> {
  const there = await readSchema(client);
  if (there === null || there.schema <= manifest.schema) return;
  await client.query('drop schema if exists drizzle, graphile_worker, public cascade; create schema public');
}

/** Answers how many files were written. */
async function loadAll(client: ClientBase, file: string, manifest: Manifest, dataDir: string, bucket: Storage | null): Promise<number> {
  const dumps = new Map(manifest.tables.map((table) => [table.entry, table]));
  let files = 0;
  await client.query('begin');
  try {
    const putBack = await disableConstraints(client, manifest);
    await readBackup(file, {
      async rows(entry, content) {
        const table = dumps.get(entry);
        if (!table) throw new BackupError(`${entry} belongs to no table that it names.`);
        await loadTable(client, table, content);
      },
      async file(name, content) {
        files += 1;
        const key = bucket && keyOf(name);
        if (bucket && key !== null) return bucket.put(key, Readable.from(content, { objectMode: false }));
        const target = path.join(dataDir, name);
        await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
        await pipeline(content, createWriteStream(target, { mode: 0o600, flush: true }));
      },
    });
    await putBack();
    for (const { name, last } of manifest.sequences) await client.query('select setval($1::regclass, $2::bigint)', [quoted(name), last]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  return files;
}

async function loadTable(client: ClientBase, { name, columns, rows }: TableDump, content: Content): Promise<void> {
  const copy = client.query(copyFrom(`copy ${quoted(name)} (${columnList(columns)}) from stdin`));
  await pipeline(content, createGunzip(), copy);
  if (copy.rowCount !== rows) throw new BackupError(`${name} has ${copy.rowCount} rows and not the ${rows} that it names.`);
}

/**
 * Empties every table and drops foreign keys and disables triggers, which depend on the order of rows. Returns a function that restores them and
 * validates the keys.
 */
async function disableConstraints(client: ClientBase, manifest: Manifest): Promise<() => Promise<void>> {
  const tables = await listTables(client);
  const queue = (await readSchema(client))?.queue;
  if (queue !== manifest.queue_schema)
    throw new BackupError(
      `Its job queue has version ${manifest.queue_schema} and this program's ${queue ?? 'none'}: use the version that made it.`,
    );
  for (const { name, columns } of manifest.tables) {
    const here = tables.find((table) => table.name === name);
    const missing = here ? columns.filter((column) => !here.columns.includes(column)) : ['the whole table'];
    if (missing.length > 0) throw new BackupError(`${name} does not fit this version: ${missing.join(', ')} is not there.`);
  }
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
    select n.nspname || '.' || c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and n.nspname in ('public', 'graphile_worker') order by 1, 2`);
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`);
  for (const { table, name } of keys) await client.query(`alter table ${quoted(table)} drop constraint ${columnList([name])}`);
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`);
  return async () => {
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${quoted(table)} add constraint ${columnList([name])} ${definition}`);
    for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`);
  };
}

type Entry = Extract extends AsyncIterable<infer E> ? E : never;
/** The contents of an entry. */
type Content = AsyncIterable<Buffer>;

const expectedNames = [/^database\/[a-z_]+\.[a-z0-9_]+\.copy\.gz$/, FILE_ENTRY];

/** One entry after the other, each to be read to its end before the next. */
async function* entriesOf(file: string): AsyncGenerator<Entry> {
  const source = createReadStream(file);
  const tar = extract();
  source.on('error', (error) => tar.destroy(error));
  source.pipe(tar);
  try {
    for await (const entry of tar) {
      const { name, type } = entry.header;
      if (type !== 'file' || !(name === MANIFEST || name === CHECKSUMS || expectedNames.some((expected) => expected.test(name))))
        throw new BackupError(`There is something in it that no backup holds: ${name}`);
      yield entry;
    }
  } finally {
    source.destroy();
  }
}

/**
 * Reads the whole backup without changing anything. Every entry of the result has the recorded hash.
 * @throws {BackupError} naming the first entry that is damaged
 */
async function verifyBackup(file: string): Promise<Manifest> {
  let manifest: Manifest | null = null;
  let told: Checksum[] | null = null;
  const found: Checksum[] = [];
  try {
    for await (const entry of entriesOf(file)) {
      const { name } = entry.header;
      if (told) throw new BackupError(`There is something behind its end: ${name}`);
      if (name === CHECKSUMS) told = readChecksums(await text(entry as Content));
      else found.push({ name, ...(await measure(entry, (content) => name === MANIFEST && (manifest = readManifest(content)))) });
    }
  } catch (error) {
    if (error instanceof BackupError || isOfTheSystem(error)) throw error;
    throw new BackupError(`It is torn or damaged: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (told === null || manifest === null) throw new BackupError('It is torn: its end is missing.');
  for (const [at, { name, bytes, sha256 }] of told.entries()) {
    const there = found[at];
    if (there?.name !== name) throw new BackupError(`${name} is missing in it.`);
    if (there.bytes !== bytes || there.sha256 !== sha256) throw new BackupError(`${name} is damaged: its checksum does not match.`);
  }
  if (found.length !== told.length) throw new BackupError('There is more in it than was written.');
  return manifest;
}

/** `use` receives the contents of small entries. */
async function measure(entry: Entry, use: (content: string) => void): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const seen: Buffer[] = [];
  const isSmall = entry.header.name === MANIFEST;
  for await (const chunk of entry as Content) {
    hash.update(chunk);
    bytes += chunk.length;
    if (isSmall) seen.push(chunk);
  }
  if (isSmall) use(Buffer.concat(seen).toString('utf8'));
  return { bytes, sha256: hash.digest('hex') };
}

/** Reads the entries again. Each consumer reads its entry to the end. */
async function readBackup(
  file: string,
  take: { rows(entry: string, content: Content): Promise<void>; file(name: string, content: Content): Promise<void> },
): Promise<void> {
  for await (const entry of entriesOf(file)) {
    const { name } = entry.header;
    if (name.startsWith('database/')) await take.rows(name, entry as Content);
    else if (name.startsWith('files/')) await take.file(name.slice('files/'.length), entry as Content);
    else entry.resume();
  }
}

/** There is no such file, it may not be read: the system's own words are the clear ones. */
const isOfTheSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error;
