import { expect, test } from 'vitest';
import { isCompleteToken } from './account-panel.tsx';

test('a token is complete only at its exact length and alphabet, as mail programs truncate links or append characters', () => {
  const token = 'AbC-_'.padEnd(43, '9');
  expect(isCompleteToken(token)).toBe(true);
  for (const broken of [token.slice(1), `${token}.`, 'abc', '']) expect(isCompleteToken(broken)).toBe(false);
});
