import 'fake-indexeddb/auto';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { newPhotoRecord, type PhotoRecord } from '#src/outbox/record.ts';
import { QueueRow } from './queue-row.tsx';

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

test('a photo is named and dated by the clock of its event', () => {
  const takenAt = Date.parse('2026-06-20T19:30:05Z');
  const record: PhotoRecord = { ...waiting, takenAt, fileName: null, eventZone: 'Asia/Tokyo' };
  render(<QueueRow record={record} otherEvent={false} />);
  expect(screen.getByText('Photo taken at 4:30:05 AM')).toBeTruthy();
  expect(screen.getByText(/Jun 21.*4:30 AM/)).toBeTruthy();
});

test('a press that meant the menu of a photo never meets "Discard": the menu stays when the photo cannot be sent', () => {
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
