// What people are written about photos.
import { withUnprovedVariant, type EmailContent } from '#server/mail/email-content.ts';

export interface TakeDownEmail {
  /** The author: the reader, or another person by name. */
  author: 'reader' | { name: string | null };
  eventName: string;
  /** By the clock of the camera. */
  takenAt: Date;
  /** Null: it is not repeated. */
  reason: string | null;
  url: string;
}

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** A photo that the platform has taken down, for its author and for the admins of the organization. */
export function takeDownEmail(facts: TakeDownEmail): EmailContent {
  const { author } = facts;
  const plain = { ...facts, author: author === 'reader' ? author : { name: null }, eventName: 'an event', reason: null };
  return withUnprovedVariant(takeDown(facts), takeDown(plain));
}

function takeDown({ author, eventName, takenAt, reason, url }: TakeDownEmail): EmailContent {
  const whose = author === 'reader' ? 'A photo you took' : author.name === null ? 'A photo' : `A photo by ${author.name}`;
  return {
    subject: `A photo was taken down at ${eventName}`,
    paragraphs: [
      (platform) =>
        `${whose} at ${eventName}, on ${moment.format(takenAt)} UTC, was taken down by the admins of ${platform}${reason === null ? '.' : ' for this reason:'}`,
      ...(reason?.split(/\s*\n\s*/) ?? []),
      'It was removed from all galleries, and its files are deleted.',
    ],
    button: { label: author === 'reader' ? 'Contact support' : 'Open the event', url },
  };
}
