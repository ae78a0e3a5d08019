import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploads } from '#server/db/schema/photos.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUser } from '#tests/support/factories/database.ts';
import { copyOut, listTables } from './tables.ts';

let deps: TestDeps;
let client: pg.Client;
beforeAll(async () => {
  deps = await openTestDeps();
  client = new pg.Client(deps.connection);
  await client.connect();
}, 60_000);
afterAll(async () => {
  await client.end();
  await deps.dispose();
});

test('unfinished uploads are in a backup without their bytes, and nobody uses them', async () => {
  const inspection = { bytes: 5, sha256: 'a'.repeat(64), crc32: 1, header: null };
  const state = { pieces: [{ key: 'uploads/half/piece', bytes: 5 }], received: 5, inspection, lease: uuid7(), leasedUntil: new Date() };
  await deps.db.insert(uploads).values({ id: 'half', userId: await createUser(deps), bytes: 10, ...state });
  const table = (await listTables(client)).find(({ name }) => name === 'public.uploads');
  // The rows that the statement copies.
  const query = copyOut(table!)
    .replace(/^copy \(/, '')
    .replace(/\) to stdout$/, '');
  const { rows } = await client.query(query);
  expect(rows).toMatchObject([{ id: 'half', bytes: '10', pieces: null, inspection: null, lease: null, leased_until: null }]);
});
