// Permissions for announcements, and the notifications that a user may turn off. Emails that protect an account and invitations are always sent.
import type { components } from '#openapi/api.ts';
import type { Viewer } from '#server/viewer.ts';

export const canAnnounce = (viewer: Viewer): boolean => viewer.permissions.all === true;

export type NotificationKind = components['schemas']['NotificationKind'];

/** About an organization, sent to its admins or to a member; or about none, sent to the user. */
export interface Notification {
  kind: NotificationKind;
  organizationId: string | null;
}

export interface Choice extends Notification {
  channel: components['schemas']['NotificationChannel'];
}

/** Kinds that are also sent as push notifications. */
const pushed: readonly NotificationKind[] = ['announcements'];

/** Requests that super admins answer, and limits that they set. */
const requestKinds = [
  'organization_requests',
  'support_requests',
  'data_requests',
  'plan_requests',
  'paid_images',
] as const satisfies NotificationKind[];

export type RequestKind = (typeof requestKinds)[number];

/** The notifications this user may turn off. */
export const choicesOf = (viewer: Viewer): Choice[] =>
  notificationsFor(viewer).flatMap((notification) => [
    { ...notification, channel: 'mail' as const },
    ...(pushed.includes(notification.kind) ? [{ ...notification, channel: 'push' as const }] : []),
  ]);

/** The notifications this user gets by email unless they turn them off. A guest has no address. */
export function notificationsFor({ email, permissions, memberships }: Viewer): Notification[] {
  if (email === null) return [];
  const own: NotificationKind[] = ['support_answers', 'announcements', ...(permissions.all === true ? requestKinds : [])];
  const ofOrganizations = memberships.flatMap(({ organizationId, role, permissions: here }) => {
    const kinds: NotificationKind[] = ['membership', 'picks'];
    if (role === 'organization') {
      kinds.push('organization_decisions');
      if (here.manage_org_settings === true) kinds.push('plan_changes', 'invoices');
    }
    return kinds.map((kind) => ({ kind, organizationId }));
  });
  return [...own.map((kind) => ({ kind, organizationId: null })), ...ofOrganizations];
}
