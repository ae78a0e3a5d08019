// A server that was restored from an older backup has lost photos that it had confirmed.
import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ANA, BEN, emptyPhone, EVENT, newPhone, networkError, shot, signIn, fakeLocalStorage } from '#tests/support/outbox-phone.ts';
import { json, OutboxServer, portalPage, problem } from '#tests/support/outbox-server.ts';
import { withDb, write } from './db.ts';
import { drain } from './drain.ts';
import { enqueuePhoto, DuplicateFileError } from './enqueue.ts';
import { askAhead } from './known-files.ts';
import { damagedPhotos, dismissDamaged, dismissLost, lostPhotos } from './queue-management.ts';
import { countsFor, listPendingPhotos } from './queue.ts';
import { checkImportsDecodable, checkReceipts } from './receipt-check.ts';
import type { PhotoRecord } from './record.ts';

let server: OutboxServer;
let uninstall: () => void;

beforeEach(async () => {
  server = new OutboxServer();
  uninstall = server.install();
  vi.stubGlobal('localStorage', fakeLocalStorage(new Map()));
  await newPhone();
});

afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  uninstall();
  await emptyPhone();
});

const name = (number: number) => `IMG_${1000 + number}.jpg`;

/** Imported and delivered, `IMG_1000.jpg` first. */
async function delivered(count: number): Promise<PhotoRecord[]> {
  const photos: PhotoRecord[] = [];
  for (let number = 0; number < count; number += 1)
    photos.push(await enqueuePhoto(shot(`photo ${number}`, { source: 'import', fileName: name(number), takenAt: 1000 + number })));
  await drain();
  expect(server.photos.size).toBe(count);
  return photos;
}

/** What an import does with the file of a delivered photo; `answered`: when the server said that it does not have it. */
async function importAgain(photo: PhotoRecord, text: string, answered: number = Date.now() + 1): Promise<PhotoRecord> {
  const file = { sha256: photo.sha256, bytes: new TextEncoder().encode(text).buffer, row: null, unlessSince: answered };
  return enqueuePhoto(shot(text, { source: 'import', fileName: photo.fileName, file }));
}

const namesLost = async () => (await lostPhotos(ANA)).flatMap(({ photos }) => photos.map(({ fileName }) => fileName));
const asked = () => server.log.filter((route) => route.endsWith('/photos/check')).length;

test('lost photos are named with event, file and time, and are counted as stored no more', async () => {
  const photos = await delivered(7);
  for (const { id } of photos.slice(2)) server.photos.delete(id);
  await checkReceipts(ANA, 0);
  expect(await countsFor(ANA, EVENT)).toMatchObject({ shot: 7, imported: 7, waiting: 0, parked: 0, stored: 2, importsStored: 2, lost: 5 });
  expect(await lostPhotos(ANA)).toMatchObject([{ eventId: EVENT, eventName: 'Harbour Lights', unnamed: 0 }]);
  expect(await namesLost()).toEqual([2, 3, 4, 5, 6].map(name));
  expect((await lostPhotos(ANA))[0]!.photos[0]!.takenAt).toBe(1002);
  expect(asked(), 'in one request').toBe(1);
});

test('lost photos of one moment are named in the order in which cameras number them', async () => {
  for (const number of [11, 9, 10])
    await enqueuePhoto(shot(`photo ${number}`, { source: 'import', fileName: `IMG_${number}.jpg`, takenAt: 1000 }));
  await drain();
  server.photos.clear();
  await checkReceipts(ANA, 0);
  expect(await namesLost()).toEqual(['IMG_9.jpg', 'IMG_10.jpg', 'IMG_11.jpg']);
});

test('receipts of earlier releases have event and time', async () => {
  const id = '0199aa00-0000-7000-8000-000000000001';
  await withDb((db) =>
    db.put('receipts', { v: 1, id, account: ANA, eventId: EVENT, sha256: 'f'.repeat(64), bytes: 1, seq: 1, storedAt: 1 }),
  );
  server.intercept = (_request, route) => (route === `GET /api/v1/event/${EVENT}` ? json(200, { name: 'Harbour Lights' }) : undefined);
  await checkReceipts(ANA, 0);
  expect(await lostPhotos(ANA)).toMatchObject([
    { eventName: 'Harbour Lights', photos: [{ id, fileName: null, takenAt: Number.parseInt('0199aa000000', 16) }] },
  ]);
});

test.each<[string, () => Promise<Response> | Response]>([
  ['no connection', networkError],
  ['a portal', () => portalPage()],
  ['a portal that speaks JSON', () => json(200, {})],
  ['an answer about other photos', () => json(200, { missing: [{ id: 'other', instead: null }], delivered: 0 })],
  ['an overloaded server', () => problem(503, 'unavailable')],
  ['maintenance', () => problem(503, 'maintenance')],
  ['a session that ended', () => problem(401, 'unauthenticated')],
  ['another account', () => problem(409, 'account_mismatch')],
  ['an event that was deleted', () => problem(410, 'event_deleted')],
  ['an event that the server does not report to this account', () => problem(404, 'not_found')],
])('%s is no proof of a loss', async (_what, answer) => {
  const photos = await delivered(2);
  for (const { id } of photos) server.photos.delete(id);
  const before = await countsFor(ANA, EVENT);
  server.intercept = answer;
  await checkReceipts(ANA, 0);
  expect(await countsFor(ANA, EVENT)).toEqual(before);
  expect(await lostPhotos(ANA)).toEqual([]);
});

test('earlier receipts are shown with their time until the server has checked them', async () => {
  await delivered(2);
  expect(await countsFor(ANA, EVENT)).not.toHaveProperty('asOf');
  const anHourAgo = Date.now() - 3_600_000;
  for (const receipt of await withDb((db) => db.getAll('receipts')))
    await withDb((db) => db.put('receipts', { ...receipt, storedAt: anHourAgo }));
  vi.resetModules();
  const [opened, late] = [await import('./queue.ts'), await import('./receipt-check.ts')];
  const asOf = async () => (await opened.countsFor(ANA, EVENT)).asOf;
  expect(await asOf()).toBe(anHourAgo);
  for (const answer of [networkError, () => portalPage(), () => problem(404, 'not_found')]) {
    server.intercept = answer;
    await late.checkReceipts(ANA, 0);
    expect(await asOf()).toBe(anHourAgo);
  }
  server.intercept = () => undefined;
  vi.stubGlobal('localStorage', fakeLocalStorage(new Map()));
  await late.checkReceipts(ANA, 0);
  expect(await asOf()).toBeUndefined();
});

test('deleted photos are not lost, and are not sent again', async () => {
  const [photo] = await delivered(1);
  server.photos.delete(photo!.id);
  server.deleted.add(photo!.id);
  await checkReceipts(ANA, 0);
  expect(await countsFor(ANA, EVENT)).toMatchObject({ stored: 1, lost: 0, waiting: 0 });
});

test('each account is asked about its own photos only', async () => {
  const [photo] = await delivered(1);
  server.photos.delete(photo!.id);
  await checkReceipts(BEN, 0);
  expect(asked()).toBe(0);
  await checkReceipts(ANA, 0);
  expect(await lostPhotos(BEN)).toEqual([]);
  expect(await namesLost()).toEqual([name(0)]);
});

test('many receipts are asked about in several requests', async () => {
  await withDb(async (db) => {
    const tx = db.transaction('receipts', 'readwrite');
    for (let number = 0; number < 1100; number += 1) {
      const id = `0199aa00-0000-7000-8000-${String(number).padStart(12, '0')}`;
      void tx.store.put({
        v: 1,
        id,
        account: ANA,
        eventId: EVENT,
        sha256: 'f'.repeat(64),
        bytes: 1,
        seq: 1,
        storedAt: 1,
        eventName: 'Lights',
      });
      if (number >= 3) server.photos.set(id, { sha256: '', eventId: EVENT, commits: 1 });
    }
    await tx.done;
  });
  await checkReceipts(ANA, 0);
  expect(asked()).toBe(3);
  expect(await countsFor(ANA, EVENT)).toMatchObject({ stored: 1097, lost: 3 });
});

test('receipts are checked seldom, and the more seldom the older they are', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await delivered(1);
  await checkReceipts(ANA, 60_000);
  expect(await checkReceipts(ANA, 60_000)).toBe(60_000);
  expect(asked()).toBe(1);
  vi.setSystemTime(Date.now() + 60_000);
  await checkReceipts(ANA, 60_000);
  expect(asked()).toBe(2);
  vi.setSystemTime(Date.now() + 1_000 * 60 * 60 * 10);
  await checkReceipts(ANA, 60_000);
  expect(asked()).toBe(3);
  vi.setSystemTime(Date.now() + 5 * 60_000);
  expect(await checkReceipts(ANA, 60_000)).toBeGreaterThan(30_000);
  expect(asked(), 'ten hours old: every six minutes').toBe(3);
});

describe('lost photos', () => {
  test('come back once each when their files are imported again', async () => {
    const photos = await delivered(3);
    for (const { id } of photos) server.photos.delete(id);
    await checkReceipts(ANA, 0);
    for (const [number, photo] of photos.entries()) await importAgain(photo, `photo ${number}`);
    expect(await lostPhotos(ANA), 'they wait').toEqual([]);
    expect(await countsFor(ANA, EVENT)).toMatchObject({ shot: 3, imported: 3, waiting: 3, stored: 0, lost: 0 });
    await drain();
    await checkReceipts(ANA, 0);
    expect(await countsFor(ANA, EVENT)).toMatchObject({ shot: 3, imported: 3, waiting: 0, stored: 3, importsStored: 3, lost: 0 });
    expect([...server.photos.values()].map(({ sha256 }) => sha256).toSorted()).toEqual(photos.map(({ sha256 }) => sha256).toSorted());
  });

  test('come back once each also before the receipts were checked', async () => {
    const [photo] = await delivered(1);
    server.photos.delete(photo!.id);
    await importAgain(photo!, 'photo 0');
    expect(await countsFor(ANA, EVENT)).toMatchObject({ shot: 1, waiting: 1, stored: 0 });
    await drain();
    expect(await countsFor(ANA, EVENT)).toMatchObject({ shot: 1, imported: 1, stored: 1 });
    expect(server.photos.size).toBe(1);
  });

  test('are stored again when the server has them again, or another device brought them', async () => {
    const [first, second] = await delivered(2);
    const [one, two] = [server.photos.get(first!.id)!, server.photos.get(second!.id)!];
    server.photos.clear();
    await checkReceipts(ANA, 0);
    expect(await countsFor(ANA, EVENT)).toMatchObject({ stored: 0, lost: 2 });
    server.photos.set(first!.id, one);
    server.photos.set('0199aa00-0000-7000-8000-0000000000ff', two);
    await checkReceipts(ANA, 0);
    expect(await countsFor(ANA, EVENT)).toMatchObject({ shot: 2, imported: 2, stored: 2, lost: 0 });
    expect(await lostPhotos(ANA)).toEqual([]);
  });

  test('are not reported after they were dismissed', async () => {
    const [photo] = await delivered(2);
    server.photos.delete(photo!.id);
    await checkReceipts(ANA, 0);
    await dismissLost(ANA, EVENT);
    await checkReceipts(ANA, 0);
    expect(await lostPhotos(ANA)).toEqual([]);
    expect(await countsFor(ANA, EVENT)).toMatchObject({ shot: 1, stored: 1, lost: 0 });
  });
});

describe('an import while the server does not answer', () => {
  test('is taken in, and sent where the server has lost the photo', async () => {
    const [photo] = await delivered(1);
    server.photos.delete(photo!.id);
    const again = await importAgain(photo!, 'photo 0', Infinity);
    expect(await countsFor(ANA, EVENT)).toMatchObject({ shot: 1, imported: 1, waiting: 1, stored: 0 });
    await drain({ askAhead });
    expect([...server.photos.keys()]).toEqual([again.id]);
    expect(await countsFor(ANA, EVENT)).toMatchObject({ shot: 1, imported: 1, waiting: 0, stored: 1 });
  });

  test('is not sent where the server has the photo', async () => {
    const [photo] = await delivered(1);
    await importAgain(photo!, 'photo 0', Infinity);
    server.log.length = 0;
    await drain({ askAhead });
    expect(server.log).toEqual([`POST /api/v1/event/${EVENT}/photos/known`]);
    expect([...server.photos.keys()]).toEqual([photo!.id]);
    expect(await listPendingPhotos(ANA)).toEqual([]);
    expect(await countsFor(ANA, EVENT)).toMatchObject({ shot: 1, imported: 1, waiting: 0, stored: 1, importsStored: 1 });
  });

  /** What an import on another phone does, which has no receipts. */
  const importElsewhere = async (text: string) => {
    const sha256 = createHash('sha256').update(text).digest('hex');
    const file = { sha256, bytes: new TextEncoder().encode(text).buffer, row: null, unlessSince: Infinity };
    return enqueuePhoto(shot(text, { source: 'import', file }));
  };

  test('is not sent where another phone has delivered it', async () => {
    const sha256 = createHash('sha256').update('photo 0').digest('hex');
    server.photos.set('theirs', { sha256, eventId: EVENT, commits: 1 });
    await importElsewhere('photo 0');
    await drain({ askAhead });
    expect([...server.photos.keys()]).toEqual(['theirs']);
    expect(await listPendingPhotos(ANA)).toEqual([]);
    expect(await countsFor(ANA, EVENT)).toMatchObject({ imported: 1, waiting: 0, stored: 1, importsStored: 1 });
  });

  test('completes the photo whose proof a lost phone had sent', async () => {
    const sha256 = createHash('sha256').update('photo 0').digest('hex');
    server.awaited.set('theirs', sha256);
    await importElsewhere('photo 0');
    server.afterwards = (_request, route, answer) => (route.endsWith('/photos') ? portalPage() : answer);
    await drain({ askAhead });
    server.afterwards = (_request, _route, answer) => answer;
    const [waiting] = await listPendingPhotos(ANA);
    expect(waiting, 'the answer to its commit was lost').toBeDefined();
    await write(['photos'], (tx) => tx.objectStore('photos').put({ ...waiting!, nextAttemptAt: 0 }));
    await drain({ askAhead });
    expect([...server.photos.keys()]).toEqual(['theirs']);
    expect(await listPendingPhotos(ANA)).toEqual([]);
    expect(await countsFor(ANA, EVENT)).toMatchObject({ imported: 1, waiting: 0, stored: 1, importsStored: 1 });
    await checkReceipts(ANA, 0);
    expect(await lostPhotos(ANA)).toEqual([]);
  });

  test('is not lost if the photo that it completes is deleted meanwhile', async () => {
    server.awaited.set('theirs', createHash('sha256').update('photo 0').digest('hex'));
    await importElsewhere('photo 0');
    server.intercept = (_request, route) => {
      if (!route.endsWith('/photos')) return undefined;
      server.deleted.add('theirs');
      return problem(410, 'photo_deleted');
    };
    await drain({ askAhead });
    server.intercept = () => undefined;
    expect(await listPendingPhotos(ANA)).toEqual([]);
    await checkReceipts(ANA, 0);
    expect(await lostPhotos(ANA)).toEqual([]);
  });

  test('is not called checked before the photo that another phone brought was decoded', async () => {
    server.photos.set('theirs', { sha256: createHash('sha256').update('photo 0').digest('hex'), eventId: EVENT, commits: 1 });
    server.processing.add('theirs');
    await importElsewhere('photo 0');
    await drain({ askAhead });
    expect(await countsFor(ANA, EVENT)).toMatchObject({ stored: 1, undecoded: 1 });
    server.processing.clear();
    server.damaged.add('theirs');
    await checkImportsDecodable(ANA);
    expect(await countsFor(ANA, EVENT)).toMatchObject({ stored: 1, undecoded: 0, damaged: 1 });
  });

  test('waits while the server does not answer', async () => {
    const [photo] = await delivered(1);
    await importAgain(photo!, 'photo 0', Infinity);
    server.intercept = (_request, route) => (route.endsWith('/known') ? json(200, {}) : undefined);
    expect(await drain({ askAhead })).toMatchObject({ left: 1 });
    expect(server.photos.size).toBe(1);
    await expect(importAgain(photo!, 'photo 0', Infinity), 'it waits already').rejects.toBeInstanceOf(DuplicateFileError);
  });

  test('is delivered for the account that imported it', async () => {
    const [photo] = await delivered(1);
    await importAgain(photo!, 'photo 0', Infinity);
    await signIn(BEN);
    server.log.length = 0;
    await drain({ askAhead });
    expect(server.log).toEqual([]);
  });
});

describe('an imported file that turns out damaged', () => {
  test('is named, and nothing counts as checked before the server has looked at it', async () => {
    const [broken, whole] = await delivered(2);
    for (const { id } of [broken!, whole!]) server.processing.add(id);
    expect(await checkImportsDecodable(ANA), 'some are left').toBe(true);
    expect(await countsFor(ANA, EVENT)).toMatchObject({ stored: 2, damaged: 0, undecoded: 2 });
    server.processing.delete(whole!.id);
    expect(await checkImportsDecodable(ANA)).toBe(true);
    expect(await countsFor(ANA, EVENT)).toMatchObject({ stored: 2, damaged: 0, undecoded: 1 });
    server.processing.clear();
    server.damaged.add(broken!.id);
    expect(await checkImportsDecodable(ANA), 'none is left').toBe(false);
    expect(await countsFor(ANA, EVENT)).toMatchObject({ stored: 2, damaged: 1, undecoded: 0 });
    expect(await damagedPhotos(ANA)).toMatchObject([{ eventName: 'Harbour Lights', photos: [{ id: broken!.id, fileName: name(0) }] }]);
    await dismissDamaged(ANA, EVENT);
    expect(await countsFor(ANA, EVENT)).toMatchObject({ stored: 2, damaged: 0, undecoded: 0 });
    expect((await withDb((db) => db.get('receipts', broken!.id)))?.damaged, 'the list for a card says it after the notice, too').toBe(true);
  });

  test('is asked about once, and only while nothing is known of it', async () => {
    await delivered(2);
    await enqueuePhoto(shot('captured'));
    await drain({ askAhead });
    await checkImportsDecodable(ANA);
    await checkImportsDecodable(ANA);
    expect(asked()).toBe(1);
  });

  test('stays unknown while the server is silent, or something else answers in its place', async () => {
    await delivered(1);
    for (const answer of [() => Promise.reject(new TypeError('Failed to fetch')), () => portalPage(), () => problem(503, 'unavailable')]) {
      server.intercept = answer;
      expect(await checkImportsDecodable(ANA)).toBe(true);
      expect(await countsFor(ANA, EVENT)).toMatchObject({ undecoded: 1 });
    }
  });

  test('is not waited for when its event was deleted', async () => {
    await delivered(1);
    server.intercept = () => problem(410, 'event_deleted');
    expect(await checkImportsDecodable(ANA)).toBe(false);
    expect(await countsFor(ANA, EVENT)).toMatchObject({ stored: 1, damaged: 0, undecoded: 0 });
  });
});
