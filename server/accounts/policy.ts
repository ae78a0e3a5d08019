// Roles, permissions, and the rules for viewing and changing users. Pure; denies by default. Source: docs/product.md, People and sessions.
import type { components } from '#openapi/api.ts';
import type { PermissionFlag } from '#server/db/schema/accounts.ts';
import { type FlagOverrides, flagsOfMember, type RoleFlags } from '#server/organizations/policy.ts';
import { isMemberOf, type Viewer } from '#server/viewer.ts';

type Role = components['schemas']['Role'];

type Permissions = components['schemas']['Permissions'];

/** Highest first. */
const ranking: readonly Role[] = ['super_admin', 'admin', 'organization', 'member', 'user'];

export interface RoleFacts {
  platformRole: 'super_admin' | 'admin' | 'user';
  /** All memberships. `overrides` are the organization’s changes to the role’s flags for this member. */
  memberships: readonly {
    role: 'organization' | 'member';
    status: 'invited' | 'active' | 'suspended';
    organizationStatus: components['schemas']['Organization']['status'];
    overrides: FlagOverrides;
  }[];
  rolePermissions: RoleFlags;
}

type MembershipFacts = RoleFacts['memberships'][number];

const isActive = (membership: MembershipFacts) => membership.status === 'active';

/** An organization that hasn’t been approved gives no flags: anyone could get them by filling in a form. */
const givesFlags = (membership: MembershipFacts) => isActive(membership) && membership.organizationStatus !== 'pending';

/** A membership in a pending organization counts for the role, so that its members see the approval status. */
export function roleOf({ platformRole, memberships }: RoleFacts): Role {
  const roles: Role[] = [platformRole, ...memberships.filter(isActive).map((membership) => membership.role)];
  return ranking.find((role) => roles.includes(role)) ?? 'user';
}

/**
 * The union of what the user’s roles grant. The flags of the plain `user` role count only without a membership that gives flags;
 * otherwise an override could not revoke any.
 */
export function permissionsOf(facts: RoleFacts): Permissions {
  const { platformRole, rolePermissions } = facts;
  const memberships = facts.memberships.filter(givesFlags);
  const ofPlatform = rolePermissions.filter((row) => row.role === platformRole).map((row) => [row.flag, true]);
  const own = platformRole !== 'user' || memberships.length === 0 ? (Object.fromEntries(ofPlatform) as Permissions) : {};
  return Object.assign(
    {},
    own,
    ...memberships.map(({ role, overrides }) => flagsOfMember(rolePermissions, role, overrides)),
  ) as Permissions;
}

/** The permissions within this organization. */
export function permissionsIn(rolePermissions: RoleFlags, membership: MembershipFacts): Permissions {
  return givesFlags(membership) ? flagsOfMember(rolePermissions, membership.role, membership.overrides) : {};
}

/** Relations between a user and a viewer. */
export interface PersonFacts {
  userId: string;
  /** Organizations where the user is or is invited as a member. */
  organizationIds: readonly string[];
  /** Organizations that host the user’s events. */
  hostIds: readonly string[];
  /** Whether both participate in an event. */
  sharesEvent: boolean;
}

/** May see and manage the platform’s users. */
export const canManageUsers = (viewer: Viewer): boolean => viewer.permissions.all === true || viewer.permissions.manage_users === true;

/** May see the user’s picture: anyone who sees their name in a list, or participates in an event with them. */
export function canSeePerson(viewer: Viewer, person: PersonFacts): boolean {
  return (
    viewer.userId === person.userId ||
    canManageUsers(viewer) ||
    person.sharesEvent ||
    [...person.organizationIds, ...person.hostIds].some((id) => isMemberOf(viewer, id))
  );
}

interface UserFacts {
  id: string;
  role: 'super_admin' | 'admin' | 'user';
  /** Null for a guest. */
  email: string | null;
}

/** What the viewer may do with a user’s account. Their own account is changed in its settings. Only super admins may change admins. */
export function userAbilities(viewer: Viewer, user: UserFacts) {
  const isSuper = viewer.permissions.all === true;
  const may = user.id !== viewer.userId && (isSuper || (canManageUsers(viewer) && user.role === 'user'));
  const isGuest = user.email === null;
  return {
    change_role: may && isSuper && !isGuest,
    suspend: may,
    reset_two_factor: may && !isGuest,
    end_sessions: may,
    verify: may && !isGuest,
    see_sessions: isSuper || may,
    // Only super admins may read the audit log.
    see_activity: isSuper,
    view_as: canImpersonateUser(viewer, user),
  };
}

export const canChangeUser = (viewer: Viewer, user: UserFacts, ability: keyof ReturnType<typeof userAbilities>): boolean =>
  userAbilities(viewer, user)[ability];

/** May impersonate users at all. */
export const canImpersonate = (viewer: Viewer): boolean => viewer.permissions.all === true;

/** May view the app as this user, read-only. Super admins can’t be impersonated. */
export const canImpersonateUser = (viewer: Viewer, user: UserFacts): boolean =>
  canImpersonate(viewer) && user.id !== viewer.userId && user.role !== 'super_admin';

/** May see and answer data requests. The exported data goes only to its owner. */
export const canHandleDataRequests = (viewer: Viewer): boolean => viewer.permissions.all === true;

/** Super admins can’t answer their own requests. */
export const canAnswerDataRequest = (viewer: Viewer, request: { userId: string }): boolean =>
  canHandleDataRequests(viewer) && request.userId !== viewer.userId;

/** May see and change the permissions of roles. */
export const canManagePermissions = (viewer: Viewer): boolean => viewer.permissions.all === true;

const ofMembers: readonly PermissionFlag[] = ['view_events', 'participate_events', 'manage_org_members', 'manage_org_settings'];

/** The flags that can be granted to a role or revoked from it. Super admin status can’t be changed here, only per user. */
export const changeableFlags: Readonly<Record<Role, readonly PermissionFlag[]>> = {
  super_admin: [],
  admin: ['manage_users', 'manage_organizations', 'view_events', 'participate_events'],
  organization: ofMembers,
  member: ofMembers,
  user: ['view_events', 'participate_events'],
};

export const canChangePermission = (viewer: Viewer, role: Role, flag: PermissionFlag): boolean =>
  canManagePermissions(viewer) && changeableFlags[role].includes(flag);
