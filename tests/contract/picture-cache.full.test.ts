// A server with a bucket that is killed: its cached pictures are there again, and still nobody gets one without the right to it.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoEvents } from '#server/seed/ids.ts';
import { deliver, freshSignIn, type Person } from '#tests/support/api.ts';
import { FaultProxy } from '#tests/support/fault-proxy.ts';
import { picture } from '#tests/support/pictures.ts';
import { waitUntil } from '#tests/support/processes.ts';
import { type S3Server, startS3Server } from '#tests/support/s3-server.ts';
import { makeDataDir, startServerOn, type TestServer } from '#tests/support/server-process.ts';

const event = demoEvents.live;
const dataDir = makeDataDir();
let s3: S3Server;
let proxy: FaultProxy;
let server: TestServer;
beforeAll(async () => {
  s3 = await startS3Server();
  proxy = await FaultProxy.start(s3.endpoint);
  server = await startServerOn(dataDir, { isDurable: false, env: { ...s3.env, S3_ENDPOINT: proxy.url } });
}, 180_000);
afterAll(async () => {
  await server.dispose();
  await proxy.close();
  await s3.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

const addressOf = (id: string) => `/api/v1/event/${event}/photos/${id}`;
const previewOf = (person: Person, id: string) => person.fetch(`${addressOf(id)}/preview`);
/** How often the bucket was asked for the preview. */
const downloads = (id: string) => proxy.count('GET', new RegExp(`${id}/preview\\.jpg`));
const cached = () => {
  const root = path.join(dataDir, 'cache', 'pictures');
  return existsSync(root) ? readdirSync(root, { recursive: true }).filter((name) => /^[0-9a-f]{2}\/[0-9a-f]{62}$/.test(String(name))) : [];
};

async function deliverReady(owner: Person): Promise<string> {
  const { id } = await deliver(owner, event, await picture());
  await waitUntil(
    async () => (await owner.call<{ state: string }>('GET', addressOf(id))).body.state === 'ready',
    60_000,
    () => 'the photo was not prepared in time',
    100,
  );
  return id;
}

test('after a kill the pictures come from the disk, and deleted or removed photos from nowhere', async () => {
  const owner = await freshSignIn(server.url, 'owner@demo.test');
  const [deleted, removed] = [await deliverReady(owner), await deliverReady(owner)];
  const guest = await freshSignIn(server.url, 'user@demo.test');
  const before = await Promise.all([deleted, removed].map(async (id) => Buffer.from(await (await previewOf(guest, id)).arrayBuffer())));
  await waitUntil(
    () => cached().length === 2,
    10_000,
    () => `${cached().length} pictures are cached`,
  );

  await server.kill();
  await server.restart();
  for (const [index, id] of [deleted, removed].entries()) {
    const again = await previewOf(guest, id);
    expect([again.status, Buffer.from(await again.arrayBuffer()).equals(before[index]!), downloads(id)]).toEqual([200, true, 1]);
  }

  expect((await owner.call('DELETE', addressOf(deleted))).status).toBe(204);
  const platform = await freshSignIn(server.url, 'super@demo.test');
  const takeDown = `/api/v1/platform/events/${event}/photos/${removed}/take-down`;
  expect((await platform.call('POST', takeDown, { json: { reason: 'A person in it asked for it.' } })).status).toBeLessThan(300);
  expect(cached()).toHaveLength(2);
  for (const id of [deleted, removed]) expect((await previewOf(guest, id)).status).toBe(410);
  expect(server.log()).not.toContain('cache of pictures');
}, 180_000);
