import { expect, test } from 'vitest';
import { buildEvent } from '#tests/support/factories/api.ts';
import { invitationMailto } from './invitations.tsx';

test('the mail contains the link, and addresses or names cannot add fields', () => {
  const event = buildEvent({ name: 'R&D + friends', location: 'Pier 4' });
  const mail = invitationMailto({ email: 'a&bcc=x@example.org', link: 'https://photos.example.org/join/K7PM2XWA', event });
  expect(mail.startsWith('mailto:a%26bcc%3Dx%40example.org?subject=')).toBe(true);
  const fields = new URL(mail).search.slice(1).split('&');
  expect(fields.map((field) => field.split('=')[0])).toEqual(['subject', 'body']);
  expect(decodeURIComponent(fields[0]!)).toBe('subject=Invitation: R&D + friends');
  expect(decodeURIComponent(fields[1]!)).toContain('https://photos.example.org/join/K7PM2XWA');
});
