import { describe, expect, test, vi } from 'vitest';
import { judgeFailures, type Failure } from './second-run.mjs';

const failure = (name: string, more: Partial<Failure> = {}): Failure => ({
  part: 'unit',
  file: '/tree/server/a.test.ts',
  name,
  target: '/tree/server/a.test.ts',
  lines: ['AssertionError: expected 1 to be 2'],
  ...more,
});

const passes = () => Promise.resolve({ failed: 0, failures: [] });

describe('judgeFailures', () => {
  test('runs nothing when nothing failed', async () => {
    const again = vi.fn(passes);
    expect(await judgeFailures([], again)).toEqual({ flaky: [], failed: [], reason: null });
    expect(again).not.toHaveBeenCalled();
  });

  test('calls a test flaky that passes the second time', async () => {
    const again = vi.fn(passes);
    const story = failure('a story', { part: 'e2e', file: '/tree/b.spec.ts', target: '/tree/b.spec.ts:7' });
    expect(await judgeFailures([failure('a unit'), story], again)).toEqual({ flaky: [failure('a unit'), story], failed: [], reason: null });
    expect(again.mock.calls).toEqual([
      ['unit', ['/tree/server/a.test.ts']],
      ['e2e', ['/tree/b.spec.ts:7']],
    ]);
  });

  test('reports failures that repeat, and those that occur only in the second run', async () => {
    const other = failure('its neighbor');
    const again = () => Promise.resolve({ failed: 2, failures: [failure('real'), other] });
    expect(await judgeFailures([failure('real'), failure('luck')], again)).toEqual({
      flaky: [failure('luck')],
      failed: [failure('real'), other],
      reason: null,
    });
  });

  test('takes a second run without a report for a failure', async () => {
    const crashed = () => Promise.resolve({ failed: 1, failures: [] });
    expect((await judgeFailures([failure('real')], crashed)).failed).toEqual([failure('real')]);
  });

  test('is red at once with more than three failures', async () => {
    const again = vi.fn(passes);
    const four = ['a', 'b', 'c', 'd'].map((name) => failure(name));
    expect(await judgeFailures(four, again)).toMatchObject({ flaky: [], failed: four, reason: expect.stringContaining('4 failures') });
    expect(again).not.toHaveBeenCalled();
  });

  test.each([
    ['a server error', { lines: ['never a server error: listPhotos as member → 500 {}'] }],
    ['a status of 503', { lines: ['AssertionError: expected 503 to be 200 // Object.is equality'] }],
    ['a lost photo', { lines: ['Error: every photo exactly once on the server'] }],
    ['a leak', { lines: ['AssertionError: leak: Secret Show in the answer of listEvents'] }],
    ['anything in the tests that look for leaks', { file: '/tree/tests/contract/foreign.test.ts' }],
    ['an error outside of tests', { target: '' }],
  ])('is red at once with %s', async (_, more) => {
    const again = vi.fn(passes);
    const { flaky, failed, reason } = await judgeFailures([failure('grave', more)], again);
    expect([flaky, failed.length, reason]).toEqual([[], 1, expect.stringContaining('grave')]);
    expect(again).not.toHaveBeenCalled();
  });

  test('excuses numbers that are no status', async () => {
    const wide = failure('a width', { lines: ['Expected: 500', 'Received: 512', 'expected 499 to be 500'] });
    expect((await judgeFailures([wide], passes)).flaky).toEqual([wide]);
  });
});
