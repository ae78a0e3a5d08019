import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeOutbox, withDb, write } from '#src/outbox/db.ts';
import { lostKey } from '#src/outbox/receipts.ts';
import { session } from '#src/session/store.ts';
import { reportReachable } from '#src/transport/reachability.ts';
import { buildQueuedPhoto, buildUser } from '#tests/support/factories/api.ts';
import LogoutDialog from './logout-dialog.tsx';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  return session.signIn(buildUser({ id: 'ana' }));
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  reportReachable(true);
  await session.clear();
  await closeOutbox();
  await new Promise((resolve) => (indexedDB.deleteDatabase('outbox').onsuccess = resolve));
});

const ask = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <LogoutDialog open onOpenChange={() => undefined} />
    </QueryClientProvider>,
  );

it('reports that no photo waits if none does and none is lost', async () => {
  ask();
  await screen.findByText(/No photos of yours are waiting on this/);
});

it('reports how many photos the server has lost, not only that none waits', async () => {
  await write(['meta'], (tx) => tx.objectStore('meta').put(JSON.stringify({ photos: [], unnamed: 2 }), lostKey('ana', 'e1')));
  ask();
  await screen.findByText(/The server lost 2 photos of yours/);
  expect(screen.queryByText(/No photos of yours are waiting/)).toBeNull();
});

it.each([
  [false, /^You’re offline\. You can upload once you’re back online\.$/],
  [true, /^Can’t reach the server\. You can upload once the server responds\.$/],
])('explains why nothing can be uploaded now, with the device online: %s', async (onLine, words) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
  await withDb((db) => db.put('photos', buildQueuedPhoto({ account: 'ana' })));
  const { unmount } = ask();
  await screen.findByRole('button', { name: 'Upload now' });
  expect(screen.queryByText(words)).toBeNull();
  unmount();
  reportReachable(false);
  ask();
  await screen.findByText(words);
});

it('says offline, before the logout, that logging in again needs a connection, and suggests to stay', async () => {
  await withDb((db) => db.put('photos', buildQueuedPhoto({ account: 'ana' })));
  const { unmount } = ask();
  const main = async () =>
    [await screen.findByRole('button', { name: 'Stay logged in' }), screen.getByRole('button', { name: /^Log out/ })].map(
      (one) => one.className,
    );
  await screen.findByText(/Logging out keeps it here/);
  expect(screen.queryByText(/needs a connection/)).toBeNull();
  const [stay, leave] = await main();
  unmount();
  reportReachable(false);
  ask();
  await screen.findByText(/Logging in again needs a connection: until then you can’t take photos here\.$/);
  expect(await main(), 'the main button is the other one').toEqual([leave, stay]);
});

it('warns and allows the logout if the queue cannot be read: this page is older than the store', async () => {
  const newer = await openDB('outbox', 99);
  newer.close();
  ask();
  await screen.findByText(/Couldn’t read the photos.*Logging out keeps them here/);
  expect(screen.getByRole('button', { name: 'Log out anyway' })).not.toHaveProperty('ariaDisabled', 'true');
});
