import 'fake-indexeddb/auto';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { formatTime } from '#src/lib/format.ts';
import { withDb, write } from '#src/outbox/db.ts';
import { reportKey } from '#src/outbox/earlier-devices.ts';
import type { CheckedCounts } from '#src/outbox/receipts.ts';
import { toast } from '#src/ui/toast.ts';
import { CardList, countsSentence, keepCard } from './card-list.tsx';
import EarlierDevices from './earlier-devices.tsx';

const ACCOUNT = 'ana';
const EVENT = 'card';

afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await withDb((db) => Promise.all([db.clear('receipts'), db.clear('meta')]));
});

const counts = (changes: Partial<CheckedCounts> = {}): CheckedCounts => ({
  shot: 412,
  imported: 0,
  waiting: 0,
  parked: 0,
  stored: 412,
  importsStored: 0,
  lost: 0,
  damaged: 0,
  undecoded: 0,
  current: true,
  ...changes,
});

describe('countsSentence', () => {
  const asOf = Date.parse('2026-11-20T21:14:00Z');
  it.each<[Partial<CheckedCounts>, string]>([
    [{}, '412 captured, 412 stored, 0 waiting'],
    [{ imported: 412 }, '412 imported, 412 stored, 0 waiting'],
    [{ imported: 2, stored: 400, waiting: 12 }, '412 captured or imported, 400 stored, 12 waiting'],
    [{ asOf }, `412 captured, 412 stored as of ${formatTime(asOf)}, 0 waiting`],
    [{ asOf: 0 }, '412 captured, 412 stored (checking), 0 waiting'],
    [{ current: false }, '412 captured, 412 stored (checking), 0 waiting'],
    [{ stored: 410, lost: 2 }, '412 captured, 410 stored, 0 waiting, 2 lost by the server'],
  ])('says of %o: %s', (changes, sentence) => {
    expect(countsSentence(counts(changes))).toBe(sentence);
  });
});

it.each<[Partial<CheckedCounts>, string | null]>([
  [{}, null],
  [{ waiting: 15 }, '15 photos are still waiting'],
  [{ lost: 1 }, 'the server lost 1 photo'],
  [{ damaged: 1 }, '1 file is unreadable'],
  [{ undecoded: 2 }, '2 files aren’t checked yet'],
])('says of %o why a card must not be erased: %s', (changes, why) => expect(keepCard(counts(changes))).toBe(why));

test('exports the list, and says how many photos it lacks', async () => {
  await withDb((db) =>
    db.put('receipts', { v: 1, id: 'p', account: ACCOUNT, eventId: EVENT, sha256: 'f'.repeat(64), bytes: 1, seq: 1, storedAt: 1 }),
  );
  const saved: (Blob | MediaSource)[] = [];
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL(file: Blob | MediaSource) {
        saved.push(file);
        return 'blob:x';
      }
      static override revokeObjectURL() {}
    },
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const warned = vi.spyOn(toast, 'warning');
  render(<CardList account={ACCOUNT} eventId={EVENT} counts={counts({ shot: 3, stored: 3 })} />);
  fireEvent.click(screen.getByRole('button', { name: 'Export list' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect((saved[0] as File).name).toMatch(/^photo-list-computer-[\da-f]{4}-\d{4}-\d\d-\d\d\.csv$/);
  await waitFor(() => expect(warned).toHaveBeenCalledWith('2 photos aren’t in the list', expect.anything()));
  vi.unstubAllGlobals();
});

test('is absent without photos', () => {
  const { container } = render(<CardList account={ACCOUNT} eventId={EVENT} counts={counts({ shot: 0, stored: 0 })} />);
  expect(container.textContent).toBe('');
});

test('says how many photos of an earlier device the server has, to compare with the memory card', async () => {
  const device = { kind: 'phone', number: 'A1B2', waiting: 12, waiting_photos: [], last_contact_at: new Date().toISOString() };
  const earlier = [
    { ...device, name: 'Safari on iPhone', captured: 40, stored: 28 },
    { ...device, name: 'Chrome on Android', captured: 12, stored: 0 },
  ];
  const report = { at: 0, numbers: '', waiting: 0, newest: null, isListed: true, earlier };
  await write(['meta'], (tx) => tx.objectStore('meta').put(JSON.stringify(report), reportKey(ACCOUNT, EVENT)));
  render(<EarlierDevices account={ACCOUNT} eventId={EVENT} />);
  expect(await screen.findByText(/Safari on iPhone, A1B2: 12 photos, .* The server has 28 of its 40 photos\.$/)).toBeTruthy();
  expect(screen.getByText(/Chrome on Android, A1B2: 12 photos, .* The server has none of its 12 photos\.$/)).toBeTruthy();
});

test('names the photos on devices that were used before, until dismissed', async () => {
  const earlier = [{ name: 'Safari on iPhone', kind: 'phone', waiting: 12, last_contact_at: new Date().toISOString() }];
  const report = { at: 0, numbers: '', waiting: 0, newest: null, isListed: true, earlier };
  await write(['meta'], (tx) => tx.objectStore('meta').put(JSON.stringify(report), reportKey(ACCOUNT, EVENT)));
  render(<EarlierDevices account={ACCOUNT} eventId={EVENT} />);
  await screen.findByText('12 photos of yours are only on another device');
  expect(screen.getByText(/Safari on iPhone: 12 photos, last heard/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /Dismiss/ }));
  await waitFor(() => expect(screen.queryByText(/only on another device/)).toBeNull());
});
