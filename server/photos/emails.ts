// What people are written about photos.
import type { components } from '#openapi/api.ts';
import { moment as momentOfEvent } from '#server/events/emails.ts';
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

/** Photos of an event that will be deleted, for a person who loses something. */
export interface RetentionNews {
  event: {
    id: string;
    name: string;
    organizationName: string;
    timeZone: string | null;
    retentionScope: components['schemas']['PhotoRetentionScope'];
  };
  dueAt: Date;
  /** The second warning. */
  isLast: boolean;
  reader: 'admin' | 'author';
  /** The reader's own; for admins all. */
  photos: number;
}

const counted = (photos: number, reader: RetentionNews['reader']): string => {
  const number = photos.toLocaleString('en-US');
  if (reader === 'author') return photos === 1 ? 'your photo' : `your ${number} photos`;
  return photos === 1 ? '1 photo' : `${number} photos`;
};

function retentionTexts({ event, dueAt, isLast, reader, photos }: RetentionNews): { title: string; loss: string; remedy: string } {
  const { name, timeZone, retentionScope } = event;
  const isAll = retentionScope === 'everything';
  const at = momentOfEvent(dueAt, timeZone);
  const whose = counted(photos, reader);
  return {
    title: `${isLast ? 'Reminder: ' : ''}${isAll ? 'Photos' : 'Original photos'} of ${name} will be deleted`,
    loss: isAll
      ? `${whose.charAt(0).toUpperCase()}${whose.slice(1)} of ${name} will be deleted on ${at}.`
      : `The originals of ${whose} of ${name} will be deleted on ${at}. A smaller version of at most 1,600 pixels stays in the gallery.`,
    remedy:
      reader === 'admin'
        ? `To keep ${isAll ? 'them' : 'the originals'}, download all photos before then, or change “Keep photos” in the event’s settings.`
        : `To keep ${isAll ? 'them' : 'the originals'}, download your photos from the gallery before then.`,
  };
}

export function retentionNotice(news: RetentionNews): { title: string; body: string } {
  const { title, loss, remedy } = retentionTexts(news);
  return { title, body: `${loss} ${remedy}` };
}

export const retentionEmail = (news: RetentionNews & { url: string }): EmailContent =>
  withUnprovedVariant(
    retention(news),
    retention({ ...news, event: { ...news.event, name: 'an event', organizationName: 'Its organization' } }),
  );

function retention({ url, ...news }: RetentionNews & { url: string }): EmailContent {
  const { title, loss, remedy } = retentionTexts(news);
  const isAdmin = news.reader === 'admin';
  const { organizationName, retentionScope } = news.event;
  return {
    subject: title,
    paragraphs: [
      loss,
      remedy,
      ...(isAdmin && retentionScope === 'everything' ? ['Your organization can restore them from the trash for 30 days after that.'] : []),
    ],
    button: isAdmin ? { label: 'Open the event’s settings', url } : { label: 'Open the gallery', url },
    notes: [
      isAdmin ? 'Everyone with photos in this event was told as well.' : `${organizationName} set how long photos of this event are kept.`,
    ],
  };
}
