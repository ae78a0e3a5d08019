import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportDevice } from '#src/outbox/device-report.ts';
import { drain, type DrainResult } from '#src/outbox/drain.ts';
import { deliverGeneration } from '#src/outbox/generations.ts';
import { deliverLike } from '#src/outbox/like-delivery.ts';
import { drainOnSync, endRun } from './sync.ts';

vi.mock('#src/outbox/drain.ts', () => ({ drain: vi.fn(async () => ({ busy: false, left: 0, nextIn: null, halted: null })) }));

vi.mock('#src/outbox/device-report.ts', () => ({ reportDevice: vi.fn(async () => null) }));

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  vi.useRealTimers();
  vi.mocked(reportDevice).mockClear();
  vi.mocked(drain).mockReset().mockResolvedValue(nothingLeft);
});

const nothingLeft: DrainResult = { busy: false, left: 0, nextIn: null, halted: null };
const waits = (nextIn: number, more: Partial<DrainResult> = {}): DrainResult => ({ busy: false, left: 3, nextIn, halted: null, ...more });

test('a hundred sync events at once make one run; a later one makes another', async () => {
  await Promise.all(Array.from({ length: 100 }, drainOnSync));
  expect(drain).toHaveBeenCalledTimes(1);
  await drainOnSync();
  expect(drain).toHaveBeenCalledTimes(2);
});

test('photos in back-off are waited for: there are three such events and no more', async () => {
  vi.mocked(drain)
    .mockResolvedValueOnce(waits(1500))
    .mockResolvedValueOnce(waits(8000, { halted: 'line' }))
    .mockResolvedValueOnce(waits(0, { busy: true }));
  const event = drainOnSync();
  await vi.advanceTimersByTimeAsync(11_000);
  expect(drain).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(1000);
  await event;
  expect(drain).toHaveBeenCalledTimes(4);
});

test('work that is left after two minutes makes the event fail, so that the browser tries again', async () => {
  vi.mocked(drain).mockResolvedValue(waits(30_000));
  const event = expect(drainOnSync()).rejects.toThrow('3 waiting');
  await vi.advanceTimersByTimeAsync(121_000);
  await event;
});

test('an account that waits for its sign-in is nothing for the browser to try again', async () => {
  vi.mocked(drain).mockResolvedValueOnce(waits(0, { halted: 'account' }));
  await drainOnSync();
  expect(drain).toHaveBeenCalledTimes(1);
});

test('a server in maintenance is asked again', async () => {
  vi.mocked(drain).mockResolvedValueOnce(waits(0, { halted: 'maintenance' }));
  const event = drainOnSync();
  await vi.advanceTimersByTimeAsync(19_000);
  expect(drain).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1000);
  await event;
  expect(drain).toHaveBeenCalledTimes(2);
});

test('a run ends at once when a new version takes over, and the next event starts over', async () => {
  vi.mocked(drain).mockResolvedValueOnce(waits(60_000));
  const event = expect(drainOnSync()).rejects.toThrow('a new version takes over');
  await vi.advanceTimersByTimeAsync(1000);
  endRun();
  await event;
  await drainOnSync();
  expect(drain).toHaveBeenCalledTimes(2);
});

test('the worker delivers likes and generation requests too', async () => {
  await drainOnSync();
  expect(drain).toHaveBeenCalledWith(expect.objectContaining({ deliverLike, deliverGeneration }));
});

test('the device reports after a run of its own that reached the server, and a failure of that costs nothing', async () => {
  vi.mocked(drain)
    .mockResolvedValueOnce(waits(0, { busy: true }))
    .mockResolvedValueOnce(waits(1000, { halted: 'line' }));
  vi.mocked(reportDevice).mockRejectedValueOnce(new Error('no database'));
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const event = drainOnSync();
  await vi.advanceTimersByTimeAsync(2500);
  expect(reportDevice).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  await event;
  expect(drain).toHaveBeenCalledTimes(3);
  expect(reportDevice).toHaveBeenCalledTimes(1);
  expect(warned).toHaveBeenCalledOnce();
  warned.mockRestore();
});
