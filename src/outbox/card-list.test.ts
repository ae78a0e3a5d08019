import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BOM, csvTime } from '#src/lib/csv.ts';
import { uuid7 } from '#src/lib/uuid7.ts';
import { ANA, emptyPhone, EVENT, fakeLocalStorage, newPhone, shot } from '#tests/support/outbox-phone.ts';
import { OutboxServer, problem, RECEIVED_AT } from '#tests/support/outbox-server.ts';
import { cardList, cardListFile } from './card-list.ts';
import { deviceId, withDb, write } from './db.ts';
import { drain } from './drain.ts';
import { enqueuePhoto } from './enqueue.ts';
import { newImportRows } from './imports.ts';
import { dismissDamaged } from './queue-management.ts';
import { checkImportsDecodable, checkReceipts } from './receipt-check.ts';
import type { KnownFile } from './record.ts';

let server: OutboxServer;
let uninstall: () => void;

beforeEach(async () => {
  server = new OutboxServer();
  uninstall = server.install();
  vi.stubGlobal('localStorage', fakeLocalStorage(new Map()));
  await newPhone();
});

afterEach(async () => {
  vi.unstubAllGlobals();
  uninstall();
  await emptyPhone();
});

async function pieces(): Promise<string[]> {
  const made: string[] = [];
  for await (const piece of cardList(ANA, EVENT, { eventName: 'Gala, too', device: 'phone 3F2A' })) made.push(piece);
  return made;
}

const HEADS = 'File name,Bytes,SHA-256,Captured (UTC),Status,Photo ID,Stored (UTC),Event,Device';
const ORIGIN = '"Gala, too",phone 3F2A';
const lines = async () => (await pieces()).join('').split('\r\n');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const imported = (name: string, text: string) =>
  shot(text, { source: 'import', fileName: name, takenAt: Date.parse('2026-11-20T18:30:05Z') });

test('names what is stored with the server’s receipt, what waits, and what the server lost', async () => {
  const stored = await enqueuePhoto(imported('=cmd;1.JPG', 'one'));
  const lost = await enqueuePhoto(imported('IMG_2.JPG', 'two'));
  await drain();
  server.photos.delete(lost.id);
  await checkReceipts(ANA, 0);
  await checkImportsDecodable(ANA);
  const parked = await enqueuePhoto(imported('IMG_3.JPG', 'three'));
  await write(['photos'], (tx) => tx.objectStore('photos').put({ ...parked, state: 'parked' }));
  const waiting = await enqueuePhoto(shot('four', { takenAt: 0 }));
  await write(['photos'], (tx) => tx.objectStore('photos').put({ ...waiting, clockOffset: 60_000 }));
  const captured = '2026-11-20 18:30:05';
  expect(await lines()).toEqual([
    BOM + HEADS,
    `IMG_3.JPG,5,${sha256('three')},${captured},Needs attention,${parked.id},,${ORIGIN}`,
    `,4,${sha256('four')},1970-01-01 00:01:00,Waiting on this device,${waiting.id},,${ORIGIN}`,
    `IMG_2.JPG,3,${sha256('two')},${captured},Lost by the server,${lost.id},,${ORIGIN}`,
    `"'=cmd;1.JPG",3,${sha256('one')},${captured},Stored on the server,${stored.id},${csvTime(Date.parse(RECEIVED_AT))},${ORIGIN}`,
    '',
  ]);
});

test('says as the organization’s list that a file is unreadable, also after the notice; and of none that it is fine before it was checked', async () => {
  const broken = await enqueuePhoto(imported('broken.JPG', 'one'));
  const early = await enqueuePhoto(imported('early.JPG', 'two'));
  await drain();
  server.damaged.add(broken.id);
  server.damaged.add(early.id);
  const statuses = async () =>
    (await lines())
      .slice(1, -1)
      .map((line) => line.split(','))
      .map((cells) => `${cells[0]} ${cells[4]}`);
  expect(await statuses()).toEqual(['broken.JPG Not checked yet', 'early.JPG Not checked yet']);
  await checkImportsDecodable(ANA);
  // As an earlier release left it: only the notice.
  const { damaged: _damaged, ...before } = (await withDb((db) => db.get('receipts', early.id)))!;
  await withDb((db) => db.put('receipts', before));
  expect(await statuses()).toEqual(['broken.JPG Unreadable', 'early.JPG Unreadable']);
  await dismissDamaged(ANA, EVENT);
  expect((await statuses())[0]).toBe('broken.JPG Unreadable');
});

test('lists files that were skipped because the server has them, with that photo, unless this device stored them itself', async () => {
  await enqueuePhoto(imported('own.JPG', 'one'));
  await drain();
  await checkImportsDecodable(ANA);
  const known = (name: string, text: string, damaged = false, original?: KnownFile['original']) => ({
    ...newImportRows({ account: ANA, eventId: EVENT }, name, [{ name, size: text.length, lastModified: 1 }])[0]!,
    state: 'known' as const,
    known: { sha256: sha256(text), photoId: `of ${name}`, receivedAt: 0, damaged, ...(original && { original }) },
  });
  await withDb(async (db) => {
    for (const row of [
      known('own again.JPG', 'one'),
      known('other.JPG', 'four'),
      known('torn.JPG', 'five', true),
      known('early.JPG', 'sixth', false, 'unchecked'),
      known('gone.JPG', 'seventh', false, 'deleted'),
    ])
      await db.put('imports', row);
  });
  expect((await lines()).slice(2, -1).toSorted()).toEqual([
    `early.JPG,5,${sha256('sixth')},,Not checked yet,of early.JPG,1970-01-01 00:00:00,${ORIGIN}`,
    `gone.JPG,7,${sha256('seventh')},,Original deleted,of gone.JPG,1970-01-01 00:00:00,${ORIGIN}`,
    `other.JPG,4,${sha256('four')},,Stored on the server,of other.JPG,1970-01-01 00:00:00,${ORIGIN}`,
    `torn.JPG,4,${sha256('five')},,Unreadable,of torn.JPG,1970-01-01 00:00:00,${ORIGIN}`,
  ]);
});

test('calls no file stored whose photo was deleted on the server, until it is restored', async () => {
  const photo = await enqueuePhoto(imported('IMG_1.JPG', 'one'));
  await drain();
  await checkImportsDecodable(ANA);
  const status = async () => (await lines())[1]?.split(',')[4];
  expect(await status()).toBe('Stored on the server');
  server.deleted.add(photo.id);
  await checkReceipts(ANA, 0);
  expect(await status()).toBe('Original deleted');
  server.deleted.clear();
  await checkReceipts(ANA, 0);
  expect(await status()).toBe('Stored on the server');
});

test('calls no file stored whose photo was deleted before it arrived', async () => {
  await enqueuePhoto(imported('IMG_1.JPG', 'one'));
  server.intercept = (_request, route) => (route.endsWith('/photos') ? problem(410, 'photo_deleted') : undefined);
  await drain();
  expect((await lines())[1]?.split(',')[4]).toBe('Original deleted');
});

test('asks the server before it is exported, and does not wait for one that is silent', async () => {
  const photo = await enqueuePhoto(imported('IMG_1.JPG', 'one'));
  await drain();
  await checkImportsDecodable(ANA);
  await checkReceipts(ANA, 0);
  server.deleted.add(photo.id);
  const exported = async () => (await (await cardListFile(ANA, EVENT)).file.text()).split('\r\n')[1]?.split(',')[4];
  server.intercept = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await exported()).toBe('Stored on the server');
  server.intercept = () => undefined;
  expect(await exported()).toBe('Original deleted');
  server.deleted.clear();
  let answer: (response: Response) => void = () => undefined;
  server.intercept = () => new Promise((resolve) => (answer = resolve));
  const begun = performance.now();
  expect(await exported()).toBe('Original deleted');
  expect(performance.now() - begun).toBeLessThan(10_000);
  answer(problem(503, 'unavailable'));
});

test('names event and device in the name of the file', async () => {
  await enqueuePhoto(imported('IMG_1.JPG', 'one'));
  const device = (await deviceId()).slice(-4);
  expect((await cardListFile(ANA, EVENT)).file.name).toMatch(
    new RegExp(`^photo-list-harbour-lights-(phone|computer)-${device}-\\d{4}-\\d\\d-\\d\\d\\.csv$`),
  );
});

test('lists ten thousand photos in pieces, each once, and none of other events; receipts of earlier releases have no name', async () => {
  const receipt = (index: number, eventId: string) => {
    const id = uuid7(1_700_000_000_000 + index);
    return { v: 1, id, account: ANA, eventId, sha256: sha256(id), bytes: 1, seq: index, storedAt: 0 } as const;
  };
  const receipts = Array.from({ length: 10_000 }, (_, index) => receipt(index, EVENT));
  await withDb(async (db) => {
    const tx = db.transaction('receipts', 'readwrite');
    for (const [index, one] of receipts.entries()) {
      void tx.store.put(one);
      if (index % 10 === 0) void tx.store.put(receipt(index, 'another'));
    }
    await tx.done;
  });
  expect((await pieces()).length).toBeGreaterThan(20);
  const [, ...listed] = await lines();
  const row = ({ id, sha256: hash }: (typeof receipts)[number]) => `,1,${hash},,Stored on the server,${id},1970-01-01 00:00:00,${ORIGIN}`;
  expect(listed).toEqual([...receipts.map(row), '']);
});
