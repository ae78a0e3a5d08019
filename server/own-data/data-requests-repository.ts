// The repository of data requests.
import { and, count, desc, eq, getTableColumns, gt, isNull, or, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { components } from '#openapi/api.ts';
import { byInstant, byRank, keyset, type Range } from '#server/db/keyset.ts';
import { users } from '#server/db/schema/accounts.ts';
import { dataRequests } from '#server/db/schema/own-data.ts';
import { contains, containsLowered } from '#server/db/search.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { hashSecret } from '#server/secrets.ts';
import { uuid7 } from '#server/uuid.ts';

type Schemas = components['schemas'];
type Status = Schemas['DataRequestStatus'];

export type DataRequestRow = Awaited<ReturnType<typeof selectRequests>>[number];

export interface DataRequestFilter {
  q?: string | undefined;
  kind?: Schemas['DataRequestKind'] | undefined;
  status?: Status | undefined;
}

/** Larger than any Unix timestamp, so that descending ranks come after ascending ones. */
const LATER = 100_000_000_000;

type Ranked = Pick<DataRequestRow, 'id' | 'status' | 'askedAt' | 'settledAt'>;

const seconds = (at: SQL) => sql`floor(extract(epoch from ${at}))::bigint`;
const settled = sql`coalesce(${dataRequests.settledAt}, ${dataRequests.askedAt})`;

/** Open requests by due date; then the others, latest answer first. */
const waitingRank = byRank<Ranked>(
  sql`(case when ${dataRequests.status} = 'open' then ${seconds(sql`${dataRequests.askedAt}`)} else ${LATER}::bigint - ${seconds(settled)} end)`,
  ({ status, askedAt, settledAt }) => {
    const at = Math.floor((status === 'open' ? askedAt : (settledAt ?? askedAt)).getTime() / 1000);
    return status === 'open' ? at : LATER - at;
  },
);

export const dataRequestOrder = keyset<Ranked, 'waiting' | 'asked_at'>(
  { waiting: waitingRank, asked_at: byInstant(dataRequests.askedAt, (row) => row.askedAt) },
  { column: dataRequests.id, of: (row) => row.id },
);

const recorder = alias(users, 'recorder');
const settler = alias(users, 'settler');

/** Null if there is none, or the account was deleted. */
const nameOf = ({ firstName, lastName }: Record<'firstName' | 'lastName', AnyColumn>) =>
  sql<string | null>`nullif(trim(${firstName} || ' ' || ${lastName}), '')`;

const selectRequests = (db: Queryable, where: SQL | undefined) =>
  db
    .select({
      ...getTableColumns(dataRequests),
      person: {
        firstName: users.firstName,
        lastName: users.lastName,
        email: users.email,
        disabledAt: users.disabledAt,
        deletedAt: users.deletedAt,
      },
      recorder: nameOf(recorder),
      settler: nameOf(settler),
    })
    .from(dataRequests)
    .innerJoin(users, eq(users.id, dataRequests.userId))
    .leftJoin(recorder, eq(recorder.id, dataRequests.recordedBy))
    .leftJoin(settler, eq(settler.id, dataRequests.settledBy))
    .where(where)
    .$dynamic();

const matching = ({ q, kind, status }: DataRequestFilter): SQL | undefined =>
  and(
    q === undefined ? undefined : or(containsLowered(q, users.searchText), contains(q, dataRequests.note)),
    kind && eq(dataRequests.kind, kind),
    status && eq(dataRequests.status, status),
  );

export const listDataRequestRows = (db: Queryable, filter: DataRequestFilter, { where, orderBy, limit }: Range) =>
  selectRequests(db, and(matching(filter), where))
    .orderBy(...orderBy)
    .limit(limit);

export async function countDataRequests(db: Queryable, filter: DataRequestFilter): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(dataRequests)
    .innerJoin(users, eq(users.id, dataRequests.userId))
    .where(matching(filter));
  return row?.total ?? 0;
}

/** Latest first. */
export const listDataRequestsOf = (db: Queryable, userId: string, limit: number) =>
  selectRequests(db, eq(dataRequests.userId, userId)).orderBy(desc(dataRequests.askedAt), desc(dataRequests.id)).limit(limit);

/** @param userId limits the search to this user’s requests */
export async function findDataRequest(db: Queryable, id: string, userId?: string): Promise<DataRequestRow | undefined> {
  const [row] = await selectRequests(db, and(eq(dataRequests.id, id), userId === undefined ? undefined : eq(dataRequests.userId, userId)));
  return row;
}

/** Locks the request until the transaction ends, so that it is answered once. */
export async function lockDataRequest(tx: Tx, id: string): Promise<void> {
  await tx.select({ id: dataRequests.id }).from(dataRequests).where(eq(dataRequests.id, id)).for('update');
}

type NewDataRequest = Pick<typeof dataRequests.$inferInsert, 'userId' | 'kind' | 'photos' | 'note' | 'replyTo' | 'recordedBy' | 'askedAt'>;

/** Returns the id, or undefined if an open request of this kind exists. */
export async function insertDataRequest(tx: Tx, asked: NewDataRequest): Promise<string | undefined> {
  const [row] = await tx
    .insert(dataRequests)
    .values({ id: uuid7(), ...asked })
    .onConflictDoNothing()
    .returning({ id: dataRequests.id });
  return row?.id;
}

type DataRequestSettlement = Partial<Pick<typeof dataRequests.$inferInsert, 'settledBy' | 'answer' | 'tokenHash' | 'linkExpiresAt'>>;

export async function settleDataRequest(
  tx: Tx,
  id: string,
  status: Exclude<Status, 'open'>,
  settled: DataRequestSettlement = {},
): Promise<void> {
  await tx
    .update(dataRequests)
    .set({ status, settledAt: new Date(), ...settled })
    .where(eq(dataRequests.id, id));
}

/** Withdraws open requests made by the account itself. Returns their ids. */
export async function withdrawOpenDataRequests(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .update(dataRequests)
    .set({ status: 'withdrawn', settledAt: new Date() })
    .where(and(eq(dataRequests.userId, userId), eq(dataRequests.status, 'open'), isNull(dataRequests.recordedBy)))
    .returning({ id: dataRequests.id });
  return rows.map(({ id }) => id);
}

/** Settles the requests of a deleted account, invalidates their links and erases their text. */
export async function redactDataRequests(tx: Tx, userId: string): Promise<void> {
  const own = eq(dataRequests.userId, userId);
  await tx.update(dataRequests).set({ note: '', answer: '', replyTo: null, tokenHash: null, linkExpiresAt: null }).where(own);
  await tx
    .update(dataRequests)
    .set({ status: sql`case when ${dataRequests.kind} = 'deletion' then 'done' else 'withdrawn' end`, settledAt: new Date() })
    .where(and(own, eq(dataRequests.status, 'open')));
}

/** The export of an unexpired link. */
export async function findSentExport(db: Queryable, token: string) {
  const [row] = await db
    .select({ id: dataRequests.id, userId: dataRequests.userId, expiresAt: dataRequests.linkExpiresAt })
    .from(dataRequests)
    .innerJoin(users, eq(users.id, dataRequests.userId))
    .where(and(eq(dataRequests.tokenHash, hashSecret(token)), gt(dataRequests.linkExpiresAt, new Date()), isNull(users.deletedAt)));
  return row?.expiresAt ? { ...row, expiresAt: row.expiresAt } : undefined;
}

export async function markExportDownloaded(tx: Tx, id: string): Promise<void> {
  await tx
    .update(dataRequests)
    .set({ downloadedAt: new Date() })
    .where(and(eq(dataRequests.id, id), isNull(dataRequests.downloadedAt)));
}

/** All requests of a user, for the export. */
export const listOwnDataRequests = (db: Queryable, userId: string) =>
  db
    .select({
      id: dataRequests.id,
      kind: dataRequests.kind,
      photos: dataRequests.photos,
      status: dataRequests.status,
      note: dataRequests.note,
      reply_to: dataRequests.replyTo,
      asked_at: dataRequests.askedAt,
      settled_at: dataRequests.settledAt,
      answer: dataRequests.answer,
      link_expires_at: dataRequests.linkExpiresAt,
      downloaded_at: dataRequests.downloadedAt,
    })
    .from(dataRequests)
    .where(eq(dataRequests.userId, userId))
    .orderBy(desc(dataRequests.askedAt));
