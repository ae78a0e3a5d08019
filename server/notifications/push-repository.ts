// The repository of push subscriptions and of pushes.
import { and, desc, eq, exists, gt, inArray, isNull, lt, ne, notExists, or, sql, type SQL } from 'drizzle-orm';
import { sessions, users } from '#server/db/schema/accounts.ts';
import { announcements, notices } from '#server/db/schema/notices.ts';
import { mutedPushes } from '#server/db/schema/notifications.ts';
import { pushes, pushSubscriptions } from '#server/db/schema/push.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { uuid7 } from '#server/uuid.ts';

type Subscription = typeof pushSubscriptions.$inferInsert;

/** The endpoint of the session’s device. Null if push is off. */
export async function findEndpoint(db: Queryable, sessionId: string): Promise<string | null> {
  const [row] = await db
    .select({ endpoint: pushSubscriptions.endpoint })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.sessionId, sessionId));
  return row?.endpoint ?? null;
}

/**
 * Registers the session’s device. Replaces another user’s registration of the same endpoint, and an older endpoint of the session.
 * False if it was registered before.
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

/** Deletes the oldest devices beyond a limit. */
export async function deleteSurplusDevices(tx: Tx, userId: string, limit: number): Promise<void> {
  const surplus = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
    .offset(limit);
  await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, surplus));
}

/** False if there was none. */
export async function deleteSessionDevice(tx: Tx, sessionId: string): Promise<boolean> {
  const gone = await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionId, sessionId)).returning({ id: pushSubscriptions.id });
  return gone.length > 0;
}

export async function deleteDevice(db: Queryable, id: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id));
}

/** Deletes all push data of a user whose account is deleted. */
export async function deletePushesOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));
  await tx.delete(mutedPushes).where(eq(mutedPushes.userId, userId));
}

/** Condition on `sessions` and `users`: the session is open. */
const isSignedIn = (): SQL | undefined =>
  and(isNull(sessions.endedAt), gt(sessions.expiresAt, sql`now()`), isNull(users.disabledAt), isNull(users.deletedAt));

/** Subquery for `push_subscriptions`. */
const signedInThere = (db: Queryable) =>
  db
    .select({ one: sql`1` })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, pushSubscriptions.sessionId), isSignedIn()));

const wantsPushes = sql`not exists (select 1 from ${mutedPushes} where ${mutedPushes.userId} = ${users.id} and ${mutedPushes.kind} = 'announcements')`;

/** Condition on `users`: the user gets announcements by push on some device. */
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

/** Inserts a push for each device of these users. @returns their ids */
export async function insertPushes(tx: Tx, announcementId: string, userIds: readonly string[]): Promise<string[]> {
  const devices = await tx
    .select({ subscriptionId: pushSubscriptions.id })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .innerJoin(users, eq(users.id, pushSubscriptions.userId))
    .where(and(inArray(users.id, [...userIds]), isSignedIn(), wantsPushes))
    // Prevents the devices from being deleted before their pushes are inserted.
    .for('key share', { of: pushSubscriptions });
  const rows = devices.map(({ subscriptionId }) => ({ id: uuid7(), announcementId, subscriptionId }));
  if (rows.length > 0) await tx.insert(pushes).values(rows);
  return rows.map(({ id }) => id);
}

export type DuePush = NonNullable<Awaited<ReturnType<typeof findDuePush>>>;

/** A push with its content and device. Undefined if it is settled. `device` is null if its session has ended. */
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

/** Cancels the pending pushes of an announcement. */
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

/** Matches the partial index. */
const NOT_SENT = sql`${pushes.outcome} is distinct from 'sent'`;

/** Counts the unsent pushes of each announcement. Announcements without any are missing from the map. */
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

/** Fails pushes that are pending since before `givenUp`, deletes pushes from before `forgotten`, and devices of ended sessions. */
export async function sweepPushes(db: Queryable, givenUp: Date, forgotten: Date): Promise<void> {
  await db
    .update(pushes)
    .set({ settledAt: sql`now()`, outcome: 'failed' })
    .where(and(isNull(pushes.settledAt), lt(pushes.createdAt, givenUp)));
  await db.delete(pushes).where(lt(pushes.createdAt, forgotten));
  await db.delete(pushSubscriptions).where(notExists(signedInThere(db)));
}

/** A user’s devices and muted kinds, for the export. */
export async function describePushes(db: Queryable, userId: string) {
  const devices = await db
    .select({ service: sql<string>`substring(${pushSubscriptions.endpoint} from '//([^/:]+)')`, turned_on: pushSubscriptions.createdAt })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId));
  const muted = await db.select({ kind: mutedPushes.kind }).from(mutedPushes).where(eq(mutedPushes.userId, userId));
  return { devices, switched_off: muted.map(({ kind }) => kind) };
}
