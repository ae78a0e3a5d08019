// Notifications of topics, sent at the commit. `person:<id>` is the topic of a user: their permissions, sessions and name.
import { sql, type SQL } from 'drizzle-orm';
import type { Queryable, SqlFragment } from '#server/db/types.ts';

/** The channel of all topics; a payload is `<topic> <number> <scope>`. */
export const CHANNEL = 'live';

/**
 * Notifies a topic's subscribers at the commit.
 * @param seq the number of the topic's last change
 * @param topic without spaces
 */
export async function notifyTopic(tx: Queryable, topic: string, seq: number): Promise<void> {
  await tx.execute(sql`select ${topicNotification(topic, sql`${seq}::text`)}`);
}

/**
 * The same as an expression, for a statement that writes more than the notification.
 * @param scope what changed, without a space in it, in words of the topic's domain; empty: anything
 */
export const topicNotification = (topic: string, seq: SQL, scope = ''): SQL =>
  sql`pg_notify(${CHANNEL}, ${`${topic} `} || ${seq} || ${` ${scope}`})`;

/** Notifies the topics `<prefix><id>`. @param ids a query of one column */
async function notifyTopics(tx: Queryable, prefix: string, ids: SQL): Promise<void> {
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${prefix} || topic.id || ' 0') from (${ids}) as topic (id)`);
}

const PERSON = 'person:';

export const personTopic = (userId: string): string => `${PERSON}${userId}`;

/** The person's id; null for any other topic. */
export const personOfTopic = (topic: string): string | null => (topic.startsWith(PERSON) ? topic.slice(PERSON.length) : null);

/** Notifies a user's open streams, at the commit, that their session may have changed. */
export const notifyPerson = (tx: Queryable, userId: string): Promise<void> => notifyTopic(tx, personTopic(userId), 0);

/** The same for many. @param userIds a query of one column */
export const notifyPeople = (tx: Queryable, userIds: SqlFragment): Promise<void> => notifyTopics(tx, PERSON, userIds);

/** Permissions of roles, for every open stream. */
export const ROLES_TOPIC = 'roles';
