import { expect, test } from 'vitest';
import { StatementNames } from '#server/db/prepare-often.ts';

test('statements get a name when they are asked for the twentieth time, up to a hundred of them', () => {
  const names = new StatementNames();
  const often = (text: string) => Array.from({ length: 20 }, () => names.of(text)).at(-1);
  expect(Array.from({ length: 19 }, () => names.of('a')).some((name) => name !== undefined)).toBe(false);
  expect([names.of('a'), names.of('a')]).toEqual(['often_0', 'often_0']);
  const others = Array.from({ length: 120 }, (_, number) => often(`statement ${number}`));
  expect(new Set(others.filter((name) => name !== undefined)).size).toBe(99);
  expect(names.of('a')).toBe('often_0');
});
