import { sql, type SQL } from 'drizzle-orm';
import type { Queryable } from '#server/db/types.ts';

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
export async function notifyTopics(tx: Queryable, prefix: string, ids: SQL): Promise<void> {
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${prefix} || topic.id || ' 0') from (${ids}) as topic (id)`);
}
