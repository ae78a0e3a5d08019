import { once } from 'node:events';
// The first start as a person meets it: `npm start` without a variable.
import { existsSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { demoEvents } from '#server/seed/ids.ts';
import { signIn } from '#tests/support/api.ts';
import { makeDataDir, startServerOn } from '#tests/support/server-process.ts';

const folders: string[] = [];
const folder = () => {
  const made = makeDataDir();
  folders.push(made);
  return made;
};
afterAll(() => folders.forEach((made) => rmSync(made, { recursive: true, force: true })));

test('a port that is taken is reported before a database is created', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const dataDir = folder();
  await expect(startServerOn(dataDir, { port })).rejects.toThrow(`PORT ${port} is taken by another program: set PORT to a free one.`);
  expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false);
  other.close();
});

test('the night of the demo is on when it is made, with photos of the hours before', async () => {
  const before = Date.now();
  const server = await startServerOn(folder(), { env: { NODE_ENV: 'development' } });
  try {
    const member = await signIn(server.url, 'member@demo.test');
    const get = async <Body>(address: string) => (await member.call<Body>('GET', address)).body;
    const event = await get<components['schemas']['Event']>(`/api/v1/event/${demoEvents.live}`);
    const begins = Date.parse(event.starts_at);
    expect([event.status, begins < before, begins + event.duration * 3_600_000 > Date.now()]).toEqual(['live', true, true]);
    const { items } = await get<components['schemas']['PhotoPage']>(`/api/v1/event/${demoEvents.live}/photos`);
    expect(items.length).toBeGreaterThan(20);
    for (const { taken_at: takenAt } of items)
      expect([takenAt, Date.parse(takenAt) > begins && Date.parse(takenAt) < before]).toEqual([takenAt, true]);
  } finally {
    await server.stop();
  }
  expect(server.log()).toMatch(/^Stopping …$[^]*^AI Image Suite has stopped$/m);
}, 180_000);
