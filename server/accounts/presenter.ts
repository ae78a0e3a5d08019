import type { components } from '#openapi/api.ts';
import { permissionsOf, roleOf, type Standing } from '#server/accounts/permissions.ts';
import type { PersonRow } from '#server/accounts/repository.ts';
import { fullName, type Viewer } from '#server/viewer.ts';
import { presentOrganization, type OrganizationRow } from '#server/organizations/presenter.ts';

type Schemas = components['schemas'];

function standingOf(person: PersonRow): Standing {
  return {
    platformRole: person.platformRole,
    memberships: person.memberships.map(({ role, permissions, status, organization_status }) => ({
      role,
      status,
      organizationStatus: organization_status,
      overrides: permissions,
    })),
    rolePermissions: person.rolePermissions,
  };
}

export function toViewer(person: PersonRow, sessionId: string): Viewer {
  const standing = standingOf(person);
  return {
    userId: person.id,
    sessionId,
    email: person.email,
    name: fullName(person.firstName, person.lastName),
    role: roleOf(standing),
    permissions: permissionsOf(standing),
    memberships: person.memberships
      .filter((membership) => membership.status === 'active')
      .map(({ organization_id, role }) => ({ organizationId: organization_id, role })),
  };
}

export function presentSessionUser(person: PersonRow, organizations: OrganizationRow[]): Schemas['SessionUser'] {
  const standing = standingOf(person);
  return {
    id: person.id,
    email: person.email,
    role: roleOf(standing),
    is_verified: person.isVerified,
    permissions: permissionsOf(standing),
    organizations: organizations.map(presentOrganization),
    memberships: person.memberships.map(({ id, organization_id, role, status }) => ({ id, organization_id, role, status })),
  };
}

export function presentRegisteredUser(person: PersonRow, organization: OrganizationRow | undefined): Schemas['RegisteredUser'] {
  const standing = standingOf(person);
  return {
    id: person.id,
    email: person.email,
    first_name: person.firstName,
    last_name: person.lastName,
    role: roleOf(standing),
    is_verified: person.isVerified,
    permissions: permissionsOf(standing),
    ...(organization && { organization: presentOrganization(organization) }),
  };
}
