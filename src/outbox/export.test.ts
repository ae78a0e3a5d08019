import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyPhone, newPhone, shot } from '#tests/support/outbox-phone.ts';
import { write } from './db.ts';
import { discard } from './discard.ts';
import { enqueuePhoto } from './enqueue.ts';
import { readForExport } from './export.ts';

beforeEach(newPhone);
afterEach(emptyPhone);

test('a photo that waits is read for an export, and one that was discarded is not there', async () => {
  const { id } = await enqueuePhoto(shot('of ana'));
  expect(await (await readForExport(id))?.text()).toBe('of ana');
  await discard(id);
  expect(await readForExport(id)).toBeNull();
});

test('bytes that are missing while the photo still waits are an error, not a photo that was delivered', async () => {
  const { id } = await enqueuePhoto(shot('of ana'));
  await write(['blobs'], (tx) => tx.objectStore('blobs').delete(id));
  await expect(readForExport(id)).rejects.toThrow(/bytes of photo .+ are missing/);
});
