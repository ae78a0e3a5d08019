// The topic of a person: their rights, sessions and name, told to whatever they have open.
import { sql, type SQL } from 'drizzle-orm';
import type { Queryable } from '#server/db/types.ts';
import { CHANNEL, notifyTopic } from './hub.ts';

const TOPIC = 'person:';

export const personTopic = (userId: string): string => `${TOPIC}${userId}`;

/** The person's id; null for any other topic. */
export const personOfTopic = (topic: string): string | null => (topic.startsWith(TOPIC) ? topic.slice(TOPIC.length) : null);

/** Tells a person's open streams, at the commit, that their session may say something else now. */
export const notifyPerson = (tx: Queryable, userId: string): Promise<void> => notifyTopic(tx, personTopic(userId), 0);

/** The same for many. @param userIds a query of one column */
export async function notifyPeople(tx: Queryable, userIds: SQL): Promise<void> {
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${personTopic('')} || person.id || ' 0') from (${userIds}) as person (id)`);
}

/** What each role may do, which is told to everybody who has something open. */
export const ROLES_TOPIC = 'roles';
