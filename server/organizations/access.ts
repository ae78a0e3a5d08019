// Access to an organization: locking it, checking the viewer’s current rights, and recording in the audit log what they did.
import type { FastifyRequest } from 'fastify';
import type { AuditAction } from '#server/audit/actions.ts';
import { audit, type AuditEntry } from '#server/audit/audit.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { forbidden, notFound, Problem, unauthenticated } from '#server/http/problem.ts';
import { findMember, listActiveAdmins, type MemberRow } from '#server/organizations/members-repository.ts';
import {
  canManageMembers,
  canManageOrganizations,
  canViewMembers,
  canViewOrganization,
  isManagingAdmin,
  isMemberFlag,
} from '#server/organizations/policy.ts';
import {
  findOrganization,
  findPlatformFlags,
  isTokenActive,
  lockOrganization,
  type OrganizationRow,
} from '#server/organizations/repository.ts';
import { fullName, type Viewer } from '#server/viewer.ts';

/**
 * Returns the viewer with their current permissions in this organization and on the platform. Requests wait for locks, and permissions may
 * have changed in the meantime. @throws {Problem} 401 if the account was deleted or disabled, or the API token ended
 */
export async function refreshViewer(tx: Tx, viewer: Viewer, organizationId: string): Promise<Viewer> {
  if (viewer.apiToken) {
    if (!(await isTokenActive(tx, viewer.userId))) throw unauthenticated();
    return viewer;
  }
  const ofPlatform = await findPlatformFlags(tx, viewer.userId);
  if (ofPlatform === undefined) throw unauthenticated();
  const organization = await findOrganization(tx, organizationId);
  const own = organization && (await findMember(tx, organizationId, { userId: viewer.userId }));
  const memberships = viewer.memberships.filter((one) => one.organizationId !== organizationId);
  if (own?.status === 'active' && own.removedAt === null)
    memberships.push({ organizationId, role: own.role, permissions: organization?.status === 'pending' ? {} : own.permissions });
  const ofMemberships = Object.entries(viewer.permissions).filter(([flag]) => isMemberFlag(flag));
  const platformFlags = ofPlatform.filter((flag) => !isMemberFlag(flag)).map((flag) => [flag, true] as const);
  return { ...viewer, memberships, permissions: Object.fromEntries([...ofMemberships, ...platformFlags]) };
}

/** Locks the organization until the transaction ends, then refreshes the viewer. */
export async function lockOrganizationForViewer(tx: Tx, id: string, viewer: Viewer): Promise<Viewer> {
  await lockOrganization(tx, id);
  return refreshViewer(tx, viewer, id);
}

/**
 * Returns an organization that the viewer is an active member of.
 * @throws {Problem} 404 if it doesn’t exist or isn’t visible to the viewer; 403 if they only manage all organizations
 */
export async function requireOwnOrganization(db: Queryable, id: string, viewer: Viewer): Promise<OrganizationRow> {
  const organization = canViewOrganization(viewer, id) ? await findOrganization(db, id) : undefined;
  if (!organization) throw notFound('organization');
  if (!canViewMembers(viewer, id)) throw forbidden('Only members of this organization can do this.');
  return organization;
}

/** @throws {Problem} 403 */
export function requireManagesOrganizations(viewer: Viewer): void {
  if (!canManageOrganizations(viewer)) throw forbidden('Only people who manage all organizations can do this.');
}

/** A locked organization, and the viewer with their current permissions. */
export interface LockedOrganization {
  organization: OrganizationRow;
  viewer: Viewer;
}

/**
 * Locks an organization that is visible to the viewer.
 * @throws {Problem} 404
 */
export async function lockVisibleOrganization(tx: Tx, id: string, asking: Viewer): Promise<LockedOrganization> {
  const viewer = await lockOrganizationForViewer(tx, id, asking);
  const organization = canViewOrganization(viewer, id) ? await findOrganization(tx, id) : undefined;
  if (!organization) throw notFound('organization');
  return { organization, viewer };
}

/** Pending and suspended organizations are read-only. */
export function requireWritable({ status }: Pick<OrganizationRow, 'status'>): void {
  if (status === 'pending') throw new Problem(403, 'organization_pending', 'This organization hasn’t been approved yet.');
  if (status === 'suspended')
    throw new Problem(403, 'organization_suspended', 'This organization is suspended. You can view it, but not change it.');
}

/**
 * Returns an organization whose members the viewer manages, even if it is suspended.
 * @throws {Problem} 404, or 403 `forbidden`, `organization_pending`
 */
export async function requireManagedMembers(db: Queryable, id: string, viewer: Viewer): Promise<OrganizationRow> {
  const organization = await requireOwnOrganization(db, id, viewer);
  // A pending organization gives no flags, so report that as the reason.
  if (organization.status === 'pending') requireWritable(organization);
  if (!canManageMembers(viewer, id)) throw forbidden('Only people who manage this organization’s staff can do this.');
  return organization;
}

/**
 * The same for a change: locks the organization, so that its members change one at a time.
 * @throws {Problem} 404, or 403 `forbidden`, `organization_pending`, `organization_suspended`
 */
export async function lockManagedOrganization(tx: Tx, id: string, asking: Viewer): Promise<LockedOrganization> {
  const viewer = await lockOrganizationForViewer(tx, id, asking);
  const organization = await requireManagedMembers(tx, id, viewer);
  requireWritable(organization);
  return { organization, viewer };
}

/** The id of the only admin who can manage members. Null if there are several or none. */
export async function findLastAdmin(db: Queryable, organizationId: string): Promise<string | null> {
  const [one, another] = (await listActiveAdmins(db, organizationId)).filter(isManagingAdmin);
  return one && !another ? one.id : null;
}

/**
 * @param what completes the message "can’t be …"
 * @throws {Problem} 409 `last_admin`
 */
export async function requireNotLast(tx: Tx, member: MemberRow, what: string): Promise<void> {
  if ((await findLastAdmin(tx, member.organizationId)) !== member.id) return;
  throw new Problem(
    409,
    'last_admin',
    `${fullName(member.firstName, member.lastName)} is the only admin of this organization and can’t be ${what}. Make someone else an admin first.`,
  );
}

type SubjectType = 'organization' | 'member' | 'invitation';

/** Creates audit entries about an organization, a member or an invitation. */
export const auditEntryFor =
  (subjectType: SubjectType) =>
  (
    action: Extract<AuditAction, `organization.${string}`>,
    { id, organizationId }: { id: string; organizationId: string },
    by: Viewer,
    request: FastifyRequest,
    detail?: Record<string, unknown>,
  ): AuditEntry => ({ action, actorId: by.userId, subjectType, subjectId: id, organizationId, request, ...(detail && { detail }) });

/** Writes such entries. */
export const auditRecorder = (subjectType: SubjectType) => {
  const entry = auditEntryFor(subjectType);
  return (tx: Tx, ...args: Parameters<typeof entry>): Promise<number> => audit(tx, entry(...args));
};
