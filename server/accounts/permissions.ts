// From a person's platform role and memberships to the one role and the flags that the session shows.
import type { components } from '#openapi/api.ts';
import type { PermissionFlag } from '#server/db/schema/accounts.ts';

type Role = components['schemas']['Role'];
type Permissions = components['schemas']['Permissions'];

/** Highest first. */
const ranking: readonly Role[] = ['super_admin', 'admin', 'organization', 'member', 'user'];

export interface Standing {
  platformRole: 'super_admin' | 'admin' | 'user';
  /** All of them. `overrides` are what the organization decided for this member, against the role's flags. */
  memberships: readonly {
    role: 'organization' | 'member';
    status: 'invited' | 'active' | 'suspended';
    organizationStatus: components['schemas']['Organization']['status'];
    overrides: Partial<Record<PermissionFlag, boolean>> | null;
  }[];
  rolePermissions: readonly { role: Role; flag: PermissionFlag }[];
}

type MembershipFacts = Standing['memberships'][number];
const isActive = (membership: MembershipFacts) => membership.status === 'active';
/** An organization that nobody approved is its owner's word alone: whoever fills a form in would hold its flags. */
const givesFlags = (membership: MembershipFacts) => isActive(membership) && membership.organizationStatus !== 'pending';

/** A pending organization's people are its people: what it waits for is told to them by this role. */
export function roleOf({ platformRole, memberships }: Standing): Role {
  const roles: Role[] = [platformRole, ...memberships.filter(isActive).map((membership) => membership.role)];
  return ranking.find((role) => roles.includes(role)) ?? 'user';
}

/** What any of the person's roles grants. The flags of a plain `user` count for those without a membership that gives any: an override could take nothing away else. */
export function permissionsOf(standing: Standing): Permissions {
  const { platformRole } = standing;
  const memberships = standing.memberships.filter(givesFlags);
  const granted = new Set<PermissionFlag>();
  const flagsOf = (role: Role) => standing.rolePermissions.filter((row) => row.role === role).map((row) => row.flag);
  if (platformRole !== 'user' || memberships.length === 0) for (const flag of flagsOf(platformRole)) granted.add(flag);
  for (const { role, overrides } of memberships) {
    const own = new Set(flagsOf(role));
    for (const [flag, allowed] of Object.entries(overrides ?? {}) as [PermissionFlag, boolean][]) {
      if (allowed) own.add(flag);
      else own.delete(flag);
    }
    for (const flag of own) granted.add(flag);
  }
  // Whatever an organization writes into an override, platform rights come from the platform's roles only.
  const platform = new Set(flagsOf(platformRole));
  return Object.fromEntries([...granted].filter((flag) => !platformFlags.has(flag) || platform.has(flag)).map((flag) => [flag, true]));
}

const platformFlags: ReadonlySet<PermissionFlag> = new Set<PermissionFlag>(['all', 'manage_users', 'manage_organizations']);
