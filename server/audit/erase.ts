// What is erased of somebody in the trail when their account is deleted, and what it takes for that to be right.
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { audit } from '#server/audit/audit.ts';
import { afterEnd, isPersonal, personalHash, upTo, type TrailEnd } from '#server/audit/seal.ts';
import { LOCKS } from '#server/db/advisory-locks.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { quotedWord } from '#server/db/search.ts';
import type { Db, Queryable } from '#server/db/types.ts';

/** Ids that one entry names. */
const NAMED_AT_ONCE = 500;

/**
 * Erases who somebody was from the trail: where from and, of what concerns accounts and invitations, the detail. That it happened stays, and so
 * do the hashes. Which entries of others were concerned is told by an entry of its own, for those who verify.
 * @param email every entry that holds this address
 */
export async function eraseFromTrail(db: Db, userId: string, email: string | null): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('audit.erasing', 'on', true), pg_advisory_xact_lock(${LOCKS.auditSeal})`);
    const holdsEmail = email === null ? sql`false` : sql`${auditLog.words} @@ ${quotedWord(email)}::tsquery and ${isPersonal}`;
    const rows = await tx
      .update(auditLog)
      .set({
        erased: personalHash,
        erasedFor: userId,
        ip: null,
        nonce: null,
        detail: sql`case when not ${isPersonal} then ${auditLog.detail} end`,
      })
      .where(and(isNotNull(auditLog.nonce), sql`(${auditLog.actorId} = ${userId} or ${holdsEmail})`))
      .returning({ id: auditLog.id, actorId: auditLog.actorId });
    await tx.execute(sql`select set_config('audit.erasing', '', true)`);
    const others = rows.filter(({ actorId }) => actorId !== userId).map(({ id }) => id);
    for (let at = 0; at < others.length; at += NAMED_AT_ONCE) {
      const entries = others.slice(at, at + NAMED_AT_ONCE);
      await audit(tx, { action: 'log.erase', subjectType: 'user', subjectId: userId, detail: { entries } });
    }
    return rows.length;
  });
}

/**
 * Entries of a block that lost what is personal though nobody's account was deleted for whom they would: their own are told by who did it, those
 * of others by the entry that named them.
 */
export async function listWronglyErased(db: Queryable, previous: TrailEnd | undefined, end: TrailEnd): Promise<number[]> {
  const isDeleted = sql`exists (select from users u where u.id = ${auditLog.erasedFor} and u.deleted_at is not null)`;
  const isNamed = sql`exists (select from audit_log e where e.action = 'log.erase' and e.subject_id = ${auditLog.erasedFor}::text
    and e.detail -> 'entries' @> to_jsonb(${auditLog.id}))`;
  const isOwn = eq(auditLog.actorId, auditLog.erasedFor);
  const rows = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(afterEnd(previous), upTo(end), isNotNull(auditLog.erased), sql`(${isDeleted} and (${isOwn} or ${isNamed})) is not true`));
  return rows.map(({ id }) => id);
}
