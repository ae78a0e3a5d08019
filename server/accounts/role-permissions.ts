// The repository of what each role may do, and of whom a change of that would concern.
import { and, eq, sql } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { rolePermissions, type PermissionFlag } from '#server/db/schema/accounts.ts';
import type { Queryable, Tx } from '#server/db/types.ts';

type Role = components['schemas']['Role'];

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

export const listRolePermissions = (db: Queryable) =>
  db.select({ role: rolePermissions.role, flag: rolePermissions.flag }).from(rolePermissions);

/** Holds the table until the transaction ends: of two who change it, one is first. */
export const lockRolePermissions = (tx: Tx) => tx.execute(sql`lock table ${rolePermissions} in share row exclusive mode`);

/** @returns false when it is so already */
export async function setRolePermission(tx: Tx, role: Role, flag: PermissionFlag, granted: boolean): Promise<boolean> {
  const { rowCount } = granted
    ? await tx.insert(rolePermissions).values({ role, flag }).onConflictDoNothing()
    : await tx.delete(rolePermissions).where(and(eq(rolePermissions.role, role), eq(rolePermissions.flag, flag)));
  return rowCount === 1;
}

/** Memberships that give flags, as `givesFlags` in permissions.ts has it. */
const giving = sql`select m.user_id, m.role, m.permissions from memberships m join organizations o on o.id = m.organization_id
  where m.status = 'active' and m.removed_at is null and o.deleted_at is null and o.status <> 'pending'`;

/** How many people have each role, and an account that is in use. */
export async function countPeopleOfRoles(db: Queryable): Promise<Map<Role, number>> {
  const { rows } = await db.execute<{ role: Role; people: string }>(sql`
    select role, count(*) as people from users where disabled_at is null and deleted_at is null group by role
    union all
    select g.role, count(distinct g.user_id) as people from (${giving}) g join users u on u.id = g.user_id
    where u.disabled_at is null and u.deleted_at is null group by g.role`);
  return new Map(rows.map(({ role, people }) => [role, Number(people)]));
}

/**
 * How many people would gain a flag, or lose it, were the role to have it otherwise: those with this role who have it from nowhere else. Held by a
 * test against `permissionsOf`, which decides.
 */
export async function countAffectedPeople(db: Queryable, role: Role, flag: PermissionFlag): Promise<number> {
  const has = (from: unknown) => sql`exists (select from ${rolePermissions} rp where rp.role = ${from} and rp.flag = ${flag})`;
  const byMembership = sql`exists (select from giving o where o.user_id = u.id
    and coalesce((o.permissions ->> ${flag})::boolean, o.role <> ${role} and ${has(sql`o.role`)}))`;
  // Of memberships the flags of the platform are none.
  const isOfMembers = ['manage_org_members', 'manage_org_settings', 'view_events', 'participate_events'].includes(flag);
  const { rows } = await db.execute<{ people: string }>(sql`with giving as materialized (${giving})
    select count(*) as people from users u where u.disabled_at is null and u.deleted_at is null and ${
      role === 'organization' || role === 'member'
        ? sql`exists (select from giving g where g.user_id = u.id and g.role = ${role} and g.permissions ->> ${flag} is null)
            and not (u.role <> 'user' and ${has(sql`u.role`)})`
        : sql`u.role = ${role} ${role === 'user' ? sql`and not exists (select from giving g where g.user_id = u.id)` : sql``}`
    } ${isOfMembers ? sql`and not ${byMembership}` : sql``}`);
  return Number(rows[0]?.people ?? 0);
}
