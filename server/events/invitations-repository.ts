// The repository of personal invitations.
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { byInstant, keyset, type Range } from '#server/db/keyset.ts';
import { eventInvitations } from '#server/db/schema/events.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { ParticipantRole } from '#server/events/policy.ts';
import { uuid7 } from '#server/uuid.ts';

export type InvitationRow = typeof eventInvitations.$inferSelect;

const isOpen = and(isNull(eventInvitations.usedAt), isNull(eventInvitations.revokedAt));

export const invitationOrder = keyset<InvitationRow, 'created_at'>(
  { created_at: byInstant(eventInvitations.createdAt, (row) => row.createdAt) },
  { column: eventInvitations.id, of: (row) => row.id },
);

/** Unused ones, or those that were taken back. */
export function listInvitationRows(
  db: Queryable,
  { eventId, revoked }: { eventId: string; revoked: boolean },
  { where, orderBy, limit }: Range,
): Promise<InvitationRow[]> {
  return db
    .select()
    .from(eventInvitations)
    .where(and(eq(eventInvitations.eventId, eventId), revoked ? isNotNull(eventInvitations.revokedAt) : isOpen, where))
    .orderBy(...orderBy)
    .limit(limit);
}

export interface NewInvitations {
  eventId: string;
  invitedBy: string;
  /** Lower case, each once; a code for each. */
  people: { email: string; code: string }[];
  /** Null: photographers, and invitations that are there keep theirs. */
  role: ParticipantRole | null;
}

/**
 * The caller has locked the event (`lockEvent`). An open invitation of the address stays, with its code; it counts as made now, so that it lets in also who was removed meanwhile.
 */
export async function createInvitations(tx: Tx, { eventId, invitedBy, people, role }: NewInvitations): Promise<InvitationRow[]> {
  const rows = people.map(({ email, code }) => ({ id: uuid7(), eventId, email, code, invitedBy, role: role ?? ('photographer' as const) }));
  return tx
    .insert(eventInvitations)
    .values(rows)
    .onConflictDoUpdate({
      target: [eventInvitations.eventId, eventInvitations.email],
      targetWhere: sql`used_at is null and revoked_at is null`,
      set: { createdAt: sql`clock_timestamp()`, ...(role && { role }) },
    })
    .returning();
}

export async function findInvitation(db: Queryable, eventId: string, id: string): Promise<InvitationRow | null> {
  const [row] = await db
    .select()
    .from(eventInvitations)
    .where(and(eq(eventInvitations.id, id), eq(eventInvitations.eventId, eventId)));
  return row ?? null;
}

/** Returns false when it was used or revoked before. */
export async function markInvitationRevoked(tx: Tx, id: string): Promise<boolean> {
  const revoked = await tx
    .update(eventInvitations)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(eventInvitations.id, id), isOpen))
    .returning({ id: eventInvitations.id });
  return revoked.length > 0;
}

/** The caller has locked the event (`lockEvent`). Returns null when the address has another open invitation. */
export async function markInvitationRestored(tx: Tx, { id, eventId, email }: InvitationRow): Promise<InvitationRow | null> {
  const [other] = await tx
    .select({ id: eventInvitations.id })
    .from(eventInvitations)
    .where(and(eq(eventInvitations.eventId, eventId), eq(eventInvitations.email, email), isOpen));
  if (other) return null;
  const [restored] = await tx.update(eventInvitations).set({ revokedAt: null }).where(eq(eventInvitations.id, id)).returning();
  return restored ?? null;
}

/** Returns false when somebody else used it, or it was revoked. Waits for whoever is using it now. */
export async function redeemInvitation(tx: Tx, id: string, userId: string): Promise<boolean> {
  const used = await tx
    .update(eventInvitations)
    .set({ usedBy: userId, usedAt: sql`coalesce(${eventInvitations.usedAt}, now())` })
    .where(
      and(
        eq(eventInvitations.id, id),
        isNull(eventInvitations.revokedAt),
        sql`(${eventInvitations.usedBy} is null or ${eventInvitations.usedBy} = ${userId})`,
      ),
    )
    .returning({ id: eventInvitations.id });
  return used.length > 0;
}
