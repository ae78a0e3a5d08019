import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeLocalStorage } from '#tests/support/outbox-phone.ts';
import '#tests/support/outbox-server.ts';
import { closeOutbox, withDb, write } from './db.ts';
import { DuplicateFileError, enqueuePhoto, storeThumb } from './enqueue.ts';
import {
  closeImport,
  dismissImports,
  hideImports,
  importRefusalMessage,
  listUnfinishedImports,
  newImportRows,
  openImport,
  updateImportRows,
} from './imports.ts';
import { discard } from './queue-management.ts';
import { countsFor, hasImports, listPendingPhotos, readBlob, readThumb } from './queue.ts';
import { listAcknowledgements } from './receipts.ts';
import type { ImportedFile } from './record.ts';

test.each([
  ['280 megapixels. The limit is 100.', { reason: 'too-many-pixels', found: 280_000_000, most: 100_000_000 }],
  ['101 megapixels. The limit is 100.', { reason: 'too-many-pixels', found: 100_000_001, most: 100_000_000 }],
  ['64 MB. The limit is 50 MB.', { reason: 'too-big', found: 64 * 1024 * 1024, most: 50 * 1024 * 1024 }],
  ['717 kB. The limit is 512 kB.', { reason: 'too-big', found: 0.7 * 1024 * 1024, most: 512 * 1024 }],
  // As an earlier release noted it.
  ['The file is larger than the server accepts.', { reason: 'too-big' }],
] as const)('%s', (words, refusal) => expect(importRefusalMessage(refusal)).toBe(words));

beforeEach(() => void vi.stubGlobal('localStorage', fakeLocalStorage(new Map())));

const place = { account: '0199aa00-0000-7000-8000-00000000000a', eventId: '0199aa00-0000-7000-8000-0000000000e1' };
const files = (...names: string[]) => names.map((name) => ({ name, size: name.length, lastModified: 1 }));
const hash = (letter: string) => letter.repeat(64);

const take = (file: Omit<ImportedFile, 'bytes'>, bytes = 'x', id?: string) =>
  enqueuePhoto({
    ...place,
    ...(id !== undefined && { id }),
    accountEmail: 'a@x.test',
    eventName: 'Harbour Lights',
    blob: new Blob([bytes]),
    contentType: 'image/jpeg',
    takenAt: 0,
    tzOffset: 0,
    orientation: 0,
    source: 'import',
    fileName: 'a.jpg',
    thumb: null,
    file: { ...file, bytes: new TextEncoder().encode(bytes).buffer },
  });

const namesLeft = async () => (await listUnfinishedImports(place)).map(({ name, state }) => `${name} ${state}`);

afterEach(async () => {
  await closeOutbox();
  await new Promise((resolve) => (indexedDB.deleteDatabase('outbox').onsuccess = resolve));
});

describe('the ledger', () => {
  test('lists the missing files after a reload until dismissed', async () => {
    const rows = newImportRows(place, 'b1', files('one', 'two', 'three'));
    await openImport(place, rows);
    await take({ sha256: hash('1'), row: ['b1', 0], unlessSince: 0 });
    await updateImportRows([{ ...rows[1]!, state: 'refused', reason: 'too-big' }]);
    await closeOutbox();

    expect(await namesLeft()).toEqual(['two refused', 'three unread']);
    expect(await listUnfinishedImports({ ...place, eventId: 'another' })).toEqual([]);
    expect(await hasImports(place)).toBe(true);
    await dismissImports(place);
    expect(await namesLeft()).toEqual([]);
    expect(await hasImports(place)).toBe(false);
  });

  test('still names what the camera shows no more', async () => {
    await openImport(place, newImportRows(place, 'b1', files('one')));
    expect(await listUnfinishedImports(place)).not.toMatchObject([{ hidden: true }]);
    await hideImports(place);
    expect(await listUnfinishedImports(place)).toMatchObject([{ name: 'one', hidden: true }]);
  });

  test('forgets only files that are picked again', async () => {
    await openImport(place, newImportRows(place, 'b1', files('one', 'two', 'three')));
    const again = newImportRows(place, 'b2', files('two'));
    await openImport(place, again);
    await updateImportRows([{ ...again[0]!, state: 'known' }]);
    await closeImport('b2');
    expect(await namesLeft()).toEqual(['one unread', 'three unread']);
  });

  test('retains skipped files with their photos on the server, each once, also after it is dismissed', async () => {
    const known = { sha256: hash('1'), photoId: 'p', receivedAt: 1, damaged: false };
    for (const batch of ['b1', 'b2']) {
      const rows = newImportRows(place, batch, files('one', 'two'));
      await openImport(place, rows);
      await updateImportRows([{ ...rows[0]!, state: 'known', known }]);
      await take({ sha256: hash('2'), row: [batch, 1], unlessSince: null });
      await closeImport(batch);
    }
    await dismissImports(place);
    expect(await namesLeft(), 'nothing is unfinished').toEqual([]);
    expect(await withDb((db) => db.getAll('imports'))).toMatchObject([{ batch: 'b2', name: 'one', known }]);
  });

  test('retains nothing of a flawless import', async () => {
    await openImport(place, newImportRows(place, 'b1', files('one')));
    await take({ sha256: hash('1'), row: ['b1', 0], unlessSince: 0 });
    await closeImport('b1');
    expect(await hasImports(place)).toBe(false);
  });

  test('is written with the photo or not at all', async () => {
    await openImport(place, newImportRows(place, 'b1', files('one', 'two')));
    await take({ sha256: hash('1'), row: ['b1', 0], unlessSince: 0 });
    await expect(take({ sha256: hash('1'), row: ['b1', 1], unlessSince: 0 })).rejects.toBeInstanceOf(DuplicateFileError);
    expect(await namesLeft()).toEqual(['two unread']);
    expect(await listPendingPhotos(place.account)).toHaveLength(1);
  });
});

describe('a file that this phone has brought', () => {
  const file = (unlessSince: number | null): Omit<ImportedFile, 'bytes'> => ({ sha256: hash('1'), row: null, unlessSince });

  test('is refused while it waits, by two tabs at once too, unless it is wanted again or being thrown away', async () => {
    const both = await Promise.allSettled([take(file(0)), take(file(0))]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await take(file(null));
    for (const { id } of await listPendingPhotos(place.account)) {
      // Sending had begun: the record stays until the server's copy is gone.
      await write(['photos'], async (tx) => {
        const photos = tx.objectStore('photos');
        await photos.put({ ...(await photos.get(id))!, attempts: 1 });
      });
      await discard(id);
    }
    await expect(take(file(0))).resolves.toMatchObject({ sha256: hash('1') });
  });

  test('is refused by its receipt, but not by one that is older than the server’s answer', async () => {
    const receipt = { v: 1, id: 'p', ...place, sha256: hash('1'), bytes: 1, seq: 1, storedAt: 1000 } as const;
    await withDb((db) => db.put('receipts', receipt));
    await expect(take(file(0))).rejects.toBeInstanceOf(DuplicateFileError);
    await expect(take(file(1000))).rejects.toBeInstanceOf(DuplicateFileError);
    // The server does not have it: what the receipt proved is over.
    await expect(take(file(1001))).resolves.toBeDefined();
    expect(await countsFor(place.account, place.eventId)).toMatchObject({ shot: 1, waiting: 1, stored: 0 });
  });

  test('is not refused by a receipt from the future: the clock that wrote it ran ahead, and the server’s answer is newer', async () => {
    const storedAt = Date.now() + 3 * 3_600_000;
    await withDb((db) => db.put('receipts', { v: 1, id: 'p', ...place, sha256: hash('1'), bytes: 1, seq: 1, storedAt }));
    await expect(take(file(Date.now()))).resolves.toBeDefined();
    expect(await countsFor(place.account, place.eventId)).toMatchObject({ shot: 1, waiting: 1, stored: 0 });
  });

  test.each([
    ['the server has answered that it does not have it', 0, undefined],
    ['the server does not answer: it is asked first', Infinity, true],
  ])('takes the place of one that waits without its bytes when %s', async (_when, since, askFirst) => {
    const lost = await take(file(0));
    const lastError = { code: 'bytes_missing', message: 'Gone.', at: 0 };
    await write(['photos', 'blobs'], async (tx) => {
      await tx.objectStore('photos').put({ ...lost, state: 'parked', attempts: 3, lastError });
      await tx.objectStore('blobs').delete(lost.id);
    });
    const again = await take(file(since));
    expect(again.askFirst).toBe(askFirst);
    expect(await listPendingPhotos(place.account)).toMatchObject([{ id: again.id, state: 'waiting', lastError: null }]);
    expect(await (await readBlob(again.id))?.text()).toBe('x');
    expect(listAcknowledgements().map(({ id }) => id)).not.toContain(lost.id);
    await expect(take(file(since)), 'it waits here').rejects.toBeInstanceOf(DuplicateFileError);
  });

  test('gives its bytes back to the photo of the same id that lost them', async () => {
    const lost = await take(file(0));
    const lastError = { code: 'bytes_missing', message: 'Gone.', at: 0 };
    await write(['photos', 'blobs'], async (tx) => {
      await tx.objectStore('photos').put({ ...lost, state: 'parked', attempts: 3, lastError });
      await tx.objectStore('blobs').delete(lost.id);
    });
    await take(file(0), 'x', lost.id);
    expect(await listPendingPhotos(place.account)).toMatchObject([{ id: lost.id, state: 'waiting', lastError: null }]);
    expect(await (await readBlob(lost.id))?.text()).toBe('x');
    expect(listAcknowledgements().map(({ id }) => id)).toContain(lost.id);
  });

  test('is taken in although there is a receipt when the server does not answer, and is counted once', async () => {
    const receipt = { v: 1, id: 'p', ...place, sha256: hash('1'), bytes: 1, seq: 1, storedAt: 1000 } as const;
    await withDb((db) => db.put('receipts', receipt));
    await expect(take(file(Infinity))).resolves.toMatchObject({ askFirst: true });
    expect(await countsFor(place.account, place.eventId)).toMatchObject({ shot: 1, waiting: 1, stored: 0 });
    await expect(take(file(Infinity)), 'it waits here').rejects.toBeInstanceOf(DuplicateFileError);
  });

  test('stores no thumbnail of a photo that was already delivered', async () => {
    await storeThumb('gone', new Blob(['small']));
    expect(await readThumb('gone')).toBeNull();
  });
});
