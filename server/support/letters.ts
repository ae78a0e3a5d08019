import type { Letter } from '#server/mail/letter.ts';

/** Holds the answer itself, and nothing of what was asked: it may go to an address that nobody has confirmed. */
export const ticketAnsweredLetter = (answer: string, url: string): Letter => ({
  toUnproved: 'same',
  subject: 'You have an answer from support',
  paragraphs: answer.split(/\s*\n\s*/),
  button: { label: 'Read and reply', url },
  notes: ['We can’t read replies to this email. Open your request to reply.'],
});
