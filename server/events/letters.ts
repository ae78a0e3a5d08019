// What people are written about events.
import type { ParticipantRole } from '#server/events/policy.ts';
import { withPlain, type Letter } from '#server/mail/letter.ts';

export interface EventInvitationLetter {
  event: { name: string; organizationName: string; startsAt: Date; timeZone: string | null; location: string | null; status: string };
  /** Who invites, as others see them named. */
  inviter: string;
  role: ParticipantRole;
  url: string;
}

const roles: Record<ParticipantRole, string> = { photographer: 'a photographer', guest: 'a guest' };

/** In the event's zone, which is named: nobody knows where a mail is read. */
const moment = (at: Date, timeZone: string | null) =>
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

export function eventInvitationLetter({ event, inviter, role, url }: EventInvitationLetter): Letter {
  return {
    toUnproved: 'same',
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

export interface EventHeldLetter {
  held: 'paused' | 'resumed' | 'removed' | 'restored';
  eventName: string;
  /** Why, where it is paused or removed; null: it is not repeated. */
  reason: string | null;
  url: string;
}

/** What the platform did with an event, for the admins of its organization. */
export const eventHeldLetter = (facts: EventHeldLetter): Letter =>
  withPlain(eventHeld(facts), eventHeld({ ...facts, eventName: 'one of your events', reason: null }));

function eventHeld({ held, eventName: name, reason, url }: EventHeldLetter): Letter {
  const button = { label: 'Open the event', url };
  if (held === 'resumed')
    return {
      subject: `${name} is accepting photos again`,
      paragraphs: [`${name} is no longer paused. Its cameras are open again.`],
      button,
    };
  if (held === 'restored') return { subject: `${name} was restored`, paragraphs: [`${name} is back, with everything in it.`], button };
  const because = reason === null ? '.' : ' for this reason:';
  const why = reason?.split(/\s*\n\s*/) ?? [];
  if (held === 'removed')
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
