import type { components } from '#openapi/api.ts';
import { permissionsIn, permissionsOf, type RoleFacts, roleOf, userAbilities } from '#server/accounts/policy.ts';
import type { MembershipRow, PersonRow, PlatformUserRow } from '#server/accounts/users-repository.ts';
import { presentOrganization } from '#server/organizations/presenter.ts';
import type { OrganizationRow } from '#server/organizations/repository.ts';
import { avatarUrl, fullName, type Impersonation, type Viewer } from '#server/viewer.ts';

type Schemas = components['schemas'];

function roleFactsOf(person: PersonRow): RoleFacts {
  return {
    platformRole: person.platformRole,
    memberships: person.memberships.map(factsOf),
    rolePermissions: person.rolePermissions,
  };
}

const factsOf = ({ role, permissions, status, organization_status }: MembershipRow) => ({
  role,
  status,
  organizationStatus: organization_status,
  overrides: permissions,
});

export function toViewer(person: PersonRow & { impersonation?: Impersonation | null }, sessionId: string): Viewer {
  const facts = roleFactsOf(person);
  return {
    userId: person.id,
    sessionId,
    email: person.email,
    name: fullName(person.firstName, person.lastName),
    role: roleOf(facts),
    permissions: permissionsOf(facts),
    memberships: person.memberships
      .filter((membership) => membership.status === 'active')
      .map((membership) => ({
        organizationId: membership.organization_id,
        role: membership.role,
        permissions: permissionsIn(person.rolePermissions, factsOf(membership)),
      })),
    ...(person.impersonation && { impersonation: person.impersonation }),
  };
}

export const presentPlatformUser = (row: PlatformUserRow, viewer: Viewer): Schemas['PlatformUser'] => ({
  id: row.id,
  email: row.email,
  first_name: row.firstName,
  last_name: row.lastName,
  avatar_url: avatarUrl(row.id, row.avatarTag),
  role: row.role,
  organizations_run: row.organizationsRun,
  state: row.disabledAt === null ? 'active' : 'suspended',
  is_verified: row.isVerified,
  is_proved: row.isProved,
  created_at: row.createdAt.toISOString(),
  last_seen_at: row.lastSeenAt?.toISOString() ?? null,
  can: userAbilities(viewer, row),
});

export function presentSessionUser(
  person: PersonRow & { impersonation?: Impersonation | null },
  organizations: OrganizationRow[],
): Schemas['SessionUser'] {
  const facts = roleFactsOf(person);
  return {
    id: person.id,
    email: person.email,
    first_name: person.firstName,
    last_name: person.lastName,
    role: roleOf(facts),
    is_verified: person.isVerified,
    date_locale: person.dateLocale,
    avatar_url: avatarUrl(person.id, person.avatarTag),
    permissions: permissionsOf(facts),
    organizations: organizations.map(presentOrganization),
    memberships: person.memberships.map(({ id, organization_id, organization_name, role, status }) => ({
      id,
      organization_id,
      organization_name,
      role,
      status,
    })),
    ...(person.impersonation && { viewing: { ends_at: person.impersonation.expiresAt.toISOString() } }),
  };
}

export function presentRegisteredUser(
  person: PersonRow & { email: string },
  organization: OrganizationRow | undefined,
): Schemas['RegisteredUser'] {
  const facts = roleFactsOf(person);
  return {
    id: person.id,
    email: person.email,
    first_name: person.firstName,
    last_name: person.lastName,
    role: roleOf(facts),
    is_verified: person.isVerified,
    permissions: permissionsOf(facts),
    ...(organization && { organization: presentOrganization(organization) }),
  };
}

// A browser’s user agent also names others. The first match wins, so the order matters.
const browsers: [string, RegExp][] = [
  ['Edge', /\bEdgA?(iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
];

const systems: [string, RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

const nameIn = (list: [string, RegExp][], text: string) => list.find(([, pattern]) => pattern.test(text))?.[0];

/** For example "Chrome on Android". */
export function deviceName(userAgent: string): string {
  const browser = nameIn(browsers, userAgent);
  const system = nameIn(systems, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Another program';
}
