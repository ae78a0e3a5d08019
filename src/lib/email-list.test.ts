import { safeParse } from 'valibot';
import { expect, test } from 'vitest';
import { emailListRule, parseEmails } from './email-list.ts';

test('addresses are taken as they are pasted, each once', () => {
  expect(parseEmails('ana@example.org, ben@example.org;\n\tANA@example.org  cem@example.org').emails).toEqual([
    'ana@example.org',
    'ben@example.org',
    'cem@example.org',
  ]);
  expect(parseEmails('Ana Lind <ana@example.org>; "Ben, the other" <ben@example.org>\ncem@example.org').emails.toSorted()).toEqual([
    'ana@example.org',
    'ben@example.org',
    'cem@example.org',
  ]);
});

test('invalid addresses are listed', () => {
  expect(parseEmails('ana@example.org ben@ nobody').invalid).toEqual(['ben@', 'nobody']);
});

const message = (emails: string) => safeParse(emailListRule, emails).issues?.[0].message;
test('the form explains errors', () => {
  expect(message('ana@example.org')).toBeUndefined();
  expect(message('  ')).toBe('Enter at least one email address.');
  expect(message('ana@')).toBe('“ana@” isn’t a valid email address.');
  expect(message('ana@ ben@')).toBe('These aren’t valid email addresses: ana@, ben@.');
  expect(message(Array.from({ length: 51 }, (_, i) => `p${i}@example.org`).join(' '))).toBe(
    'Enter at most 50 addresses at once. You entered 51.',
  );
});
