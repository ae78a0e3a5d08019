// What people are written about events.
import type { ParticipantRole } from '#server/events/policy.ts';
import { withUnprovedVariant, type EmailContent } from '#server/mail/email-content.ts';

export interface EventInvitationEmail {
  event: { name: string; organizationName: string; startsAt: Date; timeZone: string | null; location: string | null; status: string };
  /** The inviter's display name. */
  inviter: string;
  role: ParticipantRole;
  url: string;
}

const roles: Record<ParticipantRole, string> = { photographer: 'a photographer', guest: 'a guest', viewer: 'a viewer' };

/** In the event's time zone, with its name, because the reader's zone is unknown. */
export const moment = (at: Date, timeZone: string | null) =>
  new Intl.DateTimeFormat('en', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: timeZone ?? 'UTC',
    timeZoneName: 'short',
  }).format(at);

export function eventInvitationEmail({ event, inviter, role, url }: EventInvitationEmail): EmailContent {
  return {
    unprovedVariant: 'same',
    subject: `Invitation: ${event.name}`,
    paragraphs: [
      `${inviter} of ${event.organizationName} invited you to ${event.name} as ${roles[role]}.`,
      [moment(event.startsAt, event.timeZone), event.location].filter(Boolean).join(', '),
    ],
    button: { label: 'Join the event', url },
    notes: [
      ...(event.status === 'draft' ? ['The event isn’t open yet. The link will work once it is.'] : []),
      'The link is personal and works once.',
      'If you didn’t expect this, ignore this message.',
    ],
  };
}

export interface EventActionEmail {
  action: 'paused' | 'resumed' | 'removed' | 'restored';
  eventName: string;
  /** Why, where it is paused or removed; null: it is not repeated. */
  reason: string | null;
  url: string;
}

/** What the platform did with an event, for the admins of its organization. */
export const eventActionEmail = (facts: EventActionEmail): EmailContent =>
  withUnprovedVariant(eventAction(facts), eventAction({ ...facts, eventName: 'one of your events', reason: null }));

function eventAction({ action, eventName: name, reason, url }: EventActionEmail): EmailContent {
  const button = { label: 'Open the event', url };
  if (action === 'resumed')
    return {
      subject: `${name} is accepting photos again`,
      paragraphs: [`${name} is no longer paused. Its cameras are open again.`],
      button,
    };
  if (action === 'restored') return { subject: `${name} was restored`, paragraphs: [`${name} is back, with everything in it.`], button };
  const because = reason === null ? '.' : ' for this reason:';
  const why = reason?.split(/\s*\n\s*/) ?? [];
  if (action === 'removed')
    return {
      subject: `${name} was removed`,
      paragraphs: [
        (platform) => `The admins of ${platform} removed ${name}${because}`,
        ...why,
        'The event, its gallery and its photos are hidden from everyone, and your organization can’t restore them.',
      ],
      button,
    };
  return {
    subject: `${name} is paused`,
    paragraphs: [
      (platform) => `The admins of ${platform} closed the cameras of ${name}${because}`,
      ...why,
      'Everything else continues, and photos waiting on phones are still accepted.',
    ],
    button,
  };
}
