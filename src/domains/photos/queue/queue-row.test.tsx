import 'fake-indexeddb/auto';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { newPhotoRecord, type PhotoRecord } from '#src/outbox/record.ts';
import type * as exports from '#src/ui/export-photos.ts';
import { toastStore } from '#src/ui/toast.ts';
import { QueueRow } from './queue-row.tsx';

vi.mock('#src/ui/export-photos.ts', async (original) => ({
  ...(await original<typeof exports>()),
  exportPhoto: () => Promise.resolve('exported'),
}));

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const waiting = newPhotoRecord({
  id: '0199aa00-0000-7000-8000-0000000000f1',
  account: 'ana',
  accountEmail: 'ana@example.org',
  eventId: 'e1',
  eventName: 'Harbour Lights',
  seq: 1,
  takenAt: 5,
  clockOffset: null,
  tzOffset: 60,
  orientation: 0,
  source: 'camera',
  contentType: 'image/jpeg',
  bytes: 4,
  sha256: '',
  fileName: 'IMG_1.jpg',
});

test("names and dates a photo in its event's time zone", () => {
  vi.useFakeTimers({ now: Date.parse('2026-07-01T02:00:00Z'), toFake: ['Date'] });
  const takenAt = Date.parse('2026-06-20T19:30:05Z');
  const record: PhotoRecord = { ...waiting, takenAt, fileName: null, eventZone: 'Asia/Tokyo' };
  const name = () => screen.getByRole('button').getAttribute('aria-label');
  const { rerender } = render(<QueueRow record={record} otherEvent={false} />);
  expect([name(), screen.getByText(/^Photo taken/).textContent]).toEqual([
    'More for Photo taken Jun 21, 4:30:05 AM',
    'Photo taken Jun 21, 4:30:05 AM',
  ]);
  expect(screen.getByText('4 bytes')).toBeTruthy();
  rerender(<QueueRow record={{ ...record, takenAt: Date.parse('2025-06-20T19:30:05Z') }} otherEvent={false} />);
  expect(name()).toBe('More for Photo taken Jun 21, 2025, 4:30:05 AM');
  rerender(<QueueRow record={{ ...record, takenAt: Date.parse('2026-07-01T01:30:05Z') }} otherEvent={false} />);
  expect(name()).toBe('More for Photo taken 10:30:05 AM');
  rerender(<QueueRow record={{ ...record, fileName: 'IMG_1.jpg' }} otherEvent={false} />);
  expect(screen.getByText('Jun 21, 4:30 AM · 4 bytes')).toBeTruthy();
});

test('the menu remains when a photo is parked, so that a click cannot hit "Discard" instead', () => {
  const { rerender } = render(<QueueRow record={waiting} otherEvent={false} />);
  const menu = screen.getByRole('button', { name: 'More for IMG_1.jpg' });
  const parked: PhotoRecord = {
    ...waiting,
    state: 'parked',
    lastError: { code: 'photo_deleted', message: 'It was deleted.', at: 6 },
  };
  rerender(<QueueRow record={parked} otherEvent={false} />);
  expect(screen.getByRole('button', { name: 'Discard IMG_1.jpg' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'More for IMG_1.jpg' })).toBe(menu);
});

const parkedPhoto: PhotoRecord = { ...waiting, state: 'parked', lastError: { code: 'too_large', message: 'Too large.', at: 6 } };

test('reports how many copies were saved and where', async () => {
  render(<QueueRow record={parkedPhoto} otherEvent={false} />);
  fireEvent.click(screen.getByRole('button', { name: 'Save a copy of IMG_1.jpg' }));
  await vi.waitFor(() =>
    expect(toastStore.read().at(-1)).toMatchObject({ message: '1 photo saved to Downloads', detail: 'It also stays in the queue.' }),
  );
});

test('names a discarded photo and when it is deleted', () => {
  render(<QueueRow record={parkedPhoto} otherEvent={false} />);
  fireEvent.click(screen.getByRole('button', { name: 'Discard IMG_1.jpg' }));
  const told = toastStore.read().at(-1)!;
  expect([told.message, told.counted?.(5), told.counted?.(1)]).toEqual([
    'Discarding IMG_1.jpg',
    'Deleted for good in 5 seconds.',
    'Deleted for good in 1 second.',
  ]);
});
