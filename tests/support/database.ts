// A real database for unit tests of what only one shows: locks, transactions, notifications. One cluster a run, a database a file.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { inject } from 'vitest';
import { seedRolePermissions } from '#server/accounts/users-repository.ts';
import { readConfig } from '#server/config.ts';
import { startCluster, type EmbeddedDatabase } from '#server/db/embedded/cluster.ts';
import { findDatabasePaths } from '#server/db/embedded/paths.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { openDb, openPool, type DatabaseAddress } from '#server/db/pool.ts';
import { openSecretStore } from '#server/db/secret-store.ts';
import type { Deps } from '#server/deps.ts';
import { jobs } from '#server/jobs/jobs-repository.ts';
import { openHub } from '#server/live/hub.ts';
import { createDerivatives, derivativesOf } from '#server/media/derivatives.ts';
import { derivePicture } from '#server/media/derive-picture.ts';
import type { DerivePool } from '#server/media/derive-pool.ts';
import { cachePictures } from '#server/storage/cached.ts';
import { createDiskSpace } from '#server/storage/disk-space.ts';
import { openStorage } from '#server/storage/open.ts';
import { uuid7 } from '#server/uuid.ts';
import type { Environment } from '#server/variables.ts';

export interface TestDeps extends Deps {
  connection: DatabaseAddress;
  storageDir: string;
  /** Ends the database and removes its data. */
  dispose(): Promise<void>;
}

/** The database that all others are copied from: migrated, and otherwise empty. */
const TEMPLATE = 'unit_template';

interface TestDatabase {
  connection: EmbeddedDatabase['connection'];
  end(): Promise<void>;
}

/**
 * The dependencies of operations, on a database that nobody else uses and a temporary folder. Pictures are decoded in this process.
 * @param own `cluster`: for a test that ends the database's processes, or reads more than its own database. Takes seconds
 */
export async function openTestDeps(env: Environment = {}, own: 'database' | 'cluster' = 'database'): Promise<TestDeps> {
  const dataDir = temporaryFolder();
  const config = readConfig({ DATA_DIR: dataDir, NODE_ENV: 'test', LOG_LEVEL: 'silent', ...bucketOf(dataDir), ...env });
  const log = pino({ level: 'silent' });
  const database = own === 'cluster' ? await ownCluster(dataDir) : (free.pop() ?? (await copyOfTemplate()));
  const { connection } = database;
  const pool = openPool(connection, log);
  const hub = await openHub(connection, log);
  const storageDir = path.join(dataDir, 'photos');
  const { storage, close: closeCache } = cachePictures(await openStorage(config, () => undefined), config, log);
  const db = openDb(pool);
  const deps: TestDeps = {
    config,
    log,
    pool,
    db,
    secrets: openSecretStore(db, Buffer.alloc(32, 7)),
    storage,
    jobs,
    hub,
    metrics: null,
    tracing: null,
    connection,
    storageDir,
    async dispose() {
      await closeCache();
      await hub.close();
      await pool.end();
      if (own === 'cluster' || !(await emptyDatabase(connection))) await database.end();
      else free.push(database);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  derivativesOf(deps, () => createDerivatives(deps, inProcessDerivePool, createDiskSpace(config)));
  return deps;
}

/** In the project `s3` (vitest.config.ts), a part of its bucket that nobody else uses. */
function bucketOf(dataDir: string): Environment {
  const bucket = inject('bucket');
  return bucket === undefined ? {} : { ...bucket, S3_PREFIX: path.basename(dataDir) };
}

/** Decodes pictures in this process, which spares each file the start of another one. */
export const inProcessDerivePool: DerivePool = {
  run: async ({ file, ...task }) => derivePicture({ ...task, file: await readFile(file) }),
  close: () => undefined,
};

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'ais-unit-'));
  // Root's database user must pass through.
  chmodSync(folder, 0o711);
  return folder;
}

/** A cluster with a migrated database. It dies with this process. */
async function ownCluster(dataDir: string): Promise<TestDatabase> {
  const paths = findDatabasePaths(dataDir, null);
  const cluster = await startCluster(paths, () => undefined);
  // The database runs detached: a test run that is cut must not leave it behind.
  const kill = () => process.kill(cluster.pid(), 'SIGKILL');
  process.once('exit', kill);
  const log = pino({ level: 'silent' });
  await migrateDatabase(cluster.connection, log);
  const pool = openPool(cluster.connection, log);
  await seedRolePermissions(openDb(pool));
  await pool.end();
  return {
    connection: cluster.connection,
    async end() {
      await cluster.stop();
      process.off('exit', kill);
      for (const folder of [paths.folder, paths.socketDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function withClient<T>(connection: DatabaseAddress, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function asAdministrator(cluster: EmbeddedDatabase['connection'], statement: string): Promise<void> {
  await withClient({ ...cluster, database: 'postgres' }, (client) => client.query(statement));
}

/** Nothing in it outlives the run: no machine's crash is prepared for, and nothing is tidied. A test that ends a database has a cluster of its own. */
const nonDurableSettings = [
  'fsync = off',
  'synchronous_commit = off',
  'full_page_writes = off',
  `max_wal_size = '4GB'`,
  'autovacuum = off',
];

/** One cluster for all tests of a run, with the template in it. */
export async function startSharedCluster(): Promise<TestDatabase> {
  const dataDir = temporaryFolder();
  const { connection, end } = await ownCluster(dataDir);
  await asAdministrator(connection, `alter database ${connection.database} rename to ${TEMPLATE}`);
  await asAdministrator(connection, `alter database ${TEMPLATE} is_template true allow_connections false`);
  for (const setting of nonDurableSettings) await asAdministrator(connection, `alter system set ${setting}`);
  await asAdministrator(connection, 'select pg_reload_conf()');
  return {
    connection,
    async end() {
      await end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Emptied databases of this worker, for the next files: to empty one costs a thirtieth of a copy of the template. */
const free: TestDatabase[] = [];
/** The tables of the template and the rows of those that are not empty. */
let template: { tables: string[]; rows: Map<string, unknown> } | undefined;

async function copyOfTemplate(): Promise<TestDatabase> {
  const made = await createDatabase(TEMPLATE);
  template ??= await withClient(made.connection, async (client) => {
    const rows = new Map<string, unknown>();
    const tables = await listTables(client);
    for (const table of tables) {
      const { rows: found } = await client.query<{ rows: unknown }>(`select json_agg(t) as rows from ${table} t`);
      if (found[0]?.rows) rows.set(table, found[0].rows);
    }
    return { tables, rows };
  });
  return made;
}

async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema', 'drizzle') order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Beyond this, dead rows would slow down the tests of the next files. */
const MOST_BYTES = 8_000_000;

/**
 * Makes a database what the template is.
 * @returns false if that takes more than a new copy: its tables are others, or large
 */
function emptyDatabase(connection: DatabaseAddress): Promise<boolean> {
  return withClient(connection, async (client) => {
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    const tables = await listTables(client);
    if (!template || tables.join() !== template.tables.join()) return false;
    const sizes = tables.map((table) => `pg_table_size('${table}')`).join(' + ');
    const { rows } = await client.query<{ bytes: string }>(`select ${sizes} as bytes`);
    if (Number(rows[0]?.bytes) > MOST_BYTES) return false;
    await client.query('begin');
    // Neither triggers nor foreign keys: the trail refuses to be deleted.
    await client.query('set local session_replication_role = replica');
    await client.query(tables.map((table) => `delete from ${table}`).join(';'));
    for (const [table, kept] of template.rows)
      await client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [JSON.stringify(kept)]);
    await client.query(
      `select setval(format('%I.%I', schemaname, sequencename), start_value, false) from pg_sequences where schemaname = 'public'`,
    );
    await client.query('commit');
    return true;
  });
}

/** With no table in it, for a test of the migrations. */
export const createEmptyDatabase = () => createDatabase('template0');

async function createDatabase(template: string): Promise<TestDatabase> {
  const cluster = inject('cluster');
  const database = `unit_${uuid7().replaceAll('-', '')}`;
  await asAdministrator(cluster, `create database ${database} template ${template} strategy file_copy`);
  return {
    connection: { ...cluster, database },
    end: () => asAdministrator(cluster, `drop database ${database} with (force)`),
  };
}
