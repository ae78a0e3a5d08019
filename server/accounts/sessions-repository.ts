// The repository of sessions, refresh tokens and impersonations.
import { and, desc, eq, gt, isNull, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { lockCredentials, personColumns, personFacts, type PersonRow } from '#server/accounts/users-repository.ts';
import { audit } from '#server/audit/audit.ts';
import { prepared } from '#server/db/prepared.ts';
import { impersonations, refreshTokens, rolePermissions, sessions, users } from '#server/db/schema/accounts.ts';
import type { Db, Queryable, Tx } from '#server/db/types.ts';
import { unauthenticated } from '#server/http/problem.ts';
import { notifyPerson } from '#server/live/topics-repository.ts';
import { fullName, type Impersonation } from '#server/viewer.ts';

/** The running impersonation of a session. It ends when either user loses the required role. */
const activeImpersonation = and(
  eq(impersonations.sessionId, sessions.id),
  isNull(impersonations.endedAt),
  gt(impersonations.expiresAt, sql`now()`),
  sql`exists (select from ${users} w where w.id = ${sessions.userId} and w.role = 'super_admin')`,
  sql`exists (select from ${users} u where u.id = ${impersonations.userId} and u.role <> 'super_admin' and u.disabled_at is null)`,
);

const effectiveUserId = sql`coalesce(${impersonations.userId}, ${sessions.userId})`;

const impersonationColumns = { id: impersonations.id, impersonatorId: impersonations.viewerId, expiresAt: impersonations.expiresAt };

/** Subquery of the effective users of these sessions (one column). */
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

type PersonOfSession = PersonRow & { impersonation: Impersonation | null };

/**
 * The user of an open session whose account isn’t disabled; during an impersonation, the impersonated user. @param userId either of the
 * two
 */
export async function findPersonOfSession(db: Queryable, userId: string, sessionId: string): Promise<PersonOfSession | undefined> {
  const [row] = await personBySession(db).execute({ userId, sessionId, now: new Date() });
  return row;
}

/** The same for several sessions, by session id. */
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

export async function insertSession(tx: Queryable, session: typeof sessions.$inferInsert): Promise<void> {
  await tx.insert(sessions).values(session);
}

/** Ends the least recently used sessions beyond a limit. */
export async function endSurplusSessions(tx: Queryable, userId: string, limit: number): Promise<void> {
  const surplus = sql`select s.id from ${sessions} s where s.user_id = ${userId} and s.ended_at is null and s.expires_at > now()
    order by s.last_used_at desc, s.id desc offset ${limit}`;
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

/** Inserts a session and its refresh token as parts of a statement that also inserts the user. @param from the CTE that must have a row */
export const firstSessionInserts = ({ session, refreshToken }: FirstSession, from: SQL): SQL =>
  sql`inserted_session as (
      insert into ${sessions} (id, user_id, remember_me, user_agent, address, expires_at)
      select ${session.id}::uuid, ${session.userId}::uuid, ${session.rememberMe}::boolean, ${session.userAgent}, ${session.address},
        ${session.expiresAt.toISOString()}::timestamptz from ${from}
    ), inserted_refresh_token as (
      insert into ${refreshTokens} (id, session_id, token_hash)
      select ${refreshToken.id}::uuid, ${session.id}::uuid, ${refreshToken.tokenHash} from ${from}
    )`;

/** Locks the session of a refresh token, so that its tokens are rotated one request at a time. */
export async function lockSessionOfToken(tx: Tx, tokenHash: string) {
  const [token] = await tx.select({ sessionId: refreshTokens.sessionId }).from(refreshTokens).where(eq(refreshTokens.tokenHash, tokenHash));
  if (!token) return undefined;
  const [session] = await tx.select().from(sessions).where(eq(sessions.id, token.sessionId)).for('update');
  return session;
}

/** Whether a refresh token belongs to a deleted account. */
export async function isTokenOfDeletedAccount(db: Queryable, tokenHash: string): Promise<boolean> {
  const [row] = await db
    .select({ deletedAt: users.deletedAt })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(refreshTokens.tokenHash, tokenHash));
  return row !== undefined && row.deletedAt !== null;
}

/** A token of a locked session, and whether its relatives were used. */
export async function findTokenWithFamily(tx: Tx, tokenHash: string) {
  const used = (condition: ReturnType<typeof sql>) =>
    sql<boolean>`exists (select 1 from ${refreshTokens} k where k.session_id = refresh_tokens.session_id and k.first_used_at is not null and ${condition})`;
  const [row] = await tx
    .select({
      id: refreshTokens.id,
      createdAt: refreshTokens.createdAt,
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

/** The user of the session, or undefined if it had ended before. */
export async function endSession(tx: Queryable, sessionId: string, endReason: 'logout' | 'reuse' | 'revoked'): Promise<string | undefined> {
  const rows = await tx
    .update(sessions)
    .set({ endedAt: new Date(), endReason })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
    .returning({ userId: sessions.userId });
  const userId = rows[0]?.userId;
  // Other servers answer this session from memory.
  if (userId !== undefined) await notifyPerson(tx, userId);
  return userId;
}

export async function findSessionIdOfToken(db: Queryable, tokenHash: string): Promise<string | undefined> {
  const [row] = await db.select({ id: refreshTokens.sessionId }).from(refreshTokens).where(eq(refreshTokens.tokenHash, tokenHash));
  return row?.id;
}

/** Deletes used tokens with a used successor. They only serve to detect reuse. */
export async function deleteOldTokens(db: Queryable, before: Date): Promise<void> {
  const wasFollowed = sql`exists (select from ${refreshTokens} k where k.session_id = refresh_tokens.session_id and k.parent_id = refresh_tokens.id
    and k.first_used_at is not null)`;
  await db.delete(refreshTokens).where(and(lt(refreshTokens.firstUsedAt, before), wasFollowed));
}

/** Deletes sessions, with their tokens, that ended or expired before `before`. */
export async function deleteOldSessions(db: Queryable, before: Date): Promise<void> {
  await db.delete(sessions).where(lt(sql`least(coalesce(${sessions.endedAt}, ${sessions.expiresAt}), ${sessions.expiresAt})`, before));
}

const MAX_SESSIONS_SHOWN = 100;

/** Open sessions, most recently used first. */
export function listOpenSessions(db: Queryable, userId: string) {
  return db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      address: sessions.address,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), gt(sessions.expiresAt, new Date())))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(MAX_SESSIONS_SHOWN);
}

/** Undefined if it belongs to another user. */
export async function findOwnSession(db: Queryable, userId: string, id: string) {
  const [row] = await db
    .select({ id: sessions.id, isOpen: sql<boolean>`${sessions.endedAt} is null and ${sessions.expiresAt} > now()` })
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)));
  return row;
}

/**
 * Ends a user’s sessions. Returns how many.
 * @param but a session that stays open
 */
export async function endSessionsOf(tx: Queryable, userId: string, endReason: 'revoked' | 'password', but?: string): Promise<number> {
  const { rowCount } = await tx
    .update(sessions)
    .set({ endedAt: new Date(), endReason })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), ...(but === undefined ? [] : [ne(sessions.id, but)])));
  await notifyPerson(tx, userId);
  return rowCount ?? 0;
}

/**
 * Locks the user of an open session. A password reset during the request may have ended it.
 * @throws {Problem} 401 `unauthenticated`
 */
export async function lockSignedInUser(tx: Tx, viewer: { userId: string; sessionId: string }): Promise<{ passwordHash: string }> {
  const user = await lockCredentials(tx, viewer.userId);
  const [session] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, viewer.sessionId), eq(sessions.userId, viewer.userId), isNull(sessions.endedAt)));
  if (!user || user.disabledAt !== null || !session) throw unauthenticated();
  return user;
}

/** The user agents of this person's sessions from this network address. */
export async function listUserAgentsAt(db: Queryable, userId: string, address: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ userAgent: sessions.userAgent })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.address, address)));
  return rows.map(({ userAgent }) => userAgent);
}

const MAX_IMPERSONATIONS_SHOWN = 50;

type ImpersonationRow = typeof impersonations.$inferSelect;

type EndedBy = 'person' | 'time' | 'rights';

/** A session can have one impersonation at a time: end the previous one first. */
export async function startImpersonation(
  tx: Tx,
  viewing: Pick<ImpersonationRow, 'id' | 'viewerId' | 'userId' | 'reason' | 'expiresAt'> & { sessionId: string },
  request: FastifyRequest,
): Promise<void> {
  await tx.insert(impersonations).values(viewing);
  const subject = { actorId: viewing.viewerId, subjectType: 'user', subjectId: viewing.userId };
  await audit(tx, { action: 'account.view_start', ...subject, request, detail: { viewing: viewing.id, reason: viewing.reason } });
  await notifyPerson(tx, viewing.viewerId);
}

/** Does nothing if the session has no impersonation. */
export async function endImpersonation(tx: Tx, sessionId: string, request: FastifyRequest): Promise<void> {
  const [ended] = await tx
    .update(impersonations)
    .set({ endedAt: new Date() })
    .where(and(eq(impersonations.sessionId, sessionId), isNull(impersonations.endedAt)))
    .returning();
  if (ended) await auditEnd(tx, ended, 'person', request);
}

/**
 * Ends impersonations by and of this user, after a change of role or status. Without a request in the audit log, since it is not the
 * impersonator’s.
 */
export async function endImpersonationsInvolving(tx: Tx, personId: string): Promise<void> {
  const isAround = or(eq(impersonations.viewerId, personId), eq(impersonations.userId, personId));
  const rows = await tx
    .update(impersonations)
    .set({ endedAt: new Date() })
    .where(and(isAround, isNull(impersonations.endedAt), gt(impersonations.expiresAt, sql`now()`)))
    .returning();
  for (const ended of rows) await auditEnd(tx, ended, 'rights');
}

export async function deleteOldImpersonations(db: Queryable, before: Date): Promise<void> {
  await db.delete(impersonations).where(lt(impersonations.endedAt, before));
}

/** Does nothing if it has ended before. */
export function endExpiredImpersonation(db: Db, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    const [ended] = await tx
      .update(impersonations)
      .set({ endedAt: impersonations.expiresAt })
      .where(and(eq(impersonations.id, id), isNull(impersonations.endedAt)))
      .returning();
    if (ended) await auditEnd(tx, ended, 'time');
  });
}

async function auditEnd(
  tx: Tx,
  { id, viewerId, userId, startedAt, endedAt }: ImpersonationRow,
  by: EndedBy,
  request?: FastifyRequest,
): Promise<void> {
  const seconds = Math.round(((endedAt ?? startedAt).getTime() - startedAt.getTime()) / 1000);
  const subject = { actorId: viewerId, subjectType: 'user', subjectId: userId };
  await audit(tx, { action: 'account.view_end', ...subject, ...(request && { request }), detail: { viewing: id, seconds, by } });
  await notifyPerson(tx, viewerId);
}

/** Latest first. */
export async function listImpersonationsOf(db: Queryable, userId: string) {
  const rows = await db
    .select({
      id: impersonations.id,
      firstName: users.firstName,
      lastName: users.lastName,
      reason: impersonations.reason,
      startedAt: impersonations.startedAt,
      endedAt: impersonations.endedAt,
    })
    .from(impersonations)
    .innerJoin(users, eq(users.id, impersonations.viewerId))
    .where(eq(impersonations.userId, userId))
    .orderBy(desc(impersonations.startedAt), desc(impersonations.id))
    .limit(MAX_IMPERSONATIONS_SHOWN);
  return rows.map(({ firstName, lastName, ...row }) => ({ ...row, by: fullName(firstName, lastName) }));
}
