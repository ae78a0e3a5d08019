import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import '#tests/support/outbox-server.ts';
import { closeOutbox, NewerDatabaseError, withDb } from './db.ts';
import { subscribeOutbox } from './messages.ts';
import { countsFor, listPendingPhotos } from './queue.ts';

const gone = (name: string) => new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve));

afterEach(async () => {
  vi.restoreAllMocks();
  await closeOutbox();
  await gone('outbox');
});

test('the three numbers are read in one transaction: between two a photo may become a receipt', async () => {
  await withDb((db) => db.count('photos'));
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await countsFor('ana', 'event');
  expect(begun).toHaveBeenCalledTimes(1);
});

test('a database of a later release is reported and not changed', async () => {
  await new Promise<void>((resolve) => {
    const request = indexedDB.open('outbox', 99);
    request.onsuccess = () => {
      request.result.close();
      resolve();
    };
  });
  const heard: string[] = [];
  const unsubscribe = subscribeOutbox(({ type }) => heard.push(type));
  await expect(listPendingPhotos('ana')).rejects.toBeInstanceOf(NewerDatabaseError);
  unsubscribe();
  expect(heard).toContain('store-newer');
});
