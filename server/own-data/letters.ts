// What people are written about what they asked of their data. Nothing in it was typed by anybody but the platform's people.
import type { Letter } from '#server/mail/letter.ts';

type Kind = 'export' | 'deletion';

const asked: Record<Kind, string> = { export: 'a copy of your data', deletion: 'the deletion of your account' };
const subjects: Record<Kind, string> = { export: 'Your request for your data', deletion: 'Your request to delete your account' };

/** @param isOurs whether somebody of the platform wrote it down */
export const dataRequestLetter = (kind: Kind, url: string, isOurs: boolean): Letter => ({
  toUnproved: 'same',
  subject: subjects[kind],
  paragraphs: [
    isOurs ? `We have your message: you ask for ${asked[kind]}.` : `You asked us for ${asked[kind]}.`,
    'You are answered within a month.',
  ],
  button: { label: 'See your request', url },
  notes: ['If you did not ask for this, or think differently by now, withdraw it there or write to whoever runs this installation.'],
});

export const dataRequestWithdrawnLetter = (kind: Kind): Letter => ({
  toUnproved: 'same',
  subject: `${subjects[kind]} was withdrawn`,
  paragraphs: [`You asked us for ${asked[kind]}, and have withdrawn that. Nothing happens any more.`],
});

export const dataRequestDeclinedLetter = (kind: Kind, reason: string): Letter => ({
  toUnproved: 'same',
  subject: `${subjects[kind]} was declined`,
  paragraphs: [`You asked us for ${asked[kind]}. We cannot do it as it stands:`, ...reason.split(/\s*\n\s*/)],
  notes: ['You can ask again. You may also complain to your data protection authority.'],
});

const contents = 'It is a ZIP file with your original photos and everything else we keep of you.';

export const dataAtLoginLetter = (url: string): Letter => ({
  toUnproved: 'same',
  subject: 'Download your data',
  paragraphs: [`You asked us for ${asked.export}. Log in, and download it. ${contents}`],
  button: { label: 'Download your data', url },
  notes: ['If you did not ask for it, there is nothing to do: nobody else can download it.'],
});

export const dataByLinkLetter = (url: string): Letter => ({
  toUnproved: 'same',
  subject: 'Download your data',
  paragraphs: [`You asked us for ${asked.export}. ${contents}`],
  button: { label: 'Download your data', url },
  notes: [
    'The link works for a week, and needs no login: whoever has this message can download your data. Do not pass it on.',
    'If you did not ask for it, delete this message and write to whoever runs this installation.',
  ],
});
