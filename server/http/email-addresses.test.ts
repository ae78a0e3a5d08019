import { expect, test } from 'vitest';
import { invalidEmails, validEmails } from '#tests/support/email-address-cases.ts';
import { normalizeEmail, readEmail } from './email-addresses.ts';

test.each(validEmails)('%s is stored as %s', (written, stored) => {
  expect(readEmail(written)).toEqual({ address: stored, fault: null });
  expect(normalizeEmail(` ${written} `)).toBe(stored);
  expect(normalizeEmail(stored)).toBe(stored);
});

test.each(invalidEmails)('%s is refused, and the message names %s', (written, sign) => {
  const { address, fault } = readEmail(written);
  expect(address).toBeNull();
  expect(fault).toContain(sign ?? 'must');
});
