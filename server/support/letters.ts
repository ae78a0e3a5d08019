import type { Letter } from '#server/mail/letter.ts';

/** For super admins: nothing of what was asked. */
export const ticketWaitsLetter = (isReply: boolean, url: string): Letter => ({
  toUnproved: 'same',
  subject: isReply ? 'A support request is open again' : 'New support request',
  paragraphs: [isReply ? 'A person replied to an answer from support.' : 'A person wrote to support.'],
  button: { label: 'Read and answer', url },
});

/** Holds the answer itself, and nothing of what was asked: it may go to an address that nobody has confirmed. */
export const ticketAnsweredLetter = (answer: string, url: string): Letter => ({
  toUnproved: 'same',
  subject: 'You have an answer from support',
  paragraphs: answer.split(/\s*\n\s*/),
  button: { label: 'Read and reply', url },
  notes: ['We can’t read replies to this email. Open your request to reply.'],
});
