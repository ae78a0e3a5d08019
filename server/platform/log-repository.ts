// The repository for reading the audit log. It has millions of entries, so every order and filter is a range of an index, and nothing is counted.
import { and, desc, eq, gte, inArray, lt, or, sql, type SQL } from 'drizzle-orm';
import { byInstant, keyset, type Range } from '#server/db/keyset.ts';
import { users } from '#server/db/schema/accounts.ts';
import { events } from '#server/db/schema/events.ts';
import { apiTokens } from '#server/db/schema/integrations.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
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
  /** Of an API token, its name. */
  firstName: sql<string | null>`coalesce(${users.firstName}, 'API token ' || ${apiTokens.name})`,
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

/** Of so few people the latest entries of each are read, however long ago they were. Of more, the latest of all are passed through. */
const FEW = 100;

/** So many events or people that a searched text names are searched as words, too, where entries are about them. */
const MOST_TARGETS = 20;

/** The filter without its search words. */
export interface LogCondition {
  search: LogSearch | null;
  actors: ActorCondition | null;
  rest: SQL | undefined;
}

/** Entries match by their words, or by the names of their people and organization. */
interface LogSearch {
  words: string;
  /** Null for an ID, which finds what is about it. */
  named: { actors: ActorCondition; owners: SQL } | null;
}

/** Actions by people, and actions on them. */
interface ActorCondition {
  condition: SQL | undefined;
  /** Where they are few: their ids, and those by which entries are about them. */
  few: { people: string[]; subjects: string[] } | null;
}

/** The condition of a filter. Names are resolved to ids first. */
export async function logCondition(db: Queryable, filter: LogFilter): Promise<LogCondition> {
  const { q, who, area, action, outcome, organization, from, to } = filter;
  const [search, whose, owners, actions] = await Promise.all([
    q === undefined ? null : searchOf(db, q),
    who === undefined ? null : peopleCondition(db, who),
    organization === undefined ? undefined : organizationsCondition(db, organization),
    area === undefined ? null : listActionsOf(db, area),
  ]);
  const rest = and(
    owners,
    actions ? inArray(sql`${auditLog.action}`, actions) : undefined,
    action === undefined ? undefined : eq(sql`${auditLog.action}`, action),
    outcome && eq(auditLog.outcome, outcome),
    from === undefined ? undefined : gte(auditLog.at, new Date(from)),
    to === undefined ? undefined : lt(auditLog.at, new Date(to)),
  );
  return { search, actors: whose, rest };
}

/** Null of nothing but spaces. */
async function searchOf(db: Queryable, q: string): Promise<LogSearch | null> {
  const words = wordsOf(q);
  if (words === null || isUuid(q.trim().toLowerCase())) return words === null ? null : { words, named: null };
  const [actors, owners, targets] = await Promise.all([
    peopleCondition(db, q),
    organizationsCondition(db, q),
    db.select({ id: events.id }).from(events).where(contains(q, events.name)).limit(MOST_TARGETS),
  ]);
  // Entries have the IDs of what they are about among their words.
  const people = actors.few?.people ?? [];
  const ids = [...idsOf(targets), ...(people.length <= MOST_TARGETS ? people : [])];
  return { words: [`(${words})`, ...ids.map(quotedWord)].join(' | '), named: { actors, owners } };
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

/** The predicate of the partial index on subjects: entries about an account or a membership. */
const isAboutPeople = sql`${auditLog.subjectType} in ('user', 'member')`;

/** Null where the subject is named by something else. */
const subjectUuid = sql`case when ${auditLog.subjectId} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${auditLog.subjectId}::uuid end`;

async function peopleCondition(db: Queryable, who: string): Promise<ActorCondition> {
  // As ids are written elsewhere, too: in capital letters.
  const id = who.toLowerCase();
  const people = isUuid(id)
    ? [id]
    : idsOf(
        await db
          .select({ id: users.id })
          .from(users)
          .where(containsLowered(who, users.searchText))
          .limit(MOST_FOUND + 1),
      );
  if (people.length > MOST_FOUND) return { condition: isAnyActor(who), few: null };
  const memberOf = (ids: string[]) =>
    db
      .select({ id: sql<string>`${memberships.id}::text` })
      .from(memberships)
      .where(inArray(memberships.userId, ids));
  const subjects = people.length === 0 ? [] : [...people, ...idsOf(await memberOf(people))];
  const condition = or(inArray(auditLog.actorId, people), and(isAboutPeople, inArray(auditLog.subjectId, subjects)));
  return { condition, few: people.length <= FEW ? { people, subjects } : null };
}

/**
 * For very many matching people, each entry is checked by an index lookup: the latest entries soon contain enough. Subqueries prevent the database
 * from materializing all people.
 */
function isAnyActor(who: string): SQL | undefined {
  const matches = containsLowered(who, users.searchText);
  const isOne = (account: SQL) => sql`(select ${matches} from ${users} where ${users.id} = ${account})`;
  const account = sql`case when ${auditLog.subjectType} = 'user' then ${subjectUuid}
    when ${auditLog.subjectType} = 'member' then (select ${memberships.userId} from ${memberships} where ${memberships.id} = ${subjectUuid}) end`;
  return or(isOne(sql`${auditLog.actorId}`), and(isAboutPeople, isOne(account)));
}

async function organizationsCondition(db: Queryable, name: string): Promise<SQL> {
  const id = name.toLowerCase();
  if (isUuid(id)) return eq(auditLog.organizationId, id);
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
const SCAN_LIMIT = 20_000;

const read = (db: Queryable, condition: SQL | undefined, { orderBy, limit }: Pick<Range, 'orderBy' | 'limit'>) =>
  db
    .select(selected)
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .leftJoin(apiTokens, eq(apiTokens.id, auditLog.actorId))
    .leftJoin(organizations, eq(organizations.id, auditLog.organizationId))
    .where(condition)
    .orderBy(...orderBy)
    .limit(limit);

export async function listLogRows(db: Db, { search, actors, rest }: LogCondition, range: Range): Promise<LogRow[]> {
  const condition = and(rest, range.where);
  const all = and(actors?.condition, condition);
  if (search !== null) {
    const { words, named } = search;
    const found = [searchWords(db, words, all, range)];
    if (named) found.push(findIds(db, named.actors, all, range), idsWhere(db, and(named.owners, all), range));
    return readByIds(db, (await Promise.all(found)).flat(), range);
  }
  if (actors?.few) return readByIds(db, await findLatestOfActors(db, actors.few, condition, range), range);
  return read(db, all, range);
}

async function searchWords(db: Db, words: string, condition: SQL | undefined, range: Range): Promise<number[]> {
  const latest = await findLatest(db, words, condition, range);
  return latest.length === range.limit ? latest : findByWords(db, words, condition, range);
}

const findIds = (db: Db, actors: ActorCondition, condition: SQL | undefined, range: Range): Promise<number[]> =>
  actors.few ? findLatestOfActors(db, actors.few, condition, range) : idsWhere(db, and(actors.condition, condition), range);

async function idsWhere(db: Db, condition: SQL | undefined, { orderBy, limit }: Range): Promise<number[]> {
  const rows = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(condition)
    .orderBy(...orderBy)
    .limit(limit);
  return rows.map(({ id }) => id);
}

const readByIds = async (db: Db, ids: number[], range: Range): Promise<LogRow[]> =>
  ids.length === 0 ? [] : read(db, inArray(auditLog.id, ids), range);

/** Merges the latest entries of each actor: finding a rare, old action takes a few index steps. */
async function findLatestOfActors(
  db: Db,
  { people, subjects }: NonNullable<ActorCondition['few']>,
  condition: SQL | undefined,
  { orderBy, limit }: Range,
): Promise<number[]> {
  const order = sql.join(orderBy, sql`, `);
  const latestOf = (ids: SQL, isOf: SQL | undefined) => sql`select latest.* from unnest(${ids}) as one(id) cross join lateral
    (select id, at from audit_log where ${and(isOf, condition)} order by ${order} limit ${limit}) latest`;
  const { rows } = await db.execute<{ id: string }>(sql`select id from (
      ${latestOf(sql`${sql.param(people)}::uuid[]`, sql`${auditLog.actorId} = one.id`)}
      union
      ${latestOf(sql`${sql.param(subjects)}::text[]`, and(isAboutPeople, sql`${auditLog.subjectId} = one.id`))}
    ) audit_log order by ${order} limit ${limit}`);
  return rows.map(({ id }) => Number(id));
}

/** Common words are searched among the latest entries: the full-text index would return all matches. */
async function findLatest(db: Db, words: string, condition: SQL | undefined, { orderBy, limit }: Range): Promise<number[]> {
  const latest = db
    .select({ id: auditLog.id, words: auditLog.words })
    .from(auditLog)
    .where(condition)
    .orderBy(...orderBy)
    .limit(SCAN_LIMIT)
    .as('latest');
  const rows = await db
    .select({ id: latest.id })
    .from(latest)
    .where(sql`${latest.words} @@ ${words}::tsquery`)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Rare words are searched by the full-text index. The database cannot estimate prefixes and would scan all entries. */
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
export async function readAuditLogPosition(db: Queryable): Promise<{ latest: number; version: string }> {
  const ids = db.select({ id: auditLog.id }).from(auditLog).orderBy(desc(auditLog.id)).limit(LATEST).as('ids');
  const [row] = await db.select({ latest: sql<string | null>`max(${ids.id})`, floor: sql<string | null>`min(${ids.id})` }).from(ids);
  return { latest: Number(row?.latest ?? 0), version: `${row?.latest} ${row?.floor}` };
}

export async function findOldestAt(db: Queryable): Promise<Date | null> {
  const [row] = await db.select({ at: auditLog.at }).from(auditLog).orderBy(auditLog.at).limit(1);
  return row?.at ?? null;
}
