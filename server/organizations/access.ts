// The rights of who asks, as they are once what they ask about is held: requests wait for one another, and rights end meanwhile.
import { and, eq, isNull } from 'drizzle-orm';
import { rolePermissions, users } from '#server/db/schema/accounts.ts';
import type { Tx } from '#server/db/types.ts';
import { unauthenticated } from '#server/http/problem.ts';
import { isMemberFlag } from '#server/organizations/member-flags.ts';
import { findMember } from '#server/organizations/members.ts';
import { findOrganization, lockOrganization } from '#server/organizations/repository.ts';
import type { Viewer } from '#server/viewer.ts';

/**
 * Who asks, with the rights that they have in this organization, and over all of them, by now.
 * @throws {Problem} 401 for an account that is gone or was disabled
 */
export async function refreshViewer(tx: Tx, viewer: Viewer, organizationId: string): Promise<Viewer> {
  const ofPlatform = await tx
    .select({ flag: rolePermissions.flag })
    .from(users)
    .leftJoin(rolePermissions, eq(rolePermissions.role, users.role))
    .where(and(eq(users.id, viewer.userId), isNull(users.disabledAt)));
  if (ofPlatform.length === 0) throw unauthenticated();
  const organization = await findOrganization(tx, organizationId);
  const own = organization && (await findMember(tx, organizationId, { userId: viewer.userId }));
  const memberships = viewer.memberships.filter((one) => one.organizationId !== organizationId);
  if (own?.status === 'active' && own.removedAt === null)
    memberships.push({ organizationId, role: own.role, permissions: organization?.status === 'pending' ? {} : own.permissions });
  const ofMemberships = Object.entries(viewer.permissions).filter(([flag]) => isMemberFlag(flag));
  const platformFlags = ofPlatform.flatMap(({ flag }) => (flag === null || isMemberFlag(flag) ? [] : [[flag, true] as const]));
  return { ...viewer, memberships, permissions: Object.fromEntries([...ofMemberships, ...platformFlags]) };
}

/** Locks an organization until the transaction ends. Whatever is decided about it is decided by who this is then. */
export async function lockOrganizationForViewer(tx: Tx, id: string, viewer: Viewer): Promise<Viewer> {
  await lockOrganization(tx, id);
  return refreshViewer(tx, viewer, id);
}
