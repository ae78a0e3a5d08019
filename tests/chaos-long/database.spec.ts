// Twenty restarts of the database under load: of the embedded one, and of one that the server was given by its address.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startCluster } from '#server/db/embedded/cluster.ts';
import { findDatabasePaths } from '#server/db/embedded/paths.ts';
import { expect, test, testWithServer } from '#tests/support/chaos-fixtures.ts';
import { ask, maxConnections, restartUnderLoad, countStored, WRITES_POOL, type DatabaseAddress } from '#tests/support/database-restarts.ts';
import { isAlive } from '#tests/support/processes.ts';
import { reportCounts } from '#tests/support/report-counts.ts';
import { makeDataDir, startServerOn, type TestServer } from '#tests/support/server-process.ts';

const RESTARTS = 20;

async function survives(server: TestServer, address: DatabaseAddress): Promise<void> {
  const pid = server.pid();
  const toll = await restartUnderLoad(server, address, RESTARTS);
  expect(isAlive(pid), 'the server lives').toBe(true);
  const all = toll.acknowledged.size;
  await expect.poll(() => countStored(address, toll), { timeout: 300_000 }).toEqual({ stored: all, ready: all });
  const pool = await maxConnections(server, address);
  expect(await server.stop()).toBe(0);
  const answers = [...toll.answers].map(([status, count]) => `${count} × ${status}`).join(', ');
  reportCounts(
    `${RESTARTS} restarts: ${all} acknowledged, ${all} stored and derived, pool ${pool} of ${WRITES_POOL}, answers ${answers}, exit 0`,
  );
  expect(pool).toBe(WRITES_POOL);
}

testWithServer('the embedded database restarted twenty times', async ({ server }) => {
  const address = { host: path.join(server.dataDir, 'run'), port: 5432, user: 'postgres', database: 'ai_image_suite' };
  const pid = async () =>
    Number((await ask<{ pid: string }>(address, `select split_part(pg_read_file('postmaster.pid'), E'\n', 1) as pid`))[0]!.pid);
  const first = await pid();
  await survives(server, address);
  expect(isAlive(first)).toBe(false);
  await expect(ask(address, 'select 1')).rejects.toThrow();
});

test('an embedded database restarted twenty times', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ais-own-'));
  chmodSync(folder, 0o711);
  const cluster = await startCluster(findDatabasePaths(folder, null), () => undefined);
  const dataDir = makeDataDir();
  try {
    const { host, database } = cluster.connection;
    const server = await startServerOn(dataDir, {
      env: { DATABASE_URL: `postgres://postgres@localhost/${database}?host=${encodeURIComponent(host)}` },
    });
    try {
      await survives(server, cluster.connection);
      expect(await ask(cluster.connection, 'select 1')).toHaveLength(1);
    } finally {
      await server.dispose();
    }
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  }
});
