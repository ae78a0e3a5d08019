// The repository of what somebody may do on the whole platform by now: requests wait for one another, and rights end meanwhile.
import { and, eq, isNull } from 'drizzle-orm';
import { rolePermissions, users, type PermissionFlag } from '#server/db/schema/accounts.ts';
import type { Tx } from '#server/db/types.ts';
import { unauthenticated } from '#server/http/problem.ts';
import type { Viewer } from '#server/viewer.ts';

const PLATFORM_FLAGS = ['all', 'manage_users', 'manage_organizations'] as const satisfies PermissionFlag[];

/**
 * Who asks, with the rights that they have over the platform by now; they stay until the transaction ends: whoever takes them away waits, or went
 * before.
 * @throws {Problem} 401 for an account that is gone or was disabled
 */
export async function lockPlatformRights(tx: Tx, viewer: Viewer): Promise<Viewer> {
  const [own] = await tx
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, viewer.userId), isNull(users.disabledAt), isNull(users.deletedAt)))
    .for('share');
  if (!own) throw unauthenticated();
  const rows = await tx.select({ flag: rolePermissions.flag }).from(rolePermissions).where(eq(rolePermissions.role, own.role));
  const flags = new Set(rows.map(({ flag }) => flag));
  const { all: _all, manage_users: _users, manage_organizations: _organizations, ...ofMemberships } = viewer.permissions;
  const ofPlatform = PLATFORM_FLAGS.filter((flag) => flags.has(flag)).map((flag) => [flag, true] as const);
  return { ...viewer, permissions: { ...ofMemberships, ...Object.fromEntries(ofPlatform) } };
}
