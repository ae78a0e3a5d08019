// Photos that the retention of their event deletes, and the people who lose something.
import { and, asc, count, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import { users } from '#server/db/schema/accounts.ts';
import { memberships } from '#server/db/schema/organizations.ts';
import { photos } from '#server/db/schema/photos.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { couldLose, type RetentionScope, wouldLose } from '#server/events/photo-retention-repository.ts';
import type { DerivablePhoto } from '#server/media/derivatives.ts';

/** A person who loses something when photos of an event are deleted. */
export interface ConcernedPerson {
  userId: string;
  /** Null: they joined without an account. */
  email: string | null;
  /** Of those, how many they took. */
  photos: number;
  isAdmin: boolean;
}

/** The admins of an organization, and everyone with photos in the event that its retention would delete something of. */
export async function listConcerned(
  tx: Tx,
  event: { id: string; organizationId: string; retentionScope: RetentionScope },
): Promise<ConcernedPerson[]> {
  const authors = tx
    .select({ userId: photos.uploaderId, photos: count().as('photos') })
    .from(photos)
    .where(and(eq(photos.eventId, event.id), couldLose[event.retentionScope]))
    .groupBy(photos.uploaderId)
    .as('authors');
  const isAdmin = sql<boolean>`exists (select from ${memberships} where ${memberships.userId} = ${users.id}
    and ${memberships.organizationId} = ${event.organizationId} and ${memberships.role} = 'organization'
    and ${memberships.status} = 'active' and ${memberships.removedAt} is null)`;
  return tx
    .select({
      userId: users.id,
      email: users.email,
      photos: sql<number>`coalesce(${authors.photos}, 0)`.mapWith(Number),
      isAdmin,
    })
    .from(users)
    .leftJoin(authors, eq(authors.userId, users.id))
    .where(and(isNull(users.disabledAt), isNull(users.deletedAt), sql`(${authors.userId} is not null or ${isAdmin})`))
    .orderBy(asc(users.id));
}

/** Photos that are still being prepared wait. */
const isExpiring = (eventId: string, scope: RetentionScope) =>
  and(eq(photos.eventId, eventId), wouldLose[scope], ne(photos.state, 'processing'));

/** What would be deleted, in the order of the ids. */
export function listExpiring(
  db: Queryable,
  eventId: string,
  scope: RetentionScope,
  { after, limit }: { after: string | null; limit: number },
): Promise<DerivablePhoto[]> {
  return db
    .select({ id: photos.id, sha256: photos.sha256, contentType: photos.contentType, orientation: photos.orientation })
    .from(photos)
    .where(and(isExpiring(eventId, scope), after === null ? undefined : gt(photos.id, after)))
    .orderBy(asc(photos.id))
    .limit(limit);
}

/** How much would be deleted. */
export async function countExpiring(db: Queryable, eventId: string, scope: RetentionScope): Promise<number> {
  return db.$count(photos, and(eq(photos.eventId, eventId), couldLose[scope]));
}

/** Of these photos, those that would still be deleted. */
export async function filterExpiring(tx: Tx, eventId: string, scope: RetentionScope, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: photos.id })
    .from(photos)
    .where(and(isExpiring(eventId, scope), inArray(photos.id, [...ids])));
  return rows.map(({ id }) => id);
}

/** The originals of locked photos are no longer kept. Their files are removed later. */
export async function markOriginalsDeleted(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await tx
    .update(photos)
    .set({ originalDeletedAt: now, copyBytes: null, copyCrc32: null })
    .where(inArray(photos.id, [...ids]));
}
