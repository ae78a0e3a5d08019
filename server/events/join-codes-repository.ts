// The repository of what opens an event: its own code, personal invitations, and codes that were renewed.
import { and, eq, isNull, sql } from 'drizzle-orm';
import { eventFormerCodes, eventInvitations, events } from '#server/db/schema/events.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { JoinCredential } from '#server/events/admission.ts';
import { randomJoinCode } from '#server/events/join-codes.ts';

export type CodeMatch = { eventId: string; credential: JoinCredential } | { eventId: string; credential: null };

/**
 * What a code opens: an event's own code goes before an invitation's, and that before one that was renewed (`credential: null`).
 * @param code normalised: upper case, without separators
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

/** The caller has locked the event (`lockEvent`). From here the former code is told as renewed. */
export async function replaceJoinCode(tx: Tx, eventId: string, former: string, code: string): Promise<void> {
  await tx.insert(eventFormerCodes).values({ code: former, eventId });
  await tx
    .update(events)
    .set({ joinCode: code, updatedAt: sql`now()` })
    .where(eq(events.id, eventId));
}
