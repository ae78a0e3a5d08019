import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Whether a file of the app can be had. */
let online = true;
const drawn = new Blob(['drawn by the worker']);
const asked = vi.fn();

class FakeWorker extends EventTarget {
  postMessage({ id }: { id: number }) {
    asked();
    const answer = online ? new MessageEvent('message', { data: { id, picture: drawn } }) : new Event('error');
    setTimeout(() => this.dispatchEvent(answer));
  }
  terminate() {}
}

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('OffscreenCanvas', FakeWorker);
  vi.doMock('#src/lib/draw-picture.ts', () => {
    if (!online) throw new TypeError('Failed to fetch dynamically imported module');
    return { drawPicture: () => Promise.resolve(null) };
  });
});
afterEach(() => {
  vi.doUnmock('#src/lib/draw-picture.ts');
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
  vi.doMock('#src/lib/draw-picture.ts', () => ({ drawPicture: () => Promise.resolve(null) }));
  expect(await makeThumbnail(new Blob(['a']), 0)).toBeNull();
  online = true;
  expect(await makeThumbnail(new Blob(['b']), 0)).toBeNull();
  expect(asked).toHaveBeenCalledTimes(1);
});

test('A worker that never answers is replaced after five seconds for the next photo', async () => {
  vi.useFakeTimers();
  const ended = vi.spyOn(FakeWorker.prototype, 'terminate');
  const silent = vi.spyOn(FakeWorker.prototype, 'postMessage').mockImplementation(() => undefined);
  const { makeThumbnail } = await import('./thumbnail.ts');
  const made = [makeThumbnail(new Blob(['a']), 0), makeThumbnail(new Blob(['b']), 0)];
  await vi.advanceTimersByTimeAsync(4_900);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(ended).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
  expect(await Promise.all(made), 'drawn by the page').toEqual([null, null]);
  silent.mockRestore();
  expect(await makeThumbnail(new Blob(['c']), 0)).toBe(drawn);
});

test('A burst on a slow phone: the worker that has answered once is waited for the full limit', async () => {
  vi.useFakeTimers();
  let turn = 0;
  vi.spyOn(FakeWorker.prototype, 'postMessage').mockImplementation(function answersInTurn(this: FakeWorker, { id }) {
    setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data: { id, picture: drawn } })), (turn += 3_000));
  });
  const { makeThumbnail } = await import('./thumbnail.ts');
  const made = Promise.all(['a', 'b', 'c'].map((shot) => makeThumbnail(new Blob([shot]), 0)));
  await vi.advanceTimersByTimeAsync(9_000);
  vi.useRealTimers();
  expect(await made).toEqual([drawn, drawn, drawn]);
});
