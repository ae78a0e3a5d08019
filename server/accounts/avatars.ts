// The repository of people's pictures.
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { PersonFacts } from '#server/accounts/policy.ts';
import { avatars, users } from '#server/db/schema/accounts.ts';
import { eventParticipants, events } from '#server/db/schema/events.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { notifyPerson } from '#server/live/person.ts';

/** The person is held until the transaction ends: the tag is always that of the picture. False: they show it already, or are gone. */
export async function putAvatar(tx: Tx, userId: string, tag: string, webp: Buffer): Promise<boolean> {
  if (!(await setTag(tx, userId, tag))) return false;
  await tx.insert(avatars).values({ userId, webp }).onConflictDoUpdate({ target: avatars.userId, set: { webp } });
  return true;
}

/** False when there is none. */
export async function removeAvatar(tx: Tx, userId: string): Promise<boolean> {
  if (!(await setTag(tx, userId, null))) return false;
  await tx.delete(avatars).where(eq(avatars.userId, userId));
  return true;
}

async function setTag(tx: Tx, userId: string, tag: string | null): Promise<boolean> {
  const changed = await tx
    .update(users)
    .set({ avatarTag: tag })
    .where(and(eq(users.id, userId), isNull(users.deletedAt), sql`${users.avatarTag} is distinct from ${tag}`))
    .returning({ id: users.id });
  if (changed.length > 0) await notifyPerson(tx, userId);
  return changed.length > 0;
}

/** Undefined when they show another picture, or none. */
export async function findAvatar(db: Queryable, userId: string, tag: string): Promise<Buffer | undefined> {
  const [row] = await db
    .select({ webp: avatars.webp })
    .from(avatars)
    .innerJoin(users, eq(users.id, avatars.userId))
    .where(and(eq(avatars.userId, userId), eq(users.avatarTag, tag)));
  return row?.webp;
}

/** What ties this person to whoever looks. Undefined for nobody, or who has no such picture. */
export async function findPersonFacts(db: Queryable, userId: string, tag: string, viewerId: string): Promise<PersonFacts | undefined> {
  const isIn = and(eq(eventParticipants.userId, userId), isNull(eventParticipants.removedAt), isNull(events.deletedAt));
  const theirs = sql`select 1 from ${eventParticipants} other where other.event_id = ${eventParticipants.eventId}
    and other.user_id = ${viewerId} and other.removed_at is null`;
  const [person] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.avatarTag, tag)));
  if (!person) return undefined;
  const [member, at] = await Promise.all([
    db
      .select({ id: memberships.organizationId })
      .from(memberships)
      .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
      .where(and(eq(memberships.userId, userId), isNull(memberships.removedAt), isNull(organizations.deletedAt))),
    db
      .select({ hostId: events.organizationId, isShared: sql<boolean>`bool_or(exists (${theirs}))` })
      .from(eventParticipants)
      .innerJoin(events, eq(events.id, eventParticipants.eventId))
      .where(isIn)
      .groupBy(events.organizationId),
  ]);
  return {
    userId,
    organizationIds: member.map(({ id }) => id),
    hostIds: at.map(({ hostId }) => hostId),
    sharesEvent: at.some(({ isShared }) => isShared),
  };
}

/** The person's picture; undefined: there is none. */
export async function findOwnAvatar(db: Queryable, userId: string): Promise<Buffer | undefined> {
  const [row] = await db.select({ webp: avatars.webp }).from(avatars).where(eq(avatars.userId, userId));
  return row?.webp;
}
