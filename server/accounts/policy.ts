// Roles, permissions, and who may see and change users. Pure; denies by default. Source: docs/product.md, B2.
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
  /** All of them. `overrides` are what the organization decided for this member, against the role's flags. */
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

/** An organization that nobody approved is its owner's word alone: whoever fills a form in would hold its flags. */
const givesFlags = (membership: MembershipFacts) => isActive(membership) && membership.organizationStatus !== 'pending';

/** A pending organization's people are its people: what it waits for is told to them by this role. */
export function roleOf({ platformRole, memberships }: RoleFacts): Role {
  const roles: Role[] = [platformRole, ...memberships.filter(isActive).map((membership) => membership.role)];
  return ranking.find((role) => roles.includes(role)) ?? 'user';
}

/** What any of the person's roles grants. The flags of a plain `user` count for those without a membership that gives any: an override could take nothing away else. */
export function permissionsOf(standing: RoleFacts): Permissions {
  const { platformRole, rolePermissions } = standing;
  const memberships = standing.memberships.filter(givesFlags);
  const ofPlatform = rolePermissions.filter((row) => row.role === platformRole).map((row) => [row.flag, true]);
  const own = platformRole !== 'user' || memberships.length === 0 ? (Object.fromEntries(ofPlatform) as Permissions) : {};
  return Object.assign(
    {},
    own,
    ...memberships.map(({ role, overrides }) => flagsOfMember(rolePermissions, role, overrides)),
  ) as Permissions;
}

/** What the person may do in this organization itself. */
export function permissionsIn(rolePermissions: RoleFlags, membership: MembershipFacts): Permissions {
  return givesFlags(membership) ? flagsOfMember(rolePermissions, membership.role, membership.overrides) : {};
}

/** What ties a person to whoever looks. */
export interface PersonFacts {
  userId: string;
  /** Of the person: where they are a member, or invited as one. */
  organizationIds: readonly string[];
  /** Whose events they take part in. */
  hostIds: readonly string[];
  /** Both take part in one event. */
  sharesEvent: boolean;
}

/** Whether somebody sees the platform's people. */
export const canManageUsers = (viewer: Viewer): boolean => viewer.permissions.all === true || viewer.permissions.manage_users === true;

/** Their picture: for those who read their name in a list, and for the people they are at an event with. */
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
  /** Null: a guest. */
  email: string | null;
}

/**
 * What somebody may do with an account on the platform. Never with their own, which has its settings; those who run the platform are left to
 * super administrators, and so is who they are.
 */
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
    // The audit trail is theirs alone.
    see_activity: isSuper,
    view_as: canImpersonateUser(viewer, user),
  };
}

/** Whether somebody may do this with an account. */
export const canChangeUser = (viewer: Viewer, user: UserFacts, ability: keyof ReturnType<typeof userAbilities>): boolean =>
  userAbilities(viewer, user)[ability];

/** Whether somebody looks at the app as others do at all. */
export const canImpersonate = (viewer: Viewer): boolean => viewer.permissions.all === true;

/** Look at the app as somebody else does, read only. Never as one who could look at everybody. */
export const canImpersonateUser = (viewer: Viewer, user: UserFacts): boolean =>
  canImpersonate(viewer) && user.id !== viewer.userId && user.role !== 'super_admin';

/** Whether somebody sees what people ask the platform to do with their data, and answers it. What is in it is handed to the people alone. */
export const canHandleDataRequests = (viewer: Viewer): boolean => viewer.permissions.all === true;

/** Nobody decides about themselves. */
export const canAnswerDataRequest = (viewer: Viewer, request: { userId: string }): boolean =>
  canHandleDataRequests(viewer) && request.userId !== viewer.userId;

/** Whether somebody sees, and sets, what each role may do. */
export const canManagePermissions = (viewer: Viewer): boolean => viewer.permissions.all === true;

const ofMembers: readonly PermissionFlag[] = ['view_events', 'participate_events', 'manage_org_members', 'manage_org_settings'];

/**
 * What can be given to a role, and taken: flags that mean something for it. Nobody is made a super administrator by a table, and none ceases to be
 * one: that is decided of each person.
 */
export const changeableFlags: Readonly<Record<Role, readonly PermissionFlag[]>> = {
  super_admin: [],
  admin: ['manage_users', 'manage_organizations', 'view_events', 'participate_events'],
  organization: ofMembers,
  member: ofMembers,
  user: ['view_events', 'participate_events'],
};

export const canChangePermission = (viewer: Viewer, role: Role, flag: PermissionFlag): boolean =>
  canManagePermissions(viewer) && changeableFlags[role].includes(flag);
