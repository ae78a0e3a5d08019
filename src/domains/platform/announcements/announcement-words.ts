import { counted } from '#src/lib/format.ts';
import type { Tone } from '#src/ui/badge.tsx';
import type { Announcement, AnnouncementStatus, AnnouncementTarget } from './queries.ts';

export const announcementStatusWords: Record<AnnouncementStatus, { name: string; tone: Tone }> = {
  scheduled: { name: 'Scheduled', tone: 'info' },
  sending: { name: 'Being sent', tone: 'accent' },
  sent: { name: 'Sent', tone: 'success' },
  cancelled: { name: 'Cancelled', tone: 'neutral' },
};

export const targetRoleWords: Record<NonNullable<AnnouncementTarget['role']>, string> = {
  super_admin: 'Super admins',
  admin: 'Platform admins',
  organization: 'Organization admins',
  member: 'Members of organizations',
  user: 'People without an organization',
};

export function targetWords({ target, target_name: name }: Pick<Announcement, 'target' | 'target_name'>): string {
  if (target.kind === 'everyone') return 'Everyone';
  if (target.kind === 'role') return target.role ? targetRoleWords[target.role] : 'A role';
  if (name === null) return target.kind === 'organization' ? 'A removed organization' : 'A removed event';
  return target.kind === 'organization' ? `Members of ${name}` : `People of ${name}`;
}

/** What was written, and what of it has not arrived. */
function sentWords(sent: number, nouns: [one: string, many: string], rest: Record<string, number>): string {
  const parts = Object.entries(rest).flatMap(([name, count]) => (count > 0 ? [`${count.toLocaleString()} ${name}`] : []));
  return sent === 0 ? '' : `; ${counted(sent, ...nouns)}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`;
}

export function figureWords({ figures }: Pick<Announcement, 'figures'>): string {
  const { recipients, read, mails, pushes } = figures;
  if (recipients === 0) return '';
  return (
    `${counted(recipients, 'person', 'people')} told, ${read.toLocaleString()} read it` +
    sentWords(mails, ['email', 'emails'], { waiting: figures.mails_waiting, failed: figures.mails_failed }) +
    sentWords(pushes, ['device', 'devices'], { waiting: figures.pushes_waiting, failed: figures.pushes_failed, gone: figures.pushes_gone })
  );
}
