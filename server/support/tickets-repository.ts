import { and, asc, count, eq, exists, lt, or, sql, type SQL } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { byInstant, byRank, keyset, type Range } from '#server/db/keyset.ts';
import { users } from '#server/db/schema/accounts.ts';
import { ticketMessages, tickets, ticketScreenshots } from '#server/db/schema/support.ts';
import { contains, containsLowered } from '#server/db/search.ts';
import type { Queryable, Tx } from '#server/db/types.ts';

type Schemas = components['schemas'];

export type TicketRow = Awaited<ReturnType<typeof selectTickets>>[number];
export type TicketMessageRow = Awaited<ReturnType<typeof listTicketMessages>>[number];

const messagesOf = sql`from ${ticketMessages} where ${ticketMessages.ticketId} = ${tickets.id}`;

const columns = {
  id: tickets.id,
  userId: tickets.userId,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  category: tickets.category,
  status: tickets.status,
  diagnostics: tickets.diagnostics,
  createdAt: tickets.createdAt,
  updatedAt: tickets.updatedAt,
  text: sql<string>`(select ${ticketMessages.body} from ${ticketMessages} where ${ticketMessages.id} = ${tickets.id})`,
  messagesCount: sql<number>`(select count(*) ${messagesOf})`.mapWith(Number),
  unreadAnswers: sql<number>`(select count(*) ${messagesOf} and ${ticketMessages.isAnswer}
    and ${ticketMessages.createdAt} > coalesce(${tickets.readAt}, '-infinity'))`.mapWith(Number),
  hasScreenshot: sql<boolean>`exists (select 1 from ${ticketScreenshots} where ${ticketScreenshots.ticketId} = ${tickets.id})`,
};

/** Larger than any Unix timestamp, so that descending ranks come after ascending ones. */
const LATER = 100_000_000_000;

const changedAt = sql`floor(extract(epoch from ${tickets.updatedAt}))::bigint`;

/** Open tickets first, the longest waiting on top; then the others, latest change first. */
const waitingRank = byRank<TicketRow>(
  sql`(case when ${tickets.status} = 'open' then ${changedAt} else ${LATER}::bigint - ${changedAt} end)`,
  ({ status, updatedAt }) => {
    const at = Math.floor(updatedAt.getTime() / 1000);
    return status === 'open' ? at : LATER - at;
  },
);

export const ticketOrder = keyset<TicketRow, 'waiting' | 'updated_at' | 'created_at'>(
  {
    waiting: waitingRank,
    updated_at: byInstant(tickets.updatedAt, (row) => row.updatedAt),
    created_at: byInstant(tickets.createdAt, (row) => row.createdAt),
  },
  { column: tickets.id, of: (row) => row.id },
);

const selectTickets = (db: Queryable, where: SQL | undefined) =>
  db.select(columns).from(tickets).innerJoin(users, eq(users.id, tickets.userId)).where(where).$dynamic();

export interface TicketFilter {
  /** Only this user’s. */
  userId?: string;
  q?: string | undefined;
  status?: Schemas['TicketStatus'] | undefined;
  category?: Schemas['TicketCategory'] | undefined;
}

function matching(db: Queryable, { userId, q, status, category }: TicketFilter): SQL | undefined {
  const says = (text: string) =>
    db
      .select({ id: ticketMessages.id })
      .from(ticketMessages)
      .where(and(eq(ticketMessages.ticketId, tickets.id), contains(text, ticketMessages.body)));
  return and(
    userId === undefined ? undefined : eq(tickets.userId, userId),
    q === undefined ? undefined : or(containsLowered(q, users.searchText), exists(says(q))),
    status && eq(tickets.status, status),
    category && eq(tickets.category, category),
  );
}

export const listTicketRows = (db: Queryable, filter: TicketFilter, { where, orderBy, limit }: Range): Promise<TicketRow[]> =>
  selectTickets(db, and(matching(db, filter), where))
    .orderBy(...orderBy)
    .limit(limit);

/** The number of matches, and the number of tickets per status. */
export async function countTickets(db: Queryable, filter: TicketFilter): Promise<Pick<Schemas['TicketInboxPage'], 'total' | 'counts'>> {
  const [left] = await db
    .select({ total: count() })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.userId))
    .where(matching(db, filter));
  const rows = await db.select({ status: tickets.status, of: count() }).from(tickets).groupBy(tickets.status);
  const counts = { open: 0, answered: 0, closed: 0, ...Object.fromEntries(rows.map(({ status, of }) => [status, of])) };
  return { total: left?.total ?? 0, counts };
}

export async function findTicket(db: Queryable, id: string): Promise<TicketRow | undefined> {
  const [row] = await selectTickets(db, eq(tickets.id, id));
  return row;
}

/** Locks the ticket until the transaction ends, so that messages are added one at a time. */
export async function lockTicket(tx: Tx, id: string): Promise<void> {
  await tx.select({ id: tickets.id }).from(tickets).where(eq(tickets.id, id)).for('update');
}

export interface NewTicket {
  id: string;
  userId: string;
  category: Schemas['TicketCategory'];
  text: string;
  diagnostics: string | null;
}

/** False if the id exists. */
export async function insertTicket(tx: Tx, { text, ...ticket }: NewTicket): Promise<boolean> {
  const now = new Date();
  const made = await tx
    .insert(tickets)
    .values({ ...ticket, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ id: tickets.id });
  if (made.length === 0) return false;
  await insertTicketMessage(tx, { id: ticket.id, ticketId: ticket.id, authorId: ticket.userId, isAnswer: false, text });
  return true;
}

export interface NewTicketMessage {
  id: string;
  ticketId: string;
  authorId: string;
  isAnswer: boolean;
  text: string;
}

/** Ordered by the wall clock, not the transaction’s start. False if the id exists. */
export async function insertTicketMessage(tx: Tx, { text, ...message }: NewTicketMessage): Promise<boolean> {
  const made = await tx
    .insert(ticketMessages)
    .values({ ...message, body: text, createdAt: new Date() })
    .onConflictDoNothing()
    .returning({ id: ticketMessages.id });
  return made.length > 0;
}

const messageColumns = {
  id: ticketMessages.id,
  ticketId: ticketMessages.ticketId,
  authorId: ticketMessages.authorId,
  isAnswer: ticketMessages.isAnswer,
  text: ticketMessages.body,
  createdAt: ticketMessages.createdAt,
  firstName: users.firstName,
  lastName: users.lastName,
};

const selectMessages = (db: Queryable, where: SQL) =>
  db.select(messageColumns).from(ticketMessages).innerJoin(users, eq(users.id, ticketMessages.authorId)).where(where).$dynamic();

export const listTicketMessages = (db: Queryable, ticketId: string) =>
  selectMessages(db, eq(ticketMessages.ticketId, ticketId)).orderBy(asc(ticketMessages.createdAt), asc(ticketMessages.id));

export async function findTicketMessage(db: Queryable, id: string): Promise<TicketMessageRow | undefined> {
  const [row] = await selectMessages(db, eq(ticketMessages.id, id));
  return row;
}

export async function changeTicketStatus(tx: Tx, id: string, status: Schemas['TicketStatus']): Promise<void> {
  await tx.update(tickets).set({ status, updatedAt: new Date() }).where(eq(tickets.id, id));
}

/** Never moves backward. */
export async function markReadUntil(db: Queryable, id: string, at: Date): Promise<void> {
  await db
    .update(tickets)
    .set({ readAt: sql`greatest(${tickets.readAt}, ${at.toISOString()}::timestamptz)` })
    .where(eq(tickets.id, id));
}

export async function putScreenshot(tx: Tx, ticketId: string, jpeg: Buffer): Promise<void> {
  await tx.insert(ticketScreenshots).values({ ticketId, jpeg }).onConflictDoUpdate({ target: ticketScreenshots.ticketId, set: { jpeg } });
}

export async function findScreenshot(db: Queryable, ticketId: string): Promise<Buffer | null> {
  const [row] = await db.select({ jpeg: ticketScreenshots.jpeg }).from(ticketScreenshots).where(eq(ticketScreenshots.ticketId, ticketId));
  return row?.jpeg ?? null;
}

/** Deletes tickets with their messages and screenshots. @param before the last change */
export async function deleteClosedTickets(db: Queryable, before: Date): Promise<void> {
  await db.delete(tickets).where(and(eq(tickets.status, 'closed'), lt(tickets.updatedAt, before)));
}
