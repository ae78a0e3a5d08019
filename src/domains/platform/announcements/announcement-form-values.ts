import * as v from 'valibot';
import { namedChoice } from '#src/domains/platform/named-choice.ts';
import type { AnnouncementTarget } from './queries.ts';

export const MAX_TITLE_LENGTH = 120;
export const MAX_BODY_LENGTH = 2000;

const roles = ['super_admin', 'admin', 'organization', 'member', 'user'] as const;

/** What stands in a date-and-time field, of whoever looks; null: no time. */
export function parseLocalDateTime(value: string): Date | null {
  const at = new Date(value);
  return value === '' || Number.isNaN(at.getTime()) ? null : at;
}

/** As the server takes it. */
const MAX_SCHEDULE_AHEAD_MS = 366 * 24 * 3600 * 1000;

export const announcementSchema = v.pipe(
  v.object({
    title: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty('Enter a title.'),
      v.maxLength(MAX_TITLE_LENGTH, `At most ${MAX_TITLE_LENGTH} characters.`),
    ),
    body: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty('Enter the text.'),
      v.maxLength(MAX_BODY_LENGTH, `At most ${MAX_BODY_LENGTH.toLocaleString()} characters.`),
    ),
    link: v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(300, 'At most 300 characters.'),
      v.check((link) => link === '' || /^\/([^/\\\s]\S*)?$/.test(link), 'Start with a slash and don’t use spaces, such as /dashboard.'),
    ),
    kind: v.picklist(['everyone', 'role', 'organization', 'event']),
    role: v.picklist(roles),
    organization: v.array(namedChoice),
    event: v.array(namedChoice),
    by_mail: v.boolean(),
    by_push: v.boolean(),
    when: v.picklist(['now', 'later']),
    send_at: v.string(),
  }),
  v.forward(
    v.check(({ kind, organization }) => kind !== 'organization' || organization.length === 1, 'Choose an organization.'),
    ['organization'],
  ),
  v.forward(
    v.check(({ kind, event }) => kind !== 'event' || event.length === 1, 'Choose an event.'),
    ['event'],
  ),
  v.forward(
    v.check(
      ({ when, send_at: at }) => when === 'now' || (parseLocalDateTime(at)?.getTime() ?? 0) > Date.now(),
      'Choose a time in the future.',
    ),
    ['send_at'],
  ),
  v.forward(
    v.check(
      ({ when, send_at: at }) => when === 'now' || (parseLocalDateTime(at)?.getTime() ?? 0) < Date.now() + MAX_SCHEDULE_AHEAD_MS,
      'Choose a time within a year.',
    ),
    ['send_at'],
  ),
);
export type AnnouncementValues = v.InferOutput<typeof announcementSchema>;

export const NEW_ANNOUNCEMENT: AnnouncementValues = {
  title: '',
  body: '',
  link: '',
  kind: 'everyone',
  role: 'organization',
  organization: [],
  event: [],
  by_mail: false,
  by_push: false,
  when: 'now',
  send_at: '',
};

/** Null: not chosen yet. */
export function targetOf({
  kind,
  role,
  organization,
  event,
}: Pick<AnnouncementValues, 'kind' | 'role' | 'organization' | 'event'>): AnnouncementTarget | null {
  if (kind === 'everyone') return { kind };
  if (kind === 'role') return { kind, role };
  const [chosen] = kind === 'organization' ? organization : event;
  return chosen ? { kind, id: chosen.id } : null;
}
