// The database restarts while people deliver and photos are derived.
import path from 'node:path';
import { expect, testWithServer as test } from '#tests/support/chaos-fixtures.ts';
import { ask, maxConnections, restartUnderLoad, countStored, WRITES_POOL } from '#tests/support/database-restarts.ts';
import { isAlive } from '#tests/support/processes.ts';

test('database restarted under load: every acknowledged photo is there, the pool is whole, the server stops cleanly', async ({
  server,
}) => {
  const address = { host: path.join(server.dataDir, 'run'), port: 5432, user: 'postgres', database: 'ai_image_suite' };
  const pid = server.pid();
  const toll = await restartUnderLoad(server, address, 4);
  expect(isAlive(pid), 'the server lives').toBe(true);
  expect(toll.acknowledged.size).toBeGreaterThan(3);
  expect([...toll.answers.keys()].filter((status) => status === 500)).toEqual([]);
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
  await expect
    .poll(() => countStored(address, toll), { timeout: 90_000 })
    .toEqual({ stored: toll.acknowledged.size, ready: toll.acknowledged.size });
  expect(await maxConnections(server, address)).toBe(WRITES_POOL);

  const [row] = await ask<{ pid: string }>(address, `select split_part(pg_read_file('postmaster.pid'), E'\n', 1) as pid`);
  expect(await server.stop()).toBe(0);
  expect(isAlive(Number(row!.pid)), 'the database runs on').toBe(false);
});
