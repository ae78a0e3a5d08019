import { and, desc, eq, inArray, isNull, lt, or, sql, type Placeholder, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { components } from '#openapi/api.ts';
import type { Range } from '#server/db/keyset.ts';
import { prepared } from '#server/db/prepared.ts';
import { users } from '#server/db/schema/accounts.ts';
import { events } from '#server/db/schema/events.ts';
import { photoLikes, photos } from '#server/db/schema/photos.ts';
import type { Queryable, Tx } from '#server/db/types.ts';

const moderators = alias(users, 'moderators');

/** A photo with its author's name and its moderator's, as one person meets it. */
export type PhotoRow = Awaited<ReturnType<typeof selectPhotos>>[number];

const latestFirst = [desc(photos.takenAt), desc(photos.id)];

function selectPhotos(db: Queryable, userId: string | Placeholder | null, where: SQL | undefined, limit: number, orderBy = latestFirst) {
  return db
    .select({
      id: photos.id,
      eventId: photos.eventId,
      uploaderId: photos.uploaderId,
      uploaderFirstName: users.firstName,
      uploaderLastName: users.lastName,
      status: photos.status,
      state: photos.state,
      unreadableReason: photos.unreadableReason,
      takenAt: photos.takenAt,
      takenAtClaimed: photos.takenAtClaimed,
      tzOffset: photos.tzOffset,
      orientation: photos.orientation,
      uploadedAt: photos.uploadedAt,
      width: photos.width,
      height: photos.height,
      bytes: photos.bytes,
      sha256: photos.sha256,
      contentType: photos.contentType,
      thumbhash: photos.thumbhash,
      likes: photos.likes,
      source: photos.source,
      camera: photos.camera,
      fileName: photos.fileName,
      rejectionReason: photos.rejectionReason,
      moderatedBy: photos.moderatedBy,
      moderatorFirstName: moderators.firstName,
      moderatorLastName: moderators.lastName,
      deletedAt: photos.deletedAt,
      deletedBy: photos.deletedBy,
      takeDownReason: photos.takeDownReason,
      inTrash: photos.inTrash,
      isLiked: sql<boolean>`${photoLikes.userId} is not null`,
    })
    .from(photos)
    .innerJoin(users, eq(users.id, photos.uploaderId))
    .leftJoin(moderators, eq(moderators.id, photos.moderatedBy))
    .leftJoin(photoLikes, and(eq(photoLikes.photoId, photos.id), userId === null ? sql`false` : eq(photoLikes.userId, userId)))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
}

const photoById = prepared('photo_by_id', (db) => selectPhotos(db, sql.placeholder('userId'), eq(photos.id, sql.placeholder('id')), 1));

/** Deleted photos too: their tombstones answer deliveries that were repeated. */
export async function findPhoto(db: Queryable, id: string, userId: string | null): Promise<PhotoRow | null> {
  const [row] = await photoById(db).execute({ id, userId });
  return row ?? null;
}

/** Photos by id, latest taken first, deleted ones too. `isLiked` is false where no reader is named. */
export async function findPhotos(db: Queryable, ids: readonly string[], userId: string | null = null): Promise<PhotoRow[]> {
  if (ids.length === 0) return [];
  return selectPhotos(db, userId, inArray(photos.id, [...ids]), ids.length);
}

/** The photos whose ids a query names. */
export function listPhotosIn(db: Queryable, ids: SQL, userId: string, { limit, orderBy }: Omit<Range, 'where'>): Promise<PhotoRow[]> {
  return selectPhotos(db, userId, sql`${photos.id} in (${ids})`, limit, orderBy);
}

/** This person's photos of an event by the hash of their bytes: of each hash the one that arrived first. Deleted ones do not count. */
export function findKnown(
  db: Queryable,
  of: { eventId: string; uploaderId: string },
  sha256: readonly string[],
): Promise<{ sha256: string; id: string; uploadedAt: Date }[]> {
  return db
    .selectDistinctOn([photos.sha256], { sha256: photos.sha256, id: photos.id, uploadedAt: photos.uploadedAt })
    .from(photos)
    .where(
      and(
        eq(photos.eventId, of.eventId),
        eq(photos.uploaderId, of.uploaderId),
        inArray(photos.sha256, [...sha256]),
        isNull(photos.deletedAt),
      ),
    )
    .orderBy(photos.sha256, photos.uploadedAt, photos.id);
}

/**
 * What became of photos that this person has delivered to an event: which are not there, not even deleted, each with their first photo of the
 * same bytes; which cannot be decoded, which wait for it; and how many they have delivered to it, deleted ones included.
 */
export async function checkDelivered(
  db: Queryable,
  of: { eventId: string; uploaderId: string },
  asked: readonly { id: string; sha256?: string | undefined }[],
): Promise<components['schemas']['DeliveredCheck']> {
  const isTheirs = and(eq(photos.eventId, of.eventId), eq(photos.uploaderId, of.uploaderId));
  const ids = asked.map(({ id }) => id);
  const found = await db
    .select({ id: photos.id, state: photos.state, deletedAt: photos.deletedAt })
    .from(photos)
    .where(and(isTheirs, inArray(photos.id, ids)));
  const held = new Set(found.map(({ id }) => id));
  const missing = asked.filter(({ id }) => !held.has(id));
  const hashes = missing.flatMap(({ sha256 }) => sha256 ?? []);
  const same = new Map(hashes.length > 0 ? (await findKnown(db, of, hashes)).map(({ sha256, id }) => [sha256, id]) : []);
  const inState = (state: (typeof found)[number]['state']) => found.filter((photo) => photo.state === state && !photo.deletedAt);
  return {
    missing: missing.map(({ id, sha256 }) => ({ id, instead: (sha256 && same.get(sha256)) ?? null })),
    damaged: inState('unreadable').map(({ id }) => id),
    processing: inState('processing').map(({ id }) => id),
    delivered: await db.$count(photos, isTheirs),
  };
}

export type NewPhoto = Omit<typeof photos.$inferInsert, 'uploadedAt'>;

/** The exactly-once point. Returns false when a photo has this id already: then nothing was written. Waits for whoever is writing the same id. */
export async function insertPhoto(tx: Tx, photo: NewPhoto): Promise<boolean> {
  const inserted = await tx.insert(photos).values(photo).onConflictDoNothing().returning({ id: photos.id });
  return inserted.length > 0;
}

/**
 * Brings a like to the wished state and the count with it. The photo's row is locked first, so that any number of people at once, and
 * repeats of one wish, leave the count exact.
 * @returns the count and whether anything changed; null when the photo was deleted
 */
export async function setLike(
  tx: Tx,
  photoId: string,
  userId: string,
  liked: boolean,
): Promise<{ likes: number; changed: boolean } | null> {
  const [photo] = await tx
    .select({ likes: photos.likes })
    .from(photos)
    .where(and(eq(photos.id, photoId), isNull(photos.deletedAt)))
    .for('update');
  if (!photo) return null;
  const touched = liked
    ? await tx.insert(photoLikes).values({ photoId, userId }).onConflictDoNothing().returning({ id: photoLikes.photoId })
    : await tx
        .delete(photoLikes)
        .where(and(eq(photoLikes.photoId, photoId), eq(photoLikes.userId, userId)))
        .returning({ id: photoLikes.photoId });
  if (touched.length === 0) return { likes: photo.likes, changed: false };
  const likes = photo.likes + (liked ? 1 : -1);
  await tx.update(photos).set({ likes }).where(eq(photos.id, photoId));
  return { likes, changed: true };
}

/** Who likes which of these photos, as `likeKey` has it. */
export async function findLikes(db: Queryable, photoIds: readonly string[], userIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (photoIds.length === 0 || userIds.length === 0) return new Set();
  const rows = await db
    .select({ photoId: photoLikes.photoId, userId: photoLikes.userId })
    .from(photoLikes)
    .where(and(inArray(photoLikes.photoId, [...photoIds]), inArray(photoLikes.userId, [...userIds])));
  return new Set(rows.map(({ photoId, userId }) => likeKey(photoId, userId)));
}

export const likeKey = (photoId: string, userId: string) => `${photoId} ${userId}`;

/** What decoding told of a photo. */
export type Derived =
  | { state: 'ready'; width: number; height: number; thumbhash: Buffer; camera: string | null }
  | { state: 'unreadable'; unreadableReason: string };

/** Writes what decoding told. */
export async function setDerived(tx: Tx, id: string, derived: Derived): Promise<void> {
  await tx
    .update(photos)
    .set({ unreadableReason: null, camera: null, ...derived })
    .where(eq(photos.id, id));
}

/** Photos that wait since before a time to be prepared, with no job that will do it. */
export async function listGivenUp(
  db: Queryable,
  before: Date,
  limit: number,
): Promise<{ id: string; uploaderId: string; organizationId: string }[]> {
  return db
    .select({ id: photos.id, uploaderId: photos.uploaderId, organizationId: events.organizationId })
    .from(photos)
    .innerJoin(events, eq(events.id, photos.eventId))
    .where(
      and(
        isNull(photos.deletedAt),
        sql`photos.state = 'processing'`,
        lt(photos.uploadedAt, before),
        sql`not exists (select from graphile_worker.jobs j where j.key = 'derive-photo:' || photos.id and j.attempts < j.max_attempts)`,
      ),
    )
    .orderBy(photos.uploadedAt)
    .limit(limit);
}

/** Photos deleted before a time whose files are still there, the longest deleted first; those in the trash before a time of their own. */
export function listFilesToRemove(
  db: Queryable,
  before: { deleted: Date; trash: Date },
  limit: number,
): Promise<{ id: string; sha256: string }[]> {
  const isOver = or(
    and(eq(photos.inTrash, false), lt(photos.deletedAt, before.deleted)),
    and(eq(photos.inTrash, true), lt(photos.deletedAt, before.trash)),
  );
  return db
    .select({ id: photos.id, sha256: photos.sha256 })
    .from(photos)
    .where(and(isOver, isNull(photos.filesRemovedAt)))
    .orderBy(photos.deletedAt)
    .limit(limit);
}

/** Photos of an event whose files are still there, deleted or not. */
export function listFilesOfEvent(db: Queryable, eventId: string, limit: number): Promise<{ id: string; sha256: string }[]> {
  return db
    .select({ id: photos.id, sha256: photos.sha256 })
    .from(photos)
    .where(and(eq(photos.eventId, eventId), isNull(photos.filesRemovedAt)))
    .limit(limit);
}

export async function markFilesRemoved(db: Queryable, id: string): Promise<void> {
  await db
    .update(photos)
    .set({ filesRemovedAt: sql`now()` })
    .where(eq(photos.id, id));
}
