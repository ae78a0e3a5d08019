// Imports without an answer of the server: it is asked about many files at once before they are sent, and they are shown by proofs like shots.
import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  advanceClock,
  emptyPhone,
  EVENT,
  installFakeClock,
  neverAnswers,
  newPhone,
  openPage,
  removeFakeClock,
  shot,
  shotOfSize,
} from '#tests/support/outbox-phone.ts';
import { json, OutboxServer, portalPage, problem } from '#tests/support/outbox-server.ts';
import { storedPhotos, withDb } from './db.ts';
import { enqueuePhoto } from './enqueue.ts';
import type { DeliveryControl } from './photo-delivery.ts';
import { sendProof } from './proofs.ts';
import type { NewShot, PhotoRecord } from './record.ts';
import { chunkSize } from './upload.ts';

const MB = 1_000_000;

vi.setConfig({ testTimeout: 60_000 });

let server: OutboxServer;
let uninstall: () => void;
let closePage: () => Promise<void> = async () => {};

beforeEach(async () => {
  server = new OutboxServer();
  uninstall = server.install();
  await newPhone();
  installFakeClock();
  chunkSize.onSuccess(128 * 1024, 1);
});

afterEach(async () => {
  await closePage();
  closePage = async () => {};
  removeFakeClock();
  uninstall();
  await emptyPhone();
});

const hashOf = (bytes: ArrayBuffer): string => createHash('sha256').update(new Uint8Array(bytes)).digest('hex');

async function importUnasked(made: NewShot): Promise<PhotoRecord> {
  const bytes = await made.blob.arrayBuffer();
  return enqueuePhoto({ ...made, source: 'import', file: { sha256: hashOf(bytes), bytes, row: null, unlessSince: Infinity } });
}

async function importMany(count: number, make: (index: number) => NewShot = (index) => shot(`file ${index}`)): Promise<PhotoRecord[]> {
  const records = [];
  for (let index = 0; index < count; index++) records.push(await importUnasked(make(index)));
  return records;
}

const draw = async () => new Blob([new Uint8Array(150_000)]);
const open = () =>
  (closePage = openPage({ sendProof: (record: PhotoRecord, sending: DeliveryControl) => sendProof(record, sending, draw) }));
const questions = () => server.log.filter((route) => route.endsWith('/known')).length;
const uploads = () => server.log.filter((route) => route === 'POST /api/v1/uploads').length;
const heldHashes = () => [...server.photos.values()].map(({ sha256 }) => sha256);
const isSent = ({ sha256 }: PhotoRecord) => heldHashes().includes(sha256);
const nothingWaits = async (account: string) => expect(await storedPhotos(account)).toEqual([]);

/** A line of so many bytes per second, shared by all requests. */
function slowDown(rate: number): void {
  let busyUntil = 0;
  server.intercept = async (request, route) => {
    if (route.startsWith('GET')) return undefined;
    const { signal } = request;
    const aborted = new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    aborted.catch(() => undefined);
    const { byteLength } = await request.clone().arrayBuffer();
    const ms = (byteLength / rate) * 1000;
    busyUntil = Math.max(performance.now(), busyUntil) + ms;
    aborted.catch(() => (busyUntil = Math.max(performance.now(), busyUntil - ms)));
    await Promise.race([aborted, new Promise((resolve) => setTimeout(resolve, busyUntil - performance.now()))]);
    return undefined;
  };
}

test('hundreds of files are asked for with a few requests, and each is sent once', async () => {
  const records = await importMany(260);
  for (const { sha256, id } of records.slice(50, 200)) server.photos.set(`theirs ${id}`, { sha256, eventId: EVENT, commits: 1 });
  open();
  await advanceClock(120_000, () => records.every(isSent));
  await advanceClock(2000);
  expect(heldHashes().toSorted()).toEqual(records.map(({ sha256 }) => sha256).toSorted());
  expect(uploads()).toBe(110);
  expect(questions()).toBeLessThanOrEqual(4);
  await nothingWaits(records[0]!.account);
  expect(await withDb((db) => db.count('receipts'))).toBe(260);
});

test('on a slow line all of them are shown by proofs before the first original', async () => {
  slowDown(62_500);
  const records = await importMany(5, () => shotOfSize(1 * MB));
  open();
  await advanceClock(900_000, () => records.every(isSent));
  expect(records.every(isSent)).toBe(true);
  const shown = records.map(({ id }) => server.proofs.get(id) ?? Infinity);
  expect(Math.max(...shown)).toBeLessThan(Math.min(...server.storedAt.values()));
  expect(questions(), 'one request per half a minute at most').toBeLessThanOrEqual(8);
  await nothingWaits(records[0]!.account);
});

test('what another device delivers while others are sent is not sent', async () => {
  slowDown(62_500);
  const records = await importMany(6, () => shotOfSize(2 * MB));
  open();
  await advanceClock(400_000, () => server.storedAt.size === 2);
  const waiting = records.filter((record) => !isSent(record));
  for (const { id, sha256 } of waiting) {
    server.photos.set(id, { sha256, eventId: EVENT, commits: 1 });
    server.awaited.delete(id);
  }
  server.storedAt.clear();
  const begun = performance.now();
  await advanceClock(400_000, () => server.log.length > 0 && questions() > 0 && performance.now() - begun > 120_000);
  await advanceClock(5000);
  await nothingWaits(records[0]!.account);
  expect(heldHashes().toSorted()).toEqual(records.map(({ sha256 }) => sha256).toSorted());
  expect(performance.now() - begun, 'four originals would take 128 seconds').toBeLessThan(130_000);
});

test('a photo that is shown by the proof of another device is completed, without a proof of its own', async () => {
  slowDown(62_500);
  const [first, second] = await importMany(2, () => shotOfSize(1 * MB));
  server.awaited.set('theirs', second!.sha256);
  open();
  await advanceClock(300_000, () => server.photos.size === 2);
  await advanceClock(2000);
  expect([...server.photos.keys()].toSorted()).toEqual([first!.id, 'theirs'].toSorted());
  expect([...server.proofs.keys()]).toEqual([first!.id]);
  await nothingWaits(first!.account);
});

test('what was shown by a proof keeps its id: no photo is left without its original', async () => {
  slowDown(62_500);
  const [record] = await importMany(1, () => shotOfSize(2 * MB));
  open();
  await advanceClock(60_000, () => server.proofs.size === 1);
  // Another device sent both, at the same moment.
  server.photos.set('theirs', { sha256: record!.sha256, eventId: EVENT, commits: 1 });
  await advanceClock(300_000, () => server.photos.has(record!.id));
  expect(server.photos.has(record!.id)).toBe(true);
});

test.each([
  ['no answer ever comes', neverAnswers],
  ['the server fails', () => problem(500, 'internal')],
  ['a stranger answers', () => portalPage()],
])('where many are asked for and %s, each is asked for alone', async (_name, answer) => {
  server.intercept = async (request, route) => {
    if (!route.endsWith('/known')) return undefined;
    const { sha256 } = (await request.clone().json()) as { sha256: string[] };
    return sha256.length > 1 ? answer(request) : undefined;
  };
  const records = await importMany(6);
  server.photos.set('theirs', { sha256: records[0]!.sha256, eventId: EVENT, commits: 1 });
  open();
  await advanceClock(120_000, () => records.every(isSent));
  await advanceClock(2000);
  expect(heldHashes().toSorted()).toEqual(records.map(({ sha256 }) => sha256).toSorted());
  await nothingWaits(records[0]!.account);
});

test('photos that were shot do not wait for the answer', async () => {
  server.intercept = (request, route) => (route.endsWith('/known') ? neverAnswers(request) : undefined);
  await importMany(3);
  const taken = await enqueuePhoto(shot('shot'));
  const begun = performance.now();
  open();
  await advanceClock(30_000, () => isSent(taken));
  expect(performance.now() - begun).toBeLessThan(2000);
});

test('the photos of an event that is gone need attention, as before', async () => {
  server.intercept = (_request, route) => (route.endsWith('/known') ? problem(410, 'event_deleted') : undefined);
  const records = await importMany(3);
  open();
  await advanceClock(10_000);
  const stored = await storedPhotos(records[0]!.account);
  expect(stored.map(({ state, lastError }) => [state, lastError?.code])).toEqual(records.map(() => ['parked', 'event_deleted']));
  expect(questions()).toBe(1);
});

test('without a line nothing counts as an attempt, and the line’s return asks once', async () => {
  server.intercept = () => Promise.reject(new TypeError('Failed to fetch'));
  const records = await importMany(5);
  open();
  await advanceClock(20_000);
  expect((await storedPhotos(records[0]!.account)).map(({ attempts }) => attempts)).toEqual([0, 0, 0, 0, 0]);
  server.intercept = () => undefined;
  server.log.length = 0;
  await advanceClock(60_000, () => records.every(isSent));
  expect(records.every(isSent)).toBe(true);
  expect(questions()).toBe(1);
});

test('a page that continues the work of another one has its answers', async () => {
  const records = await importMany(4);
  server.intercept = (request, route) => (route === 'POST /api/v1/uploads' ? neverAnswers(request) : undefined);
  open();
  await advanceClock(3000, () => uploads() > 0);
  await closePage();
  server.intercept = () => undefined;
  open();
  await advanceClock(60_000, () => records.every(isSent));
  expect(records.every(isSent)).toBe(true);
  expect(questions()).toBe(1);
});

test('what an answer of another form says is not believed', async () => {
  server.intercept = (_request, route) => (route.endsWith('/known') ? json(200, {}) : undefined);
  const records = await importMany(2);
  open();
  await advanceClock(20_000);
  expect(server.photos.size).toBe(0);
  expect(await storedPhotos(records[0]!.account)).toHaveLength(2);
});
