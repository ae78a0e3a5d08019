import type { EmailContent } from '#server/mail/email-content.ts';

/** For super admins: nothing of what was asked. */
export const ticketOpenEmail = (isReply: boolean, url: string): EmailContent => ({
  unprovedVariant: 'same',
  subject: isReply ? 'A support request is open again' : 'New support request',
  paragraphs: [isReply ? 'A person replied to an answer from support.' : 'A person wrote to support.'],
  button: { label: 'Read and answer', url },
});

/** Holds the answer itself, and nothing of what was asked: it may go to an address that nobody has confirmed. */
export const ticketAnsweredEmail = (answer: string, url: string): EmailContent => ({
  unprovedVariant: 'same',
  subject: 'You have an answer from support',
  paragraphs: answer.split(/\s*\n\s*/),
  button: { label: 'Read and reply', url },
  notes: ['We can’t read replies to this email. Open your request to reply.'],
});
