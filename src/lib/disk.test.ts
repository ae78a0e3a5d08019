import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DiskState } from './disk.ts';

/** A fresh page. */
async function page(recover: (() => Promise<DiskState | null>) | null) {
  vi.resetModules();
  const disk = await import('./disk.ts');
  disk.watchDisk(recover && (() => ({ recover })));
  return disk;
}

const torn = () => new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError');
const blobs = () => new DOMException('Failed to write blobs (IOError)', 'DataError');
const quota = () => new DOMException('The current transaction exceeded its quota limitations.', 'QuotaExceededError');

let notes: Map<string, string>;

beforeEach(() => {
  vi.useFakeTimers();
  notes = new Map();
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => notes.get(key) ?? null,
    setItem: (key: string, value: string) => void notes.set(key, value),
    removeItem: (key: string) => void notes.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('after a disk error no timer touches the databases, until there is room again', async () => {
  let room: DiskState = 'alone';
  const disk = await page(async () => room);
  const closed = vi.fn();
  disk.registerConnection(closed);
  const work = vi.fn(async () => Promise.reject(torn()));
  await expect(disk.withDiskGuard(work)).rejects.toBeInstanceOf(disk.DiskFullError);
  expect(closed).toHaveBeenCalled();
  expect(work).toHaveBeenCalledTimes(1);

  for (let minute = 0; minute < 10; minute += 1) {
    await expect(disk.withDiskGuard(work)).rejects.toBeInstanceOf(disk.DiskFullError);
    await vi.advanceTimersByTimeAsync(60_000);
  }
  expect(work).toHaveBeenCalledTimes(1);

  room = 'fine';
  await vi.advanceTimersByTimeAsync(60_000);
  expect(disk.diskState()).toBe('fine');
  await expect(disk.withDiskGuard(async () => 'read')).resolves.toBe('read');
});

test('the reserve is released first: then the same work succeeds without notifying others', async () => {
  const disk = await page(async () => 'full');
  let tries = 0;
  const work = async () => ((tries += 1) === 1 ? Promise.reject(blobs()) : 'written');
  await expect(disk.withDiskGuard(work)).resolves.toBe('written');
  expect(disk.diskState()).toBe('full');
  await expect(disk.withDiskGuard(async () => 'bytes', 'much')).rejects.toBeInstanceOf(disk.DiskFullError);
});

test('the person may try at any time', async () => {
  let room: DiskState = 'alone';
  const disk = await page(async () => room);
  await expect(disk.withDiskGuard(async () => Promise.reject(torn()))).rejects.toThrow('full');
  await disk.retryDisk();
  expect(disk.diskState()).toBe('alone');
  room = 'fine';
  await disk.retryDisk();
  expect(disk.diskState()).toBe('fine');
});

test('a quota that is used up does not close a store that is whole', async () => {
  const disk = await page(async () => 'full');
  const closed = vi.fn();
  disk.registerConnection(closed);
  await expect(disk.withDiskGuard(async () => Promise.reject(quota()))).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect(closed).not.toHaveBeenCalled();
  await expect(disk.withDiskGuard(async () => 'read')).resolves.toBe('read');
});

test('with unknown free space the databases are retried with backoff', async () => {
  const disk = await page(null);
  const work = vi.fn(async () => Promise.reject(torn()));
  const every = setInterval(() => void disk.withDiskGuard(work).catch(() => undefined), 1000);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  clearInterval(every);
  expect(work.mock.calls.length).toBeLessThan(20);
  expect(work.mock.calls.length).toBeGreaterThan(5);
});

test('a page that starts on a disk that was full looks for room before it opens anything', async () => {
  notes.set('disk', 'alone');
  let found!: (state: DiskState) => void;
  const disk = await page(() => new Promise((resolve) => (found = resolve)));
  const work = vi.fn(async () => 'read');
  const read = disk.withDiskGuard(work);
  await vi.advanceTimersByTimeAsync(0);
  expect(work).not.toHaveBeenCalled();
  found('full');
  await expect(read).resolves.toBe('read');
  expect(notes.get('disk')).toBe('full');
});
