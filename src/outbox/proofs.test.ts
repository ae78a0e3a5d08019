// Two lanes: on a slow line all waiting photos are shown by small proofs before any original is sent, and nothing is delivered by a proof.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  advanceClock,
  ANA,
  emptyPhone,
  installFakeClock,
  networkError,
  newPhone,
  openPage,
  removeFakeClock,
  shotOfSize,
} from '#tests/support/outbox-phone.ts';
import { OutboxServer, problem } from '#tests/support/outbox-server.ts';
import { storedPhotos, withDb } from './db.ts';
import { enqueuePhoto } from './enqueue.ts';
import type { DeliveryControl } from './photo-delivery.ts';
import { sendProof } from './proofs.ts';
import { discard } from './queue-management.ts';
import { resetBackoffAndNotify } from './queue.ts';
import type { NewShot, PhotoRecord } from './record.ts';
import { listWithoutProof, needsProof } from './scheduler.ts';
import { chunkSize } from './upload.ts';

const MB = 1_000_000;
const SLOW = 62_500;

vi.setConfig({ testTimeout: 60_000 });

let server: OutboxServer;
let uninstall: () => void;
let closePage: () => Promise<void> = async () => {};
let draw: () => Promise<Blob | null>;
/** Bytes per second, shared by all requests. */
let rate: number;

beforeEach(async () => {
  server = new OutboxServer();
  uninstall = server.install();
  draw = async () => new Blob([new Uint8Array(150_000)]);
  rate = SLOW;
  await newPhone();
  installFakeClock();
  // What an earlier test measured: nothing is known of the line.
  chunkSize.onSuccess(128 * 1024, 1);
  let busyUntil = 0;
  server.intercept = async (request, route) => {
    if (route.startsWith('GET')) return undefined;
    const { signal } = request;
    const aborted = new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    aborted.catch(() => undefined);
    const { byteLength } = await request.clone().arrayBuffer();
    const ms = (byteLength / rate) * 1000;
    busyUntil = Math.max(performance.now(), busyUntil) + ms;
    // What was not sent of it leaves the line to the others.
    aborted.catch(() => (busyUntil = Math.max(performance.now(), busyUntil - ms)));
    await Promise.race([aborted, new Promise((resolve) => setTimeout(resolve, busyUntil - performance.now()))]);
    return undefined;
  };
});

afterEach(async () => {
  await closePage();
  closePage = async () => {};
  removeFakeClock();
  uninstall();
  await emptyPhone();
});

const open = () =>
  (closePage = openPage({ sendProof: (record: PhotoRecord, sending: DeliveryControl) => sendProof(record, sending, draw) }));
const take = async (count: number, shot: () => NewShot = () => shotOfSize(1 * MB)): Promise<PhotoRecord[]> => {
  const records = [];
  for (let index = 0; index < count; index++) records.push(await enqueuePhoto(shot()));
  return records;
};
const isStored = ({ id }: PhotoRecord) => server.storedAt.has(id);
const proofRequests = () => server.log.filter((route) => route.endsWith('/proof')).length;

test.each([
  ['small photos are their own proof', { bytes: 250_000, ahead: 50 * MB }, SLOW, false],
  ['an original that takes a minute', { bytes: 4 * MB, ahead: 0 }, SLOW, true],
  ['1.9 seconds, alone', { bytes: 4 * MB, ahead: 0 }, 2.1 * MB, false],
  ['2.1 seconds, alone', { bytes: 4 * MB, ahead: 0 }, 1.9 * MB, true],
  ['1.3 seconds behind another one', { bytes: 4 * MB, ahead: 4 * MB }, 3 * MB, true],
  ['a fast line, with many ahead', { bytes: 4 * MB, ahead: 400 * MB }, 5 * MB, false],
  ['a line that was not measured', { bytes: 4 * MB, ahead: 400 * MB }, Infinity, false],
  ['a line on which a proof takes longer than a request may', { bytes: 4 * MB, ahead: 0 }, 8000, false],
])('%s', (_name, { bytes, ahead }, speed, expected) => {
  expect(needsProof(bytes, ahead, speed)).toBe(expected);
});

test('no proof is sent of what has one, is generated, is uploaded, or is shown by another device’s', async () => {
  const [record] = await take(1);
  const but = (change: Partial<PhotoRecord>) => listWithoutProof([{ ...record!, ...change }], SLOW).length;
  expect(but({})).toBe(1);
  const changes: Partial<PhotoRecord>[] = [
    { proofSent: true },
    { source: 'generated' },
    { uploaded: true },
    { awaitedAs: 'theirs' },
    { askFirst: true, lastError: { code: 'timeout', message: '', at: 0 } },
    { state: 'discarding' },
  ];
  expect(changes.map(but)).toEqual(changes.map(() => 0));
});

test('a slow line shows itself within seconds: all proofs come before the first original', async () => {
  const records = await take(5);
  const begun = performance.now();
  open();
  await advanceClock(900_000, () => records.every(isStored));
  expect(records.every(isStored)).toBe(true);
  const shown = records.map(({ id }) => server.proofs.get(id) ?? Infinity);
  expect(Math.max(...shown) - begun, 'the last proof').toBeLessThan(30_000);
  expect(Math.max(...shown)).toBeLessThan(Math.min(...server.storedAt.values()));
  expect(proofRequests()).toBe(5);
  const receipts = await withDb((db) => db.getAll('receipts'));
  expect(receipts.map(({ id }) => id).toSorted()).toEqual(records.map(({ id }) => id).toSorted());
});

test('a fast line sends none', async () => {
  rate = 40 * MB;
  const records = await take(8);
  open();
  await advanceClock(60_000, () => records.every(isStored));
  expect(records.every(isStored)).toBe(true);
  expect(proofRequests()).toBe(0);
});

test('on a fast line an upload is created with its bytes, until the network may be another one', async () => {
  rate = 10 * MB;
  open();
  const chunksOfOne = async () => {
    server.log.length = 0;
    const [record] = await take(1);
    await advanceClock(60_000, () => isStored(record!));
    expect(isStored(record!)).toBe(true);
    return server.log.filter((route) => route.startsWith('PATCH')).length;
  };
  expect(await chunksOfOne()).toBeGreaterThan(0);
  expect(await chunksOfOne()).toBe(0);
  await resetBackoffAndNotify(ANA);
  expect(await chunksOfOne()).toBeGreaterThan(0);
});

test.each<[string, (answer: Response) => Response, isOurServer?: true]>([
  ['a stranger answers it with a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['a stranger refuses it', () => new Response('<html>', { status: 403, headers: { 'content-type': 'text/html' } })],
  ['a stranger says that the server failed', () => new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } })],
  ['the server fails', () => problem(500, 'internal'), true],
  [
    'the server takes none of them and does not say so',
    ({ headers }) => {
      server.uploads.get(headers.get('location')!.split('/').at(-1)!)!.bytes = new Uint8Array();
      headers.delete('upload-offset');
      return new Response(null, { status: 201, headers });
    },
  ],
])('an upload is created without its bytes where only those with them fail: %s', async (_name, answerOf, isOurServer) => {
  rate = 10 * MB;
  open();
  const [first] = await take(1);
  await advanceClock(60_000, () => isStored(first!));
  let withBytes = false;
  const line = server.intercept;
  server.intercept = async (request, route) => {
    withBytes = route === 'POST /api/v1/uploads' && (await request.clone().arrayBuffer()).byteLength > 0;
    return line(request, route);
  };
  let failed = 0;
  server.afterwards = (_request, route, answer) => {
    if (!withBytes || route !== 'POST /api/v1/uploads') return answer;
    failed += 1;
    return answerOf(answer);
  };
  const [large] = await take(1);
  await advanceClock(120_000, () => isStored(large!));
  expect(isStored(large!)).toBe(true);
  expect(failed).toBe(1);
  if (isOurServer) return;
  const [small] = await take(1, () => shotOfSize(100_000));
  await advanceClock(120_000, () => isStored(small!));
  expect(isStored(small!), 'which is always created with its bytes first').toBe(true);
});

test('a photo that is shot while originals are sent is shown first', async () => {
  const before = await take(2, () => shotOfSize(2 * MB));
  open();
  await advanceClock(40_000);
  expect(before.some(isStored)).toBe(false);
  const [late] = await take(1);
  const shotAt = performance.now();
  await advanceClock(60_000, () => server.proofs.has(late!.id));
  expect((server.proofs.get(late!.id) ?? Infinity) - shotAt).toBeLessThan(15_000);
  await advanceClock(600_000, () => [...before, late!].every(isStored));
  expect([...before, late!].every(isStored)).toBe(true);
});

test.each([
  ['the server is older and knows no proofs', () => problem(404, 'not_found')],
  ['the server fails', () => problem(500, 'internal')],
  ['a portal answers', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['the line is cut each time', networkError],
])('%s: the originals are sent all the same', async (_name, answer) => {
  const line = server.intercept;
  server.intercept = async (request, route) => (await line(request, route)) ?? (route.endsWith('/proof') ? answer() : undefined);
  const records = await take(3);
  open();
  await advanceClock(600_000, () => records.every(isStored));
  expect(records.every(isStored)).toBe(true);
  expect(proofRequests()).toBeGreaterThan(0);
  expect(proofRequests()).toBeLessThanOrEqual(9);
});

test('a proof that never answers holds the originals up for seconds only', async () => {
  const line = server.intercept;
  server.intercept = async (request, route) =>
    route.endsWith('/proof')
      ? new Promise((_resolve, reject) => request.signal.addEventListener('abort', () => reject(request.signal.reason)))
      : line(request, route);
  const records = await take(2);
  const begun = performance.now();
  open();
  await advanceClock(400_000, () => records.every(isStored));
  // On a free line the originals take 32 seconds.
  expect(Math.max(...server.storedAt.values()) - begun).toBeLessThan(90_000);
});

test('what the engine cannot decode is sent without one', async () => {
  draw = async () => null;
  const records = await take(2);
  open();
  await advanceClock(300_000, () => records.every(isStored));
  expect(records.every(isStored)).toBe(true);
  expect(proofRequests()).toBe(0);
});

test('a photo that is discarded while its proof is on its way is shown to nobody', async () => {
  const [kept, gone] = await take(2);
  open();
  await advanceClock(60_000, () => server.log.some((route) => route.endsWith(`${gone!.id}/proof`)));
  await discard(gone!.id);
  await advanceClock(400_000, () => isStored(kept!));
  await advanceClock(30_000);
  expect(isStored(kept!)).toBe(true);
  expect(server.proofs.has(gone!.id)).toBe(false);
  expect(server.photos.has(gone!.id)).toBe(false);
  expect(await storedPhotos(gone!.account)).toEqual([]);
  expect(server.uploads.size).toBe(0);
});

test.each([
  ['says so', 200, { awaits_original: true }],
  ['is of the previous release and does not say so', 200, {}],
])('a proof is never taken for a delivery: the server that has it %s', async (_name, status, more) => {
  const records = await take(1, () => shotOfSize(1000));
  server.afterwards = (_request, route, answer) =>
    route.endsWith('/photos')
      ? new Response(JSON.stringify({ id: records[0]?.id, sha256: records[0]?.sha256, ...more }), { status, headers: answer.headers })
      : answer;
  open();
  await advanceClock(60_000);
  expect(await storedPhotos(ANA)).toMatchObject([{ id: records[0]?.id }]);
  expect(await withDb((db) => db.getAll('receipts'))).toEqual([]);
});
