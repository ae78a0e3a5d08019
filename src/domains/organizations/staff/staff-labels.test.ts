import { expect, test } from 'vitest';
import { invitedMessage } from './staff-labels.ts';

test.each([
  [0, 'file', 'No one was invited'],
  [1, 'file', 'Invitation link created'],
  [3, 'file', '3 invitation links created'],
  [1, 'smtp', '1 person invited'],
  [3, 'smtp', '3 people invited'],
] as const)('%i created with delivery %s: “%s”', (count, delivery, title) => {
  expect(invitedMessage(count, delivery).title).toBe(title);
});
