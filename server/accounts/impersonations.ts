// The repository of times that super administrators looked at the app as somebody else, with what the trail tells of them.
import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { audit } from '#server/audit/audit.ts';
import { users, impersonations } from '#server/db/schema/accounts.ts';
import type { Db, Queryable, Tx } from '#server/db/types.ts';
import { notifyPerson } from '#server/live/person.ts';
import { fullName } from '#server/viewer.ts';

const MAX_SHOWN = 50;

type ImpersonationRow = typeof impersonations.$inferSelect;
type EndedBy = 'person' | 'time' | 'rights';

/** One of a session at a time: the one before has to be ended. */
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

/** Of this session. Nothing where nobody is looked at. */
export async function endImpersonation(tx: Tx, sessionId: string, request: FastifyRequest): Promise<void> {
  const [ended] = await tx
    .update(impersonations)
    .set({ endedAt: new Date() })
    .where(and(eq(impersonations.sessionId, sessionId), isNull(impersonations.endedAt)))
    .returning();
  if (ended) await auditEnd(tx, ended, 'person', request);
}

/**
 * Whether this person looks or is looked at: the right to it is gone, and what gives it back begins none anew. One whose time is over ends by that.
 * Told without a request: whoever took the right is not who looked.
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

/** When its time is over; one that was ended before stays as it was. */
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

/** The latest first. */
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
    .limit(MAX_SHOWN);
  return rows.map(({ firstName, lastName, ...row }) => ({ ...row, by: fullName(firstName, lastName) }));
}
