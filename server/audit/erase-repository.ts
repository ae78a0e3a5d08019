// Erasure of personal data in the audit log when an account is deleted, and the check that erasures are legitimate.
import { and, asc, eq, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import { afterEnd, detailHash, isPersonal, remainderHash, personalHash, upTo, type TrailEnd } from '#server/audit/audit-repository.ts';
import { audit } from '#server/audit/audit.ts';
import { LOCKS } from '#server/db/advisory-locks.ts';
import { users } from '#server/db/schema/accounts.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { quotedWord } from '#server/db/search.ts';
import type { Db, Queryable, Tx } from '#server/db/types.ts';
import { uuid7 } from '#server/uuid.ts';

/** An address that an account had, and had confirmed. */
export interface AccountAddress {
  email: string;
  /** ISO 8601. */
  since: string;
  until: string;
}

/** Ids that one entry names. */
const NAMED_AT_ONCE = 500;
/** Entries that are read and written at a time. */
const BATCH_SIZE = 200;
/** Characters between words, as in the SQL function `audit_words`. */
const BETWEEN_WORDS = /[{}[\]",\s.:;/_\-()'@=+?&#%!<>|\\]+/;

/** Earlier confirmed addresses of an account, which entries of other people may contain. */
export async function listFormerAddresses(db: Queryable, userId: string): Promise<AccountAddress[]> {
  const told = (name: string) => sql<string>`${auditLog.detail} ->> ${name}`;
  const rows = await db
    .select({ email: told('from'), since: told('from_since'), until: auditLog.at })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.actorId, userId),
        eq(auditLog.action, 'account.change_email'),
        isNotNull(told('from')),
        isNotNull(told('from_since')),
        sql`${auditLog.detail} -> 'from_confirmed' = 'true'`,
      ),
    )
    .orderBy(asc(auditLog.id));
  return rows.map((row) => ({ ...row, until: row.until.toISOString() }));
}

/** The addresses that no other account has now: entries about such an address belong to that account. */
async function withoutReassigned(tx: Tx, userId: string, addresses: readonly AccountAddress[]): Promise<AccountAddress[]> {
  const emails = addresses.map(({ email }) => email.toLowerCase());
  if (emails.length === 0) return [];
  const rows = await tx
    .select({ email: sql<string>`lower(${users.email})` })
    .from(users)
    .where(and(inArray(sql`lower(${users.email})`, emails), sql`${users.id} <> ${userId}`));
  const taken = new Set(rows.map(({ email }) => email));
  return addresses.filter(({ email }) => !taken.has(email.toLowerCase()));
}

/** Whether a detail of that period contains one of the addresses, even within a sentence. The full-text index limits the entries to check. */
function containsAnyAddress(addresses: readonly AccountAddress[]): SQL {
  if (addresses.length === 0) return sql`false`;
  const each = addresses.map(({ email, since, until }) => {
    const words = email.toLowerCase().split(BETWEEN_WORDS).filter(Boolean);
    const all = words.map((word) => quotedWord(word.slice(0, 100))).join(' & ');
    const escaped = email.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '\\$&');
    return sql`(${auditLog.words} @@ ${all}::tsquery and ${auditLog.at} >= ${since} and ${auditLog.at} <= ${until}
      and lower(${auditLog.detail}::text) ~ ${wholeAddressPattern(escaped, '[:alnum:]')})`;
  });
  return sql`(${sql.join(each, sql` or `)})`;
}

/** A pattern: the address where it is no part of another. @param alnum letters and digits, as the engine that reads the pattern names them */
const wholeAddressPattern = (escaped: string, alnum: string) => `(^|[^${alnum}._%+-])${escaped}($|[^${alnum}.-]|\\.($|[^${alnum}]))`;

type Detail = Record<string, unknown>;

/**
 * The detail without these addresses: lists lose the matching items and keep the others. Null if an address occurs anywhere else, since that text is
 * about its owner.
 */
function redactAddresses(detail: Detail, emails: readonly string[]): Detail | null {
  const own = new Set(emails.map((email) => email.toLowerCase()));
  const patterns = [...own].map(
    (email) => new RegExp(wholeAddressPattern(email.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), '\\p{L}\\p{N}'), 'u'),
  );
  const holds = (text: string) => patterns.some((pattern) => pattern.test(text.toLowerCase()));
  let isOfOwner = false;
  const cut = (value: unknown): unknown => {
    if (typeof value === 'string') {
      if (holds(value)) isOfOwner = true;
      return value;
    }
    if (Array.isArray(value)) {
      const rest = value.filter((one) => !(typeof one === 'string' && own.has(one.trim().toLowerCase())));
      if (rest.length === 0 && value.length > 0) isOfOwner = true;
      return rest.map(cut);
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, cut(inside)]));
  };
  const left = cut(detail) as Detail;
  return isOfOwner ? null : left;
}

/**
 * Erases a person from the audit log: network addresses, details about their account, and their confirmed email addresses in entries of other people
 * from that period. The fact itself stays, with the actor and origin of other people's actions, and so do the hashes. An entry of its own names the
 * affected entries of other people and the hashes of their remainders, for verification.
 * @param addresses current and former addresses of the account
 */
export async function eraseFromAuditLog(db: Db, userId: string, addresses: readonly AccountAddress[]): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('audit.erasing', 'on', true), pg_advisory_xact_lock(${LOCKS.auditSeal})`);
    const own = await withoutReassigned(tx, userId, addresses);
    const done = await eraseOwnEntries(tx, userId);
    const changed = await redactOtherEntries(tx, userId, own);
    await tx.execute(sql`select set_config('audit.erasing', '', true)`);
    for (let at = 0; at < changed.length; at += NAMED_AT_ONCE) {
      const named = changed.slice(at, at + NAMED_AT_ONCE);
      const left = Object.fromEntries(named.flatMap(({ id, kept }) => (kept === null ? [] : [[id, kept]])));
      const detail = { entries: named.map(({ id }) => id), ...(Object.keys(left).length > 0 && { left }) };
      await audit(tx, { action: 'log.erase', subjectType: 'user', subjectId: userId, detail });
    }
    return done + changed.length;
  });
}

/** Session actions, and actions on the person's own account. */
const isOfThemselves = (userId: string) =>
  sql`(${isPersonal} and (${auditLog.subjectId} = ${userId} or ${auditLog.action} like 'session.%'))`;

/** Erases the network address of the person's actions and details about themselves. Details about others are left to `redactOtherEntries`. */
async function eraseOwnEntries(tx: Tx, userId: string): Promise<number> {
  const { rowCount } = await tx
    .update(auditLog)
    .set({
      erased: personalHash,
      erasedFor: userId,
      ip: null,
      nonce: null,
      detail: sql`case when not ${isPersonal} then ${auditLog.detail} end`,
    })
    .where(
      and(
        isNotNull(auditLog.nonce),
        // What another's erasure left is proved by an entry of that one: its own follows.
        isNull(auditLog.erased),
        eq(auditLog.actorId, userId),
        sql`(${isOfThemselves(userId)} or not ${isPersonal} or ${auditLog.detail} is null)`,
      ),
    );
  return rowCount ?? 0;
}

interface Changed {
  id: number;
  /** The hash of the remainder, which the entry's own hash does not cover; null if nothing remains. */
  kept: string | null;
}

/** Redacts entries that mention others, one after another. */
async function redactOtherEntries(tx: Tx, userId: string, addresses: readonly AccountAddress[]): Promise<Changed[]> {
  const emails = addresses.map(({ email }) => email);
  const holds = containsAnyAddress(addresses);
  const isOwn = eq(auditLog.actorId, userId);
  const isWhole = sql`case when ${isPersonal} then ${auditLog.nonce} else ${auditLog.detailNonce} end is not null`;
  const found = await tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(or(and(isOwn, sql`${isPersonal}`, isNotNull(auditLog.nonce), isNotNull(auditLog.ip)), and(holds, isWhole)))
    .orderBy(asc(auditLog.id));
  const changed: Changed[] = [];
  for (let at = 0; at < found.length; at += BATCH_SIZE) {
    const ids = found.slice(at, at + BATCH_SIZE).map(({ id }) => id);
    const rows = await tx
      .select({
        id: auditLog.id,
        detail: auditLog.detail,
        isPersonal: sql<boolean>`${isPersonal}`,
        isOwn: sql<boolean>`coalesce(${isOwn}, false)`,
        isOfThemselves: sql<boolean>`coalesce(${and(isOwn, isOfThemselves(userId))}, false)`,
        holds: sql<boolean>`coalesce(${holds}, false)`,
      })
      .from(auditLog)
      .where(inArray(auditLog.id, ids))
      .orderBy(asc(auditLog.id));
    for (const row of rows) changed.push(await redactEntry(tx, userId, row, emails));
  }
  return changed;
}

interface Concerned {
  id: number;
  detail: Detail | null;
  isPersonal: boolean;
  isOwn: boolean;
  isOfThemselves: boolean;
  holds: boolean;
}

async function redactEntry(tx: Tx, userId: string, row: Concerned, emails: readonly string[]): Promise<Changed> {
  const rest = row.holds && row.detail ? redactAddresses(row.detail, emails) : row.detail;
  const detail = row.isOfThemselves ? null : rest;
  // A new nonce each time, so that later removals cannot be guessed from the hash.
  const changes = row.isPersonal
    ? {
        erased: personalHash,
        detail,
        ip: row.isOwn ? null : sql`${auditLog.ip}`,
        nonce: detail === null && row.isOwn ? null : uuid7(),
      }
    : { erasedDetail: detailHash, detail, detailNonce: detail === null ? null : uuid7() };
  const [written] = await tx
    .update(auditLog)
    .set({ ...changes, erasedFor: userId })
    .where(eq(auditLog.id, row.id))
    .returning({ kept: sql<string>`encode(${remainderHash}, 'hex')` });
  const isLeft = row.isPersonal ? changes.nonce !== null : detail !== null;
  return { id: row.id, kept: isLeft && written ? written.kept : null };
}

/**
 * Entries of a block whose personal data was erased without a deleted account as the reason (own entries: their actor; entries of others: those named
 * by an erasure), or whose remainder differs from the one that the erasure recorded.
 */
export async function listWronglyErased(db: Queryable, previous: TrailEnd | undefined, end: TrailEnd): Promise<number[]> {
  const isDeleted = sql`exists (select from users u where u.id = ${auditLog.erasedFor} and u.deleted_at is not null)`;
  const named = sql`e.action = 'log.erase' and e.subject_id = ${auditLog.erasedFor}::text and e.detail -> 'entries' @> to_jsonb(${auditLog.id})`;
  const isNamed = sql`exists (select from audit_log e where ${named})`;
  const isOwn = eq(auditLog.actorId, auditLog.erasedFor);
  const isLeft = sql`(${auditLog.erased} is not null and ${auditLog.nonce} is not null
    or ${auditLog.erasedDetail} is not null and ${auditLog.detailNonce} is not null)`;
  // The remainder that the latest erasure of the entry recorded; null if none names it.
  const told = sql`(select e.detail -> 'left' ->> ${auditLog.id}::text from audit_log e join users u on u.id::text = e.subject_id and u.deleted_at is not null
    where e.action = 'log.erase' and e.detail -> 'entries' @> to_jsonb(${auditLog.id}) order by e.id desc limit 1)`;
  const isAsTold = sql`${told} is not distinct from case when ${isLeft} then encode(${remainderHash}, 'hex') end`;
  // Without a number nothing may be left.
  const isEmpty = sql`((${auditLog.erased} is null or ${auditLog.nonce} is not null or ${auditLog.ip} is null and (not ${isPersonal} or ${auditLog.detail} is null))
    and (${auditLog.erasedDetail} is null or ${auditLog.detailNonce} is not null or ${auditLog.detail} is null))`;
  const rows = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        afterEnd(previous),
        upTo(end),
        or(isNotNull(auditLog.erased), isNotNull(auditLog.erasedDetail)),
        sql`(${isDeleted} and (${isOwn} or ${isNamed}) and ${isEmpty} and ${isAsTold}) is not true`,
      ),
    );
  return rows.map(({ id }) => id);
}
