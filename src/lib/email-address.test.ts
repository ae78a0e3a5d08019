import { expect, test } from 'vitest';
import { invalidEmails, validEmails } from '#tests/support/email-address-cases.ts';
import { emailError } from './email-list.ts';

test.each(validEmails)('%s is taken', (written) => expect(emailError(written)).toBeNull());

test.each(invalidEmails)('%s is refused, and the sentence names %s', (written, sign) => {
  expect(emailError(written)).toMatch(/^(An|Enter) .*\.$/);
  expect(emailError(written)).toContain(sign ?? 'email address');
});
