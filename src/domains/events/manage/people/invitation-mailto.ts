import type { Event } from '#src/domains/events/event.ts';
import { formatWeekdayDateTime } from '#src/lib/format.ts';

interface Invited {
  email: string;
  link: string;
  event: Pick<Event, 'name' | 'organization_name' | 'starts_at' | 'time_zone' | 'location'>;
}

/** A mail to one invited person, ready to be sent from one's own mail program. */
export function invitationMailto({ email, link, event }: Invited): string {
  const when = [formatWeekdayDateTime(event.starts_at, event.time_zone), event.location].filter(Boolean).join(', ');
  const body = [`${event.organization_name} invited you to ${event.name}.`, when, `Your personal link, which works once: ${link}`].join(
    '\r\n\r\n',
  );
  const fields = { subject: `Invitation: ${event.name}`, body };
  // Mail programs read "+" as a plus, so no URLSearchParams.
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `mailto:${encodeURIComponent(email)}?${query.join('&')}`;
}
