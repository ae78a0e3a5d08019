import type { Letter } from '#server/mail/letter.ts';

export const announcementLetter = ({ title, body, link }: { title: string; body: string; link: string | null }, url: string): Letter => ({
  toUnproved: 'same',
  subject: title,
  paragraphs: body.split(/\s*\n\s*/),
  button: { label: link === null ? 'Open the app' : 'Read more', url },
  notes: ['You can turn off emails like this in your profile settings.'],
});
