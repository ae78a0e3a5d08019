import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import '#tests/support/outbox-server.ts';
import { closeOutbox, withDb } from './db.ts';
import { enqueuePhoto, StorageFailedError } from './enqueue.ts';
import { listPendingPhotos, readBlob } from './queue.ts';
import type { NewShot } from './record.ts';

const ANA = '0199aa00-0000-7000-8000-00000000000a';
const shot = (blob: Blob, id?: string): NewShot => ({
  ...(id && { id }),
  account: ANA,
  accountEmail: 'a@x.test',
  eventId: '0199aa00-0000-7000-8000-0000000000e1',
  eventName: 'Harbour Lights',
  blob,
  contentType: 'image/jpeg',
  takenAt: 0,
  tzOffset: 0,
  orientation: 0,
  source: 'camera',
  fileName: null,
  thumb: null,
});

afterEach(async () => {
  vi.restoreAllMocks();
  await closeOutbox();
  await new Promise((resolve) => (indexedDB.deleteDatabase('outbox').onsuccess = resolve));
});

test('a picture with unreadable bytes is refused with an error that the shutter handles', async () => {
  const blob = new Blob(['x']);
  vi.spyOn(blob, 'arrayBuffer').mockRejectedValue(new DOMException('gone', 'NotReadableError'));
  await expect(enqueuePhoto(shot(blob))).rejects.toBeInstanceOf(StorageFailedError);
});

test('a connection that dies during the write is reopened, and the photo is stored', async () => {
  await withDb(async (db) => db.count('photos'));
  const put = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(function (this: IDBObjectStore, value) {
    const request = this.add(value);
    this.transaction.abort();
    return request;
  });
  const record = await enqueuePhoto(shot(new Blob(['one'])));
  expect(put).toHaveBeenCalled();
  expect(await (await readBlob(record.id))?.text()).toBe('one');
});

test('a shot whose first write succeeded is stored once, without an error', async () => {
  const first = await enqueuePhoto(shot(new Blob(['one'])));
  const again = await enqueuePhoto(shot(new Blob(['one']), first.id));
  expect(again.seq).toBe(first.seq);
  expect(await listPendingPhotos(ANA)).toHaveLength(1);
});

test('another picture under an id that is taken replaces nothing', async () => {
  const first = await enqueuePhoto(shot(new Blob(['one'])));
  await expect(enqueuePhoto(shot(new Blob(['two']), first.id))).rejects.toBeInstanceOf(StorageFailedError);
  expect(await (await readBlob(first.id))?.text()).toBe('one');
});
