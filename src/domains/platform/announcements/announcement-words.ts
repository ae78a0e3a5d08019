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

export function figureWords({ figures: { recipients, read, mails, mails_waiting: waiting, mails_failed: failed } }: Announcement): string {
  if (recipients === 0) return '';
  const inApp = `${counted(recipients, 'person', 'people')} told, ${read.toLocaleString()} read it`;
  if (mails === 0) return inApp;
  const rest = [waiting > 0 && `${waiting.toLocaleString()} waiting`, failed > 0 && `${failed.toLocaleString()} failed`].filter(Boolean);
  return `${inApp}; ${counted(mails, 'email', 'emails')}${rest.length > 0 ? ` (${rest.join(', ')})` : ''}`;
}
