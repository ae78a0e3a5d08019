import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { refreshSession } from '#src/transport/refresh.ts';
import { addDeletedAccount, deletedAccounts, readSessionValue, writeSessionValue } from '#src/transport/session-db.ts';
import { ANA, BEN, emptyPhone, newPhone, shot, signIn } from '#tests/support/outbox-phone.ts';
import { API_HEADERS, OutboxServer, problem } from '#tests/support/outbox-server.ts';
import { write } from './db.ts';
import { drain } from './drain.ts';
import { enqueuePhoto } from './enqueue.ts';
import { countsOfOtherAccounts, discard, orphanedPhotos, readForExport } from './queue-management.ts';
import { readBlob } from './queue.ts';

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
  await writeSessionValue('goneAccounts', undefined);
});

test('photos of an account that was deleted on the server wait for no sign-in, and stay intact until discarded', async () => {
  const { id } = await enqueuePhoto(shot('of ana'));
  server.intercept = (_request, route) => problem(401, route.endsWith('/refresh') ? 'account_deleted' : 'unauthenticated');
  expect(await drain()).toMatchObject({ left: 1, halted: 'account' });
  expect(await deletedAccounts()).toEqual([ANA]);
  await signIn(BEN);
  expect(await countsOfOtherAccounts(BEN)).toEqual([]);
  expect(await orphanedPhotos()).toMatchObject([{ id, account: ANA }]);
  expect(await (await readBlob(id))?.text()).toBe('of ana');
  await discard(id);
  expect(await orphanedPhotos()).toEqual([]);
});

test('an account with only an ended session is not deleted', async () => {
  await enqueuePhoto(shot('of ana'));
  server.intercept = (_request, route) => problem(401, route.endsWith('/refresh') ? 'session_expired' : 'unauthenticated');
  expect(await drain()).toMatchObject({ left: 1, halted: 'account' });
  expect([await deletedAccounts(), await orphanedPhotos()]).toEqual([[], []]);
  expect(await countsOfOtherAccounts(BEN)).toMatchObject([{ account: ANA, count: 1 }]);
});

test('a truncated answer ends nothing: the server repeats it until the logout after the note', async () => {
  const cut = () => new Response('{"code":"acc', { status: 401, headers: { ...API_HEADERS, 'content-type': 'application/problem+json' } });
  server.intercept = () => cut();
  expect(await refreshSession()).toBe('unreachable');
  expect(await readSessionValue('snapshot')).toMatchObject({ user: { id: ANA } });
  server.intercept = () => problem(401, 'account_deleted');
  expect(await refreshSession()).toBe('rejected');
  expect(await deletedAccounts()).toEqual([ANA]);
  expect(server.log.at(-1)).toBe('POST /api/v1/auth/logout');
  await addDeletedAccount(ANA);
  expect(await deletedAccounts(), 'once').toEqual([ANA]);
});
