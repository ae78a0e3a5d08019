import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sha256Hex } from '#src/lib/sha256.ts';
import { FakeOpfs } from '#tests/support/fake-opfs.ts';
import { signIn, fakeLocalStorage } from '#tests/support/outbox-phone.ts';
import { OutboxServer, problem } from '#tests/support/outbox-server.ts';
import { closeOutbox, deviceId, withDb, write } from './db.ts';
import { drain } from './drain.ts';
import { checkIntegrity } from './integrity-check.ts';
import { subscribeOutbox } from './messages.ts';
import { discard, lostPhotos, readForExport } from './queue-management.ts';
import { countsFor, listPendingPhotos, readBlob, retry } from './queue.ts';
import { checkReceipts } from './receipt-check.ts';
import { listAcknowledgements, importsStoredKey, addAcknowledgement, goneKey, readGone } from './receipts.ts';
import { newPhotoRecord, type PhotoRecord } from './record.ts';
import { encodeTrailer, REPLICA_DIRECTORY, type ReplicaMetadata } from './replica-file.ts';

const ANA = '0199aa00-0000-7000-8000-00000000000a';
const EVENT = '0199aa00-0000-7000-8000-0000000000e1';
const ids = ['0199aa00-0000-7000-8000-000000000001', '0199aa00-0000-7000-8000-000000000002', '0199aa00-0000-7000-8000-000000000003'];

let files: FakeOpfs;
let server: OutboxServer;
let uninstall: () => void;
let notes: Map<string, string>;

/** A page that has just started: it knows only the saved notes. */
function openPage(): void {
  vi.stubGlobal('localStorage', fakeLocalStorage(notes));
}

beforeEach(() => {
  files = new FakeOpfs();
  server = new OutboxServer();
  uninstall = server.install();
  notes = new Map();
  Object.defineProperty(navigator, 'storage', { value: files.storage, configurable: true });
  openPage();
});

afterEach(async () => {
  uninstall();
  vi.unstubAllGlobals();
  await lose();
  Reflect.deleteProperty(navigator, 'storage');
});

async function lose() {
  await closeOutbox();
  await new Promise((resolve) => (indexedDB.deleteDatabase('outbox').onsuccess = resolve));
}

async function factsOf(id: string, text: string): Promise<ReplicaMetadata> {
  const bytes = new TextEncoder().encode(text);
  return {
    id,
    account: ANA,
    accountEmail: 'a@x.test',
    eventId: EVENT,
    eventName: 'Harbour Lights',
    takenAt: 5,
    clockOffset: null,
    tzOffset: 60,
    orientation: 90,
    source: 'camera',
    contentType: 'image/jpeg',
    fileName: null,
    bytes: bytes.length,
    sha256: await sha256Hex(bytes.buffer),
  };
}

/** As the shutter leaves it: record and bytes, a copy, a note. */
async function acknowledge(id: string, text: string): Promise<PhotoRecord> {
  const facts = await factsOf(id, text);
  const record = newPhotoRecord({ ...facts, seq: 1 });
  await write(['photos', 'blobs'], async (tx) => {
    await tx.objectStore('photos').add(record);
    await tx.objectStore('blobs').add({ id, type: facts.contentType, data: new Blob([text]) });
  });
  files.put(REPLICA_DIRECTORY, id, new Blob([text, encodeTrailer(facts)]));
  addAcknowledgement(record);
  return record;
}

test('a store that is whole costs no healing', async () => {
  await acknowledge(ids[0]!, 'one');
  expect(await checkIntegrity()).toBeNull();
  expect(await listPendingPhotos(ANA)).toHaveLength(1);
});

test('a store that was thrown away comes back from the copies, with bytes and facts, in the order of taking', async () => {
  for (const [index, id] of ids.entries()) await acknowledge(id, `photo ${index}`);
  await checkIntegrity();
  await lose();
  expect(await checkIntegrity()).toEqual({ restored: 3, later: 0, lost: [] });
  const photos = await listPendingPhotos(ANA);
  expect(photos.map(({ id }) => id)).toEqual(ids);
  expect(photos[1]).toMatchObject({ state: 'waiting', orientation: 90, takenAt: 5, eventName: 'Harbour Lights', attempts: 0 });
  expect(await (await readBlob(ids[1]!))?.text()).toBe('photo 1');
  expect(await checkIntegrity(), 'healed once').toBeNull();
});

test('a store that was lost belongs to the same device, also if the worker has named it meanwhile', async () => {
  await checkIntegrity();
  const before = await deviceId();
  await lose();
  const ofWorker = await deviceId();
  expect(ofWorker).not.toBe(before);
  await checkIntegrity();
  expect(await deviceId()).toBe(before);
  notes.clear();
  await lose();
  openPage();
  await checkIntegrity();
  expect(await deviceId(), 'all site data was cleared').not.toBe(before);
});

test('lost photos stay known for the organization after the person has read the report', async () => {
  const [first] = ids;
  addAcknowledgement(newPhotoRecord({ ...(await factsOf(first!, 'one')), seq: 1 }));
  await checkIntegrity();
  await checkIntegrity();
  expect(readGone(await withDb((db) => db.get('meta', goneKey(ANA, EVENT))))).toEqual([first]);
});

test('photos without a complete replica are reported unless the server has them', async () => {
  for (const [index, id] of ids.entries()) await acknowledge(id, `photo ${index}`);
  files.put(REPLICA_DIRECTORY, ids[0]!, new Blob(['cut']));
  files.put(REPLICA_DIRECTORY, ids[1]!, new Blob(['photo X', encodeTrailer(await factsOf(ids[1]!, 'photo 1'))]));
  server.photos.set(ids[1]!, { sha256: '', eventId: EVENT, commits: 1 });
  await lose();
  expect(await checkIntegrity()).toMatchObject({
    restored: 1,
    lost: [{ id: ids[0], eventName: 'Harbour Lights', asked: true, delivered: 1 }],
  });
  expect(listAcknowledgements().map(({ id }) => id)).toEqual([ids[0], ids[2]]);
});

test('offline they are reported as unknown', async () => {
  await acknowledge(ids[0]!, 'one');
  files.remove(REPLICA_DIRECTORY, ids[0]!);
  server.intercept = () => Promise.reject(new TypeError('Failed to fetch'));
  await lose();
  expect(await checkIntegrity()).toMatchObject({ restored: 0, lost: [{ id: ids[0], asked: false }] });
});

test('all site data is cleared under an open page: queued photos are reported with their number', async () => {
  for (const [index, id] of ids.entries()) await acknowledge(id, `photo ${index}`);
  await checkIntegrity();
  for (const id of ids) files.remove(REPLICA_DIRECTORY, id);
  notes.clear();
  await lose();
  expect((await checkIntegrity())?.lost.map(({ id }) => id)).toEqual(ids);
  expect(listAcknowledgements().map(({ id }) => id)).toEqual(ids);
  expect(
    [...notes.keys()].filter((key) => key.startsWith('outbox shot ')),
    'noted again',
  ).toHaveLength(ids.length);
});

test('all data of the site is cleared under an open page: the numbers of all events go on', async () => {
  await write(['receipts'], async (tx) => {
    for (const id of ids)
      await tx.objectStore('receipts').put({ v: 1, id, account: ANA, eventId: EVENT, sha256: id, bytes: 1, seq: 1, storedAt: Date.now() });
  });
  await checkIntegrity();
  await countsFor(ANA, EVENT);
  // A page that starts later and shows no event.
  openPage();
  await checkIntegrity();
  notes.clear();
  await lose();
  await checkIntegrity();
  expect(await countsFor(ANA, EVENT)).toMatchObject({ shot: 3, stored: 3 });
});

test('photos of an event that the server does not report are unknown', async () => {
  await acknowledge(ids[0]!, 'one');
  files.remove(REPLICA_DIRECTORY, ids[0]!);
  server.intercept = () => problem(404, 'not_found');
  await lose();
  expect(await checkIntegrity()).toMatchObject({ restored: 0, lost: [{ id: ids[0], asked: false }] });
});

test('a copy left over of a delivered photo brings nothing back, and stays until the server has confirmed the receipt', async () => {
  const { id, sha256, bytes, seq } = await acknowledge(ids[0]!, 'one');
  await write(['photos', 'blobs', 'receipts'], async (tx) => {
    await tx.objectStore('photos').delete(id);
    await tx.objectStore('receipts').put({ v: 1, id, account: ANA, eventId: EVENT, sha256, bytes, seq, storedAt: Date.now() });
  });
  expect(await checkIntegrity()).toBeNull();
  expect(await listPendingPhotos(ANA)).toEqual([]);
  expect(listAcknowledgements()).toEqual([]);
  server.intercept = () => Promise.reject(new TypeError('Failed to fetch'));
  await checkReceipts(ANA, 0);
  expect(files.names(REPLICA_DIRECTORY)).toEqual([id]);
  server.intercept = () => undefined;
  server.photos.set(id, { sha256, eventId: EVENT, commits: 1 });
  await checkReceipts(ANA, 0);
  expect(files.names(REPLICA_DIRECTORY)).toEqual([]);
});

test('a copy left over of a photo that the server has lost is sent again', async () => {
  const { id, sha256, bytes, seq } = await acknowledge(ids[0]!, 'one');
  await write(['photos', 'blobs', 'receipts'], async (tx) => {
    await tx.objectStore('photos').delete(id);
    await tx.objectStore('receipts').put({ v: 1, id, account: ANA, eventId: EVENT, sha256, bytes, seq, storedAt: Date.now() });
  });
  await checkIntegrity();
  await checkReceipts(ANA, 0);
  expect(await countsFor(ANA, EVENT)).toMatchObject({ shot: 1, waiting: 1, stored: 0, lost: 0, damaged: 0, undecoded: 0 });
  await signIn(ANA);
  await drain();
  expect(server.photos.get(id)).toMatchObject({ sha256 });
  expect(await countsFor(ANA, EVENT)).toMatchObject({ shot: 1, waiting: 0, stored: 1, lost: 0, damaged: 0, undecoded: 0 });
});

test('of photos that only a number is known of, at most as many are stored as the server has', async () => {
  await write(['receipts'], async (tx) => {
    for (const id of ids)
      await tx.objectStore('receipts').put({ v: 1, id, account: ANA, eventId: EVENT, sha256: id, bytes: 1, seq: 1, storedAt: Date.now() });
  });
  await checkIntegrity();
  await countsFor(ANA, EVENT);
  await lose();
  await checkIntegrity();
  server.photos.set(ids[0]!, { sha256: '', eventId: EVENT, commits: 1 });
  await checkReceipts(ANA, 0);
  expect(await countsFor(ANA, EVENT)).toMatchObject({ shot: 3, stored: 1, lost: 2 });
  expect(await lostPhotos(ANA)).toMatchObject([{ eventId: EVENT, photos: [], unnamed: 2 }]);
  server.photos.set(ids[1]!, { sha256: '', eventId: EVENT, commits: 1 });
  await checkReceipts(ANA, 0);
  expect(await countsFor(ANA, EVENT)).toMatchObject({ shot: 3, stored: 2, lost: 1 });
});

test('a copy that was cut while it was written, of a shot that was refused, is swept away; empty files stay for the next shots', async () => {
  await acknowledge(ids[0]!, 'one');
  files.put(REPLICA_DIRECTORY, ids[1]!, new Blob(['cut in the mid']));
  files.put(REPLICA_DIRECTORY, ids[2]!, new Blob([]));
  expect(await checkIntegrity()).toBeNull();
  expect(files.names(REPLICA_DIRECTORY)).toEqual([ids[0], ids[2]]);
});

test('a file of an import that was broken off, and picked again before its copy was found, is there once', async () => {
  const { sha256 } = await acknowledge(ids[0]!, 'one');
  files.put(REPLICA_DIRECTORY, ids[1]!, new Blob(['one', encodeTrailer({ ...(await factsOf(ids[1]!, 'one')), source: 'import' })]));
  expect(await checkIntegrity()).toEqual({ restored: 0, later: 0, lost: [] });
  expect((await listPendingPhotos(ANA)).map((photo) => [photo.id, photo.sha256])).toEqual([[ids[0], sha256]]);
  expect(files.names(REPLICA_DIRECTORY)).toEqual([ids[0]]);
});

test('a photo whose page closed between replica and record is restored without a loss report', async () => {
  await acknowledge(ids[0]!, 'one');
  files.put(REPLICA_DIRECTORY, ids[1]!, new Blob(['two', encodeTrailer(await factsOf(ids[1]!, 'two'))]));
  expect(await checkIntegrity()).toEqual({ restored: 0, later: 0, lost: [] });
  expect((await listPendingPhotos(ANA)).map(({ id }) => id)).toEqual([ids[0], ids[1]]);
});

test('discarded photos stay discarded', async () => {
  await acknowledge(ids[0]!, 'one');
  await discard(ids[0]!);
  await lose();
  expect(await checkIntegrity()).toBeNull();
  expect(await listPendingPhotos(ANA)).toEqual([]);
});

test('discarded photos stay discarded even with two replicas', async () => {
  await acknowledge(ids[0]!, 'one');
  files.put(REPLICA_DIRECTORY, 'another', new Blob(['one', encodeTrailer(await factsOf(ids[0]!, 'one'))]));
  await discard(ids[0]!);
  expect(files.names(REPLICA_DIRECTORY)).toEqual([]);
  expect(await checkIntegrity()).toBeNull();
  expect(await listPendingPhotos(ANA)).toEqual([]);
});

test('a torn file of this moment stays: it may be whole in the next', async () => {
  await acknowledge(ids[0]!, 'one');
  files.put(REPLICA_DIRECTORY, ids[1]!, new File(['cut in the mid'], ids[1]!));
  files.put(REPLICA_DIRECTORY, ids[2]!, new File(['cut long ago'], ids[2]!, { lastModified: Date.now() - 120_000 }));
  await checkIntegrity();
  expect(files.names(REPLICA_DIRECTORY)).toEqual([ids[0], ids[1]]);
});

/** Its first byte can be read, and not all of them: the file beneath it was torn. No request that carries them is ever sent. */
async function tear(id: string): Promise<void> {
  const type = 'image/torn';
  await write(['blobs'], (tx) => tx.objectStore('blobs').put({ id, type, data: new Blob(['TORN'], { type }) }));
  const { stream } = Blob.prototype;
  vi.spyOn(Blob.prototype, 'stream').mockImplementation(function read(this: Blob) {
    return this.type === type
      ? new ReadableStream({ pull: (to) => to.error(new DOMException('', 'NotReadableError')) })
      : stream.call(this);
  });
  server.intercept = async (request) => {
    if ((await request.clone().text()) === 'TORN') throw new TypeError('Failed to fetch');
    return undefined;
  };
}

test.each(['gone', 'torn', 'others than were hashed'])('bytes that are %s in the database are sent from the second copy', async (how) => {
  const { id, sha256 } = await acknowledge(ids[0]!, 'one');
  await signIn(ANA);
  if (how === 'torn') await tear(id);
  else
    await write(['blobs', 'photos'], async (tx) => {
      if (how === 'gone') return tx.objectStore('blobs').delete(id);
      return void (await tx.objectStore('blobs').put({ id, type: 'image/jpeg', data: new Blob(['ONE']) }));
    });
  for (let passes = 0; passes < 4 && (await listPendingPhotos(ANA)).length > 0; passes += 1) {
    await retry(id);
    await drain();
  }
  expect(await listPendingPhotos(ANA)).toEqual([]);
  expect(server.photos.get(id)).toMatchObject({ sha256 });
});

test.each(['gone', 'torn'])('bytes that are %s in the database are exported from the second copy', async (how) => {
  const { id } = await acknowledge(ids[0]!, 'one');
  if (how === 'torn') await tear(id);
  else await write(['blobs'], (tx) => tx.objectStore('blobs').delete(id));
  expect(await (await readForExport(id))?.text()).toBe('one');
  files.remove(REPLICA_DIRECTORY, id);
  await expect(readForExport(id)).rejects.toThrow(/bytes of photo .+ are missing/);
});

test('imports stay counted apart when the store was lost', async () => {
  await acknowledge(ids[0]!, 'one');
  await write(['receipts', 'meta'], async (tx) => {
    await tx
      .objectStore('receipts')
      .put({ v: 1, id: ids[2]!, account: ANA, eventId: EVENT, sha256: '', bytes: 1, seq: 2, storedAt: Date.now() });
    await tx.objectStore('meta').put(1, importsStoredKey(ANA, EVENT));
  });
  await checkIntegrity();
  const before = await countsFor(ANA, EVENT);
  expect(before).toMatchObject({ shot: 2, imported: 1, importsStored: 1 });
  await lose();
  await checkIntegrity();
  expect(await countsFor(ANA, EVENT)).toEqual(before);
});

test('counts do not fall while the database is recreated, and continue afterwards', async () => {
  await acknowledge(ids[0]!, 'one');
  await write(['receipts'], (tx) =>
    tx.objectStore('receipts').put({ v: 1, id: ids[2]!, account: ANA, eventId: EVENT, sha256: '', bytes: 1, seq: 2, storedAt: Date.now() }),
  );
  await checkIntegrity();
  const before = await countsFor(ANA, EVENT);
  expect(before).toEqual({ shot: 2, imported: 0, waiting: 1, parked: 0, stored: 1, importsStored: 0, lost: 0, damaged: 0, undecoded: 0 });
  await lose();
  expect(await countsFor(ANA, EVENT)).toEqual({ ...before, unchecked: true });
  await checkIntegrity();
  expect(await countsFor(ANA, EVENT)).toEqual(before);
  expect(await withDb((db) => db.count('receipts'))).toBe(0);
});

test('a report that waited for the first check of a new database hears of it', async () => {
  let changes = 0;
  const unsubscribe = subscribeOutbox(({ type }) => (changes += Number(type === 'changed')));
  await checkIntegrity();
  await vi.waitFor(() => expect(changes).toBe(1));
  await checkIntegrity();
  unsubscribe();
  expect(changes).toBe(1);
});
