// Queries and labels of platform announcements.
import { queryOptions } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { listAnnouncementsParameters } from '#openapi/lists.ts';
import { pluralize } from '#src/lib/format.ts';
import type { ListSearch } from '#src/lib/list-search.ts';
import { defineList } from '#src/shell/define-list.ts';
import { call } from '#src/transport/call.ts';
import type { Tone } from '#src/ui/badge.tsx';

type Schemas = components['schemas'];
export type Announcement = Schemas['Announcement'];
export type AnnouncementTarget = Schemas['AnnouncementTarget'];
export type AnnouncementStatus = Schemas['AnnouncementStatus'];

export type AnnouncementSearch = ListSearch<typeof listAnnouncementsParameters>;

export const announcements = defineList('/api/v1/platform/announcements', listAnnouncementsParameters, {
  key: ['platform', 'announcements'],
  keyOf: ({ id }) => id,
});

/** @param target null if no recipients are chosen yet */
export const reachQuery = (target: AnnouncementTarget | null) =>
  queryOptions({
    queryKey: ['platform', 'announcement reach', target] as const,
    queryFn: async ({ signal }) => {
      if (target === null) throw new Error('No recipients are chosen');
      return call('POST /api/v1/platform/announcements/reach', { body: { target }, signal });
    },
    enabled: target !== null,
  });

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

/** Summarizes how many were sent, and how many failed. */
function sentSummary(sent: number, nouns: [one: string, many: string], rest: Record<string, number>): string {
  const parts = Object.entries(rest).flatMap(([name, count]) => (count > 0 ? [`${count.toLocaleString()} ${name}`] : []));
  return sent === 0 ? '' : `; ${pluralize(sent, ...nouns)}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`;
}

/** Names the deliveries that can't be recalled: "The emails that went out stay." Empty if nothing left the app. */
export function unrecallableNote({ figures }: Pick<Announcement, 'figures'>): string {
  const names = [figures.mails > 0 && 'emails', figures.pushes > 0 && 'device notifications'].filter((name) => name !== false);
  return names.length === 0 ? '' : `The ${names.join(' and ')} already sent can’t be recalled.`;
}

export function deliverySummary({ figures, status }: Pick<Announcement, 'figures' | 'status'>): string {
  const { recipients, read, mails, pushes } = figures;
  if (recipients === 0) return '';
  if (status === 'withdrawn')
    return `Reached ${pluralize(recipients, 'person', 'people')}, read by ${read.toLocaleString()}. ${unrecallableNote({ figures })}`;
  return (
    `Sent to ${pluralize(recipients, 'person', 'people')}, read by ${read.toLocaleString()}` +
    sentSummary(mails, ['email', 'emails'], { waiting: figures.mails_waiting, failed: figures.mails_failed }) +
    sentSummary(pushes, ['device', 'devices'], {
      waiting: figures.pushes_waiting,
      failed: figures.pushes_failed,
      'no longer subscribed': figures.pushes_gone,
    })
  );
}
