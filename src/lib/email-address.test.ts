import { expect, test } from 'vitest';
import { badEmails, goodEmails } from '#tests/support/email-addresses.ts';
import { emailFault } from './email-address.ts';

test.each(goodEmails)('%s is taken', (written) => expect(emailFault(written)).toBeNull());

test.each(badEmails)('%s is refused, and the sentence names %s', (written, sign) => {
  expect(emailFault(written)).toMatch(/^(An|Enter) .*\.$/);
  expect(emailFault(written)).toContain(sign ?? 'email address');
});
