// Limits of plans. Exceeding actions are refused, but existing data stays, and photos are always stored.
import { lockPlanOf } from '#server/billing/plans-repository.ts';
import { countOpenEvents, countStaff, sumStorage } from '#server/billing/usage-repository.ts';
import type { Tx } from '#server/db/types.ts';
import { Problem } from '#server/http/problem.ts';

/**
 * One more event that is neither ended nor archived.
 * @throws {Problem} 402 `plan_limit`
 */
export async function requireRoomForEvent(tx: Tx, organizationId: string): Promise<void> {
  const { name, maxOpenEvents: most } = await lockPlanOf(tx, organizationId);
  if (most === null || (await countOpenEvents(tx, organizationId)) < most) return;
  const events = most === 1 ? '1 event' : `${most} events`;
  throw planLimit(`The ${name} plan includes ${events} at a time. End or archive one, or request a larger plan.`);
}

/**
 * Storage for a new event and its photos. Existing events accept photos regardless of the plan.
 * @throws {Problem} 402 `plan_limit`
 */
export async function requireStorageForEvent(tx: Tx, organizationId: string): Promise<void> {
  const { name, maxStorageBytes: most } = await lockPlanOf(tx, organizationId);
  if (most === null || (await sumStorage(tx, organizationId)) < most) return;
  throw planLimit(
    `The ${name} plan’s storage is used up. Existing events still accept photos. To add an event, delete an old one or request a larger plan.`,
  );
}

/**
 * So many more members or invitations.
 * @throws {Problem} 402 `plan_limit`
 */
export async function requireRoomForStaff(tx: Tx, organizationId: string, more: number): Promise<void> {
  const { name, maxStaff: most } = await lockPlanOf(tx, organizationId);
  if (most === null || more === 0) return;
  const { members, invitations } = await countStaff(tx, organizationId);
  const left = Math.max(0, most - members - invitations);
  if (more <= left) return;
  const room = left === 0 ? 'and none are left' : `and ${left} ${left === 1 ? 'is' : 'are'} left`;
  throw planLimit(
    `The ${name} plan includes ${most} staff ${most === 1 ? 'member' : 'members'}, counting pending invitations, ${room}. Remove someone, or request a larger plan.`,
  );
}

const planLimit = (detail: string) => new Problem(402, 'plan_limit', detail);
