// What a plan has no room for is refused; what is there stays, and photos are never asked about: what was shot is stored.
import { sql } from 'drizzle-orm';
import { planOf, type PlanRow } from '#server/billing/plans.ts';
import { countOpenEvents, countStaff, sumStorage } from '#server/billing/usage.ts';
import type { Tx } from '#server/db/types.ts';
import { Problem } from '#server/http/problem.ts';

/** Until the transaction ends: of two who take the last place, the second sees that it is taken. */
async function holdPlan(tx: Tx, organizationId: string): Promise<PlanRow> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`plan:${organizationId}`}, 0))`);
  return (await planOf(tx, organizationId)).plan;
}

/**
 * One more event that is neither ended nor archived.
 * @throws {Problem} 402 `plan_limit`
 */
export async function requireRoomForEvent(tx: Tx, organizationId: string): Promise<void> {
  const { name, maxOpenEvents: most } = await holdPlan(tx, organizationId);
  if (most === null || (await countOpenEvents(tx, organizationId)) < most) return;
  const events = most === 1 ? 'one event' : `${most} events`;
  throw planLimit(`The ${name} plan has room for ${events} that are not over. End or archive one, or ask for a larger plan.`);
}

/**
 * For a new event and its photos. An event that is there takes photos whatever its plan says.
 * @throws {Problem} 402 `plan_limit`
 */
export async function requireStorageForEvent(tx: Tx, organizationId: string): Promise<void> {
  const { name, maxStorageBytes: most } = await holdPlan(tx, organizationId);
  if (most === null || (await sumStorage(tx, organizationId)) < most) return;
  throw planLimit(
    `The storage of the ${name} plan is used up. Events that you have go on taking photos; for a new one, delete an old one or ask for a larger plan.`,
  );
}

/**
 * So many more members or invitations.
 * @throws {Problem} 402 `plan_limit`
 */
export async function requireRoomForStaff(tx: Tx, organizationId: string, more: number): Promise<void> {
  const { name, maxStaff: most } = await holdPlan(tx, organizationId);
  if (most === null || more === 0) return;
  const { members, invitations } = await countStaff(tx, organizationId);
  const left = Math.max(0, most - members - invitations);
  if (more <= left) return;
  const room = left === 0 ? 'and all places are taken' : `of which ${left} ${left === 1 ? 'is' : 'are'} left`;
  throw planLimit(
    `The ${name} plan has room for ${most} ${most === 1 ? 'person' : 'people'}, pending invitations included, ${room}. Remove somebody, or ask for a larger plan.`,
  );
}

const planLimit = (detail: string) => new Problem(402, 'plan_limit', detail);
