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
