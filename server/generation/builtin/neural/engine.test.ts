import { expect, it } from 'vitest';
import { loadNetwork, loadRuntime } from '#server/generation/builtin/neural/engine.ts';
import { drawnPerson } from '#tests/support/drawn-person.ts';

/** What TensorFlow.js 4.22 made of the same picture with the weights before their conversion: every so many-th value. */
const expected = {
  selfie: {
    size: { width: 256, height: 256 },
    every: 2731,
    values: [0, 0, 0, 0, 0, 0.6514, 0, 1, 1, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0, 1, 1, 0, 1, 1],
    mean: 0.367624,
    tolerance: 0.001,
  },
  nsfw: {
    size: { width: 224, height: 224 },
    every: 1,
    values: [0.55129, 0.00598, 0.44257, 0.00007, 0.00009],
    mean: 0.2,
    tolerance: 0.0001,
  },
  esrgan: {
    size: { width: 48, height: 40 },
    every: 961,
    values: [111, 173, 148, 152, 174, 139, 160, 38, 36, 166, 154, 139, 171, 109, 134, 177, 141, 125, 180, 64, 111, 183, 69, 126],
    mean: 137.0162,
    tolerance: 1,
  },
} as const;

it.each(['selfie', 'nsfw', 'esrgan'] as const)('the network %s returns what its original did', async (name) => {
  const { size, every, values, mean, tolerance } = expected[name];
  const result = Array.from(await (await loadNetwork(name)).run(drawnPerson(size.width, size.height), size));
  const some = result.filter((_, index) => index % every === 0);
  expect(some).toHaveLength(values.length);
  for (const [index, value] of some.entries()) expect(Math.abs(value - values[index]!), `value ${index}`).toBeLessThanOrEqual(tolerance);
  expect(result.reduce((sum, value) => sum + value, 0) / result.length).toBeCloseTo(mean, 3);
});

it('says where the library doesn’t run, and why to the log', async () => {
  const missing = new Error('Error loading shared library ld-linux-x86-64.so.2');
  await expect(loadRuntime(() => Promise.reject(missing))).rejects.toMatchObject({
    code: 'not_configured',
    message: 'Neural networks aren’t available on this server’s machine.',
    cause: missing,
  });
});
