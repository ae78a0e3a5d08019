// A backup: one tar of all rows and all files, made beside a running server. Every row is of one moment, and the files are listed after it:
// what the rows name is there.
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { pack, type Pack } from 'tar-stream';
import { keyOf, readFolder, readRootFolders, STORAGE_FOLDER, type Folder } from '#server/backup/folders.ts';
import {
  BackupError,
  type Checksum,
  CHECKSUMS,
  FILE_ENTRY,
  FORMAT,
  type Manifest,
  MANIFEST,
  type TableDump,
} from '#server/backup/manifest.ts';
import { copyOut, listSequences, listTables, readSchema } from '#server/backup/tables.ts';
import type { DatabaseAddress } from '#server/db/pool.ts';
import { errorCode, fsyncPath } from '#server/storage/local-files.ts';
import { isTemporaryKey, photoOfOriginal, type Storage, storageKeys } from '#server/storage/storage.ts';

export interface BackupSummary {
  tables: number;
  rows: number;
  files: number;
  bytes: number;
  /** Files that were deleted while the backup was made. */
  deletedMeanwhile: number;
  /** Files that the server did not write; not in the backup. */
  foreign: string[];
  /** Names of originals that photos should have and that are nowhere: lost before. */
  missing: string[];
}

/**
 * Writes a backup whole or not at all.
 * @param bucket has the files of the storage; null: they are in the data folder
 * @throws {BackupError} its folder is missing, or the database is not of this version
 */
export async function createBackup(
  address: DatabaseAddress,
  dataDir: string,
  target: string,
  bucket: Storage | null = null,
): Promise<BackupSummary> {
  const folder = path.dirname(path.resolve(target));
  // Not made: where a disk isn't mounted, the backup would fill another one.
  if (!existsSync(folder)) throw new BackupError(`There is no folder ${folder}. Create it first, or mount its disk.`);
  const workshop = await mkdtemp(path.join(folder, '.backup-'));
  const part = path.join(workshop, 'backup.tar');
  try {
    const { manifest, originals } = await dumpRows(address, workshop);
    const archive = openArchive(part);
    await archive.add(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    for (const { entry } of manifest.tables) await archive.addFile(entry, path.join(workshop, path.basename(entry)));
    let [files, gone] = [0, 0];
    const listed = await listBackupFiles(dataDir, bucket);
    const there = new Set(listed.files);
    const missing = await stillMissing(
      address,
      originals.filter((file) => !there.has(file)),
    );
    for (const file of listed.files) {
      const key = bucket && keyOf(file);
      const isThere =
        bucket && key !== null
          ? await archive.addObject(`files/${file}`, bucket, key)
          : await archive.addFile(`files/${file}`, path.join(dataDir, file));
      if (isThere) files += 1;
      else gone += 1;
    }
    await archive.close();
    const { size } = await stat(part);
    await rename(part, target);
    await fsyncPath(folder);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    return { tables: manifest.tables.length, rows, files, bytes: size, deletedMeanwhile: gone, foreign: listed.foreign, missing };
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

/** Dumps each table into a file, from one snapshot, and lists the files of photos at that moment. */
async function dumpRows(address: DatabaseAddress, workshop: string): Promise<{ manifest: Manifest; originals: string[] }> {
  const client = new pg.Client({ ...address, application_name: 'ai-image-suite backup' });
  await client.connect();
  try {
    await client.query(`set timezone to 'UTC'`);
    await client.query('begin isolation level repeatable read read only');
    const schema = await readSchema(client);
    if (schema === null) throw new BackupError('The database is empty: no server was ever started on it.');
    const tables: TableDump[] = [];
    for (const table of await listTables(client)) {
      const entry = `database/${table.name}.copy.gz`;
      const rows = client.query(copyTo(copyOut(table)));
      await pipeline(rows, createGzip({ level: 6 }), createWriteStream(path.join(workshop, path.basename(entry))));
      tables.push({ name: table.name, columns: table.columns, rows: rows.rowCount, entry });
    }
    const sequences = await listSequences(client);
    const originals = await listOriginals(client);
    await client.query('commit');
    const made_at = new Date().toISOString();
    return {
      manifest: { format: FORMAT, made_at, schema: schema.schema, queue_schema: schema.queue, tables, sequences },
      originals,
    };
  } finally {
    await client.end();
  }
}

/**
 * Expected originals of photos. The retention of events deletes others. Those of deleted photos may disappear at any moment, and those of an event (deleted by itself or with its
 * organization) once it can no longer be restored: `isGone` in server/events/events-repository.ts.
 * @param among limits the result to these photos
 */
async function listOriginals(client: pg.Client, among: readonly string[] | null = null): Promise<string[]> {
  const { rows } = await client.query<{ id: string; sha256: string }>(
    `select p.id, p.sha256 from photos p join events e on e.id = p.event_id join organizations o on o.id = e.organization_id
     where p.deleted_at is null and p.original_deleted_at is null and not p.awaits_original and ($1::uuid[] is null or p.id = any ($1::uuid[]))
       and (least(e.deleted_at, o.deleted_at) is null
         or coalesce(e.kept_until, least(e.deleted_at, o.deleted_at) + interval '30 days') >= now())`,
    [among],
  );
  return rows.map((photo) => nameOf(storageKeys.original(photo)));
}

/** Photos deleted since the snapshot are not missing. */
async function stillMissing(address: DatabaseAddress, files: readonly string[]): Promise<string[]> {
  if (files.length === 0) return [];
  const client = new pg.Client({ ...address, application_name: 'ai-image-suite backup' });
  await client.connect();
  try {
    const wanted = new Set(
      await listOriginals(
        client,
        files.map((file) => photoOfOriginal(file).id),
      ),
    );
    return files.filter((file) => wanted.has(file));
  } finally {
    await client.end();
  }
}

/**
 * Names below the data folder, sorted, those apart that no server gave. What begins with a dot is half written.
 * @throws {BackupError} a link leads to nothing, or a folder may not be read
 */
export async function listBackupFiles(dataDir: string, bucket: Storage | null = null): Promise<{ files: string[]; foreign: string[] }> {
  const files: string[] = [];
  const foreign: string[] = [];
  const add = (file: string) => {
    if (isTemporaryKey(keyOf(file) ?? '')) return;
    if (FILE_ENTRY.test(`files/${file}`)) files.push(file);
    else foreign.push(file);
  };
  const walk = async ({ entries, ancestors }: Folder): Promise<void> => {
    for (const { file, kind } of entries) {
      if (kind === 'folder') await walk(await readFolder(dataDir, file, (name) => !name.startsWith('.'), ancestors));
      else if (kind === 'file') add(file);
      else foreign.push(file);
    }
  };
  await walk(await readRootFolders(dataDir, bucket !== null));
  if (bucket) for await (const { key } of bucket.list('')) add(nameOf(key));
  return { files, foreign };
}

/** The name of a stored object among the files of a backup. */
const nameOf = (key: string): string => `${STORAGE_FOLDER}/${key}`;

interface Archive {
  add(name: string, content: Buffer): Promise<void>;
  /** False: there is no such file any more. */
  addFile(name: string, file: string): Promise<boolean>;
  /** The same for an object of a storage. */
  addObject(name: string, storage: Storage, key: string): Promise<boolean>;
  /** Adds the checksums, and waits until all of it is on disk. */
  close(): Promise<void>;
}

function openArchive(file: string): Archive {
  const tar = pack();
  const checksums: Checksum[] = [];
  const written = pipeline(tar, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
  // A failure such as a full disk also rejects the entry being added, which reports it.
  written.catch(() => undefined);
  const add = (name: string, bytes: number, content: Readable) => addEntry(tar, checksums, name, bytes, content);
  const addBuffer = async (name: string, content: Buffer) => {
    const stream = new PassThrough();
    stream.end(content);
    await add(name, content.length, stream);
  };
  return {
    add: addBuffer,
    async addFile(name, from) {
      const handle = await open(from).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      });
      if (handle === null) return false;
      try {
        const { size } = await handle.stat();
        // A file that grows during the backup is stored at its earlier length.
        if (size === 0) await addBuffer(name, Buffer.alloc(0));
        else await add(name, size, handle.createReadStream({ end: size - 1, autoClose: false }));
      } finally {
        await handle.close();
      }
      return true;
    },
    async addObject(name, storage, key) {
      const found = await storage.get(key);
      if (!found) return false;
      await add(name, found.bytes, found.stream);
      return true;
    },
    async close() {
      await addBuffer(CHECKSUMS, Buffer.from(`${JSON.stringify(checksums, null, 1)}\n`));
      tar.finalize();
      await written;
    },
  };
}

async function addEntry(tar: Pack, checksums: Checksum[], name: string, bytes: number, content: Readable): Promise<void> {
  const hash = createHash('sha256');
  const entry = tar.entry({ name, size: bytes, mode: 0o600, mtime: new Date(0) });
  await pipeline(
    content,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    entry,
  );
  checksums.push({ name, bytes, sha256: hash.digest('hex') });
}

const isMissing = (error: unknown): boolean => errorCode(error) === 'ENOENT';
