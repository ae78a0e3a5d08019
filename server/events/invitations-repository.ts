// The repository of personal invitations.
// The repository of what opens an event: its own code, personal invitations, and codes that were renewed.
import { randomInt } from 'node:crypto';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { byInstant, keyset, type Range } from '#server/db/keyset.ts';
import { eventFormerCodes, eventInvitations, events } from '#server/db/schema/events.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { JoinCredential, ParticipantRole } from '#server/events/policy.ts';
import { uuid7 } from '#server/uuid.ts';

type CodeMatch = { eventId: string; credential: JoinCredential } | { eventId: string; credential: null };

/**
 * Finds the event of a code. The event's own code comes first, then invitations, then former codes (`credential: null`).
 * @param code normalized: upper case, without separators
 */
export async function matchCode(db: Queryable, code: string): Promise<CodeMatch | null> {
  const [event] = await db.select({ id: events.id }).from(events).where(eq(events.joinCode, code));
  if (event) return { eventId: event.id, credential: { kind: 'code' } };
  const [invitation] = await db
    .select()
    .from(eventInvitations)
    .where(and(eq(eventInvitations.code, code), isNull(eventInvitations.revokedAt)));
  if (invitation) {
    const { id, eventId, role, usedBy, createdAt } = invitation;
    return { eventId, credential: { kind: 'invitation', id, role, usedBy, createdAt } };
  }
  const [former] = await db.select({ eventId: eventFormerCodes.eventId }).from(eventFormerCodes).where(eq(eventFormerCodes.code, code));
  return former ? { eventId: former.eventId, credential: null } : null;
}

/** Codes that open nothing and never did. */
export async function generateUnusedCodes(db: Queryable, count: number): Promise<string[]> {
  const fresh = new Set<string>();
  while (fresh.size < count) {
    const drawn = Array.from({ length: count - fresh.size }, randomJoinCode);
    const taken = await db.execute<{ code: string }>(sql`select drawn.code from unnest(${sql.param(drawn)}::text[]) as drawn(code)
      where exists (select 1 from ${events} e where e.join_code = drawn.code)
        or exists (select 1 from ${eventFormerCodes} f where f.code = drawn.code)
        or exists (select 1 from ${eventInvitations} i where i.code = drawn.code)`);
    const unusable = new Set(taken.rows.map((row) => row.code));
    for (const code of drawn) if (!unusable.has(code)) fresh.add(code);
  }
  return [...fresh];
}

/** The caller has locked the event (`lockEvent`). The former code is answered with `code_renewed` from now on. */
export async function replaceJoinCode(tx: Tx, eventId: string, former: string, code: string): Promise<void> {
  await tx.insert(eventFormerCodes).values({ code: former, eventId });
  await tx
    .update(events)
    .set({ joinCode: code, updatedAt: sql`now()` })
    .where(eq(events.id, eventId));
}

/** Without look-alikes: no 0 and O, no 1, I and L. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 8;

/** A random code. `generateUnusedCodes` checks that it is unused. */
export function randomJoinCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

/** Codes are read aloud and typed on phones: case and separators do not matter. */
export function normalizeJoinCode(typed: string): string {
  return typed.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
}

export type InvitationRow = typeof eventInvitations.$inferSelect;

const isOpen = and(isNull(eventInvitations.usedAt), isNull(eventInvitations.revokedAt));

export const invitationOrder = keyset<InvitationRow, 'created_at'>(
  { created_at: byInstant(eventInvitations.createdAt, (row) => row.createdAt) },
  { column: eventInvitations.id, of: (row) => row.id },
);

/** Invitations that are unused or revoked. */
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

interface NewInvitations {
  eventId: string;
  invitedBy: string;
  /** Lower case, each once; a code for each. */
  people: { email: string; code: string }[];
  /** Null: photographers; existing invitations keep their role. */
  role: ParticipantRole | null;
}

/**
 * The caller has locked the event (`lockEvent`). An open invitation of the same address keeps its code. Its date is renewed, so that it also
 * admits a person who was removed since.
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

/** Returns false if another person used it, or it was revoked. Waits for concurrent uses. */
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
