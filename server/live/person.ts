// The topic of a user: their permissions, sessions and name.
import type { Queryable, SqlFragment } from '#server/db/types.ts';
import { notifyTopic, notifyTopics } from '#server/live/topics-repository.ts';

const TOPIC = 'person:';

export const personTopic = (userId: string): string => `${TOPIC}${userId}`;

/** The person's id; null for any other topic. */
export const personOfTopic = (topic: string): string | null => (topic.startsWith(TOPIC) ? topic.slice(TOPIC.length) : null);

/** Notifies a user's open streams, at the commit, that their session may have changed. */
export const notifyPerson = (tx: Queryable, userId: string): Promise<void> => notifyTopic(tx, personTopic(userId), 0);

/** The same for many. @param userIds a query of one column */
export const notifyPeople = (tx: Queryable, userIds: SqlFragment): Promise<void> => notifyTopics(tx, TOPIC, userIds);

/** Permissions of roles, for every open stream. */
export const ROLES_TOPIC = 'roles';
