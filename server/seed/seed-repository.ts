// The repository of the seed.
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, inArray, notInArray, sql } from 'drizzle-orm';
import { LOCKS } from '#server/db/advisory-locks.ts';
import { users } from '#server/db/schema/accounts.ts';
import { eventCounters } from '#server/db/schema/events.ts';
import { photos } from '#server/db/schema/photos.ts';
import type { Db, Queryable, Tx } from '#server/db/types.ts';

export async function hasUser(db: Queryable, id: string): Promise<boolean> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, id));
  return user !== undefined;
}

/** Whether there are other users than these. */
export async function hasOtherUsers(db: Queryable, ids: readonly string[]): Promise<boolean> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(notInArray(users.id, [...ids]))
    .limit(1);
  return user !== undefined;
}

export async function hasSuperAdmin(db: Queryable): Promise<boolean> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.role, 'super_admin')).limit(1);
  return user !== undefined;
}

const LOCKED_RETRY_MS = 500;

/** Runs `work` while no other process does, however long it takes. */
export async function withDemoDataLock(db: Db, work: () => Promise<void>): Promise<void> {
  const tried = () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
      const { rows } = await tx.execute<{ is_mine: boolean }>(sql`select pg_try_advisory_xact_lock(${LOCKS.demoData}) as is_mine`);
      if (rows[0]?.is_mine) await work();
      return rows[0]?.is_mine ?? false;
    });
  while (!(await tried())) await sleep(LOCKED_RETRY_MS);
}

/** Returns false if there is a super admin by now, or an account with this id or address. */
export async function insertFirstSuperAdmin(
  tx: Tx,
  facts: { id: string; email: string; passwordHash: string; firstName: string; lastName: string },
): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.firstSuperAdmin})`);
  if (await hasSuperAdmin(tx)) return false;
  const rows = await tx
    .insert(users)
    .values({ ...facts, role: 'super_admin', isVerified: true })
    .onConflictDoNothing()
    .returning({ id: users.id });
  return rows.length > 0;
}

export async function listExistingPhotos(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: photos.id })
    .from(photos)
    .where(inArray(photos.id, [...ids]));
  return new Set(rows.map(({ id }) => id));
}

/** Sets the counters of an event; its bytes are the sum of its photos. */
export async function writeEventCounters(
  db: Queryable,
  facts: { eventId: string; photosCount: number; attendeesCount: number },
): Promise<void> {
  const photosBytes = sql<number>`(select coalesce(sum(bytes), 0) from photos where event_id = ${facts.eventId} and deleted_at is null and original_deleted_at is null and not awaits_original)`;
  const counters = { ...facts, photosBytes };
  await db.insert(eventCounters).values(counters).onConflictDoUpdate({ target: eventCounters.eventId, set: counters });
}
