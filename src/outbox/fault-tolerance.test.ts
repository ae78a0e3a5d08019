// Clock jumps, proxies, full storage, restored events: every shot is delivered.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setPageVisible, monotonicNow } from '#src/lib/monotonic-clock.ts';
import {
  ANA,
  advanceClock,
  emptyPhone,
  EVENT,
  removeFakeClock,
  newPhone,
  openPage,
  networkError,
  shot,
  shotOfSize,
  installFakeClock,
} from '#tests/support/outbox-phone.ts';
import { json, OutboxServer, problem } from '#tests/support/outbox-server.ts';
import { isFullTier } from '#tests/support/tier.ts';
import { withDb } from './db.ts';
import { drain } from './drain.ts';
import { enqueuePhoto, enqueueLike } from './enqueue.ts';
import { enqueueGeneration } from './generations.ts';
import { listPendingGenerations } from './queue-management.ts';
import { countsFor, unparkPhotosOfEvents, listPendingLikes, listPendingPhotos, retryAll } from './queue.ts';
import type { GenerationRecord } from './record.ts';

const DAY = 24 * 3600_000;
const LIMIT = 10_000;

// Minutes pass in some of these, and a busy machine takes its time over them.
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

const isCommit = (route: string) => route.startsWith('POST') && route.endsWith('/photos');
const GENERATIONS = 'POST /api/v1/generations';
const generation = {
  id: '0199aa00-0000-7000-8000-000000000b01',
  account: ANA,
  body: { model: 'builtin:illustrator', prompt: 'A cat', source: null, organization_id: null } as unknown as GenerationRecord['body'],
  modelName: 'Clip art',
};
const setClock = (by: number) => vi.setSystemTime(Date.now() + by);

test.each([DAY, 10 * 60_000])('a clock %i ms ahead for six seconds offline delays nothing once it is right', async (ahead) => {
  setClock(ahead);
  server.intercept = () => networkError();
  for (const name of ['1', '2', '3']) await enqueuePhoto(shot(name));
  closePage = openPage();
  await advanceClock(6000);
  // A photo may have been claimed, and its lease written, at any moment.
  await withDb(async (db) => {
    for (const photo of await db.getAll('photos'))
      await db.put('photos', { ...photo, attempts: 3, nextAttemptAt: Date.now() + 8000, notBefore: Date.now() });
  });
  setClock(-ahead);
  server.intercept = () => undefined;
  await advanceClock(LIMIT);
  expect(await countsFor(ANA, EVENT)).toMatchObject({ waiting: 0, stored: 3 });
});

test('records of an earlier release with deadlines of a clock that was ahead drain', async () => {
  const record = await enqueuePhoto(shot('old'));
  await withDb(async (db) => {
    const { moment: _a, scheduledAt: _b, ...old } = (await db.get('photos', record.id))!;
    const ahead = Date.now() + DAY;
    const lease = { owner: 'somebody', expiresAt: ahead };
    await db.put('photos', { ...old, attempts: 4, nextAttemptAt: ahead, notBefore: ahead, lease } as typeof record);
  });
  await drain();
  expect(server.photos.has(record.id)).toBe(true);
});

test.each([
  ['3600', 'everything'],
  ['3600', 'the commit'],
  ['Sat, 21 Nov 2099 23:00:00 GMT', 'the commit'],
])('a proxy’s page with Retry-After: %s that answers %s is forgotten when it is gone', async (value, what) => {
  await enqueuePhoto(shot('one'));
  const page = () => new Response('<html>', { status: 503, headers: { 'content-type': 'text/html', 'retry-after': value } });
  server.intercept = (_request, route) => (what === 'everything' || isCommit(route) ? page() : undefined);
  closePage = openPage();
  await advanceClock(4000);
  server.intercept = () => undefined;
  await advanceClock(LIMIT);
  expect(server.photos.size).toBe(1);
});

test('from the server is obeyed, also if the clock of the phone is a day behind', async () => {
  await enqueuePhoto(shot('one'));
  setClock(-DAY);
  const now = Date.now() + DAY;
  const dates = { 'retry-after': new Date(now + 20_000).toUTCString(), date: new Date(now).toUTCString() };
  server.intercept = (_request, route) => (isCommit(route) ? problem(503, 'unavailable', dates) : undefined);
  closePage = openPage();
  await advanceClock(30_000, () => server.log.some(isCommit));
  await advanceClock(1000);
  server.intercept = () => undefined;
  await advanceClock(17_000);
  expect(server.photos.size).toBe(0);
  await advanceClock(70_000);
  expect(server.photos.size).toBe(1);
});

test.each([400, 403, 404, 413, 418, 460])(
  'a stranger’s %i on the upload parks nothing, whatever headers it lets through',
  async (status) => {
    await enqueuePhoto(shotOfSize(300_000));
    const headers = { 'tus-resumable': '1.0.0', 'content-type': 'text/plain' };
    server.intercept = (request) => (request.method === 'PATCH' ? new Response('no', { status, headers }) : undefined);
    await drain();
    expect(await listPendingPhotos(ANA)).toMatchObject([{ state: 'waiting' }]);
    server.intercept = () => undefined;
    await retryAll(ANA);
    await drain();
    expect(server.photos.size).toBe(1);
  },
);

test('many wishes while the line refuses cost a handful of requests, and one when it is back', async () => {
  server.intercept = (request) => (request.url.includes('/like') ? networkError() : undefined);
  closePage = openPage();
  for (let i = 0; i < (isFullTier ? 201 : 41); i += 1) {
    await enqueueLike({ account: ANA, eventId: EVENT, photoId: 'photo-1', liked: i % 2 === 0, serverLiked: false });
    void drain();
    await advanceClock(250);
  }
  for (let i = 0; i < 50; i += 1)
    await enqueueLike({ account: ANA, eventId: EVENT, photoId: `other-${i}`, liked: true, serverLiked: false });
  await advanceClock(10_000);
  expect(server.log.length).toBeLessThan(15);
  server.intercept = () => undefined;
  server.log.length = 0;
  await advanceClock(70_000);
  expect(server.log.filter((route) => route.includes('photo-1'))).toHaveLength(1);
  expect(server.likes.get('photo-1')).toBe(true);
  expect((await listPendingLikes(ANA, EVENT)).size).toBe(0);
});

/** The storage is full until the returned function is called. */
function storageIsFull(): () => void {
  const refusing = [
    vi.spyOn(IDBObjectStore.prototype, 'put'),
    vi.spyOn(IDBObjectStore.prototype, 'add'),
    vi.spyOn(IDBCursor.prototype, 'update'),
  ];
  for (const one of refusing)
    one.mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
  return () => refusing.forEach((one) => one.mockRestore());
}

test('a storage over its quota, which takes nothing more, empties itself by sending', async () => {
  for (let i = 0; i < 8; i += 1) await enqueuePhoto(shot(`photo ${i}`));
  await enqueuePhoto(shotOfSize(400_000));
  const makeRoom = storageIsFull();
  closePage = openPage();
  await advanceClock(2000);
  expect(server.photos.size).toBe(9);
  expect(await withDb((db) => db.count('blobs')), 'proved bytes make room first').toBe(0);
  makeRoom();
  await advanceClock(LIMIT);
  expect(await countsFor(ANA, EVENT)).toMatchObject({ shot: 9, waiting: 0, parked: 0, stored: 9 });
  expect([...server.photos.values()].every(({ commits }) => commits === 1)).toBe(true);
});

test('a proof that found no room for minutes is written down within seconds of there being some', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.99);
  for (const name of ['1', '2', '3']) await enqueuePhoto(shot(name));
  const makeRoom = storageIsFull();
  closePage = openPage();
  await advanceClock(130_000);
  expect(server.log.length, 'requests meanwhile').toBeLessThan(100);
  expect(await countsFor(ANA, EVENT)).toMatchObject({ waiting: 3, stored: 0 });
  makeRoom();
  await advanceClock(LIMIT);
  expect(await countsFor(ANA, EVENT)).toMatchObject({ waiting: 0, stored: 3 });
});

test('a generation request whose refusal finds no room is not sent over and over', async () => {
  server.intercept = (_request, route) => (route === GENERATIONS ? problem(402, 'credits_used_up') : undefined);
  await enqueueGeneration(generation, true);
  const makeRoom = storageIsFull();
  closePage = openPage();
  await advanceClock(130_000);
  expect(server.log.length, 'requests meanwhile').toBeLessThan(20);
  makeRoom();
  await advanceClock(70_000);
  expect(await listPendingGenerations(ANA)).toMatchObject([{ refusal: expect.stringMatching(/./) }]);
});

test('a generation request that waits for the processing of its photo delays no photo in backoff', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.99);
  const { id } = await enqueuePhoto(shot('one'));
  await withDb(async (db) => db.put('photos', { ...(await db.get('photos', id))!, attempts: 9 }));
  let isBroken = true;
  server.intercept = (_request, route) => {
    if (route === GENERATIONS) return problem(409, 'source_unavailable');
    if (route.endsWith('/photos/p1')) return json(200, { id: 'p1', state: 'processing' });
    return isBroken && isCommit(route) ? problem(500, 'internal') : undefined;
  };
  await enqueueGeneration({ ...generation, body: { ...generation.body, source: { kind: 'photo', id: 'p1', event_id: EVENT } } }, true);
  closePage = openPage();
  await advanceClock(2000);
  isBroken = false;
  await advanceClock(LIMIT);
  expect(server.photos.size).toBe(1);
});

test.each<[string, (route: string) => boolean, number, string]>([
  ['was deleted', isCommit, 410, 'event_deleted'],
  ['is not on the server', (route) => route.endsWith('/uploads'), 403, 'event_unknown'],
  ['went from the server under them', isCommit, 404, 'not_found'],
])('photos of an event that %s stay, and are sent once it is seen again, not before', async (_what, isRefused, status, code) => {
  for (const name of ['1', '2', '3']) await enqueuePhoto(shot(name));
  server.intercept = (_request, route) => (isRefused(route) ? problem(status, code) : undefined);
  await drain();
  expect(await countsFor(ANA, EVENT)).toMatchObject({ parked: 3 });
  server.intercept = () => undefined;
  await advanceClock(1000);
  await drain();
  await unparkPhotosOfEvents(['0199aa00-0000-7000-8000-0000000000e9'], Date.now());
  expect(await countsFor(ANA, EVENT), 'another event is no reason').toMatchObject({ parked: 3 });
  await unparkPhotosOfEvents([EVENT], Date.now());
  await drain();
  expect(await countsFor(ANA, EVENT)).toMatchObject({ parked: 0, stored: 3 });
});

test('they are sent as well when the server takes one of them; an answer older than the refusal wakes nothing', async () => {
  const first = await enqueuePhoto(shot('1'));
  const asked = Date.now();
  await advanceClock(100);
  server.intercept = (_request, route) => (isCommit(route) ? problem(410, 'event_deleted') : undefined);
  await drain();
  await unparkPhotosOfEvents([EVENT], asked);
  expect(await countsFor(ANA, EVENT)).toMatchObject({ parked: 1 });
  server.intercept = () => undefined;
  await advanceClock(100);
  await enqueuePhoto(shot('2'));
  await drain();
  expect(server.photos.has(first.id)).toBe(true);
});

/** Capture times as received by the server. */
function takenAt(): Map<string, number> {
  const told = new Map<string, number>();
  server.intercept = async (request, route) => {
    if (!isCommit(route)) return undefined;
    const { id, taken_at: at } = (await request.clone().json()) as { id: string; taken_at: string };
    told.set(id, Date.parse(at));
    return undefined;
  };
  return told;
}

const press = () => ({ takenAt: Date.now(), moment: monotonicNow() });

test('a burst during a clock jump has the right capture times once the server time is known', async () => {
  setPageVisible(true);
  // The server's clock is right.
  const zero = Date.now() - performance.now();
  const serverNow = () => zero + performance.now();
  server.afterwards = (_request, _route, answer) => {
    answer.headers.set('date', new Date(serverNow()).toUTCString());
    return answer;
  };
  server.intercept = () => networkError();
  const truth = new Map<string, number>();
  for (const jump of [0, DAY, -2 * DAY, DAY]) {
    setClock(jump);
    await advanceClock(1000);
    truth.set((await enqueuePhoto(shot(`after ${jump} ${truth.size}`, press()))).id, serverNow());
  }
  const told = takenAt();
  closePage = openPage();
  await advanceClock(LIMIT);
  for (const [id, at] of truth) expect(Math.abs(told.get(id)! - at), 'ms away from the truth').toBeLessThan(4000);
});

test('a phone that slept between the shots and the answer does not shift them by its sleep', async () => {
  const zero = Date.now() - performance.now();
  let slept = 0;
  server.afterwards = (_request, _route, answer) => {
    answer.headers.set('date', new Date(zero + slept + performance.now()).toUTCString());
    return answer;
  };
  setPageVisible(true);
  const truth = zero + performance.now();
  const { id } = await enqueuePhoto(shot('before the sleep', press()));
  setPageVisible(false);
  slept = 3600_000;
  setClock(slept);
  setPageVisible(true);
  const told = takenAt();
  await drain();
  expect(Math.abs(told.get(id)! - truth)).toBeLessThan(4000);
});
