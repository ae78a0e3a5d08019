import { expect, it, vi } from 'vitest';
import { createUpscalePace } from '#server/generation/builtin/upscale-estimate.ts';

const photo = { width: 4000, height: 3000 };

it('says the size of the result, and the time of all tiles at the pace that this machine has now', async () => {
  let time = 0;
  const measure = vi.fn(() => Promise.resolve(160));
  const pace = createUpscalePace(measure, () => time);
  const [first, second] = await Promise.all([pace.estimate(photo), pace.estimate(photo)]);
  // 32 × 24 tiles.
  expect(first).toEqual({ width: 8000, height: 6000, seconds: 123, message: '4000 × 3000 → 8000 × 6000, about 2 minutes' });
  expect(second).toEqual(first);
  expect(measure).toHaveBeenCalledTimes(1);
  // An upscale tells how long its tiles took under the present load.
  pace.note(1560);
  expect((await pace.estimate(photo)).message).toMatch(/, about 20 minutes\. The server is busy now/);
  time += 6 * 60_000;
  expect((await pace.estimate(photo)).seconds).toBe(123);
  expect(measure).toHaveBeenCalledTimes(2);
});

it('is asked for again after it failed', async () => {
  const measure = vi.fn(() => Promise.resolve(100)).mockRejectedValueOnce(new Error('It broke.'));
  const pace = createUpscalePace(measure);
  await expect(pace.estimate(photo)).rejects.toThrow('It broke.');
  expect((await pace.estimate(photo)).seconds).toBe(77);
});
