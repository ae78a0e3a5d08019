import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportDevice } from '#src/outbox/device-report.ts';
import { publish } from '#src/outbox/messages.ts';
import { toast } from '#src/ui/toast.ts';
import { buildUser } from '#tests/support/factories/api.ts';
import { startDeviceReports } from './device-reports.ts';

vi.mock('#src/outbox/device-report.ts', () => ({ reportDevice: vi.fn(async () => null) }));

const report = vi.mocked(reportDevice);
let visibility: DocumentVisibilityState = 'visible';
let opened: () => void = () => undefined;

// Runs for the life of the page, so it is started once.
let eventId: string | null = null;
startDeviceReports(
  () => eventId,
  (listener) => (opened = listener),
);

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  report.mockReset().mockResolvedValue(null);
});

afterEach(() => {
  visibility = 'visible';
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const changed = () => publish({ type: 'changed', photoIds: [] });
const show = (state: DocumentVisibilityState) => {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
};

test('many changes make one report, and without changes there is none', async () => {
  // Ends what the start planned.
  show('visible');
  report.mockClear();
  for (let nr = 0; nr < 20; nr += 1) changed();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(report).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  expect(report).toHaveBeenCalledTimes(1);
  opened();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(report).toHaveBeenCalledTimes(2);
});

test('a change that came too soon is reported when it is due', async () => {
  report.mockResolvedValueOnce(40_000);
  changed();
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.advanceTimersByTimeAsync(39_000);
  expect(report).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(report).toHaveBeenCalledTimes(2);
});

test('a change doesn’t wait for a report that is due later', async () => {
  report.mockResolvedValueOnce(90_000);
  changed();
  await vi.advanceTimersByTimeAsync(2_000);
  changed();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(report).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(report).toHaveBeenCalledTimes(2);
});

test('a hidden page reports as it is hidden, and has no timer', async () => {
  report.mockResolvedValueOnce(40_000);
  show('hidden');
  changed();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(report).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
  show('visible');
  await vi.advanceTimersByTimeAsync(0);
  expect(report).toHaveBeenCalledTimes(2);
});

test('a notice of photos on another device ends once they have arrived from elsewhere', async () => {
  const { withDb } = await import('#src/outbox/db.ts');
  const { reportKey } = await import('#src/outbox/earlier-devices.ts');
  const { session } = await import('#src/session/store.ts');
  vi.useRealTimers();
  await session.signIn(buildUser({ id: 'ana' }));
  const answer = (waiting: number) => {
    const earlier =
      waiting === 0 ? [] : [{ name: 'Safari', number: '3F2A', kind: 'phone', waiting, waiting_photos: [], last_contact_at: '' }];
    return withDb((db) => db.put('meta', JSON.stringify({ at: 0, earlier, isListed: true }), reportKey('ana', 'e1')));
  };
  const shown = vi.spyOn(toast, 'warning').mockReturnValue(7);
  const closed = vi.spyOn(toast, 'dismiss');
  eventId = 'e1';
  await answer(4);
  show('visible');
  await vi.waitFor(() => expect(shown).toHaveBeenCalledExactlyOnceWith('4 photos of yours are only on another device', expect.anything()));
  expect(closed).not.toHaveBeenCalled();
  await answer(0);
  show('visible');
  await vi.waitFor(() => expect(closed).toHaveBeenCalledExactlyOnceWith(7));
  eventId = null;
  await session.clear();
});
