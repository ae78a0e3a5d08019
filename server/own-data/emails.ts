// Emails about data requests. None contains text typed by users.
import type { EmailContent } from '#server/mail/email-content.ts';

type Kind = 'export' | 'deletion';

const asked: Record<Kind, string> = { export: 'a copy of your data', deletion: 'the deletion of your account' };
const subjects: Record<Kind, string> = { export: 'Your request for your data', deletion: 'Your request to delete your account' };

/** @param isOurs whether a super admin recorded the request */
export const dataRequestReceivedEmail = (kind: Kind, url: string, isOurs: boolean): EmailContent => ({
  unprovedVariant: 'same',
  subject: subjects[kind],
  paragraphs: [isOurs ? `We received your request for ${asked[kind]}.` : `You requested ${asked[kind]}.`, 'We’ll answer within a month.'],
  button: { label: 'See your request', url },
  notes: ['If you didn’t request this, or changed your mind, withdraw it there or contact the platform’s admins.'],
});

export const dataRequestOpenEmail = (kind: Kind, url: string): EmailContent => ({
  unprovedVariant: 'same',
  subject: kind === 'export' ? 'New request for a copy of data' : 'New request to delete an account',
  paragraphs: [
    kind === 'export' ? 'A person requested a copy of their data.' : 'A person requested the deletion of their account.',
    'It must be answered within a month.',
  ],
  button: { label: 'See data requests', url },
});

export const dataRequestWithdrawnEmail = (kind: Kind): EmailContent => ({
  unprovedVariant: 'same',
  subject: `${subjects[kind]} was withdrawn`,
  paragraphs: [`You withdrew your request for ${asked[kind]}. You don’t need to do anything else.`],
});

export const dataRequestDeclinedEmail = (kind: Kind, reason: string): EmailContent => ({
  unprovedVariant: 'same',
  subject: `${subjects[kind]} was declined`,
  paragraphs: [`You requested ${asked[kind]}. We can’t do this for the following reason:`, ...reason.split(/\s*\n\s*/)],
  notes: ['You can ask again. You may also complain to your data protection authority.'],
});

const contents = 'It’s a ZIP file with your original photos and all other data we store about you.';

export const exportAfterLoginEmail = (url: string): EmailContent => ({
  unprovedVariant: 'same',
  subject: 'Download your data',
  paragraphs: [`You requested ${asked.export}. Log in to download it. ${contents}`],
  button: { label: 'Download your data', url },
  notes: ['If you didn’t request this, you don’t need to do anything. No one else can download it.'],
});

export const exportLinkEmail = (url: string): EmailContent => ({
  unprovedVariant: 'same',
  subject: 'Download your data',
  paragraphs: [`You requested ${asked.export}. ${contents}`],
  button: { label: 'Download your data', url },
  notes: [
    'The link works for a week without logging in. Anyone with this message can download your data, so don’t share it.',
    'If you didn’t request this, delete this message and contact the platform’s admins.',
  ],
});
