// What people are written about photos.
import type { Letter } from '#server/mail/letter.ts';

export interface TakeDownLetter {
  /** Whose photo it was: `author`, who reads it, or another, by name. */
  author: 'reader' | { name: string };
  eventName: string;
  /** When it was taken, as the photo's own clock said. */
  takenAt: Date;
  reason: string;
  url: string;
}

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** A photo that the platform has taken down, for its author and for the admins of the organization. */
export function takeDownLetter({ author, eventName, takenAt, reason, url }: TakeDownLetter): Letter {
  const whose = author === 'reader' ? 'A photo you took' : `A photo by ${author.name}`;
  return {
    subject: `A photo was taken down at ${eventName}`,
    paragraphs: [
      (platform) =>
        `${whose} at ${eventName}, on ${moment.format(takenAt)} UTC, was taken down by the admins of ${platform} for this reason:`,
      ...reason.split(/\s*\n\s*/),
      'It was removed from all galleries, and its files are deleted.',
    ],
    button: { label: author === 'reader' ? 'Contact support' : 'Open the event', url },
  };
}
