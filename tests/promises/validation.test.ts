import { expect, test } from 'vitest';
import { loadContract } from '#server/http/contract.ts';
import { Problem } from '#server/http/problem.ts';

const ROUNDS = 5;

test('a body with countless errors is refused in linear time', async () => {
  const login = (await loadContract()).find(({ id }) => id === 'login');
  if (!login) throw new Error('login is not in the contract');
  const bestOf = (members: number) => {
    const more = Object.fromEntries(Array.from({ length: members }, (_, index) => [`m${index}`, 0]));
    const body = { email: 'a@b.example', password: 'x', ...more };
    const times = Array.from({ length: ROUNDS }, () => {
      const began = performance.now();
      expect(() => login.read({ params: {}, query: {}, headers: {}, body })).toThrow(Problem);
      return performance.now() - began;
    });
    return Math.min(...times);
  };
  const few = bestOf(10_000);
  // In quadratic time it would be a hundred times.
  expect(bestOf(100_000) / few, 'times as long for ten times as many').toBeLessThan(30);
});
