import { expect, test } from 'vitest';
import { initialsOf } from '#src/shell/person-avatar.tsx';

test.each([
  ['Mia Ruiz', 'MR'],
  ['  Ana María  Ruiz Vega ', 'AV'],
  ['mia@example.org', 'm'],
  ['🎈 Party', '🎈P'],
  ['', ''],
])('of “%s” are “%s”', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
