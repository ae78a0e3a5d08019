import 'fake-indexeddb/auto';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formatTime } from '#src/lib/format.ts';
import { withDb } from '#src/outbox/db.ts';
import { hideImports, newImportRows, updateImportRows, openImport } from '#src/outbox/imports.ts';
import { publish } from '#src/outbox/messages.ts';
import { reportReachable } from '#src/transport/reachability.ts';
import { buildPhoto, buildQueuedPhoto } from '#tests/support/factories/api.ts';
import QueueSheet from './queue-sheet.tsx';
import { WaitingCard } from './waiting-card.tsx';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  reportReachable(true);
  await withDb((db) => Promise.all([db.clear('photos'), db.clear('receipts')]));
});

test('indicates that the app can be closed only if no account has waiting photos', async () => {
  const { account, eventId } = buildQueuedPhoto();
  const receipt = { v: 1, id: 'p', account, eventId, sha256: 'f'.repeat(64), bytes: 1, seq: 1, storedAt: Date.now() } as const;
  await withDb((db) => db.put('receipts', receipt));
  const sheet = <QueueSheet open onOpenChange={() => undefined} account={account} eventId={eventId} venue={false} />;
  const { unmount } = render(sheet);
  await screen.findByText('Safe to close the app.');
  await screen.findByText(/Protect storage so that/);
  unmount();

  await withDb((db) => db.put('photos', buildQueuedPhoto({ account: 'another' })));
  render(sheet);
  await screen.findByText('All your photos are uploaded and verified');
  await screen.findByText(/1 photo from another account/);
  await screen.findByText(/the browser could delete waiting photos/);
  expect(screen.queryByText(/Protect storage so that|Safe to close|^All photos/)).toBeNull();
});

test('dates an earlier verification instead of calling it current', async () => {
  const { account } = buildQueuedPhoto();
  const storedAt = Date.now() - 60_000;
  const receipt = { v: 1, id: 'p', account, eventId: 'of-before', sha256: 'f'.repeat(64), bytes: 1, seq: 1, storedAt } as const;
  await withDb((db) => db.put('receipts', receipt));
  render(<QueueSheet open onOpenChange={() => undefined} account={account} eventId="of-before" venue={false} />);
  await screen.findByText(`All photos were on the server at ${formatTime(storedAt)}`);
  expect(screen.queryByText(/verified|Safe to close/)).toBeNull();
});

test.each([
  [['waiting', 'waiting'], 'They upload automatically when the server can be reached.'],
  [['parked'], '1 photo needs your attention. See the event’s queue.'],
  [
    ['waiting', 'parked', 'parked'],
    '2 photos need your attention. See the event’s queue. The others upload automatically when the server can be reached.',
  ],
] as const)('the dashboard explains which of the photos %j upload automatically', async (states, lead) => {
  await withDb(async (db) => {
    for (const [number, state] of states.entries()) await db.put('photos', buildQueuedPhoto({ id: `p${number}`, state }));
  });
  const routeTree = createRootRoute({
    component: () => <WaitingCard account={buildQueuedPhoto().account} onDelivered={() => undefined} />,
  });
  render(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() })} />);
  await screen.findByText(lead);
});

test('the dashboard says how many photos were delivered while it was open, and has the events counted again', async () => {
  const [first, second] = [buildQueuedPhoto({ id: 'p1' }), buildQueuedPhoto({ id: 'p2' })];
  await withDb((db) => Promise.all([first, second].map((photo) => db.put('photos', photo))));
  const counted = vi.fn();
  const routeTree = createRootRoute({ component: () => <WaitingCard account={first.account} onDelivered={counted} /> });
  render(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() })} />);
  await screen.findByText('2 photos waiting on this computer');
  for (const { id, account } of [first, second]) {
    await withDb((db) => db.delete('photos', id));
    publish({ type: 'delivered', photo: buildPhoto({ id, uploader: { id: account, name: 'Ana' } }) });
  }
  await screen.findByText('2 photos delivered');
  expect(counted).toHaveBeenCalledOnce();
});

test('imported photos are part of the number, in the words of the delivery board; without any, this device has none', async () => {
  const imported = buildQueuedPhoto({ id: 'p1', source: 'import' });
  const shot = buildQueuedPhoto({ id: 'p2' });
  await withDb((db) => Promise.all([imported, shot].map((photo) => db.put('photos', photo))));
  const { unmount } = show(shot);
  await waitFor(() => expect(screen.getByLabelText('This event').textContent).toMatch(/^Photos21 captured, 1 importedWaiting/));
  unmount();
  show(buildQueuedPhoto({ account: 'nobody', eventId: 'empty' }));
  await screen.findByText('No photos from this computer');
});

test('"Retry all" retries parked photos at the next opportunity', async () => {
  const lastError = { code: 'forbidden', message: 'No', at: Date.now() };
  const parked = buildQueuedPhoto({ state: 'parked', lastError });
  await withDb((db) => db.put('photos', parked));
  render(<QueueSheet open onOpenChange={() => undefined} account={parked.account} eventId={parked.eventId} venue={false} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Retry all' }));
  await waitFor(async () => expect(await withDb((db) => db.getAll('photos'))).toMatchObject([{ state: 'waiting', nextAttemptAt: 0 }]));
});

const show = ({ account, eventId }: ReturnType<typeof buildQueuedPhoto>) =>
  render(<QueueSheet open onOpenChange={() => undefined} account={account} eventId={eventId} venue={false} />);

test('"Retry all" is visible while a photo can be uploaded', async () => {
  const waiting = buildQueuedPhoto();
  const lastError = { code: 'bytes_missing', message: 'No bytes', at: Date.now() };
  await withDb((db) => db.put('photos', waiting));
  const { unmount } = show(waiting);
  await screen.findByRole('button', { name: 'Retry all' });
  unmount();
  await withDb((db) => db.put('photos', { ...waiting, state: 'parked', lastError }));
  show(waiting);
  await screen.findByText(/no longer has the photo file/);
  expect(screen.queryByRole('button', { name: 'Retry all' })).toBeNull();
});

test.each([
  [false, 'You’re offline', /upload automatically when you’re back online\./],
  [true, 'Can’t reach the server', /upload automatically once the server responds\./],
] as const)('online %s: the queue shows the connection problem %s', async (onLine, title, words) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
  reportReachable(false);
  const waiting = buildQueuedPhoto();
  await withDb((db) => db.put('photos', waiting));
  show(waiting);
  await screen.findByText(title);
  await screen.findByText(words);
});

test('announces how many copies will be saved and where', async () => {
  const photos = [buildQueuedPhoto({ id: 'p1' }), buildQueuedPhoto({ id: 'p2' })];
  await withDb((db) => Promise.all(photos.map((photo) => db.put('photos', photo))));
  show(photos[0]!);
  await screen.findByRole('button', { name: 'Save 2 photos to Downloads' });
});

test('lists failed imports until they are dismissed, even after the camera hides them', async () => {
  const photo = buildQueuedPhoto();
  const [row] = newImportRows(photo, 'b1', [{ name: 'IMG_7.CR3', size: 1, lastModified: 1 }]);
  await openImport(photo, [row!]);
  await updateImportRows([{ ...row!, state: 'refused', reason: 'raw' }]);
  await hideImports(photo);
  show(photo);
  const list = await screen.findByRole('list', { name: 'Files not imported' });
  expect(list.textContent).toMatch(/^IMG_7\.CR3 RAW files aren’t supported\./);
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Files not imported' })).toBeNull());
});
