// Screens that show the walls of events, and their codes.
import { and, count, desc, eq, gt, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { screens } from '#server/db/schema/sharing.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { notifyTopic } from '#server/live/topics-repository.ts';

export type ScreenRow = typeof screens.$inferSelect;
export type ScreenChanges = Partial<Pick<ScreenRow, 'name' | 'seconds' | 'showsPhotographer' | 'showsJoinCode'>>;

/** The topic of a screen's open page. While it is paired, it follows its event's topic. */
export const screenTopic = (id: string): string => `screen:${id}`;

/** @param unpairedSince null: the paired ones */
const ofEvent = (eventId: string, unpairedSince: Date | null) =>
  and(eq(screens.eventId, eventId), unpairedSince === null ? isNull(screens.unpairedAt) : gt(screens.unpairedAt, unpairedSince));

/** Latest paired, or latest unpaired, first. */
export function listScreenRows(
  db: Queryable,
  { eventId, unpairedSince }: { eventId: string; unpairedSince: Date | null },
  limit: number,
): Promise<ScreenRow[]> {
  const at = unpairedSince === null ? screens.pairedAt : screens.unpairedAt;
  return db.select().from(screens).where(ofEvent(eventId, unpairedSince)).orderBy(desc(at), desc(screens.id)).limit(limit);
}

/** Of an event, paired or not. */
export const findScreenOf = (db: Queryable, eventId: string, id: string): Promise<ScreenRow | null> =>
  first(db, and(eq(screens.eventId, eventId), eq(screens.id, id)));

export const findScreenByKey = (db: Queryable, keyHash: string): Promise<ScreenRow | null> => first(db, eq(screens.keyHash, keyHash));

export const findScreenById = (db: Queryable, id: string): Promise<ScreenRow | null> => first(db, eq(screens.id, id));

async function first(db: Queryable, where: SQL | undefined): Promise<ScreenRow | null> {
  const [row] = await db.select().from(screens).where(where).limit(1);
  return row ?? null;
}

/** Paired screens of an event. */
export async function countScreens(db: Queryable, eventId: string): Promise<number> {
  const [row] = await db.select({ screens: count() }).from(screens).where(ofEvent(eventId, null));
  return row?.screens ?? 0;
}

/** Until the transaction ends, codes are given out in this transaction only. */
export async function lockScreenCodes(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('screen-codes', 0))`);
}

/** Takes back expired codes. Returns those that are open. */
export async function listOpenCodes(tx: Tx, now: Date): Promise<ReadonlySet<string>> {
  await tx
    .update(screens)
    .set({ code: null, codeExpiresAt: null })
    .where(and(isNotNull(screens.code), lt(screens.codeExpiresAt, now)));
  const rows = await tx.select({ code: screens.code }).from(screens).where(isNotNull(screens.code));
  return new Set(rows.flatMap(({ code }) => (code === null ? [] : [code])));
}

export async function insertScreen(tx: Tx, screen: { id: string; keyHash: string }): Promise<void> {
  await tx.insert(screens).values(screen);
}

/** @returns null if the screen has been paired since */
export async function setScreenCode(tx: Tx, id: string, code: string, codeExpiresAt: Date): Promise<ScreenRow | null> {
  const [row] = await tx
    .update(screens)
    .set({ code, codeExpiresAt, lastSeenAt: sql`now()` })
    .where(and(eq(screens.id, id), or(isNull(screens.eventId), isNotNull(screens.unpairedAt))))
    .returning();
  return row ?? null;
}

/** Pairs the screen that shows the code, which is then used. Returns null if no screen shows it now. */
export async function pairByCode(
  tx: Tx,
  { code, now, ...values }: { code: string; now: Date; eventId: string; name: string; pairedBy: string },
): Promise<ScreenRow | null> {
  const [row] = await tx
    .update(screens)
    .set({
      ...values,
      code: null,
      codeExpiresAt: null,
      pairedAt: now,
      unpairedAt: null,
      // Those of another event are not this one's.
      seconds: sql`default`,
      showsPhotographer: sql`default`,
      showsJoinCode: true,
    })
    .where(and(eq(screens.code, code), gt(screens.codeExpiresAt, now)))
    .returning();
  if (row) await notifyTopic(tx, screenTopic(row.id), 0);
  return row ?? null;
}

export async function changeScreen(tx: Tx, id: string, changes: ScreenChanges): Promise<void> {
  if (Object.keys(changes).length > 0) await tx.update(screens).set(changes).where(eq(screens.id, id));
}

/** @param unpairedAt null pairs it again */
export async function setUnpaired(tx: Tx, id: string, unpairedAt: Date | null): Promise<void> {
  await tx.update(screens).set({ unpairedAt, code: null, codeExpiresAt: null }).where(eq(screens.id, id));
  await notifyTopic(tx, screenTopic(id), 0);
}

/** Writes at most once a minute. */
export async function markSeen(db: Queryable, id: string): Promise<void> {
  await db
    .update(screens)
    .set({ lastSeenAt: sql`now()` })
    .where(and(eq(screens.id, id), sql`${screens.lastSeenAt} < now() - interval '1 minute'`));
}

/** Forgets screens that were never paired after a day, and unpaired ones after 30. */
export async function deleteUnusedScreens(tx: Tx): Promise<void> {
  await tx
    .delete(screens)
    .where(
      and(
        sql`${screens.lastSeenAt} < now() - interval '1 day'`,
        or(isNull(screens.eventId), sql`${screens.unpairedAt} < now() - interval '30 days'`),
      ),
    );
}

export type PairedScreen = ScreenRow & { eventId: string };

export const isPairedScreen = (screen: ScreenRow): screen is PairedScreen => screen.eventId !== null && screen.unpairedAt === null;
