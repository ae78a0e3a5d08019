// The topic of a person: their rights, sessions and name, told to whatever they have open.
import type { Queryable, SqlFragment } from '#server/db/types.ts';
import { notifyTopic, notifyTopics } from '#server/live/topics-repository.ts';

const TOPIC = 'person:';

export const personTopic = (userId: string): string => `${TOPIC}${userId}`;

/** The person's id; null for any other topic. */
export const personOfTopic = (topic: string): string | null => (topic.startsWith(TOPIC) ? topic.slice(TOPIC.length) : null);

/** Tells a person's open streams, at the commit, that their session may say something else now. */
export const notifyPerson = (tx: Queryable, userId: string): Promise<void> => notifyTopic(tx, personTopic(userId), 0);

/** The same for many. @param userIds a query of one column */
export const notifyPeople = (tx: Queryable, userIds: SqlFragment): Promise<void> => notifyTopics(tx, TOPIC, userIds);

/** What each role may do, which is told to everybody who has something open. */
export const ROLES_TOPIC = 'roles';
