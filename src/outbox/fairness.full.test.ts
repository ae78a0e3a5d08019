// Like fairness.test.ts, with more photos and longer: hanging, slow and refused requests block nothing else, and resume when their cause is gone.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  after,
  ANA,
  advanceClock,
  emptyPhone,
  neverAnswers,
  removeFakeClock,
  newPhone,
  openPage,
  networkError,
  shot,
  shotOfSize,
  installFakeClock,
} from '#tests/support/outbox-phone.ts';
import { OutboxServer, portalPage } from '#tests/support/outbox-server.ts';
import { enqueuePhoto } from './enqueue.ts';
import { listPendingPhotos } from './queue.ts';
import type { NewShot, PhotoRecord } from './record.ts';

const MB = 1024 * 1024;
/** No photo waits longer than this beyond its own fault. */
const LIMIT = 10_000;

// Minutes pass in each of these, and a busy machine takes its time over them.
vi.setConfig({ testTimeout: 60_000 });

let server: OutboxServer;
let uninstall: () => void;
let closePage: () => Promise<void> = async () => {};

beforeEach(async () => {
  server = new OutboxServer();
  uninstall = server.install();
  await newPhone();
  installFakeClock();
});

afterEach(async () => {
  await closePage();
  closePage = async () => {};
  removeFakeClock();
  uninstall();
  await emptyPhone();
});

const take = async (...shots: NewShot[]): Promise<PhotoRecord[]> => {
  const records = [];
  for (const one of shots) records.push(await enqueuePhoto(one));
  return records;
};
const many = (count: number, make: (index: number) => NewShot) => Array.from({ length: count }, (_, index) => make(index));
const allStored = (records: readonly PhotoRecord[]) => records.every(({ id }) => server.storedAt.has(id));

/** Lets time pass until they are all stored. Returns how long the last of them took from `since` on. */
async function longest(records: readonly PhotoRecord[], since: number, limit = 600_000): Promise<number> {
  await advanceClock(limit, () => allStored(records));
  expect(records.map(({ id }) => server.storedAt.has(id))).toEqual(records.map(() => true));
  return Math.max(...records.map(({ id }) => server.storedAt.get(id)!)) - since;
}

const isCommit = (route: string) => route.startsWith('POST') && route.endsWith('/photos');
const commitOf = async (request: Request, route: string) =>
  isCommit(route) ? ((await request.clone().json()) as { id: string }).id : null;

test('six commits that hang for ever, and ten good photos behind them', async () => {
  const bad = await take(...many(6, (index) => shot(`bad ${index}`)));
  const good = await take(...many(10, (index) => shot(`good ${index}`)));
  const hanging = new Set(bad.map(({ id }) => id));
  let heal: (reason: Error) => void = () => {};
  const healed = new Promise<never>((_resolve, reject) => (heal = reject));
  healed.catch(() => undefined);
  server.intercept = async (request, route) =>
    hanging.has((await commitOf(request, route)) ?? '') ? Promise.race([neverAnswers(request), healed]) : undefined;
  const since = performance.now();
  closePage = openPage();
  expect(await longest(good, since)).toBeLessThan(LIMIT);
  await advanceClock(60_000);
  heal(new TypeError('Failed to fetch'));
  hanging.clear();
  expect(await longest(bad, performance.now())).toBeLessThan(LIMIT);
});

test('six photos whose creation is cut, before ten good ones: they follow once fixed', async () => {
  const bad = await take(...many(6, (index) => shotOfSize(2000 + index)));
  const good = await take(...many(10, () => shotOfSize(9000)));
  const killers = new Set(bad.map(({ bytes }) => String(bytes)));
  server.intercept = (request) => (killers.has(request.headers.get('upload-length') ?? '') ? networkError() : undefined);
  const since = performance.now();
  closePage = openPage();
  expect(await longest(good, since)).toBeLessThan(LIMIT);
  await advanceClock(120_000);
  killers.clear();
  const healed = performance.now();
  expect(await longest(bad, healed)).toBeLessThan(LIMIT);
});

test('twelve photos of 3 MB through a proxy with a limit of 1 MB, before five small ones: all arrive without asking for a sign-in', async () => {
  const large = await take(...many(12, () => shotOfSize(3 * MB)));
  const small = await take(...many(5, (index) => shot(`small ${index}`)));
  let refusals = 0;
  server.intercept = async (request) => {
    await after(50);
    if ((await request.clone().arrayBuffer()).byteLength <= 1_000_000) return undefined;
    refusals += 1;
    return portalPage(413);
  };
  const since = performance.now();
  closePage = openPage();
  expect(await longest(small, since)).toBeLessThan(LIMIT);
  await advanceClock(3000);
  expect((await listPendingPhotos(ANA)).map(({ lastError }) => lastError?.code)).not.toContain('portal');
  await longest(large, since, 60_000);
  expect(refusals).toBeLessThan(12);
});

test('a line that is dead for ten minutes costs a few looks, and all goes at once when it is back', async () => {
  const photos = await take(...many(20, (index) => shot(`photo ${index}`)));
  server.intercept = () => networkError();
  closePage = openPage();
  await advanceClock(600_000);
  expect(server.log.length, 'photos tried').toBeLessThanOrEqual(8);
  expect(server.reachabilityChecks, 'looks at the server').toBeLessThan(160);
  server.intercept = () => undefined;
  const since = performance.now();
  expect(await longest(photos, since)).toBeLessThan(LIMIT);
});

test('photos refused by an intermediary while the server answers are sent once it is gone', async () => {
  const photos = await take(...many(3, (index) => shot(`photo ${index}`)));
  server.intercept = (_request, route) => (isCommit(route) ? portalPage(503) : undefined);
  closePage = openPage();
  await advanceClock(300_000);
  expect(server.log.filter(isCommit).length, 'without hammering').toBeLessThan(80);
  server.intercept = () => undefined;
  expect(await longest(photos, performance.now())).toBeLessThan(LIMIT);
});
