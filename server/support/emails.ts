import type { EmailContent } from '#server/mail/email-content.ts';

/** For super admins. Contains nothing the user wrote. */
export const ticketOpenEmail = (isReply: boolean, url: string): EmailContent => ({
  unprovedVariant: 'same',
  subject: isReply ? 'A support request is open again' : 'New support request',
  paragraphs: [isReply ? 'A person replied to an answer from support.' : 'A person wrote to support.'],
  button: { label: 'Read and answer', url },
});

/** Contains the answer but nothing the user wrote, because it may go to an unconfirmed address. */
export const ticketAnsweredEmail = (answer: string, url: string): EmailContent => ({
  unprovedVariant: 'same',
  subject: 'You have an answer from support',
  paragraphs: answer.split(/\s*\n\s*/),
  button: { label: 'Read and reply', url },
  notes: ['We can’t read replies to this email. Open your request to reply.'],
});
