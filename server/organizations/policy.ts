// Permissions on an organization and its members. Pure; denies by default. Source: docs/product.md, Organizations and events.
import type { components } from '#openapi/api.ts';
import type { PermissionFlag } from '#server/db/schema/accounts.ts';
import { isMemberOf, membershipOf, type Viewer } from '#server/viewer.ts';

type Schemas = components['schemas'];

/** Active members, and those who manage all organizations. */
export function canViewOrganization(viewer: Viewer, organizationId: string): boolean {
  return isMemberOf(viewer, organizationId) || canManageOrganizations(viewer);
}

/** May see all organizations, and approve, reject, suspend and reactivate them. */
export function canManageOrganizations(viewer: Viewer): boolean {
  return viewer.permissions.all === true || viewer.permissions.manage_organizations === true;
}

/** May see everything about an organization, including its members. Super admins only. */
export const canInspectOrganizations = (viewer: Viewer): boolean => viewer.permissions.all === true;

/** May appoint admins from outside. Super admins only: those who manage organizations could give themselves access. */
export const canAppointAdmins = (viewer: Viewer): boolean => viewer.permissions.all === true;

/** May see a user’s organizations: their own, or as a manager of users or organizations. */
export function canViewOrganizationsOf(viewer: Viewer, userId: string): boolean {
  return viewer.userId === userId || canManageOrganizations(viewer) || viewer.permissions.manage_users === true;
}

/** Any full account. A guest has no email address, and may lose the device. */
export const canCreateOrganization = (viewer: Pick<Viewer, 'email'>): boolean => viewer.email !== null;

/** The facts about an organization that decisions depend on. */
interface OrganizationFacts {
  id: string;
  status: Schemas['Organization']['status'];
  deletedAt: Date | null;
  deletedByPlatform: boolean;
}

/** May change its profile: by the flag, or as an admin while it is pending and gives no flags. */
export function canChangeOrganization(viewer: Viewer, { id, status }: OrganizationFacts): boolean {
  return status === 'pending' ? membershipOf(viewer, id)?.role === 'organization' : canChangeSettings(viewer, id);
}

export function canDeleteOrganization(viewer: Viewer, { id }: OrganizationFacts): boolean {
  return membershipOf(viewer, id)?.role === 'organization' || canManageOrganizations(viewer);
}

export const RESTORABLE_ORGANIZATION_DAYS = 30;

/**
 * Only the platform can restore what it deleted. @param own the viewer’s membership, which isn’t in the viewer while the organization
 * is deleted
 */
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

/** Only active members see the members, not the platform’s admins. */
export function canViewMembers(viewer: Viewer, organizationId: string): boolean {
  return isMemberOf(viewer, organizationId);
}

/** May invite, add, change and remove members. Requires the flag in this organization. */
export function canManageMembers(viewer: Viewer, organizationId: string): boolean {
  return membershipOf(viewer, organizationId)?.permissions.manage_org_members === true;
}

/** May make, change and remove admins, and set permissions of members. Requires being an admin. */
export function canManageAdmins(viewer: Viewer, organizationId: string): boolean {
  return canManageMembers(viewer, organizationId) && membershipOf(viewer, organizationId)?.role === 'organization';
}

export function canViewSettings(viewer: Viewer, organizationId: string): boolean {
  return isMemberOf(viewer, organizationId);
}

/** Requires the flag in this organization. */
export function canChangeSettings(viewer: Viewer, organizationId: string): boolean {
  return membershipOf(viewer, organizationId)?.permissions.manage_org_settings === true;
}

/**
 * Whether an invitation is still valid. One that makes an admin, or restores a former admin, is valid only while its inviter is an
 * admin.
 * @param known the previous membership, or null
 * @param inviter null if they aren’t active
 */
export function isInvitationSufficient(
  invitation: { role: Schemas['MemberRole'] },
  known: Pick<MemberFacts, 'role'> | null,
  inviter: Pick<MemberFacts, 'role' | 'status' | 'removedAt'> | null,
): boolean {
  const isAdminNow = inviter?.role === 'organization' && inviter.status === 'active' && inviter.removedAt === null;
  return isAdminNow || (invitation.role !== 'organization' && known?.role !== 'organization');
}

/** The facts about a member that decisions depend on. */
export interface MemberFacts {
  organizationId: string;
  userId: string;
  role: Schemas['MemberRole'];
  status: Schemas['MemberStatus'];
  removedAt: Date | null;
  /** Null if that account was deleted. */
  removedBy: string | null;
  /** The effective flags of role and overrides. */
  permissions: Schemas['MemberFlags'];
}

/** Only admins may change an admin. */
export function canChangeMember(viewer: Viewer, member: Pick<MemberFacts, 'organizationId' | 'role'>): boolean {
  const decides = member.role === 'organization' ? canManageAdmins : canManageMembers;
  return decides(viewer, member.organizationId);
}

/** Only the user can accept a membership. */
export function canAcceptMembership(viewer: Viewer, member: MemberFacts): boolean {
  return member.userId === viewer.userId && member.status === 'invited' && member.removedAt === null;
}

/** Any member may leave. */
export function canLeave(viewer: Viewer, member: MemberFacts): boolean {
  return member.userId === viewer.userId;
}

/** A member who left can’t be restored by others. */
export function canRestoreMember(viewer: Viewer, member: MemberFacts): boolean {
  return canChangeMember(viewer, member) && member.removedBy !== member.userId;
}

/** An active admin who may manage members. Every organization needs one. */
export function isManagingAdmin({ role, status, removedAt, permissions }: MemberFacts): boolean {
  return role === 'organization' && status === 'active' && removedAt === null && permissions.manage_org_members === true;
}

/** Whether a restored member gets all previous permissions: if an admin restores them, or the user who had removed them. */
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
    // Includes the last admin. The handler protects their right to manage members.
    change_permissions: isWritable && member.removedAt === null && canManageAdmins(viewer, member.organizationId),
    remove: member.removedAt === null && !context.isLastAdmin && (canLeave(viewer, member) || changes),
    restore: isWritable && member.removedAt !== null && canRestoreMember(viewer, member),
  };
}

type MemberFlag = keyof Schemas['MemberFlags'];

/** The flags of each role, from the table. */
export type RoleFlags = readonly { role: Schemas['Role']; flag: PermissionFlag }[];

/** Changes to the role’s flags. */
export type FlagOverrides = Partial<Record<PermissionFlag, boolean>> | null;

/** Overrides can only set these flags. The platform’s flags come only from the platform’s roles. */
const memberFlags = ['manage_org_members', 'manage_org_settings', 'view_events', 'participate_events'] as const satisfies MemberFlag[];

export const isMemberFlag = (flag: string): boolean => (memberFlags as readonly string[]).includes(flag);

/** The overrides that revoke flags. They stay when a member returns; granted flags have to be granted again. */
export const revokedFlagsOf = (overrides: FlagOverrides): FlagOverrides => {
  const limits = Object.entries(overrides ?? {}).filter(([, isGiven]) => !isGiven);
  return limits.length > 0 ? Object.fromEntries(limits) : null;
};

export function flagsOfMember(table: RoleFlags, role: Schemas['MemberRole'], overrides: FlagOverrides): Schemas['MemberFlags'] {
  const ofRole = new Set(table.filter((row) => row.role === role).map((row) => row.flag));
  return Object.fromEntries(memberFlags.filter((flag) => overrides?.[flag] ?? ofRole.has(flag)).map((flag) => [flag, true]));
}
