// The repository of times that super administrators looked at the app as somebody else, with what the trail tells of them.
import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { audit } from '#server/audit/audit.ts';
import { users, viewings } from '#server/db/schema/accounts.ts';
import type { Db, Queryable, Tx } from '#server/db/types.ts';
import { notifyPerson } from '#server/live/person.ts';
import { fullName } from '#server/viewer.ts';

const MOST_SHOWN = 50;

type Viewing = typeof viewings.$inferSelect;
type EndedBy = 'person' | 'time' | 'rights';

/** One of a session at a time: the one before has to be ended. */
export async function beginViewing(
  tx: Tx,
  viewing: Pick<Viewing, 'id' | 'viewerId' | 'userId' | 'reason' | 'expiresAt'> & { sessionId: string },
  request: FastifyRequest,
): Promise<void> {
  await tx.insert(viewings).values(viewing);
  const subject = { actorId: viewing.viewerId, subjectType: 'user', subjectId: viewing.userId };
  await audit(tx, { action: 'account.view_start', ...subject, request, detail: { viewing: viewing.id, reason: viewing.reason } });
  await notifyPerson(tx, viewing.viewerId);
}

/** Of this session. Nothing where nobody is looked at. */
export async function endViewing(tx: Tx, sessionId: string, request: FastifyRequest): Promise<void> {
  const [ended] = await tx
    .update(viewings)
    .set({ endedAt: new Date() })
    .where(and(eq(viewings.sessionId, sessionId), isNull(viewings.endedAt)))
    .returning();
  if (ended) await tellEnd(tx, ended, 'person', request);
}

/**
 * Whether this person looks or is looked at: the right to it is gone, and what gives it back begins none anew. One whose time is over ends by that.
 * Told without a request: whoever took the right is not who looked.
 */
export async function endViewingsAround(tx: Tx, personId: string): Promise<void> {
  const isAround = or(eq(viewings.viewerId, personId), eq(viewings.userId, personId));
  const rows = await tx
    .update(viewings)
    .set({ endedAt: new Date() })
    .where(and(isAround, isNull(viewings.endedAt), gt(viewings.expiresAt, sql`now()`)))
    .returning();
  for (const ended of rows) await tellEnd(tx, ended, 'rights');
}

export async function deleteOldViewings(db: Queryable, before: Date): Promise<void> {
  await db.delete(viewings).where(lt(viewings.endedAt, before));
}

/** When its time is over; one that was ended before stays as it was. */
export function endExpiredViewing(db: Db, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    const [ended] = await tx
      .update(viewings)
      .set({ endedAt: viewings.expiresAt })
      .where(and(eq(viewings.id, id), isNull(viewings.endedAt)))
      .returning();
    if (ended) await tellEnd(tx, ended, 'time');
  });
}

async function tellEnd(
  tx: Tx,
  { id, viewerId, userId, startedAt, endedAt }: Viewing,
  by: EndedBy,
  request?: FastifyRequest,
): Promise<void> {
  const seconds = Math.round(((endedAt ?? startedAt).getTime() - startedAt.getTime()) / 1000);
  const subject = { actorId: viewerId, subjectType: 'user', subjectId: userId };
  await audit(tx, { action: 'account.view_end', ...subject, ...(request && { request }), detail: { viewing: id, seconds, by } });
  await notifyPerson(tx, viewerId);
}

/** The latest first. */
export async function listViewingsOf(db: Queryable, userId: string) {
  const rows = await db
    .select({
      id: viewings.id,
      firstName: users.firstName,
      lastName: users.lastName,
      reason: viewings.reason,
      startedAt: viewings.startedAt,
      endedAt: viewings.endedAt,
    })
    .from(viewings)
    .innerJoin(users, eq(users.id, viewings.viewerId))
    .where(eq(viewings.userId, userId))
    .orderBy(desc(viewings.startedAt), desc(viewings.id))
    .limit(MOST_SHOWN);
  return rows.map(({ firstName, lastName, ...row }) => ({ ...row, by: fullName(firstName, lastName) }));
}
