// What people are written about events.
import type { ParticipantRole } from '#server/events/policy.ts';
import type { Letter } from '#server/mail/letter.ts';

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
      `${inviter} of ${event.organizationName} invites you to ${event.name} as ${roles[role]}.`,
      [moment(event.startsAt, event.timeZone), event.location].filter(Boolean).join(', '),
    ],
    button: { label: 'Join the event', url },
    notes: [
      ...(event.status === 'draft' ? ['The event is not open yet. The link works once it is.'] : []),
      'The link is yours and works once.',
      'If you did not expect this, ignore this message.',
    ],
  };
}

export interface EventHeldLetter {
  held: 'paused' | 'resumed' | 'removed' | 'restored';
  eventName: string;
  /** Why, where it is paused or removed. */
  reason: string | null;
  url: string;
}

/** What the platform did with an event, for the admins of its organization. */
export function eventHeldLetter({ held, eventName: name, reason, url }: EventHeldLetter): Letter {
  const button = { label: 'Open the event', url };
  if (held === 'resumed')
    return { subject: `${name} takes photos again`, paragraphs: [`The pause of ${name} is over: its cameras are open.`], button };
  if (held === 'restored')
    return { subject: `${name} is restored`, paragraphs: [`${name} is there again, and everything in it is as it was.`], button };
  const why = (reason ?? '').split(/\s*\n\s*/);
  if (held === 'removed')
    return {
      subject: `${name} was removed`,
      paragraphs: [
        (platform) => `The people who run ${platform} removed ${name}, with this reason:`,
        ...why,
        'Nobody sees the event, its gallery and its photos any more, and your organization cannot restore it.',
      ],
      button,
    };
  return {
    subject: `${name} is paused`,
    paragraphs: [
      (platform) => `The people who run ${platform} closed the cameras of ${name}, with this reason:`,
      ...why,
      'Everything else goes on, and photos that still wait on phones are accepted when they arrive.',
    ],
    button,
  };
}
