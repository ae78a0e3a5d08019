import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readSessionValue, writeSessionValue } from '#src/transport/session-db.ts';
import { ANA, BEN, emptyPhone, EVENT, newPhone, networkError, shot, signIn } from '#tests/support/outbox-phone.ts';
import { json, API_HEADERS, OutboxServer, portalPage, problem } from '#tests/support/outbox-server.ts';
import { withDb } from './db.ts';
import { drain as drainOutbox } from './drain.ts';
import { enqueuePhoto, enqueueLike } from './enqueue.ts';
import { deliverLike } from './like-delivery.ts';
import { subscribeOutbox, type OutboxMessage } from './messages.ts';
import { countsOfOtherAccounts, discard } from './queue-management.ts';
import { countsFor, resetBackoffAndNotify, findLastPhoto, listPendingLikes, listPendingPhotos, readBlob, retry } from './queue.ts';

let server: OutboxServer;
let uninstall: () => void;

beforeEach(async () => {
  server = new OutboxServer();
  uninstall = server.install();
  await newPhone();
});

afterEach(async () => {
  uninstall();
  await emptyPhone();
});

const drain = (options: Parameters<typeof drainOutbox>[0] = {}) => drainOutbox({ deliverLike, ...options });

/** About 900 kB of noise: more than a small photo, several chunks at the start. */
const big = () => Array.from({ length: 14 }, () => crypto.getRandomValues(new Uint8Array(65_536)));

/** Ids of the same millisecond have no order. */
const nextMillisecond = (since = Date.now()) => vi.waitUntil(() => Date.now() > since, { interval: 1 });

describe('a photo', () => {
  test('is delivered once, its record replaced by a receipt in one go', async () => {
    const record = await enqueuePhoto(shot('one'));
    expect(await drain()).toMatchObject({ left: 0, halted: null });
    expect(server.photos.get(record.id)).toEqual({ sha256: record.sha256, eventId: EVENT, commits: 1 });
    expect(await countsFor(ANA, EVENT)).toEqual({
      shot: 1,
      imported: 0,
      waiting: 0,
      parked: 0,
      stored: 1,
      importsStored: 0,
      lost: 0,
      damaged: 0,
      undecoded: 0,
    });
    expect(await readBlob(record.id)).toBeNull();
  });

  test('that was imported is counted apart, while it waits and when it is proved', async () => {
    await enqueuePhoto(shot('captured'));
    await enqueuePhoto(shot('picked', { source: 'import', fileName: 'picked.jpg' }));
    expect(await countsFor(ANA, EVENT)).toEqual({
      shot: 2,
      imported: 1,
      waiting: 2,
      parked: 0,
      stored: 0,
      importsStored: 0,
      lost: 0,
      damaged: 0,
      undecoded: 0,
    });
    await drain();
    expect(await countsFor(ANA, EVENT)).toEqual({
      shot: 2,
      imported: 1,
      waiting: 0,
      parked: 0,
      stored: 2,
      importsStored: 1,
      lost: 0,
      damaged: 0,
      undecoded: 1,
    });
  });

  test('of a generated image names it; if another device was faster, its photo is the receipt', async () => {
    const other = '0199aa00-0000-7000-8000-00000000f00d';
    const sent: unknown[] = [];
    const generated = await enqueuePhoto(shot('made', { source: 'generated', imageId: 'i1' }));
    server.intercept = async (request, route) => {
      if (!route.endsWith('/photos')) return undefined;
      sent.push(((await request.clone().json()) as { generated_image_id: unknown }).generated_image_id);
      return json(200, { id: other, event_id: EVENT, source: 'generated', sha256: generated.sha256 });
    };
    const delivered: unknown[] = [];
    const stop = subscribeOutbox((message) => message.type === 'delivered' && delivered.push(message.photo.id));
    expect(await drain()).toMatchObject({ left: 0 });
    stop();
    expect([sent, delivered]).toEqual([['i1'], [other]]);
    expect(await findLastPhoto(ANA, EVENT)).toEqual({ id: other, isStored: true });
  });

  test('that is no generated image is not delivered by an answer with another id', async () => {
    const record = await enqueuePhoto(shot('one'));
    server.intercept = (_request, route) =>
      route.endsWith('/photos') ? json(200, { id: '0199aa00-0000-7000-8000-00000000f00d', sha256: record.sha256 }) : undefined;
    await drain();
    expect(await listPendingPhotos(ANA, EVENT)).toHaveLength(1);
  });

  test('that was imported retains the file name', async () => {
    const sent: unknown[] = [];
    server.intercept = async (request, route) => {
      if (route.endsWith('/photos')) sent.push(((await request.clone().json()) as { file_name: unknown }).file_name);
      return undefined;
    };
    await enqueuePhoto(shot('captured'));
    await enqueuePhoto(shot('picked', { source: 'import', fileName: 'IMG_1234.JPG' }));
    await drain();
    expect(new Set(sent)).toEqual(new Set([null, 'IMG_1234.JPG']));
  });

  test('handed over last is known while it waits, and after it was proved', async () => {
    expect(await findLastPhoto(ANA, EVENT)).toBeNull();
    await enqueuePhoto(shot('one'));
    await nextMillisecond();
    const two = await enqueuePhoto(shot('two'));
    expect(await findLastPhoto(ANA, EVENT)).toEqual({ id: two.id, isStored: false });
    await drain();
    expect(await findLastPhoto(ANA, EVENT)).toEqual({ id: two.id, isStored: true });
    const three = await enqueuePhoto(shot('three'));
    expect(await findLastPhoto(ANA, EVENT)).toEqual({ id: three.id, isStored: false });
    expect(await findLastPhoto(BEN, EVENT)).toBeNull();
  });

  test('larger than a small one is created empty and follows in chunks', async () => {
    const record = await enqueuePhoto(shot('', { blob: new Blob(big()) }));
    await drain();
    expect(server.photos.get(record.id)?.sha256).toBe(record.sha256);
    expect(server.log.slice(0, 2)).toEqual(['POST /api/v1/uploads', 'PATCH /api/v1/uploads/upload-1']);
  });

  test('too large for a slow network is chunked even if small: otherwise it would start over forever', async () => {
    const record = await enqueuePhoto(shot('', { blob: new Blob(big().slice(0, 3)) }));
    // Bodies over 100 kB time out.
    server.intercept = async (request) => ((await request.clone().arrayBuffer()).byteLength > 100_000 ? networkError() : undefined);
    for (let round = 0; round < 10; round += 1) {
      await resetBackoffAndNotify(ANA);
      await drain();
    }
    expect(server.photos.get(record.id)?.sha256).toBe(record.sha256);
  });

  test('cut midway resumes from its offset', async () => {
    const record = await enqueuePhoto(shot('', { blob: new Blob(big()) }));
    server.intercept = async (request) => {
      if (request.method !== 'PATCH') return undefined;
      // Half of the chunk arrives, then the line is cut.
      const upload = server.uploads.get('upload-1')!;
      const chunk = new Uint8Array(await request.arrayBuffer());
      upload.bytes = Buffer.concat([upload.bytes, chunk.subarray(0, chunk.length / 2)]);
      return networkError();
    };
    await drain();
    const [waiting] = await listPendingPhotos(ANA);
    expect(waiting).toMatchObject({ id: record.id, state: 'waiting', uploadUrl: '/api/v1/uploads/upload-1' });
    server.intercept = () => undefined;
    server.log.length = 0;
    await resetBackoffAndNotify(ANA);
    await drain();
    expect(server.log[0]).toBe('HEAD /api/v1/uploads/upload-1');
    expect(server.photos.get(record.id)?.sha256).toBe(record.sha256);
  });

  test.each([408, 423, 425, 429, 503])('cut midway keeps what has arrived while the server answers %d about it', async (status) => {
    await enqueuePhoto(shot('', { blob: new Blob(big()) }));
    server.intercept = (request) => (request.method === 'PATCH' ? networkError() : undefined);
    await drain();
    server.intercept = (request) => (request.method === 'HEAD' ? new Response(null, { status, headers: API_HEADERS }) : undefined);
    await resetBackoffAndNotify(ANA);
    await drain();
    expect((await listPendingPhotos(ANA))[0]).toMatchObject({ state: 'waiting', uploadUrl: '/api/v1/uploads/upload-1' });
    expect([...server.uploads.keys()]).toEqual(['upload-1']);
  });

  test('is sent once more after a lost answer and remains one', async () => {
    const record = await enqueuePhoto(shot('one'));
    server.afterwards = (_request, route, answer) => {
      if (!route.endsWith('/photos')) return answer;
      server.afterwards = (_a, _b, later) => later;
      throw new TypeError('Failed to fetch');
    };
    await drain();
    expect(server.photos.get(record.id)?.commits).toBe(1);
    expect((await listPendingPhotos(ANA)).map((photo) => photo.id)).toEqual([record.id]);
    await resetBackoffAndNotify(ANA);
    await drain();
    expect(server.photos.get(record.id)?.commits).toBe(2);
    expect(await countsFor(ANA, EVENT)).toMatchObject({ waiting: 0, stored: 1 });
  });

  test.each([200, 302, 403, 404, 511])('is not delivered, nor parked, by a captive portal answering %i HTML', async (status) => {
    await enqueuePhoto(shot('one'));
    server.intercept = () => portalPage(status);
    await drain();
    expect(await listPendingPhotos(ANA)).toMatchObject([{ state: 'waiting' }]);
    server.intercept = (_request, route) => (route.endsWith('/photos') ? portalPage(status) : undefined);
    await resetBackoffAndNotify(ANA);
    await drain();
    expect(await listPendingPhotos(ANA)).toMatchObject([{ state: 'waiting' }]);
    expect(server.photos.size).toBe(0);
  });

  test('stays queued after a success without proof: another hash, another id', async () => {
    const record = await enqueuePhoto(shot('one'));
    server.intercept = (_request, route) => (route.endsWith('/photos') ? json(201, { id: record.id, sha256: '0'.repeat(64) }) : undefined);
    await drain();
    expect(await readBlob(record.id)).not.toBeNull();
    expect(await countsFor(ANA, EVENT)).toMatchObject({ waiting: 1, stored: 0 });
  });

  test('with a Retry-After is sent early only by a manual retry', async () => {
    const record = await enqueuePhoto(shot('one'));
    server.intercept = (_request, route) => (route.endsWith('/photos') ? problem(503, 'unavailable', { 'retry-after': '90' }) : undefined);
    await drain();
    server.intercept = () => undefined;
    await resetBackoffAndNotify(ANA);
    await drain();
    expect(server.photos.size).toBe(0);
    await retry(record.id);
    await drain();
    expect(server.photos.size).toBe(1);
  });

  test('that meets a busy server waits as long as it asks, and no attempt is counted', async () => {
    const record = await enqueuePhoto(shot('one'));
    server.intercept = (_request, route) => (route.endsWith('/photos') ? problem(503, 'busy', { 'retry-after': '2' }) : undefined);
    const { left, nextIn } = await drain();
    expect(left).toBe(1);
    expect(nextIn).toBeGreaterThan(1000);
    expect(await listPendingPhotos(ANA)).toMatchObject([{ id: record.id, state: 'waiting', attempts: 0, lastError: null }]);
    server.intercept = () => undefined;
    await retry(record.id);
    await drain();
    expect(server.photos.get(record.id)?.commits).toBe(1);
  });

  test('that is refused is parked with its reason and does not block others', async () => {
    const bad = await enqueuePhoto(shot('bad'));
    const good = await enqueuePhoto(shot('good'));
    server.intercept = async (request, route) =>
      route.endsWith('/photos') && (await request.clone().text()).includes(bad.id) ? problem(415, 'type_mismatch') : undefined;
    await drain();
    expect(server.photos.has(good.id)).toBe(true);
    expect(await listPendingPhotos(ANA)).toMatchObject([{ id: bad.id, state: 'parked', lastError: { code: 'type_mismatch' } }]);
    server.intercept = () => undefined;
    await retry(bad.id);
    await drain();
    expect(server.photos.has(bad.id)).toBe(true);
  });

  test('whose upload vanished is uploaded again', async () => {
    const record = await enqueuePhoto(shot('one'));
    server.intercept = (_request, route) => (route.endsWith('/photos') ? problem(503, 'unavailable') : undefined);
    await drain();
    server.uploads.clear();
    server.intercept = () => undefined;
    for (let round = 0; round < 2; round += 1) {
      await resetBackoffAndNotify(ANA);
      await drain();
    }
    expect(server.photos.get(record.id)?.sha256).toBe(record.sha256);
  });

  test('deleted by someone since counts as delivered', async () => {
    await enqueuePhoto(shot('one'));
    server.intercept = (_request, route) => (route.endsWith('/photos') ? problem(410, 'photo_deleted') : undefined);
    await drain();
    expect(await countsFor(ANA, EVENT)).toMatchObject({ waiting: 0, stored: 1 });
  });

  test('discarded before it was tried leaves no trace; discarded on its way is deleted on the server too', async () => {
    const early = await enqueuePhoto(shot('early'));
    await discard(early.id);
    const late = await enqueuePhoto(shot('late'));
    server.afterwards = (_request, route, answer) => {
      if (route.startsWith('POST') && route.endsWith('/photos')) throw new TypeError('Failed to fetch');
      return answer;
    };
    await drain();
    expect(server.photos.has(late.id)).toBe(true);
    await discard(late.id);
    expect(await listPendingPhotos(ANA)).toEqual([]);
    await drain();
    expect(server.photos.size).toBe(0);
    const delivered = await enqueuePhoto(shot('delivered'));
    server.afterwards = (_request, _route, answer) => answer;
    await drain();
    expect(await discard(delivered.id)).toBe('delivered');
    expect(await countsFor(ANA, EVENT)).toEqual({
      shot: 1,
      imported: 0,
      waiting: 0,
      parked: 0,
      stored: 1,
      importsStored: 0,
      lost: 0,
      damaged: 0,
      undecoded: 0,
    });
  });

  test('discarded during a slow commit is deleted after the commit has ended', async () => {
    const photo = await enqueuePhoto(shot('slow'));
    let finish = () => {};
    server.slowly = new Promise((resolve) => (finish = resolve));
    let committing: Promise<Response> | undefined;
    server.intercept = async (request, route) => {
      if (request.method !== 'POST' || !route.endsWith('/photos')) return undefined;
      server.intercept = () => undefined;
      // The phone gives up; the server continues.
      committing = fetch(request.clone());
      throw new TypeError('Failed to fetch');
    };
    await drain();
    await discard(photo.id);
    const discarding = drain();
    setTimeout(finish, 50);
    await discarding;
    expect((await committing)?.status, 'the server took it in the meantime').toBe(201);
    expect(server.photos.size).toBe(0);
    expect(await listPendingPhotos(ANA)).toEqual([]);
  });
});

describe('an account', () => {
  test("is never sent for by another one's session; its photos are shown locked", async () => {
    await enqueuePhoto(shot('of ana'));
    await signIn(BEN);
    expect(await drain()).toMatchObject({ left: 0 });
    expect(server.log).toEqual([]);
    expect(await countsOfOtherAccounts(BEN)).toEqual([{ account: ANA, email: 'a@x.test', count: 1 }]);
    await signIn(ANA);
    await drain();
    expect(server.photos.size).toBe(1);
  });

  test('waits while the server is maintained: nothing is parked, no attempt counts, and all go once it is over', async () => {
    await enqueuePhoto(shot('one'));
    await enqueuePhoto(shot('two'));
    const messages: unknown[] = [];
    const unsubscribe = subscribeOutbox((message) => message.type === 'paused' && messages.push(message));
    server.intercept = (request) => (request.method === 'HEAD' ? undefined : problem(503, 'maintenance', { 'retry-after': '30' }));
    expect(await drain()).toMatchObject({ halted: 'maintenance', left: 2, nextIn: 0 });
    await drain();
    unsubscribe();
    expect(messages, 'the session is as it was').toEqual([]);
    const waiting = await listPendingPhotos(ANA);
    expect(waiting).toMatchObject([
      { state: 'waiting', attempts: 0 },
      { state: 'waiting', attempts: 0 },
    ]);
    expect(waiting.some(({ lastError }) => lastError?.code === 'maintenance')).toBe(true);
    server.intercept = () => undefined;
    await drain();
    expect(server.photos.size).toBe(2);
  });

  test('pauses when the cookies are of another account, and loses nothing', async () => {
    const messages: OutboxMessage[] = [];
    const unsubscribe = subscribeOutbox((message) => messages.push(message));
    await enqueuePhoto(shot('one'));
    await enqueuePhoto(shot('two'));
    server.intercept = () => problem(409, 'account_mismatch');
    expect(await drain()).toMatchObject({ left: 2, halted: 'account' });
    expect(messages).toContainEqual({ type: 'paused', account: ANA, reason: 'account' });
    expect(await listPendingPhotos(ANA)).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }]);
    unsubscribe();
  });

  test('whose upload is checked with the cookies of another account retains its uploaded bytes', async () => {
    await enqueuePhoto(shot('', { blob: new Blob(big()) }));
    server.intercept = (request) => (request.method === 'PATCH' ? networkError() : undefined);
    await drain();
    server.intercept = () => new Response(null, { status: 409, headers: { ...API_HEADERS, 'content-type': 'application/problem+json' } });
    await resetBackoffAndNotify(ANA);
    expect(await drain()).toMatchObject({ halted: 'account' });
    expect((await listPendingPhotos(ANA))[0]?.uploadUrl).not.toBeNull();
  });

  test('whose session ended is sent after the next sign-in', async () => {
    await enqueuePhoto(shot('one'));
    const snapshot = await readSessionValue('snapshot');
    await writeSessionValue('snapshot', { ...snapshot!, expired: true });
    await drain();
    expect(server.log).toEqual([]);
    await signIn(ANA);
    await drain();
    expect(server.photos.size).toBe(1);
  });

  test('that signed out offline is signed out before anything is sent', async () => {
    await enqueuePhoto(shot('one'));
    await writeSessionValue('pendingLogout', true);
    server.intercept = () => networkError();
    await drain();
    expect(server.log).toEqual(['POST /api/v1/auth/logout']);
    server.intercept = () => undefined;
    await drain();
    expect(server.log[1]).toBe('POST /api/v1/auth/logout');
    expect(await readSessionValue('pendingLogout')).toBeUndefined();
  });
});

test('an unexpected error of one photo blocks neither other photos nor likes, and is reported', async () => {
  const bad = await enqueuePhoto(shot('bad', { takenAt: Number.NaN }));
  const good = [await enqueuePhoto(shot('1')), await enqueuePhoto(shot('2')), await enqueuePhoto(shot('3'))];
  await enqueueLike({ account: ANA, eventId: EVENT, photoId: 'photo-1', liked: true, serverLiked: false });
  await expect(drain()).rejects.toThrow('Invalid time value');
  expect(good.every(({ id }) => server.photos.has(id))).toBe(true);
  expect(server.likes.get('photo-1')).toBe(true);
  expect(await listPendingPhotos(ANA)).toMatchObject([{ id: bad.id, lease: null }]);
});

test('a lock whose owner is frozen between two photos stops delivery for a while, not forever', async () => {
  await enqueuePhoto(shot('one'));
  let thaw = () => {};
  const frozen = navigator.locks.request('outbox-drain', () => new Promise<void>((resolve) => (thaw = resolve)));
  try {
    expect(await drain()).toMatchObject({ busy: true, left: 1 });
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    expect(await drain()).toMatchObject({ busy: false, left: 0 });
    expect(server.photos.size).toBe(1);
  } finally {
    thaw();
    await frozen;
  }
});

test('looking at the page again does not forget how often a line has changed the bytes', async () => {
  await enqueuePhoto(shot('one'));
  server.intercept = (_request, route) => (route.endsWith('/photos') ? problem(422, 'hash_mismatch') : undefined);
  for (let round = 0; round < 3; round += 1) {
    await drain();
    await resetBackoffAndNotify(ANA);
  }
  expect(await listPendingPhotos(ANA)).toMatchObject([{ state: 'parked', lastError: { code: 'hash_mismatch' } }]);
});

test('a line that is down is not tried for every photo', async () => {
  for (let i = 0; i < 12; i += 1) await enqueuePhoto(shot(`photo ${i}`));
  server.intercept = () => networkError();
  expect(await drain()).toMatchObject({ left: 12, halted: 'line' });
  expect(server.log.length).toBeLessThanOrEqual(6);
});

test('photos are sent in the order of the device counter, independent of the clock', async () => {
  const first = await enqueuePhoto(shot('first', { takenAt: 9_000_000 }));
  const second = await enqueuePhoto(shot('second', { takenAt: 1_000_000 }));
  expect((await listPendingPhotos(ANA)).map((photo) => photo.id)).toEqual([first.id, second.id]);
});

describe('a like', () => {
  const wish = (liked: boolean, serverLiked: boolean) =>
    enqueueLike({ account: ANA, eventId: EVENT, photoId: 'photo-1', liked, serverLiked });

  test('toggled several times while offline is sent once, as the last wish', async () => {
    await wish(true, false);
    await wish(false, false);
    await wish(true, false);
    await drain();
    expect(server.log).toEqual(['PUT /api/v1/event/' + EVENT + '/photos/photo-1/like']);
    expect(server.likes.get('photo-1')).toBe(true);
    expect((await listPendingLikes(ANA, EVENT)).size).toBe(0);
  });

  test('taken back before it was sent is not sent at all', async () => {
    await wish(true, false);
    await wish(false, false);
    await drain();
    expect(server.log).toEqual([]);
  });

  test('taken back after it was sent into the void is sent as its contrary', async () => {
    await wish(true, false);
    server.afterwards = () => {
      throw new TypeError('Failed to fetch');
    };
    await drain();
    server.afterwards = (_request, _route, answer) => answer;
    await wish(false, false);
    await resetBackoffAndNotify(ANA);
    await drain();
    expect(server.likes.get('photo-1')).toBe(false);
    expect((await listPendingLikes(ANA, EVENT)).size).toBe(0);
  });

  test('waits for its photo', async () => {
    const record = await enqueuePhoto(shot('one'));
    await enqueueLike({ account: ANA, eventId: EVENT, photoId: record.id, liked: true, serverLiked: false });
    server.intercept = (_request, route) => (route.endsWith('/photos') ? problem(503, 'unavailable') : undefined);
    await drain();
    expect(server.likes.size).toBe(0);
    server.intercept = () => undefined;
    await resetBackoffAndNotify(ANA);
    await drain();
    expect(server.likes.get(record.id)).toBe(true);
  });

  test('that waits for its photo is not due before it, without a busy loop', async () => {
    const record = await enqueuePhoto(shot('one'));
    await enqueueLike({ account: ANA, eventId: EVENT, photoId: record.id, liked: true, serverLiked: false });
    server.intercept = (_request, route) => (route.endsWith('/photos') ? problem(503, 'unavailable', { 'retry-after': '30' }) : undefined);
    const { left, nextIn } = await drain();
    expect(left).toBe(1);
    expect(nextIn).toBeGreaterThan(20_000);
  });

  test('waits for its photo also while that is parked', async () => {
    const record = await enqueuePhoto(shot('one'));
    await enqueueLike({ account: ANA, eventId: EVENT, photoId: record.id, liked: true, serverLiked: false });
    server.intercept = (_request, route) => (route.endsWith('/photos') ? problem(403, 'capture_closed') : undefined);
    expect(await drain()).toMatchObject({ left: 0 });
    expect(server.likes.size).toBe(0);
    server.intercept = () => undefined;
    await retry(record.id);
    await drain();
    expect(server.likes.get(record.id)).toBe(true);
  });
});

test('a record of the first release, with only the fields it had, drains', async () => {
  const record = await enqueuePhoto(shot('old'));
  await withDb(async (db) => {
    const { lastError: _a, mismatches: _b, clockOffset: _c, lease: _d, uploaded: _e, ...old } = (await db.get('photos', record.id))!;
    await db.put('photos', old as typeof record);
  });
  await drain();
  expect(server.photos.has(record.id)).toBe(true);
});
