import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Whether a file of the app can be had. */
let online = true;
const drawn = new Blob(['drawn by the worker']);
const asked = vi.fn();

class FakeWorker extends EventTarget {
  postMessage({ id }: { id: number }) {
    asked();
    const answer = online ? new MessageEvent('message', { data: { id, thumb: drawn } }) : new Event('error');
    setTimeout(() => this.dispatchEvent(answer));
  }
  terminate() {}
}

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('OffscreenCanvas', FakeWorker);
  vi.doMock('./thumbnail-draw.ts', () => {
    if (!online) throw new TypeError('Failed to fetch dynamically imported module');
    return { drawThumbnail: () => Promise.resolve(null) };
  });
});
afterEach(() => {
  vi.doUnmock('./thumbnail-draw.ts');
  vi.unstubAllGlobals();
  asked.mockClear();
  online = true;
});

test('What draws and did not load while there was no network is asked again with the next photo', async () => {
  const { makeThumbnail } = await import('./thumbnail.ts');
  online = false;
  await expect(makeThumbnail(new Blob(['a']), 0)).rejects.toThrow();
  online = true;
  expect(await makeThumbnail(new Blob(['b']), 0)).toBe(drawn);
});

test('A worker that this engine cannot run is not asked again: the page draws', async () => {
  const { makeThumbnail } = await import('./thumbnail.ts');
  online = false;
  vi.doMock('./thumbnail-draw.ts', () => ({ drawThumbnail: () => Promise.resolve(null) }));
  expect(await makeThumbnail(new Blob(['a']), 0)).toBeNull();
  online = true;
  expect(await makeThumbnail(new Blob(['b']), 0)).toBeNull();
  expect(asked).toHaveBeenCalledTimes(1);
});
