// The repository of push subscriptions and of pushes.
import { and, desc, eq, exists, gt, inArray, isNull, lt, ne, notExists, or, sql, type SQL } from 'drizzle-orm';
import { sessions, users } from '#server/db/schema/accounts.ts';
import { announcements, notices } from '#server/db/schema/notices.ts';
import { mutedPushes } from '#server/db/schema/notifications.ts';
import { pushes, pushSubscriptions } from '#server/db/schema/push.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { uuid7 } from '#server/uuid.ts';

type Subscription = typeof pushSubscriptions.$inferInsert;

/** Of the session; null: nothing is pushed to its device. */
export async function findEndpoint(db: Queryable, sessionId: string): Promise<string | null> {
  const [row] = await db
    .select({ endpoint: pushSubscriptions.endpoint })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.sessionId, sessionId));
  return row?.endpoint ?? null;
}

/**
 * One device of one session: it ceases to be another person's, with what waited for that one, and an older one of the session goes.
 * False: it was there already.
 */
export async function putSubscription(tx: Tx, { id, userId, sessionId, endpoint, p256dh, auth }: Subscription): Promise<boolean> {
  const isOthers = and(eq(pushSubscriptions.endpoint, endpoint), ne(pushSubscriptions.userId, userId));
  const isOlder = and(eq(pushSubscriptions.sessionId, sessionId), ne(pushSubscriptions.endpoint, endpoint));
  await tx.delete(pushSubscriptions).where(or(isOthers, isOlder));
  const [row] = await tx
    .insert(pushSubscriptions)
    .values({ id, userId, sessionId, endpoint, p256dh, auth })
    .onConflictDoUpdate({
      target: pushSubscriptions.endpoint,
      set: { sessionId, p256dh, auth },
      setWhere: eq(pushSubscriptions.userId, userId),
    })
    .returning({ id: pushSubscriptions.id });
  return row?.id === id;
}

/** The ones turned on first, but for so many of the latest. */
export async function deleteSurplusDevices(tx: Tx, userId: string, kept: number): Promise<void> {
  const surplus = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
    .offset(kept);
  await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, surplus));
}

/** False: there was none. */
export async function deleteSessionDevice(tx: Tx, sessionId: string): Promise<boolean> {
  const gone = await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionId, sessionId)).returning({ id: pushSubscriptions.id });
  return gone.length > 0;
}

export async function deleteDevice(db: Queryable, id: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id));
}

/** Of somebody who deleted their account. */
export async function deletePushesOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));
  await tx.delete(mutedPushes).where(eq(mutedPushes.userId, userId));
}

/** Of `sessions` and `users`: somebody is still signed in there. */
const isSignedIn = (): SQL | undefined =>
  and(isNull(sessions.endedAt), gt(sessions.expiresAt, sql`now()`), isNull(users.disabledAt), isNull(users.deletedAt));

/** Of `push_subscriptions`. */
const signedInThere = (db: Queryable) =>
  db
    .select({ one: sql`1` })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, pushSubscriptions.sessionId), isSignedIn()));

const wantsPushes = sql`not exists (select 1 from ${mutedPushes} where ${mutedPushes.userId} = ${users.id} and ${mutedPushes.kind} = 'announcements')`;

/** Of `users`: announcements are pushed to a device of theirs. */
export const isPushed = (db: Queryable): SQL | undefined =>
  and(
    wantsPushes,
    exists(
      db
        .select({ one: sql`1` })
        .from(pushSubscriptions)
        .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
        .where(and(eq(pushSubscriptions.userId, users.id), isSignedIn())),
    ),
  );

/** Writes a push to each device of these people. @returns their ids */
export async function insertPushes(tx: Tx, announcementId: string, userIds: readonly string[]): Promise<string[]> {
  const devices = await tx
    .select({ subscriptionId: pushSubscriptions.id })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .innerJoin(users, eq(users.id, pushSubscriptions.userId))
    .where(and(inArray(users.id, [...userIds]), isSignedIn(), wantsPushes))
    // None of them goes before its push is written.
    .for('key share', { of: pushSubscriptions });
  const rows = devices.map(({ subscriptionId }) => ({ id: uuid7(), announcementId, subscriptionId }));
  if (rows.length > 0) await tx.insert(pushes).values(rows);
  return rows.map(({ id }) => id);
}

export type DuePush = NonNullable<Awaited<ReturnType<typeof findDuePush>>>;

/** With what it says, and to which device. Undefined: it is settled. `device` null: nobody is signed in there any more. */
export async function findDuePush(db: Queryable, id: string) {
  const [row] = await db
    .select({
      createdAt: pushes.createdAt,
      title: announcements.title,
      body: announcements.body,
      link: announcements.link,
      noticeId: notices.id,
      subscriptionId: pushes.subscriptionId,
      device: {
        userId: pushSubscriptions.userId,
        endpoint: pushSubscriptions.endpoint,
        p256dh: pushSubscriptions.p256dh,
        auth: pushSubscriptions.auth,
      },
    })
    .from(pushes)
    .innerJoin(announcements, eq(announcements.id, pushes.announcementId))
    .leftJoin(pushSubscriptions, and(eq(pushSubscriptions.id, pushes.subscriptionId), exists(signedInThere(db))))
    .leftJoin(notices, and(eq(notices.announcementId, pushes.announcementId), eq(notices.userId, pushSubscriptions.userId)))
    .where(and(eq(pushes.id, id), isNull(pushes.settledAt)));
  return row;
}

export async function settlePush(
  db: Queryable,
  id: string,
  outcome: NonNullable<(typeof pushes.$inferSelect)['outcome']>,
  lastError?: string,
): Promise<void> {
  await db
    .update(pushes)
    .set({ settledAt: new Date(), outcome, ...(lastError && { lastError }) })
    .where(and(eq(pushes.id, id), isNull(pushes.settledAt)));
}

/** Those of an announcement that wait are not sent any more. */
export async function withdrawPushes(tx: Tx, announcementId: string): Promise<void> {
  await tx
    .update(pushes)
    .set({ settledAt: sql`now()`, outcome: 'failed', lastError: 'withdrawn' })
    .where(and(eq(pushes.announcementId, announcementId), isNull(pushes.settledAt)));
}

export async function recordPushFailure(db: Queryable, id: string, lastError: string): Promise<void> {
  await db.update(pushes).set({ lastError }).where(eq(pushes.id, id));
}

export interface PushFigures {
  waiting: number;
  failed: number;
  gone: number;
}

/** As its index has it. */
const NOT_SENT = sql`${pushes.outcome} is distinct from 'sent'`;

/** What became of the pushes of these, as far as that is remembered: by the announcement's id, where one of them was not sent. */
export async function countPushes(db: Queryable, announcementIds: readonly string[]): Promise<Map<string, PushFigures>> {
  const rows = await db
    .select({
      id: pushes.announcementId,
      waiting: sql<number>`count(*) filter (where ${pushes.settledAt} is null)`.mapWith(Number),
      failed: sql<number>`count(*) filter (where ${pushes.outcome} = 'failed')`.mapWith(Number),
      gone: sql<number>`count(*) filter (where ${pushes.outcome} = 'gone')`.mapWith(Number),
    })
    .from(pushes)
    .where(and(NOT_SENT, inArray(pushes.announcementId, [...announcementIds])))
    .groupBy(pushes.announcementId);
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}

/** Gives up what waits since before `givenUp`, forgets pushes from before `forgotten`, and the devices where nobody is signed in any more. */
export async function sweepPushes(db: Queryable, givenUp: Date, forgotten: Date): Promise<void> {
  await db
    .update(pushes)
    .set({ settledAt: sql`now()`, outcome: 'failed' })
    .where(and(isNull(pushes.settledAt), lt(pushes.createdAt, givenUp)));
  await db.delete(pushes).where(lt(pushes.createdAt, forgotten));
  await db.delete(pushSubscriptions).where(notExists(signedInThere(db)));
}

/** Of a person: where pushes are on, and the kinds of them that were switched off. */
export async function describePushes(db: Queryable, userId: string) {
  const devices = await db
    .select({ service: sql<string>`substring(${pushSubscriptions.endpoint} from '//([^/:]+)')`, turned_on: pushSubscriptions.createdAt })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId));
  const muted = await db.select({ kind: mutedPushes.kind }).from(mutedPushes).where(eq(mutedPushes.userId, userId));
  return { devices, switched_off: muted.map(({ kind }) => kind) };
}
