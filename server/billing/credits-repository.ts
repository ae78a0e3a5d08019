// The ledger of what images cost: entries are added, and every number is a sum of them.
import { and, eq, isNull, sql } from 'drizzle-orm';
import { planOf } from '#server/billing/plans-repository.ts';
import { creditEntries } from '#server/db/schema/generation.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { Problem } from '#server/http/problem.ts';

/** The owner of credits: an organization or a user. */
export type CreditScope = { organizationId: string } | { userId: string };

export interface CreditSums {
  used: number;
  /** Reserved for unfinished generations. */
  reserved: number;
}

const dayOf = (year: number, month: number) => new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);

/** The first day of its month (UTC). */
export const monthOf = (at: Date): string => dayOf(at.getUTCFullYear(), at.getUTCMonth());

/** The first day of the month after it (UTC). */
export const nextMonth = (at: Date): string => dayOf(at.getUTCFullYear(), at.getUTCMonth() + 1);

const total = (what: ReturnType<typeof sql>) => sql<number>`coalesce(sum(${what}), 0)`.mapWith(Number);
const settled = sql`case when ${creditEntries.kind} = 'settle' then ${creditEntries.amount} else 0 end`;
const held = sql`case when ${creditEntries.kind} = 'settle' then -${creditEntries.amount} else ${creditEntries.amount} end`;

/** @param month as `monthOf` has it */
export async function sumCredits(db: Queryable, scope: CreditScope, month: string): Promise<CreditSums> {
  const isTheirs =
    'organizationId' in scope
      ? eq(creditEntries.organizationId, scope.organizationId)
      : and(eq(creditEntries.userId, scope.userId), isNull(creditEntries.organizationId));
  const [row] = await db
    .select({ used: total(settled), reserved: total(held) })
    .from(creditEntries)
    .where(and(isTheirs, eq(creditEntries.month, month)));
  return row ?? { used: 0, reserved: 0 };
}

/**
 * The monthly limit; null: unlimited.
 * @param personal the limit of each user
 */
export async function creditLimit(db: Queryable, scope: CreditScope, personal: number): Promise<number | null> {
  return 'organizationId' in scope ? (await planOf(db, scope.organizationId)).plan.maxGenerations : personal;
}

interface Reservation {
  generationId: string;
  userId: string;
  organizationId: string | null;
  amount: number;
}

export const scopeOf = ({ userId, organizationId }: Pick<Reservation, 'userId' | 'organizationId'>): CreditScope =>
  organizationId === null ? { userId } : { organizationId };

/**
 * Reserves credits. Concurrent reservations from the same scope wait for each other, so that they never overdraw.
 * @param personal the limit of each user
 * @throws {Problem} 402 `credits_used_up`
 */
export function reserveCredits(tx: Tx, { generationId, ...reservation }: Reservation, personal: number, now = new Date()): Promise<void> {
  return reserveCreditsForEach(tx, [generationId], reservation, personal, now);
}

/** Entries of one statement. */
const ENTRIES = 500;

/**
 * The same for several generations at once, of one amount each: for all of them or none.
 * @throws {Problem} 402 `credits_used_up`
 */
export async function reserveCreditsForEach(
  tx: Tx,
  generationIds: readonly string[],
  reservation: Omit<Reservation, 'generationId'>,
  personal: number,
  now = new Date(),
): Promise<void> {
  const scope = scopeOf(reservation);
  const asked = generationIds.length * reservation.amount;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`credits:${JSON.stringify(scope)}`}, 0))`);
  const month = monthOf(now);
  const [limit, { used, reserved }] = [await creditLimit(tx, scope, personal), await sumCredits(tx, scope, month)];
  if (limit !== null && used + reserved + asked > limit)
    throw creditsUsedUp(scope, Math.max(0, limit - used - reserved), asked, nextMonth(now));
  const entries = generationIds.map((generationId) => ({ ...reservation, generationId, kind: 'reserve' as const, month }));
  for (let at = 0; at < entries.length; at += ENTRIES) await tx.insert(creditEntries).values(entries.slice(at, at + ENTRIES));
}

/** Settles the reservation of a generation: the used amount is settled and the rest refunded. Idempotent. */
export async function settleCredits(tx: Tx, generationId: string, used: number): Promise<void> {
  const [reserve] = await tx
    .select()
    .from(creditEntries)
    .where(and(eq(creditEntries.generationId, generationId), eq(creditEntries.kind, 'reserve')));
  if (!reserve) throw new Error(`no credits are reserved for generation ${generationId}`);
  const { userId, organizationId, month, amount } = reserve;
  const entry = { userId, organizationId, generationId, month };
  await tx
    .insert(creditEntries)
    .values([
      { ...entry, kind: 'settle', amount: used },
      { ...entry, kind: 'refund', amount: used - amount },
    ])
    .onConflictDoNothing();
}

function creditsUsedUp(scope: CreditScope, left: number, asked: number, renewsOn: string): Problem {
  const whose = 'organizationId' in scope ? 'Your organization' : 'You';
  const day = new Date(renewsOn).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  const have = 'organizationId' in scope ? 'has' : 'have';
  const room =
    left === 0
      ? `${whose} ${have} no credits left this month`
      : `${whose} ${have} ${left} ${left === 1 ? 'credit' : 'credits'} left this month, and this costs ${asked}`;
  const message = 'takes more credits than are left';
  return new Problem(402, 'credits_used_up', `${room}. They renew on ${day}.`, { errors: [{ field: 'body.count', message }] });
}
