import { afterEach, expect, it, vi } from 'vitest';
import { createUploadLocks } from '#server/photos/upload-locks.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('a commit that waits too long for its upload is told to come later, and the next gets it', async () => {
  vi.useFakeTimers();
  const locks = createUploadLocks();
  let finish = () => {};
  const first = locks.hold('upload-1', () => new Promise<void>((resolve) => (finish = resolve)));
  const second = expect(locks.hold('upload-1', () => Promise.resolve())).rejects.toMatchObject({
    status: 423,
    code: 'upload_busy',
  });
  await vi.advanceTimersByTimeAsync(20_000);
  await second;
  finish();
  await first;
  expect(await locks.hold('upload-1', () => Promise.resolve('mine'))).toBe('mine');
});
