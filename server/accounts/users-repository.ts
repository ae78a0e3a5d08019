import { and, eq, gt, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { prepared } from '#server/db/prepared.ts';
import { refreshTokens, rolePermissions, sessions, users, impersonations, type PermissionFlag } from '#server/db/schema/accounts.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { notifyPerson } from '#server/live/person.ts';
import type { Impersonation } from '#server/viewer.ts';

type Role = components['schemas']['Role'];

export interface MembershipRow {
  id: string;
  organization_id: string;
  organization_name: string;
  role: 'organization' | 'member';
  status: 'invited' | 'active' | 'suspended';
  permissions: Partial<Record<PermissionFlag, boolean>> | null;
  organization_status: (typeof organizations.$inferSelect)['status'];
}

export interface RolePermissionRow {
  role: Role;
  flag: PermissionFlag;
}

/**
 * A person with all that decides on role and flags, in one query: it runs on each request. Columns are named with their table by hand:
 * drizzle leaves the table out where a query has only one, and a subquery would take its own.
 */
const personFacts = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  platformRole: users.role,
  isVerified: users.isVerified,
  dateLocale: users.dateLocale,
  avatarTag: users.avatarTag,
  disabledAt: users.disabledAt,
  memberships: sql<MembershipRow[]>`coalesce((select json_agg(json_build_object('id', m.id, 'organization_id', m.organization_id,
    'organization_name', o.name, 'role', m.role, 'status', m.status, 'permissions', m.permissions, 'organization_status', o.status) order by m.joined_at, m.id)
    from ${memberships} m join ${organizations} o on o.id = m.organization_id where m.user_id = users.id and m.removed_at is null and o.deleted_at is null), '[]'::json)`,
};
const personColumns = {
  ...personFacts,
  rolePermissions: sql<RolePermissionRow[]>`coalesce((select json_agg(json_build_object('role', r.role, 'flag', r.flag))
    from ${rolePermissions} r), '[]'::json)`,
};

export type PersonRow = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

export async function findPerson(db: Queryable, userId: string) {
  const [row] = await db.select(personColumns).from(users).where(eq(users.id, userId));
  return row;
}

/** Of whom a super administrator's session speaks meanwhile. It ends with the right to it, on either side. */
const activeImpersonation = and(
  eq(impersonations.sessionId, sessions.id),
  isNull(impersonations.endedAt),
  gt(impersonations.expiresAt, sql`now()`),
  sql`exists (select from ${users} w where w.id = ${sessions.userId} and w.role = 'super_admin')`,
  sql`exists (select from ${users} u where u.id = ${impersonations.userId} and u.role <> 'super_admin' and u.disabled_at is null)`,
);
const effectiveUserId = sql`coalesce(${impersonations.userId}, ${sessions.userId})`;
const impersonationColumns = { id: impersonations.id, impersonatorId: impersonations.viewerId, expiresAt: impersonations.expiresAt };

/** Who takes what these sessions ask for: a query of one column. */
export const peopleOfSessions = (sessionIds: readonly string[]): SQL =>
  sql`select ${effectiveUserId} from ${sessions} left join ${impersonations} on ${activeImpersonation} where ${sessions.id} = any(${sql.param([...sessionIds])}::uuid[])`;

const personBySession = prepared('person_by_session', (db) =>
  db
    .select({ ...personColumns, impersonation: impersonationColumns })
    .from(sessions)
    .leftJoin(impersonations, activeImpersonation)
    .innerJoin(users, eq(users.id, effectiveUserId))
    .where(
      and(
        or(eq(sessions.userId, sql.placeholder('userId')), eq(impersonations.userId, sql.placeholder('userId'))),
        eq(sessions.id, sql.placeholder('sessionId')),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, sql.placeholder('now')),
        isNull(users.disabledAt),
      ),
    ),
);

export type PersonOfSession = PersonRow & { impersonation: Impersonation | null };

/**
 * The person of a session that has neither ended nor expired, and whose account is not disabled: whom a super administrator looks at the app as,
 * while that lasts. @param userId either of them
 */
export async function findPersonOfSession(db: Queryable, userId: string, sessionId: string): Promise<PersonOfSession | undefined> {
  const [row] = await personBySession(db).execute({ userId, sessionId, now: new Date() });
  return row;
}

/** The people of those of these sessions that have neither ended nor expired, by session: for the rights of many at once. */
export async function findPeopleOfSessions(db: Queryable, sessionIds: readonly string[]): Promise<Map<string, PersonOfSession>> {
  const roleQuery = db.select({ role: rolePermissions.role, flag: rolePermissions.flag }).from(rolePermissions);
  const peopleQuery = db
    .select({ sessionId: sessions.id, ...personFacts, impersonation: impersonationColumns })
    .from(sessions)
    .leftJoin(impersonations, activeImpersonation)
    .innerJoin(users, eq(users.id, effectiveUserId))
    .where(
      and(
        sql`${sessions.id} = any(${sql.param([...sessionIds])}::uuid[])`,
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, new Date()),
        isNull(users.disabledAt),
      ),
    );
  const [roleRows, rows] = await Promise.all([roleQuery, peopleQuery]);
  return new Map(rows.map(({ sessionId, ...person }) => [sessionId, { ...person, rolePermissions: roleRows }]));
}

/** @param address told back: whether this person has signed in from there before */
export async function findCredentials(db: Queryable, email: string, address: string) {
  const [row] = await db
    .select({
      id: users.id,
      passwordHash: users.passwordHash,
      disabledAt: users.disabledAt,
      isAddressKnown: sql<boolean>`exists (select 1 from ${sessions} s where s.user_id = users.id and s.address = ${address})`,
    })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email));
  return row;
}

/** Of this person's active memberships. */
export async function listOrganizationsOf(db: Queryable, userId: string) {
  const rows = await db
    .select({ organization: organizations })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(
      and(eq(memberships.userId, userId), eq(memberships.status, 'active'), isNull(memberships.removedAt), isNull(organizations.deletedAt)),
    )
    .orderBy(memberships.joinedAt, memberships.id);
  return rows.map((row) => row.organization);
}

/** False when the email address is taken. */
export async function insertUser(tx: Queryable, user: typeof users.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(users).values(user).onConflictDoNothing().returning({ id: users.id });
  return rows.length > 0;
}

export async function insertSession(tx: Queryable, session: typeof sessions.$inferInsert): Promise<void> {
  await tx.insert(sessions).values(session);
}

/** Ends the sessions that were used least recently, but for so many. */
export async function endSurplusSessions(tx: Queryable, userId: string, kept: number): Promise<void> {
  const surplus = sql`select s.id from ${sessions} s where s.user_id = ${userId} and s.ended_at is null and s.expires_at > now()
    order by s.last_used_at desc, s.id desc offset ${kept}`;
  const { rowCount } = await tx
    .update(sessions)
    .set({ endedAt: new Date(), endReason: 'revoked' })
    .where(sql`${sessions.id} in (${surplus})`);
  if (rowCount !== 0) await notifyPerson(tx, userId);
}

export async function insertRefreshToken(tx: Queryable, token: typeof refreshTokens.$inferInsert): Promise<void> {
  await tx.insert(refreshTokens).values(token);
}

export interface FirstSession {
  session: { id: string; userId: string; rememberMe: boolean; userAgent: string; address: string; expiresAt: Date };
  refreshToken: { id: string; tokenHash: string };
}

/** A session with its refresh token as parts of a statement that inserts the person too. @param from the part of it that must have a row */
export const firstSessionInserts = ({ session, refreshToken }: FirstSession, from: SQL): SQL =>
  sql`inserted_session as (
      insert into ${sessions} (id, user_id, remember_me, user_agent, address, expires_at)
      select ${session.id}::uuid, ${session.userId}::uuid, ${session.rememberMe}::boolean, ${session.userAgent}, ${session.address},
        ${session.expiresAt.toISOString()}::timestamptz from ${from}
    ), inserted_refresh_token as (
      insert into ${refreshTokens} (id, session_id, token_hash)
      select ${refreshToken.id}::uuid, ${session.id}::uuid, ${refreshToken.tokenHash} from ${from}
    )`;

/** Locks the session that a refresh token belongs to, so that its tokens are judged and rotated one request after the other. */
export async function lockSessionOfToken(tx: Tx, tokenHash: string) {
  const [token] = await tx.select({ sessionId: refreshTokens.sessionId }).from(refreshTokens).where(eq(refreshTokens.tokenHash, tokenHash));
  if (!token) return undefined;
  const [session] = await tx.select().from(sessions).where(eq(sessions.id, token.sessionId)).for('update');
  return session;
}

/** Whether a refresh token is of an account that was deleted. */
export async function isTokenOfDeletedAccount(db: Queryable, tokenHash: string): Promise<boolean> {
  const [row] = await db
    .select({ deletedAt: users.deletedAt })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(refreshTokens.tokenHash, tokenHash));
  return row !== undefined && row.deletedAt !== null;
}

/** A token of a locked session, with what was used around it. */
export async function findTokenWithFamily(tx: Tx, tokenHash: string) {
  const used = (condition: ReturnType<typeof sql>) =>
    sql<boolean>`exists (select 1 from ${refreshTokens} k where k.session_id = refresh_tokens.session_id and k.first_used_at is not null and ${condition})`;
  const [row] = await tx
    .select({
      id: refreshTokens.id,
      usedBefore: sql<boolean>`${refreshTokens.firstUsedAt} is not null`,
      childUsed: used(sql`k.parent_id = refresh_tokens.id`),
      siblingUsed: used(sql`k.parent_id = refresh_tokens.parent_id and k.id <> refresh_tokens.id`),
    })
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, tokenHash));
  return row;
}

export async function markTokenUsed(tx: Tx, tokenId: string, at: Date): Promise<void> {
  await tx
    .update(refreshTokens)
    .set({ firstUsedAt: at })
    .where(and(eq(refreshTokens.id, tokenId), isNull(refreshTokens.firstUsedAt)));
}

export async function extendSession(tx: Tx, sessionId: string, lastUsedAt: Date, expiresAt: Date): Promise<void> {
  await tx.update(sessions).set({ lastUsedAt, expiresAt }).where(eq(sessions.id, sessionId));
}

/** The user whose session ended by this, or undefined when it had ended before. */
export async function endSession(tx: Queryable, sessionId: string, endReason: 'logout' | 'reuse' | 'revoked'): Promise<string | undefined> {
  const rows = await tx
    .update(sessions)
    .set({ endedAt: new Date(), endReason })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
    .returning({ userId: sessions.userId });
  const userId = rows[0]?.userId;
  // Who logs out knows it.
  if (userId !== undefined && endReason !== 'logout') await notifyPerson(tx, userId);
  return userId;
}

export async function findSessionIdOfToken(db: Queryable, tokenHash: string): Promise<string | undefined> {
  const [row] = await db.select({ id: refreshTokens.sessionId }).from(refreshTokens).where(eq(refreshTokens.tokenHash, tokenHash));
  return row?.id;
}

/** Of sessions that go on: a token with a successor that was used only ever ends the session of who comes with it. */
export async function deleteOldTokens(db: Queryable, before: Date): Promise<void> {
  const wasFollowed = sql`exists (select from ${refreshTokens} k where k.session_id = refresh_tokens.session_id and k.parent_id = refresh_tokens.id
    and k.first_used_at is not null)`;
  await db.delete(refreshTokens).where(and(lt(refreshTokens.firstUsedAt, before), wasFollowed));
}

/** Removes sessions, with their tokens, that ended or expired before `before`. */
export async function deleteOldSessions(db: Queryable, before: Date): Promise<void> {
  await db.delete(sessions).where(lt(sql`least(coalesce(${sessions.endedAt}, ${sessions.expiresAt}), ${sessions.expiresAt})`, before));
}
