// The mark of a restore that was begun and has not ended: a file in the data folder and its number in the database, written before anything is put
// there and removed when all of it is. Half a platform looks like an empty one: no server starts on it, and only a restore may clear it.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg, { type ClientBase } from 'pg';
import { ConfigError } from '#server/config.ts';
import { applicationName, type DatabaseAddress } from '#server/db/pool.ts';
import { errorCode, fsyncPath } from '#server/storage/local-files.ts';

const RESTORE_MARKER = 'restore-under-way';

/** Null: no restore was begun here that has not ended. */
export async function readRestoreMarker(dataDir: string): Promise<string | null> {
  try {
    return await readFile(path.join(dataDir, RESTORE_MARKER), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Synced to disk when it resolves. @returns the token, which the database gets as well */
export async function writeRestoreMarker(dataDir: string): Promise<string> {
  const token = randomUUID();
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const part = path.join(dataDir, `.${RESTORE_MARKER}`);
  await writeFile(part, token, { mode: 0o600, flush: true });
  await rename(part, path.join(dataDir, RESTORE_MARKER));
  await fsyncPath(dataDir);
  return token;
}

export async function removeRestoreMarker(dataDir: string): Promise<void> {
  await unlink(path.join(dataDir, RESTORE_MARKER));
  await fsyncPath(dataDir);
}

interface DatabaseMarker {
  token: string;
  /** All of it was put back; the mark of the folder goes next. */
  ended: boolean;
}

/** Null: no restore was begun into this database. */
export async function readDatabaseMarker(client: ClientBase): Promise<DatabaseMarker | null> {
  const { rows } = await client.query<{ isThere: boolean }>(`select to_regclass('restore_under_way.mark') is not null as "isThere"`);
  if (!rows[0]?.isThere) return null;
  return (await client.query<DatabaseMarker>('select token, ended from restore_under_way.mark')).rows[0] ?? null;
}

export async function writeDatabaseMarker(client: ClientBase, token: string): Promise<void> {
  await client.query('begin');
  await removeDatabaseMarker(client);
  await client.query('create schema restore_under_way');
  await client.query('create table restore_under_way.mark (token text not null, ended boolean not null)');
  await client.query('insert into restore_under_way.mark values ($1, false)', [token]);
  await client.query('commit');
}

export const completeDatabaseMarker = (client: ClientBase) => client.query('update restore_under_way.mark set ended = true');

/** In a separate schema, which is not part of backups. */
export const removeDatabaseMarker = (client: ClientBase) => client.query('drop schema if exists restore_under_way cascade');

/** @throws {ConfigError} the data folder is partially restored */
export async function requireCompleteFolder(dataDir: string): Promise<void> {
  if ((await readRestoreMarker(dataDir)) === null) return;
  throw new ConfigError(
    `A restore into ${dataDir} was begun and has not ended: not everything is there. Where it does not run any more, do it again with this DATA_DIR: ` +
      `npm run restore -- FILE. It starts from the beginning, with any backup. Or set another DATA_DIR.`,
  );
}

/** @throws {ConfigError} the database is partially restored */
export async function requireCompleteDatabase(address: DatabaseAddress): Promise<void> {
  const client = new pg.Client({ ...address, application_name: applicationName('start'), connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const mark = await readDatabaseMarker(client);
    if (mark?.ended !== false) return;
  } finally {
    await client.end();
  }
  throw new ConfigError(
    'A restore into this database was begun and has not ended: not everything is there. Do it again with the DATA_DIR that it was begun with ' +
      '(npm run restore -- FILE), or take an empty database and an empty DATA_DIR.',
  );
}
