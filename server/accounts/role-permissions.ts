import { rolePermissions } from '#server/db/schema/accounts.ts';
import type { Queryable } from '#server/db/types.ts';

/** What a new installation starts with. From then on the table counts, which super admins edit. */
const initial = [
  { role: 'super_admin', flag: 'all' },
  { role: 'admin', flag: 'manage_users' },
  { role: 'admin', flag: 'manage_organizations' },
  { role: 'organization', flag: 'manage_org_members' },
  { role: 'organization', flag: 'manage_org_settings' },
  { role: 'organization', flag: 'view_events' },
  { role: 'organization', flag: 'participate_events' },
  { role: 'member', flag: 'view_events' },
  { role: 'member', flag: 'participate_events' },
  { role: 'user', flag: 'participate_events' },
] as const;

export async function seedRolePermissions(db: Queryable): Promise<void> {
  const [any] = await db.select({ role: rolePermissions.role }).from(rolePermissions).limit(1);
  if (!any)
    await db
      .insert(rolePermissions)
      .values([...initial])
      .onConflictDoNothing();
}
