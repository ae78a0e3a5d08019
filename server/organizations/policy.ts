// Who may do what with an organization and its members. Pure; denies by default. Source: docs/product.md, B1 and B2.1.
import type { components } from '#openapi/api.ts';
import type { PermissionFlag } from '#server/db/schema/accounts.ts';
import { isMemberOf, membershipOf, type Viewer } from '#server/viewer.ts';

type Schemas = components['schemas'];

/** An organization is seen by its active members, and by those who manage all organizations. */
export function canViewOrganization(viewer: Viewer, organizationId: string): boolean {
  return isMemberOf(viewer, organizationId) || canManageOrganizations(viewer);
}

/** See all organizations; approve, turn down, suspend and reactivate them. */
export function canManageOrganizations(viewer: Viewer): boolean {
  return viewer.permissions.all === true || viewer.permissions.manage_organizations === true;
}

/** Look at all that the platform knows of an organization, its people among it: super admins. */
export const canInspectOrganizations = (viewer: Viewer): boolean => viewer.permissions.all === true;

/** Say from outside who administers an organization: super admins. Whoever only manages organizations could let themselves in by it. */
export const canAppointAdmins = (viewer: Viewer): boolean => viewer.permissions.all === true;

/** Read which organizations a person is in: one's own, or as somebody who manages people or organizations. */
export function canViewOrganizationsOf(viewer: Viewer, userId: string): boolean {
  return viewer.userId === userId || canManageOrganizations(viewer) || viewer.permissions.manage_users === true;
}

/** Found an organization: whoever has an account of their own. A guest's lies on one phone, and nobody could be written to. */
export const canCreateOrganization = (viewer: Pick<Viewer, 'email'>): boolean => viewer.email !== null;

/** What the decisions need to know of an organization. */
interface OrganizationFacts {
  id: string;
  status: Schemas['Organization']['status'];
  deletedAt: Date | null;
  deletedByPlatform: boolean;
}

/** Its profile: by the flag; while it waits, and gives no flags, by its admins. */
export function canChangeOrganization(viewer: Viewer, { id, status }: OrganizationFacts): boolean {
  return status === 'pending' ? membershipOf(viewer, id)?.role === 'organization' : canChangeSettings(viewer, id);
}

export function canDeleteOrganization(viewer: Viewer, { id }: OrganizationFacts): boolean {
  return membershipOf(viewer, id)?.role === 'organization' || canManageOrganizations(viewer);
}

/** Deleted organizations can be restored this long. */
export const RESTORABLE_ORGANIZATION_DAYS = 30;

/** What the platform deleted only the platform restores. @param own the viewer's membership, which counts for nothing else while the organization is deleted */
export function canRestoreOrganization(
  viewer: Viewer,
  organization: OrganizationFacts,
  own: MemberFacts | null,
  now = new Date(),
): boolean {
  const since = now.getTime() - RESTORABLE_ORGANIZATION_DAYS * 24 * 60 * 60 * 1000;
  if (organization.deletedAt !== null && organization.deletedAt.getTime() <= since) return false;
  const isAdmin = own?.role === 'organization' && own.status === 'active' && own.removedAt === null;
  return (isAdmin && !organization.deletedByPlatform) || canManageOrganizations(viewer);
}

/** Its people are managed among its active members, by nobody of the platform. */
export function canViewMembers(viewer: Viewer, organizationId: string): boolean {
  return isMemberOf(viewer, organizationId);
}

/** Invite, add, change and remove members: by the flag in this organization itself. */
export function canManageMembers(viewer: Viewer, organizationId: string): boolean {
  return membershipOf(viewer, organizationId)?.permissions.manage_org_members === true;
}

/** Make, change and remove admins, and say what a member may: nobody gives more than they are. */
export function canManageAdmins(viewer: Viewer, organizationId: string): boolean {
  return canManageMembers(viewer, organizationId) && membershipOf(viewer, organizationId)?.role === 'organization';
}

/** Its settings are read by its active members. */
export function canViewSettings(viewer: Viewer, organizationId: string): boolean {
  return isMemberOf(viewer, organizationId);
}

/** By the flag in this organization itself. */
export function canChangeSettings(viewer: Viewer, organizationId: string): boolean {
  return membershipOf(viewer, organizationId)?.permissions.manage_org_settings === true;
}

/**
 * Whether an invitation that is out still lets somebody in: one that makes an admin, or lets back in whom the organization had made one, only
 * while who sent it is an admin.
 * @param known what the organization has made of them before; null: nothing
 * @param inviter null: nobody who is active
 */
export function isInvitationSufficient(
  invitation: { role: Schemas['MemberRole'] },
  known: Pick<MemberFacts, 'role'> | null,
  inviter: Pick<MemberFacts, 'role' | 'status' | 'removedAt'> | null,
): boolean {
  const isAdminNow = inviter?.role === 'organization' && inviter.status === 'active' && inviter.removedAt === null;
  return isAdminNow || (invitation.role !== 'organization' && known?.role !== 'organization');
}

/** What the decisions need to know of a member. */
export interface MemberFacts {
  organizationId: string;
  userId: string;
  role: Schemas['MemberRole'];
  status: Schemas['MemberStatus'];
  removedAt: Date | null;
  /** Null: somebody who has no account any more. */
  removedBy: string | null;
  /** What the role and the organization give. */
  permissions: Schemas['MemberFlags'];
}

/** Change this member: an admin only as an admin oneself. */
export function canChangeMember(viewer: Viewer, member: Pick<MemberFacts, 'organizationId' | 'role'>): boolean {
  const decides = member.role === 'organization' ? canManageAdmins : canManageMembers;
  return decides(viewer, member.organizationId);
}

/** Say yes to being added: only oneself. */
export function canAcceptMembership(viewer: Viewer, member: MemberFacts): boolean {
  return member.userId === viewer.userId && member.status === 'invited' && member.removedAt === null;
}

/** End one's own part, whatever it is. */
export function canLeave(viewer: Viewer, member: MemberFacts): boolean {
  return member.userId === viewer.userId;
}

/** Who left by themselves comes back by themselves. */
export function canRestoreMember(viewer: Viewer, member: MemberFacts): boolean {
  return canChangeMember(viewer, member) && member.removedBy !== member.userId;
}

/** Keeps an organization in somebody's hands: an active admin who may manage members. */
export function isManagingAdmin({ role, status, removedAt, permissions }: MemberFacts): boolean {
  return role === 'organization' && status === 'active' && removedAt === null && permissions.manage_org_members === true;
}

/** What somebody is given who is let back in: what admins gave them comes back by an admin, or by who takes their own removal of them back. */
export function canRestorePermissions(viewer: Viewer, member: Pick<MemberFacts, 'organizationId' | 'removedBy'>): boolean {
  return canManageAdmins(viewer, member.organizationId) || member.removedBy === viewer.userId;
}

interface MemberContext {
  organizationStatus: Schemas['Organization']['status'];
  isLastAdmin: boolean;
}

export function memberAbilities(viewer: Viewer, member: MemberFacts, context: MemberContext): Schemas['MemberAbilities'] {
  const isWritable = context.organizationStatus === 'active';
  const changes = isWritable && canChangeMember(viewer, member) && member.removedAt === null && !context.isLastAdmin;
  return {
    change_role: changes && canManageAdmins(viewer, member.organizationId),
    change_status: canAcceptMembership(viewer, member) || (changes && member.status !== 'invited'),
    // The last admin, too: all but the right to manage members.
    change_permissions: isWritable && member.removedAt === null && canManageAdmins(viewer, member.organizationId),
    remove: member.removedAt === null && !context.isLastAdmin && (canLeave(viewer, member) || changes),
    restore: isWritable && member.removedAt !== null && canRestoreMember(viewer, member),
  };
}

type MemberFlag = keyof Schemas['MemberFlags'];

/** Which flags a role has, as the table says. */
export type RoleFlags = readonly { role: Schemas['Role']; flag: PermissionFlag }[];

/** Against the role's flags. */
export type FlagOverrides = Partial<Record<PermissionFlag, boolean>> | null;

/** Whatever an organization writes into an override, the platform's own flags come from the platform's roles only. */
const memberFlags = ['manage_org_members', 'manage_org_settings', 'view_events', 'participate_events'] as const satisfies MemberFlag[];

export const isMemberFlag = (flag: string): boolean => (memberFlags as readonly string[]).includes(flag);

/** What an organization took away from somebody, against their role: it stays when they come back. What it gave is given anew, or not. */
export const revokedFlagsOf = (overrides: FlagOverrides): FlagOverrides => {
  const limits = Object.entries(overrides ?? {}).filter(([, isGiven]) => !isGiven);
  return limits.length > 0 ? Object.fromEntries(limits) : null;
};

export function flagsOfMember(table: RoleFlags, role: Schemas['MemberRole'], overrides: FlagOverrides): Schemas['MemberFlags'] {
  const ofRole = new Set(table.filter((row) => row.role === role).map((row) => row.flag));
  return Object.fromEntries(memberFlags.filter((flag) => overrides?.[flag] ?? ofRole.has(flag)).map((flag) => [flag, true]));
}
