// A PostgreSQL of our own for unit tests of what only a real database shows: locks, transactions, notifications.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { memberships, organizations, users } from '#server/db/schema.ts';
import { startCluster } from '#server/db/embedded/cluster.ts';
import { findPlace } from '#server/db/embedded/place.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { openDb, openPool, type Connection } from '#server/db/pool.ts';
import { readConfig, type Environment } from '#server/config.ts';
import { seedRolePermissions } from '#server/accounts/role-permissions.ts';
import type { Deps } from '#server/deps.ts';
import { jobs } from '#server/jobs/runner.ts';
import { openEventHub } from '#server/photos/hub.ts';
import { openLocalStorage } from '#server/storage/local.ts';
import { uuid7 } from '#server/uuid.ts';

export interface TestDeps extends Deps {
  connection: Connection;
  storageDir: string;
  /** Ends the database and removes its data. */
  dispose(): Promise<void>;
}

/** Takes a few seconds. Everything lies in a temporary folder. */
export async function openTestDeps(env: Environment = {}): Promise<TestDeps> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ais-unit-'));
  // Root's database user must pass through.
  chmodSync(dataDir, 0o711);
  const config = readConfig({ DATA_DIR: dataDir, NODE_ENV: 'test', LOG_LEVEL: 'silent', ...env });
  const log = pino({ level: 'silent' });
  const place = findPlace(dataDir, null);
  const cluster = await startCluster(place, () => undefined);
  // The database runs detached: a test run that is cut must not leave it behind.
  const end = () => process.kill(cluster.pid(), 'SIGKILL');
  process.once('exit', end);
  await migrateDatabase(cluster.connection, log);
  const pool = openPool(cluster.connection, log);
  const db = openDb(pool);
  await seedRolePermissions(db);
  const hub = await openEventHub(cluster.connection, log);
  const storageDir = path.join(dataDir, 'photos');
  const storage = await openLocalStorage(storageDir);
  return {
    config,
    log,
    pool,
    db,
    storage,
    jobs,
    hub,
    connection: cluster.connection,
    storageDir,
    async dispose() {
      await hub.close();
      await pool.end();
      await cluster.stop();
      process.off('exit', end);
      for (const folder of [place.folder, place.socketDir, dataDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function addUser(deps: Deps, firstName = 'Ana'): Promise<string> {
  const id = uuid7();
  await deps.db.insert(users).values({ id, email: `${id}@unit.test`, passwordHash: '', firstName, lastName: 'Test' });
  return id;
}

/** An active organization with one active admin. */
export async function addOrganization(deps: Deps): Promise<{ id: string; adminId: string }> {
  const id = uuid7();
  const adminId = await addUser(deps, 'Olga');
  await deps.db.insert(organizations).values({ id, name: 'Unit', status: 'active' });
  await deps.db.insert(memberships).values({ id: uuid7(), organizationId: id, userId: adminId, role: 'organization' });
  return { id, adminId };
}
