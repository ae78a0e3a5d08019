// The repository of the audit trail as it is read. It holds millions: every order and filter here is a range of an index, and nothing is counted.
import { and, desc, eq, gte, inArray, lt, sql, type SQL } from 'drizzle-orm';
import { byInstant, keyset, type Range } from '#server/db/keyset.ts';
import { users } from '#server/db/schema/accounts.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { contains, containsLowered, quotedWord } from '#server/db/search.ts';
import type { Db, Queryable } from '#server/db/types.ts';
import { isUuid } from '#server/uuid.ts';

const selected = {
  id: auditLog.id,
  at: auditLog.at,
  action: sql<string>`${auditLog.action}`,
  outcome: auditLog.outcome,
  actorId: auditLog.actorId,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  subjectType: auditLog.subjectType,
  subjectId: auditLog.subjectId,
  organizationId: auditLog.organizationId,
  organization: organizations.name,
  ip: auditLog.ip,
  requestId: auditLog.requestId,
  detail: auditLog.detail,
  count: auditLog.count,
  lastAt: auditLog.lastAt,
  isErased: sql<boolean>`${auditLog.erased} is not null or ${auditLog.erasedDetail} is not null`,
};

export type LogRow = Awaited<ReturnType<typeof read>>[number];

export const logOrder = keyset<Pick<LogRow, 'id' | 'at'>, 'at'>(
  { at: byInstant(auditLog.at, (row) => row.at) },
  { column: auditLog.id, of: (row) => String(row.id), type: 'bigint' },
);

/** As it was asked for. */
export interface LogFilter {
  q?: string | undefined;
  who?: string | undefined;
  area?: string | undefined;
  action?: string | undefined;
  outcome?: LogRow['outcome'] | undefined;
  organization?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** So many people or organizations are looked up before the entries; more are looked for entry by entry, of which few are passed over then. */
const MOST_FOUND = 1000;

/** What is asked for, apart from its words. */
export interface LogCondition {
  words: string | null;
  rest: SQL | undefined;
}

/** The condition of a filter: of names that were typed, whose they are is found first. */
export async function logCondition(db: Queryable, filter: LogFilter): Promise<LogCondition> {
  const { q, who, area, action, outcome, organization, from, to } = filter;
  const [people, owners, actions] = await Promise.all([
    who === undefined ? undefined : byPeople(db, who),
    organization === undefined ? undefined : ofOrganizations(db, organization),
    area === undefined ? null : listActionsOf(db, area),
  ]);
  const rest = and(
    people,
    owners,
    actions ? inArray(sql`${auditLog.action}`, actions) : undefined,
    action === undefined ? undefined : eq(sql`${auditLog.action}`, action),
    outcome && eq(auditLog.outcome, outcome),
    from === undefined ? undefined : gte(auditLog.at, new Date(from)),
    to === undefined ? undefined : lt(auditLog.at, new Date(to)),
  );
  return { words: q === undefined ? null : wordsOf(q), rest };
}

/**
 * As the index has words, in which no sign means anything; the last may be the beginning of one. Null of nothing but spaces. Of two beginnings that many
 * words have, all entries of both would be read.
 */
function wordsOf(typed: string): string | null {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const quoted = words.map((word) => quotedWord(word.slice(0, 100)));
  return quoted.length > 0 ? `${quoted.join(' & ')}:*` : null;
}

async function byPeople(db: Queryable, who: string): Promise<SQL> {
  if (isUuid(who)) return eq(auditLog.actorId, who);
  const found = () => db.select({ id: users.id }).from(users).where(containsLowered(who, users.searchText));
  const rows = await found().limit(MOST_FOUND + 1);
  return inArray(auditLog.actorId, rows.length <= MOST_FOUND ? idsOf(rows) : found());
}

async function ofOrganizations(db: Queryable, name: string): Promise<SQL> {
  if (isUuid(name)) return eq(auditLog.organizationId, name);
  const found = () => db.select({ id: organizations.id }).from(organizations).where(contains(name, organizations.name));
  const rows = await found().limit(MOST_FOUND + 1);
  return inArray(auditLog.organizationId, rows.length <= MOST_FOUND ? idsOf(rows) : found());
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Those that occur, found by skipping through the index from each to the next. */
async function listActionsOf(db: Queryable, area: string): Promise<string[]> {
  const { rows } = await db.execute<{ action: string }>(sql`with recursive found(action) as (
      (select action from audit_log order by action limit 1)
      union all
      select (select next.action from audit_log next where next.action > found.action order by next.action limit 1) from found where found.action is not null
    ) select action from found where action is not null and split_part(action, '.', 1) = ${area}`);
  return rows.map(({ action }) => action);
}

/** So many of the latest are looked through for words before the index of words is asked. */
const LOOKED_THROUGH = 20_000;

const read = (db: Queryable, condition: SQL | undefined, { orderBy, limit }: Pick<Range, 'orderBy' | 'limit'>) =>
  db
    .select(selected)
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .leftJoin(organizations, eq(organizations.id, auditLog.organizationId))
    .where(condition)
    .orderBy(...orderBy)
    .limit(limit);

export async function listLogRows(db: Db, { words, rest }: LogCondition, range: Range): Promise<LogRow[]> {
  const condition = and(rest, range.where);
  if (words === null) return read(db, condition, range);
  const latest = await findLatest(db, words, condition, range);
  const ids = latest.length === range.limit ? latest : await findByWords(db, words, condition, range);
  return ids.length === 0 ? [] : read(db, inArray(auditLog.id, ids), range);
}

/** What many entries hold is found among the latest: the index of words would bring all of them. */
async function findLatest(db: Db, words: string, condition: SQL | undefined, { orderBy, limit }: Range): Promise<number[]> {
  const latest = db
    .select({ id: auditLog.id, words: auditLog.words })
    .from(auditLog)
    .where(condition)
    .orderBy(...orderBy)
    .limit(LOOKED_THROUGH)
    .as('latest');
  const rows = await db
    .select({ id: latest.id })
    .from(latest)
    .where(sql`${latest.words} @@ ${words}::tsquery`)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** What few hold is found by the index of words. The database cannot tell how many hold the beginning of a word, and would look through all entries. */
function findByWords(db: Db, words: string, condition: SQL | undefined, { orderBy, limit }: Range): Promise<number[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('enable_indexscan', 'off', true), set_config('enable_seqscan', 'off', true)`);
    const rows = await tx
      .select({ id: auditLog.id })
      .from(auditLog)
      .where(and(sql`${auditLog.words} @@ ${words}::tsquery`, condition))
      .orderBy(...orderBy)
      .limit(limit);
    return rows.map(({ id }) => id);
  });
}

export async function findLogRow(db: Queryable, id: number): Promise<LogRow | undefined> {
  const [row] = await read(db, eq(auditLog.id, id), { orderBy: [desc(auditLog.id)], limit: 1 });
  return row;
}

const LATEST = 500;

/**
 * Another one whenever entries were added: also one that was begun before the last and is written after it.
 * @returns the latest entry's id as well
 */
export async function readTrailPosition(db: Queryable): Promise<{ latest: number; version: string }> {
  const ids = db.select({ id: auditLog.id }).from(auditLog).orderBy(desc(auditLog.id)).limit(LATEST).as('ids');
  const [row] = await db.select({ latest: sql<string | null>`max(${ids.id})`, floor: sql<string | null>`min(${ids.id})` }).from(ids);
  return { latest: Number(row?.latest ?? 0), version: `${row?.latest} ${row?.floor}` };
}

export async function findOldestAt(db: Queryable): Promise<Date | null> {
  const [row] = await db.select({ at: auditLog.at }).from(auditLog).orderBy(auditLog.at).limit(1);
  return row?.at ?? null;
}
