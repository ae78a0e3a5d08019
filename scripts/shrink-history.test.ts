import { describe, expect, test, vi } from 'vitest';
import { shrinkHistory } from './shrink-history.mjs';

const history = Array.from({ length: 27 }, (_, index) => index);

/** Fails at the last of the culprits, if all are there. */
const failsBy = (...culprits: number[]) =>
  vi.fn((steps: number[]) =>
    Promise.resolve(culprits.every((one) => steps.includes(one)) ? Math.max(...culprits.map((one) => steps.indexOf(one))) : null),
  );

describe('shrinkHistory', () => {
  test.each([[[4]], [[0]], [[26]], [[3, 17]], [[0, 13, 26]]])('finds the steps %j', async (culprits) => {
    const run = failsBy(...culprits);
    const found = await shrinkHistory(history, run, 200);
    expect(found).toEqual({ steps: culprits, runs: run.mock.calls.length, isMinimal: true });
  });

  test('drops what comes after the failure', async () => {
    const run = failsBy(2, 5);
    await shrinkHistory(history, run, 2);
    expect(run.mock.calls.slice(-1)[0]![0].length).toBeLessThanOrEqual(14);
  });

  test('ends at the limit with the shortest history so far', async () => {
    const run = failsBy(3, 17);
    const found = await shrinkHistory(history, run, 3);
    expect(run).toHaveBeenCalledTimes(3);
    expect(found.isMinimal).toBe(false);
    expect(found.steps).toEqual(expect.arrayContaining([3, 17]));
  });

  test('keeps a failure that does not repeat as it is', async () => {
    const found = await shrinkHistory([1, 2], () => Promise.resolve(null), 10);
    expect(found).toEqual({ steps: [1, 2], runs: 2, isMinimal: true });
  });

  test('runs nothing for a single step', async () => {
    const run = failsBy(1);
    expect(await shrinkHistory([1], run, 10)).toEqual({ steps: [1], runs: 0, isMinimal: true });
    expect(run).not.toHaveBeenCalled();
  });
});
