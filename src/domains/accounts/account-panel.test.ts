import { expect, test } from 'vitest';
import { isCompleteToken } from './account-panel.tsx';

test('a link that a mail program has cut, or written a sign behind, is told from a whole one', () => {
  const token = 'AbC-_'.padEnd(43, '9');
  expect(isCompleteToken(token)).toBe(true);
  for (const broken of [token.slice(1), `${token}.`, 'abc', '']) expect(isCompleteToken(broken)).toBe(false);
});
