import type { EmailContent } from '#server/mail/email-content.ts';

export const announcementEmail = (
  { title, body, link }: { title: string; body: string; link: string | null },
  url: string,
): EmailContent => ({
  unprovedVariant: 'same',
  subject: title,
  paragraphs: body.split(/\s*\n\s*/),
  button: { label: link === null ? 'Open the app' : 'Read more', url },
  notes: ['You can turn off emails like this in your profile settings.'],
});
