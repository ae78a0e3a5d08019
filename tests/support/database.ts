// A real database for unit tests of what only one shows: locks, transactions, notifications. One cluster a run, a database a file.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { inject } from 'vitest';
import { seedRolePermissions } from '#server/accounts/role-permissions.ts';
import { readConfig } from '#server/config.ts';
import { startCluster, type EmbeddedDatabase } from '#server/db/embedded/cluster.ts';
import { findDatabasePaths } from '#server/db/embedded/paths.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { openDb, openPool, type DatabaseAddress } from '#server/db/pool.ts';
import { users } from '#server/db/schema/accounts.ts';
import { subscriptions } from '#server/db/schema/billing.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import type { Deps } from '#server/deps.ts';
import { jobs } from '#server/jobs/runner.ts';
import { openHub } from '#server/live/hub.ts';
import { openLocalStorage } from '#server/storage/local.ts';
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
 * What an operation is given, on a database of its own: a copy of the run's template, which takes milliseconds. Everything else lies in a
 * temporary folder.
 * @param own `cluster`: for a test that ends the database's processes, or looks at more than its own database. Takes seconds
 */
export async function openTestDeps(env: Environment = {}, own: 'database' | 'cluster' = 'database'): Promise<TestDeps> {
  const dataDir = temporaryFolder();
  const config = readConfig({ DATA_DIR: dataDir, NODE_ENV: 'test', LOG_LEVEL: 'silent', ...env });
  const log = pino({ level: 'silent' });
  const database = own === 'cluster' ? await ownCluster(dataDir) : await copyOfTemplate();
  const { connection } = database;
  const pool = openPool(connection, log);
  const hub = await openHub(connection, log);
  const storageDir = path.join(dataDir, 'photos');
  const storage = await openLocalStorage(storageDir);
  return {
    config,
    log,
    pool,
    db: openDb(pool),
    storage,
    jobs,
    hub,
    connection,
    storageDir,
    async dispose() {
      await hub.close();
      await pool.end();
      await database.end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

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

async function asAdministrator(cluster: EmbeddedDatabase['connection'], statement: string): Promise<void> {
  const client = new pg.Client({ ...cluster, database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Nothing in it outlives the run: no machine's crash is prepared for, and nothing is tidied. A test that ends a database has a cluster of its own. */
const forNobody = ['fsync = off', 'synchronous_commit = off', 'full_page_writes = off', `max_wal_size = '4GB'`, 'autovacuum = off'];

/** One cluster for all tests of a run, with the template in it. */
export async function startSharedCluster(): Promise<TestDatabase> {
  const dataDir = temporaryFolder();
  const { connection, end } = await ownCluster(dataDir);
  await asAdministrator(connection, `alter database ${connection.database} rename to ${TEMPLATE}`);
  await asAdministrator(connection, `alter database ${TEMPLATE} is_template true allow_connections false`);
  for (const setting of forNobody) await asAdministrator(connection, `alter system set ${setting}`);
  await asAdministrator(connection, 'select pg_reload_conf()');
  return {
    connection,
    async end() {
      await end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const copyOfTemplate = () => createDatabase(TEMPLATE);

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

export async function addUser(deps: Deps, firstName = 'Ana', role: 'user' | 'super_admin' = 'user'): Promise<string> {
  const id = uuid7();
  await deps.db.insert(users).values({ id, email: `${id}@unit.test`, passwordHash: '', firstName, lastName: 'Test', role });
  return id;
}

/** An active organization with one active admin, on the plan that sets the fewest limits. */
export async function addOrganization(deps: Deps): Promise<{ id: string; adminId: string }> {
  const id = uuid7();
  const adminId = await addUser(deps, 'Olga');
  await deps.db.insert(organizations).values({ id, name: 'Unit', status: 'active' });
  await deps.db.insert(subscriptions).values({ organizationId: id, planId: 'studio' });
  await deps.db.insert(memberships).values({ id: uuid7(), organizationId: id, userId: adminId, role: 'organization' });
  return { id, adminId };
}
