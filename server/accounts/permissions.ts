// From a person's platform role and memberships to the one role and the flags that the session shows.
import type { components } from '#openapi/api.ts';
import { flagsOfMember, type FlagOverrides, type RoleFlags } from '#server/organizations/member-flags.ts';

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
