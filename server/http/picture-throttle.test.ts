import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createPictureThrottle } from '#server/http/picture-throttle.ts';
import type { Problem } from '#server/http/problem.ts';

/** Asks so many times at once. Returns what was let through so far, and what was refused. */
function ask(count: number) {
  const take = createPictureThrottle();
  const passed: number[] = [];
  const refused: Error[] = [];
  for (let number = 0; number < count; number += 1) take(null, null, (error) => (error ? refused.push(error) : passed.push(number)));
  return { passed, refused };
}

test('lets twenty pictures through per turn of the event loop, in the order in which they were asked for', async () => {
  const { passed } = ask(50);
  expect(passed.length).toBe(20);
  for (let turn = 0; turn < 2; turn += 1) await nextTurn();
  expect(passed.length).toBe(40);
  await nextTurn();
  expect(passed).toEqual(Array.from({ length: 50 }, (_, number) => number));
});

test('lets the first of later turns through at once', async () => {
  const take = createPictureThrottle();
  for (let round = 0; round < 3; round += 1) {
    let passed = 0;
    for (let number = 0; number < 20; number += 1) take(null, null, () => (passed += 1));
    expect(passed).toBe(20);
    for (let turn = 0; turn < 2; turn += 1) await nextTurn();
  }
});

test('refuses pictures beyond about a second of them', () => {
  const { passed, refused } = ask(1025);
  expect([passed.length, refused.length]).toEqual([20, 5]);
  expect(refused[0]).toMatchObject({ status: 503, code: 'busy', headers: { 'retry-after': '2' } } satisfies Partial<Problem>);
});
