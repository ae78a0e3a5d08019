import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let puts: number;
let fault: DOMException | null;
let promised: boolean;
const put = IDBObjectStore.prototype.put;
const fullDisk = () => new DOMException('Encountered full disk while committing transaction.', 'QuotaExceededError');

/** As a worker begins. */
async function load() {
  vi.resetModules();
  return import('./free-space.ts');
}

beforeEach(() => {
  puts = 0;
  fault = null;
  promised = false;
  vi.stubGlobal('navigator', { storage: { persisted: async () => promised } });
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...asked) {
    puts += 1;
    if (fault) throw fault;
    return put.apply(this, asked);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('room is proved once for many small entries, and again when it was taken or is no news any more', async () => {
  const { hasSpaceFor: hasRoomFor } = await load();
  vi.useFakeTimers({ toFake: ['performance'] });
  expect(await Promise.all(Array.from({ length: 20 }, () => hasRoomFor(20_000)))).toEqual(Array.from({ length: 20 }, () => true));
  expect(puts).toBe(1);
  expect(await hasRoomFor(900_000)).toBe(true);
  expect(puts).toBe(2);
  vi.advanceTimersByTime(10_000);
  expect(await hasRoomFor(1)).toBe(true);
  expect(puts).toBe(3);
});

test('on a full disk nothing is cached, and the store pauses', async () => {
  const { hasSpaceFor: hasRoomFor } = await load();
  vi.useFakeTimers({ toFake: ['performance'] });
  fault = fullDisk();
  expect(await hasRoomFor(1)).toBe(false);
  fault = null;
  expect(await hasRoomFor(1)).toBe(false);
  expect(puts).toBe(1);
  vi.advanceTimersByTime(6 * 60_000);
  expect(await hasRoomFor(1)).toBe(true);
});

test('a browser with persistent storage clears no sites: no probe is needed', async () => {
  const { hasSpaceFor: hasRoomFor } = await load();
  promised = true;
  expect(await hasRoomFor(1)).toBe(true);
  expect(puts).toBe(0);
});

test('an engine that takes no blobs is not thought to be full', async () => {
  const { hasSpaceFor: hasRoomFor } = await load();
  fault = new DOMException('Error preparing Blob/File data to be stored in object store', 'UnknownError');
  expect(await hasRoomFor(1)).toBe(true);
});

test('text that is compressed on its way counts for more than its length', async () => {
  const { responseBytes: bytesOf } = await load();
  const answer = (headers: Record<string, string>) => bytesOf(new Response(null, { headers }));
  expect(answer({ 'content-length': '1000' })).toBe(1000);
  expect(answer({ 'content-length': '1000', 'content-encoding': 'br' })).toBe(5000);
  expect(answer({})).toBeGreaterThan(100_000);
});
