// The repository of an organization's members.
import { and, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { countWhere } from '#server/db/count-where.ts';
import { byInstant, byText, keyset, type Range } from '#server/db/keyset.ts';
import { isProved, rolePermissions, users } from '#server/db/schema/accounts.ts';
import { eventParticipants, events } from '#server/db/schema/events.ts';
import { memberships } from '#server/db/schema/organizations.ts';
import { containsLowered } from '#server/db/search.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { notifyPeople, notifyPerson } from '#server/live/person.ts';
import { flagsOfMember, type RoleFlags } from '#server/organizations/member-flags.ts';
import type { MemberFacts } from '#server/organizations/policy.ts';
import { uuid7 } from '#server/uuid.ts';

type Schemas = components['schemas'];

export interface MemberRow extends MemberFacts {
  id: string;
  email: string;
  isProved: boolean;
  firstName: string;
  lastName: string;
  avatarTag: string | null;
  joinedAt: Date;
  overrides: Schemas['MemberFlags'];
  rolePermissions: Schemas['MemberFlags'];
}

const selected = {
  id: memberships.id,
  organizationId: memberships.organizationId,
  userId: memberships.userId,
  /** Whoever is a member has an account. */
  email: sql<string>`coalesce(${users.email}, '')`,
  isProved,
  firstName: users.firstName,
  lastName: users.lastName,
  avatarTag: users.avatarTag,
  role: memberships.role,
  status: memberships.status,
  overrides: memberships.permissions,
  joinedAt: memberships.joinedAt,
  removedAt: memberships.removedAt,
  removedBy: memberships.removedBy,
};

const shownName = sql`(${users.firstName} || ' ' || ${users.lastName})`;

export const memberOrder = keyset<MemberRow, 'name' | 'joined_at'>(
  {
    name: byText(shownName, ({ firstName, lastName }) => `${firstName} ${lastName}`),
    joined_at: byInstant(memberships.joinedAt, (row) => row.joinedAt),
  },
  { column: memberships.id, of: (row) => row.id },
);

export interface MemberFilter {
  organizationId: string;
  q?: string | undefined;
  role?: Schemas['MemberRole'] | undefined;
  status?: Schemas['MemberStatus'] | undefined;
  /** Those who were removed or left, instead. */
  removed?: boolean | undefined;
}

const isCurrent = isNull(memberships.removedAt);

function matching({ organizationId, q, role, status, removed }: MemberFilter): SQL | undefined {
  return and(
    eq(memberships.organizationId, organizationId),
    removed ? isNotNull(memberships.removedAt) : isCurrent,
    role && eq(memberships.role, role),
    status && eq(memberships.status, status),
    q === undefined ? undefined : containsLowered(q, users.searchText),
  );
}

export async function listMemberRows(db: Queryable, filter: MemberFilter, { where, orderBy, limit }: Range): Promise<MemberRow[]> {
  const rows = db
    .select(selected)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(matching(filter), where))
    .orderBy(...orderBy)
    .limit(limit);
  return withFlags(db, await rows);
}

/** How many the filters leave, and how many there are of each status whatever the filters say. */
export async function countMembers(db: Queryable, filter: MemberFilter): Promise<Pick<Schemas['MemberPage'], 'total' | 'counts'>> {
  const ofStatus = (status: Schemas['MemberStatus']) => countWhere(and(isCurrent, eq(memberships.status, status)));
  const [row] = await db
    .select({
      total: countWhere(matching(filter)),
      counts: {
        all: countWhere(isCurrent),
        invited: ofStatus('invited'),
        active: ofStatus('active'),
        suspended: ofStatus('suspended'),
        removed: countWhere(isNotNull(memberships.removedAt)),
      },
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.organizationId, filter.organizationId));
  if (!row) throw new Error('an aggregate without a row');
  return row;
}

/** Removed ones too. */
export async function findMember(
  db: Queryable,
  organizationId: string,
  who: { id: string } | { userId: string },
): Promise<MemberRow | null> {
  const isWho = 'id' in who ? eq(memberships.id, who.id) : eq(memberships.userId, who.userId);
  const rows = await db
    .select(selected)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.organizationId, organizationId), isWho));
  const [row] = await withFlags(db, rows);
  return row ?? null;
}

/** Its admins who are active: of the many that an organization may have, those who keep it in somebody's hands are among them. */
export async function listActiveAdmins(db: Queryable, organizationId: string): Promise<MemberRow[]> {
  const rows = await db
    .select(selected)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        eq(memberships.role, 'organization'),
        eq(memberships.status, 'active'),
        isCurrent,
        isNull(users.disabledAt),
      ),
    );
  return withFlags(db, rows);
}

type Selected = Omit<MemberRow, 'overrides' | 'rolePermissions' | 'permissions'> & {
  overrides: (typeof memberships.$inferSelect)['permissions'];
};

async function withFlags(db: Queryable, rows: Selected[]): Promise<MemberRow[]> {
  if (rows.length === 0) return [];
  const table: RoleFlags = await db.select({ role: rolePermissions.role, flag: rolePermissions.flag }).from(rolePermissions);
  return rows.map((row) => ({
    ...row,
    overrides: row.overrides ?? {},
    rolePermissions: flagsOfMember(table, row.role, null),
    permissions: flagsOfMember(table, row.role, row.overrides),
  }));
}

export type MemberChanges = Partial<
  Pick<typeof memberships.$inferInsert, 'role' | 'status' | 'permissions' | 'removedAt' | 'removedBy' | 'joinedAt'>
>;

/** Notes when an active member ceases to be one: what they shot until then is taken, whatever becomes of them afterwards. */
export async function changeMember(tx: Tx, id: string, changes: MemberChanges): Promise<void> {
  const ceases = Boolean(changes.removedAt) || (changes.status !== undefined && changes.status !== 'active');
  const isActive = sql`${memberships.status} = 'active' and ${memberships.removedAt} is null`;
  const noted = ceases && { activeUntil: sql`case when ${isActive} then clock_timestamp() else ${memberships.activeUntil} end` };
  const [changed] = await tx
    .update(memberships)
    .set({ ...changes, ...noted })
    .where(eq(memberships.id, id))
    .returning({ userId: memberships.userId });
  if (changed) await notifyPerson(tx, changed.userId);
}

export async function insertMember(tx: Tx, member: typeof memberships.$inferInsert): Promise<void> {
  await tx.insert(memberships).values(member);
  await notifyPerson(tx, member.userId);
}

type NewMembership = Pick<typeof memberships.$inferInsert, 'role' | 'status' | 'permissions' | 'joinedAt'>;

/**
 * Somebody belongs to it from now on, who never did, or not any more.
 * @param known as they were found in it
 * @returns the id of the membership
 */
export async function addOrRestoreMember(
  tx: Tx,
  known: Pick<MemberRow, 'id'> | null,
  who: Record<'organizationId' | 'userId', string>,
  fresh: NewMembership,
): Promise<string> {
  const id = known?.id ?? uuid7();
  if (known) await changeMember(tx, id, { ...fresh, removedAt: null, removedBy: null });
  else await insertMember(tx, { id, ...who, ...fresh });
  return id;
}

/** Tells everybody in it, whatever their status, that their session says something else now. */
export const notifyMembers = (tx: Tx, organizationId: string): Promise<void> =>
  notifyPeople(tx, sql`select user_id from ${memberships} where organization_id = ${organizationId} and removed_at is null`);

/** Whether this person took part in one of the organization's events: then it knows their address already. A guest without an account has none. */
export async function isKnownParticipant(db: Queryable, organizationId: string, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ userId: eventParticipants.userId })
    .from(eventParticipants)
    .innerJoin(events, eq(events.id, eventParticipants.eventId))
    .innerJoin(users, eq(users.id, eventParticipants.userId))
    .where(and(eq(events.organizationId, organizationId), eq(eventParticipants.userId, userId), isNotNull(users.email)))
    .limit(1);
  return row !== undefined;
}
