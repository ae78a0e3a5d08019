import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import type { Logger } from 'pino';
import { ConfigError } from '#server/config.ts';
import { packageRoot } from '#server/package-root.ts';
import { LOCKS } from './advisory-locks.ts';
import { isLockTimeout } from './errors.ts';
import { applicationName, openPool, type DatabaseAddress } from './pool.ts';
import { endWhenSilent } from './watch-connection.ts';

export const migrationsFolder = path.join(packageRoot, 'server', 'db', 'migrations');

interface Journal {
  entries: { when: number; tag: string }[];
}

const readJournal = async () => JSON.parse(await readFile(path.join(migrationsFolder, 'meta', '_journal.json'), 'utf8')) as Journal;

/** When the first and the last migration of this version were written (ms). The first one is the baseline: it creates the whole schema. */
export async function migrationRange(): Promise<{ baseline: number; newest: number }> {
  const times = (await readJournal()).entries.map((entry) => entry.when);
  return { baseline: Math.min(...times), newest: Math.max(...times) };
}

/**
 * Applies the pending migrations of the product and of the job queue.
 * @param until applies no migration of the product that was written after this time (ms)
 * @throws {ConfigError} if the database is older than the baseline
 */
export async function migrateDatabase(connection: DatabaseAddress, log: Logger, until = Infinity): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: applicationName('migrations'), connectionTimeoutMillis: 10_000 });
  // The query that needs the connection reports its failure.
  client.on('error', (error) => log.warn({ reason: error.message }, 'lost a database connection'));
  await client.connect();
  const pool = openPool(connection, log, 'command');
  try {
    await endWhenSilent(client);
    await client.query('select pg_advisory_lock($1)', [LOCKS.migrations]);
    await rejectOlderThanBaseline(client);
    await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await withMigrations(until, (folder) => repeatAfterLockTimeouts(log, () => migrate(drizzle(client), { migrationsFolder: folder })));
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
    await client.end();
  }
}

/**
 * Servers of the previous release answer requests meanwhile. A statement that waits for a lock makes their later queries of that table wait too, so it
 * gives up soon, and everything is tried again.
 */
const LOCK_TIMEOUT_MS = 1_000;
const PAUSE_MS = 500;
const GIVE_UP_MS = 5 * 60_000;

async function repeatAfterLockTimeouts(log: Logger, act: () => Promise<void>): Promise<void> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() > giveUpAt) throw error;
      log.warn('a migration waits for a table that is in use; trying again');
      await sleep(PAUSE_MS);
    }
  }
}

async function rejectOlderThanBaseline(client: pg.Client): Promise<void> {
  const last = await lastMigration(client);
  if (last === null || last >= (await migrationRange()).baseline) return;
  throw new ConfigError(
    'The database was created by a development version from before the first release, and this version cannot update it. ' +
      'Use an empty database and an empty DATA_DIR, or keep running the version that created it.',
  );
}

/** When the last migration that ran was written (ms). Null if none has run. */
export async function lastMigration(client: pg.ClientBase): Promise<number | null> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`);
  if (!rows[0]?.exists) return null;
  const found = await client.query<{ last: string | null }>('select max(created_at) as last from drizzle.__drizzle_migrations');
  const last = found.rows[0]?.last ?? null;
  return last === null ? null : Number(last);
}

/** Lends a folder with the migrations up to a moment. */
async function withMigrations(until: number, use: (folder: string) => Promise<void>): Promise<void> {
  const journal = await readJournal();
  const entries = journal.entries.filter(({ when }) => when <= until);
  if (entries.length === journal.entries.length) return use(migrationsFolder);
  const folder = await mkdtemp(path.join(tmpdir(), 'migrations-'));
  try {
    await mkdir(path.join(folder, 'meta'));
    await writeFile(path.join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }));
    for (const { tag } of entries) await copyFile(path.join(migrationsFolder, `${tag}.sql`), path.join(folder, `${tag}.sql`));
    await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** True if every migration of this server has run. Rejects if the database does not answer in time. */
export async function isMigrated(pool: pg.Pool, withinMs: number): Promise<boolean> {
  const { newest } = await migrationRange();
  // The driver's types do not know the limit of one query; the driver does.
  const query: pg.QueryConfig & { query_timeout: number } = {
    text: 'select max(created_at) as last from drizzle.__drizzle_migrations',
    query_timeout: withinMs,
  };
  const { rows } = await pool.query<{ last: string | null }>(query);
  return Number(rows[0]?.last ?? 0) >= newest;
}
