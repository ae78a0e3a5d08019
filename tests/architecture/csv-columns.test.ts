// A CSV file uses the words of the list that it is exported from.
import { expect, test } from 'vitest';
import { readSource } from '#tests/support/source.ts';

/** A unit is added in the file: "Start (UTC)". */
const columnsOf = (file: string): string[] => {
  const [, columns = ''] = /CsvColumns<\w+> = \{\n(.*?)\n\};/s.exec(readSource(file)) ?? [];
  return [...columns.matchAll(/^ {2}(?:'([^']+)'|(\w+)):/gm)].map(([, quoted, plain]) =>
    (quoted ?? plain ?? '').replace(/ \([^)]+\)$/, ''),
  );
};
const headsOf = (file: string): string[] => [...readSource(file).matchAll(/\bhead: '([^']+)'/g)].map(([, head = '']) => head);

test.each([
  ['src/domains/events/manage/list/event-columns.tsx', 'server/events/operations/events.ts', ['Camera', 'Actions']],
  ['src/domains/events/manage/people/participants.tsx', 'server/events/operations/participants.ts', ['Actions']],
  ['src/domains/organizations/staff/staff-columns.tsx', 'server/organizations/operations/members.ts', ['Actions']],
  // The usage is several columns.
  ['src/domains/platform/organizations/organization-columns.tsx', 'server/organizations/operations/organizations.ts', ['Usage', 'Actions']],
  ['src/domains/platform/users/user-columns.tsx', 'server/accounts/operations/users.ts', ['Actions']],
  ['src/domains/platform/logs/system-logs.tsx', 'server/platform/operations/logs.ts', []],
])('the columns of %s are in the file of %s', (screen, operations, onlyOnScreen) => {
  const heads = headsOf(screen);
  expect(heads.length).toBeGreaterThan(3);
  expect(heads.filter((head) => !columnsOf(operations).includes(head) && !onlyOnScreen.includes(head))).toEqual([]);
});
