import { expect, test } from 'vitest';
import { shorten } from './shorten.ts';

test.each([
  ['a robot and a rocket on the moon', 80, 'a robot and a rocket on the moon'],
  ['a robot and\n a rocket', 80, 'a robot and a rocket'],
  ['a robot and a rocket on the moon', 20, 'a robot and a…'],
  ['a robot, and a rocket', 9, 'a robot…'],
  ['extraordinarily', 8, 'extraor…'],
  ['🤖🤖🤖🤖', 4, '🤖…'],
])('%j in at most %d: %j', (text, most, short) => {
  expect(shorten(text, most)).toBe(short);
  expect(short.length).toBeLessThanOrEqual(most);
});
