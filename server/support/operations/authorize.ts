import type { Queryable, Tx } from '#server/db/types.ts';
import { notFound } from '#server/http/problem.ts';
import { lockPlatformRights } from '#server/settings/platform-rights.ts';
import { canViewTicket } from '#server/support/policy.ts';
import { findTicket, lockTicket, type TicketRow } from '#server/support/tickets-repository.ts';
import type { Viewer } from '#server/viewer.ts';

/** @throws {Problem} 404 also for another's: whether it exists is not told */
export async function requireVisibleTicket(db: Queryable, id: string, viewer: Viewer): Promise<TicketRow> {
  const ticket = await findTicket(db, id);
  if (!ticket || !canViewTicket(viewer, ticket)) throw notFound('request');
  return ticket;
}

/** The same, held until the transaction ends. */
export async function lockVisibleTicket(tx: Tx, id: string, viewer: Viewer): Promise<TicketRow> {
  await lockTicket(tx, id);
  return requireVisibleTicket(tx, id, await lockPlatformRights(tx, viewer));
}
