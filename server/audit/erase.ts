// What is erased of somebody in the trail when their account is deleted, and what it takes for that to be right.
import { and, eq, isNotNull, or, sql, type SQL } from 'drizzle-orm';
import { audit } from '#server/audit/audit.ts';
import { afterEnd, detailHash, isPersonal, personalHash, upTo, type TrailEnd } from '#server/audit/seal.ts';
import { LOCKS } from '#server/db/advisory-locks.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { quotedWord } from '#server/db/search.ts';
import type { Db, Queryable } from '#server/db/types.ts';

/** Ids that one entry names. */
const NAMED_AT_ONCE = 500;
/** What stands between words, as `audit_words` has it. */
const BETWEEN_WORDS = /[{}[\]",\s.:;/_\-()'@=+?&#%!<>|\\]+/;

/** Addresses that an account had before. They stand in what others wrote then. */
export async function listFormerAddresses(db: Queryable, userId: string): Promise<string[]> {
  const from = sql<string>`${auditLog.detail} ->> 'from'`;
  const rows = await db
    .selectDistinct({ from })
    .from(auditLog)
    .where(and(eq(auditLog.actorId, userId), eq(auditLog.action, 'account.change_email'), isNotNull(from)));
  return rows.map((row) => row.from);
}

/** Whether a detail holds one of the addresses, also in the middle of a sentence; the index of words finds where that is worth a look. */
function holdsOneOf(addresses: readonly string[]): SQL {
  if (addresses.length === 0) return sql`false`;
  const each = addresses.map((address) => {
    const words = address.toLowerCase().split(BETWEEN_WORDS).filter(Boolean);
    const all = words.map((word) => quotedWord(word.slice(0, 100))).join(' & ');
    const escaped = address.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '\\$&');
    const alone = `(^|[^[:alnum:]._%+-])${escaped}($|[^[:alnum:].-]|\\.($|[^[:alnum:]]))`;
    return sql`(${auditLog.words} @@ ${all}::tsquery and lower(${auditLog.detail}::text) ~ ${alone})`;
  });
  return sql`(${sql.join(each, sql` or `)})`;
}

/**
 * Erases who somebody was from the trail: where from and, of what concerns accounts and invitations, the detail; and the detail of whatever else
 * holds an address of theirs. That it happened stays, and so do the hashes. Which entries of others were concerned is told by an entry of its own,
 * for those who verify.
 * @param addresses that the account has or had
 */
export async function eraseFromTrail(db: Db, userId: string, addresses: readonly string[]): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('audit.erasing', 'on', true), pg_advisory_xact_lock(${LOCKS.auditSeal})`);
    const holds = holdsOneOf(addresses);
    const told = { id: auditLog.id, actorId: auditLog.actorId };
    const searched = await tx
      .update(auditLog)
      .set({ erasedDetail: detailHash, erasedFor: userId, detail: null, detailNonce: null })
      .where(and(isNotNull(auditLog.detailNonce), sql`not ${isPersonal}`, holds))
      .returning(told);
    const personal = await tx
      .update(auditLog)
      .set({
        erased: personalHash,
        erasedFor: userId,
        ip: null,
        nonce: null,
        detail: sql`case when not ${isPersonal} then ${auditLog.detail} end`,
      })
      .where(and(isNotNull(auditLog.nonce), sql`(${auditLog.actorId} = ${userId} or ${holds} and ${isPersonal})`))
      .returning(told);
    await tx.execute(sql`select set_config('audit.erasing', '', true)`);
    const rows = [...searched, ...personal];
    const others = rows.filter(({ actorId }) => actorId !== userId).map(({ id }) => id);
    others.sort((a, b) => a - b);
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
    .where(
      and(
        afterEnd(previous),
        upTo(end),
        or(isNotNull(auditLog.erased), isNotNull(auditLog.erasedDetail)),
        sql`(${isDeleted} and (${isOwn} or ${isNamed})) is not true`,
      ),
    );
  return rows.map(({ id }) => id);
}
