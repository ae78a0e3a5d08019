import { pluralize } from '#src/lib/format.ts';
import type { Tone } from '#src/ui/badge.tsx';
import type { Announcement, AnnouncementStatus, AnnouncementTarget } from './queries.ts';

export const announcementStatusLabels: Record<AnnouncementStatus, { name: string; tone: Tone }> = {
  scheduled: { name: 'Scheduled', tone: 'info' },
  sending: { name: 'Sending', tone: 'accent' },
  sent: { name: 'Sent', tone: 'success' },
  cancelled: { name: 'Canceled', tone: 'neutral' },
  withdrawn: { name: 'Withdrawn', tone: 'warning' },
};

export const targetRoleLabels: Record<NonNullable<AnnouncementTarget['role']>, string> = {
  super_admin: 'Super admins',
  admin: 'Platform admins',
  organization: 'Organization admins',
  member: 'Organization members',
  user: 'People without an organization',
};

export function targetLabel({ target, target_name: name }: Pick<Announcement, 'target' | 'target_name'>): string {
  if (target.kind === 'everyone') return 'Everyone';
  if (target.kind === 'role') return target.role ? targetRoleLabels[target.role] : 'A role';
  if (name === null) return target.kind === 'organization' ? 'A deleted organization' : 'A deleted event';
  return target.kind === 'organization' ? `Members of ${name}` : `Participants of ${name}`;
}

/** What was written, and what of it has not arrived. */
function sentSummary(sent: number, nouns: [one: string, many: string], rest: Record<string, number>): string {
  const parts = Object.entries(rest).flatMap(([name, count]) => (count > 0 ? [`${count.toLocaleString()} ${name}`] : []));
  return sent === 0 ? '' : `; ${pluralize(sent, ...nouns)}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`;
}

/** What of it is beyond recall: "The emails that went out stay." Empty where nothing went out of the app. */
export function unrecallableNote({ figures }: Pick<Announcement, 'figures'>): string {
  const names = [figures.mails > 0 && 'emails', figures.pushes > 0 && 'device notifications'].filter((name) => name !== false);
  return names.length === 0 ? '' : `The ${names.join(' and ')} already sent can’t be recalled.`;
}

export function deliverySummary({ figures, status }: Pick<Announcement, 'figures' | 'status'>): string {
  const { recipients, read, mails, pushes } = figures;
  if (recipients === 0) return '';
  if (status === 'withdrawn')
    return `Had reached ${pluralize(recipients, 'person', 'people')}, ${read.toLocaleString()} had read it. ${unrecallableNote({ figures })}`;
  return (
    `Sent to ${pluralize(recipients, 'person', 'people')}, ${read.toLocaleString()} read it` +
    sentSummary(mails, ['email', 'emails'], { waiting: figures.mails_waiting, failed: figures.mails_failed }) +
    sentSummary(pushes, ['device', 'devices'], {
      waiting: figures.pushes_waiting,
      failed: figures.pushes_failed,
      'no longer subscribed': figures.pushes_gone,
    })
  );
}
