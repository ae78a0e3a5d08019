// Hanging, slow and refused requests block nothing else, and resume when their cause is gone.
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
import { OutboxServer } from '#tests/support/outbox-server.ts';
import { isFullTier } from '#tests/support/tier.ts';
import { drain } from './drain.ts';
import { enqueuePhoto } from './enqueue.ts';
import { resetBackoffAndNotify } from './queue.ts';
import type { NewShot, PhotoRecord } from './record.ts';

const MB = 1024 * 1024;
/** No photo waits longer than this beyond its own fault. */
const LIMIT = 10_000;

// Minutes pass in each of these, and a busy machine takes its time over them.
vi.setConfig({ testTimeout: 30_000 });

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

test('one hanging commit blocks no later shots', async () => {
  const [slow] = await take(shot('slow'));
  server.intercept = async (request, route) => ((await commitOf(request, route)) === slow!.id ? after(28_000) : undefined);
  closePage = openPage();
  await advanceClock(1000);
  const since = performance.now();
  const later = await take(...many(5, (index) => shot(`later ${index}`)));
  expect(await longest(later, since)).toBeLessThan(LIMIT);
  expect(server.storedAt.has(slow!.id)).toBe(false);
  expect((await longest([slow!], since)) - 28_000).toBeLessThan(LIMIT);
});

test('a commit without an answer is retried before the timeout of the call', async () => {
  const [photo] = await take(shot('one'));
  let asked = 0;
  server.intercept = (request, route) => (isCommit(route) && (asked += 1) === 1 ? neverAnswers(request) : undefined);
  closePage = openPage();
  expect(await longest([photo!], performance.now())).toBeLessThan(20_000);
});

test.each(isFullTier ? [1, 4] : [1])(
  '%i photos of 9 MB over a line of four seconds a request, and five small ones shot after them',
  async (count) => {
    const large = await take(...many(count, () => shotOfSize(9 * MB)));
    server.intercept = () => after(4000);
    const begun = performance.now();
    closePage = openPage();
    await advanceClock(5000);
    const since = performance.now();
    const small = await take(...many(5, (index) => shot(`small ${index}`)));
    // Creation and commit, at three places and then two: four requests of four seconds.
    expect((await longest(small, since)) - 16_000).toBeLessThan(LIMIT);
    expect(await longest(large, begun)).toBeLessThan(180_000);
    expect(server.log.filter((route) => route.startsWith('PATCH')).length).toBeLessThan(12 * count);
  },
);

test('a proxy that cuts bodies over 100 kB lets a photo through in one attempt', async () => {
  const [large] = await take(shotOfSize(2 * MB));
  server.intercept = async (request) => ((await request.clone().arrayBuffer()).byteLength > 100_000 ? networkError() : undefined);
  closePage = openPage();
  await advanceClock(3000);
  expect(server.storedAt.has(large!.id)).toBe(true);
});

test('what hangs is broken off when the network comes back, and sent again at once', async () => {
  const [photo] = await take(shot('one'));
  server.intercept = (request) => (request.url.includes('/api/') ? neverAnswers(request) : undefined);
  closePage = openPage();
  await advanceClock(4500);
  server.intercept = () => undefined;
  const since = performance.now();
  await resetBackoffAndNotify(ANA);
  expect(await longest([photo!], since)).toBeLessThan(1000);
});

test('a network that drops requests silently and recovers silently', async () => {
  const photos = await take(...many(3, (index) => shot(`photo ${index}`)));
  server.intercept = (request) => (request.url.includes('/healthz') ? networkError() : neverAnswers(request));
  closePage = openPage();
  await advanceClock(20_000);
  server.intercept = () => undefined;
  expect(await longest(photos, performance.now())).toBeLessThan(LIMIT);
});

test('a shot that is taken while another is under way joins it', async () => {
  await take(shot('one'));
  server.intercept = (_request, route) => (isCommit(route) ? after(3000) : undefined);
  const pass = drain();
  await advanceClock(1000);
  const [second] = await take(shot('two'));
  await advanceClock(200);
  expect(server.log.filter((route) => route === 'POST /api/v1/uploads')).toHaveLength(2);
  await advanceClock(6000);
  expect(await pass).toMatchObject({ left: 0 });
  expect(server.storedAt.has(second!.id)).toBe(true);
});
