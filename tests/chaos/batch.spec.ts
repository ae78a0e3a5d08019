// The server is killed while the images of a batch are made: none is made twice, none is missing, and each is paid once.
import type { components } from '#openapi/api.ts';
import { deliver, gallery } from '#tests/support/api.ts';
import { expect, test } from '#tests/support/chaos-fixtures.ts';
import { newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { expectStatus } from '#tests/support/events.ts';
import { ledgerOf, readBatch, startBatch, waitForBatch } from '#tests/support/generations.ts';
import { picture } from '#tests/support/pictures.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

type Schemas = components['schemas'];
const COUNT = 8;

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer({});
});
test.afterEach(async () => {
  const info = test.info();
  if (info.status !== info.expectedStatus) await info.attach('server log', { body: server.log() });
});
test.afterAll(() => server?.dispose());

test('killed twice, paused, and killed with its database: every photo is made and posted once, and paid once', async () => {
  // Four starts of a server, one of them with a recovery of its database.
  test.setTimeout(300_000);
  const night = await newIsolatedEvent(server.url);
  const guest = await night.newGuest();
  const ids: string[] = [];
  for (let at = 0; at < COUNT; at++) ids.push((await deliver(guest, night.id, await picture())).id);
  const read = () => gallery(guest, night.id);
  await expect.poll(async () => (await read()).every(({ state }) => state === 'ready'), { timeout: 60_000 }).toBe(true);

  const key = crypto.randomUUID();
  const asked = {
    style: 'oil',
    sources: ids.map((id) => ({ kind: 'photo' as const, id, event_id: night.id })),
    post_to_event_id: night.id,
  };
  const { id } = await startBatch(guest, asked, key);
  for (const [at, end] of [server.kill, server.kill, server.killWithDatabase].entries()) {
    await waitForBatch(guest, id, ({ made, status }) => made > at || status === 'done');
    await end();
    await server.restart();
  }
  await guest.call('POST', `/api/v1/generation-batches/${id}/pause`);
  await server.kill();
  await server.restart();
  expect(['paused', 'done'], 'a pause survives the kill').toContain((await readBatch(guest, id)).status);
  await guest.call('POST', `/api/v1/generation-batches/${id}/resume`);

  expect(await waitForBatch(guest, id, ({ status }) => status === 'done', 120_000)).toMatchObject({
    made: COUNT,
    posted: COUNT,
    failed: 0,
    credits: COUNT,
  });
  // Sent once more, as by a page that heard no answer: it is the same.
  expect((await startBatch(guest, asked, key)).id).toBe(id);
  const rows = await server.sql<{ id: string; source: string }>(
    `select id, request -> 'source' ->> 'id' as source from generations where batch_id = $1`,
    [id],
  );
  expect(rows.map(({ source }) => source).toSorted()).toEqual(ids.toSorted());
  for (const row of rows) expect(await ledgerOf(server, row.id)).toEqual(['reserve 1', 'settle 1', 'refund 0']);
  const images = expectStatus(await guest.call<Schemas['GeneratedImagePage']>('GET', '/api/v1/generated-images'), 200, 'images').items;
  expect(images).toHaveLength(COUNT);
  expect((await read()).filter(({ source }) => source === 'generated')).toHaveLength(COUNT);
  const credits = expectStatus(await guest.call<Schemas['Credits']>('GET', '/api/v1/credits'), 200, 'credits');
  expect(credits).toMatchObject({ used: COUNT, reserved: 0 });
});
