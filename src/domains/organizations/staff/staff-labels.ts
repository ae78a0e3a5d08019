import type { components } from '#openapi/api.ts';
import { pluralize } from '#src/lib/format.ts';
import { toOptions } from '#src/lib/list-query.ts';
import type { Tone } from '#src/ui/badge.tsx';
import type { Member, MemberFlags } from './queries.ts';

export const memberRoleLabels: Record<Member['role'], { name: string; help: string }> = {
  organization: { name: 'Admin', help: 'Manages events, staff and settings.' },
  member: { name: 'Member', help: 'Can work at every event.' },
};

export const memberRoleOptions = toOptions(memberRoleLabels).map(({ value, label: { name, help } }) => ({ value, label: name, help }));

export const memberStatusLabels: Record<Member['status'], { name: string; tone: Tone }> = {
  active: { name: 'Active', tone: 'success' },
  invited: { name: 'Invited', tone: 'info' },
  suspended: { name: 'Suspended', tone: 'warning' },
};

export type StaffFlag = keyof MemberFlags;

export const memberFlagLabels: Record<StaffFlag, { name: string; help: string }> = {
  view_events: { name: 'View events', help: 'The organization’s events, and public events of others.' },
  participate_events: { name: 'Take part in events', help: 'Take photos, like and download.' },
  manage_org_members: { name: 'Manage staff', help: 'Invite, suspend and remove people.' },
  manage_org_settings: { name: 'Change settings', help: 'The organization’s profile, event defaults and branding.' },
};

export const memberName = ({ first_name: first, last_name: last, email }: Pick<Member, 'first_name' | 'last_name' | 'email'>): string =>
  `${first} ${last}`.trim() || email;

/** Whether the member has more permissions than their role. */
export const hasExtraPermissions = ({ overrides }: Pick<Member, 'overrides'>): boolean => Object.values(overrides).some(Boolean);

/** Appended to "… was removed". */
export const EXTRAS_LOST_HINT = '. To keep their extra permissions, use “Restore” instead of a new invitation';

/** Without email, the links have to be shared. */
export function invitedMessage(
  count: number,
  delivery: components['schemas']['InviteMembersResult']['delivery'],
): { title: string; how?: string } {
  if (count === 0) return { title: 'No one was invited' };
  if (delivery === 'smtp') {
    const how = 'Each person gets their link by email. To share a link yourself, copy it now. It won’t be shown again.';
    return { title: `${pluralize(count, 'person', 'people')} invited`, how };
  }
  return count === 1
    ? { title: 'Invitation link created', how: 'Email isn’t set up. Copy the link and share it now. It won’t be shown again.' }
    : { title: `${count} invitation links created`, how: 'Email isn’t set up. Copy and share the links now. They won’t be shown again.' };
}
