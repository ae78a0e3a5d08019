// Open uploads and their owners.
import { and, asc, eq, isNotNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { LOCK_SPACES } from '#server/db/advisory-locks.ts';
import { eventParticipants, events } from '#server/db/schema/events.ts';
import { memberships } from '#server/db/schema/organizations.ts';
import { photos, uploads } from '#server/db/schema/photos.ts';
import type { Db, Queryable, Tx } from '#server/db/types.ts';
import { tookPhotos } from '#server/events/events-repository.ts';

export interface NewUpload {
  id: string;
  userId: string;
  /** Null where the sender named none. */
  eventId: string | null;
  /** Null where the length is left open. */
  bytes: number | null;
}

export interface OpenUploads {
  files: number;
  /** As announced. */
  bytes: number;
}

/** Inserts it. Returns what this person had begun and not finished before: at the same event (or at none that was named), and altogether. */
export async function addUpload(
  db: Db,
  upload: NewUpload,
  bytesOfUnknown: number,
): Promise<{ here: OpenUploads; altogether: OpenUploads }> {
  const isHere = sql`event_id is not distinct from ${upload.eventId}::uuid`;
  const bytes = sql`coalesce(bytes, ${bytesOfUnknown}::bigint)`;
  const { rows } = await db.execute<Record<'files' | 'bytes' | 'files_here' | 'bytes_here', string>>(sql`
    with added as (${db.insert(uploads).values(upload).getSQL()})
    select count(*) as files, coalesce(sum(${bytes}), 0) as bytes, count(*) filter (where ${isHere}) as files_here,
      coalesce(sum(${bytes}) filter (where ${isHere}), 0) as bytes_here
    from ${uploads} where user_id = ${upload.userId}`);
  const [row] = rows;
  if (!row) throw new Error('an aggregate without a row');
  return {
    here: { files: Number(row.files_here), bytes: Number(row.bytes_here) },
    altogether: { files: Number(row.files), bytes: Number(row.bytes) },
  };
}

/** A person's uploads that were not touched since a time, the oldest first. */
export function listAbandoned(db: Queryable, userId: string, since: Date, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(eq(uploads.userId, userId), lt(uploads.touchedAt, since)))
    .orderBy(asc(uploads.touchedAt))
    .limit(limit);
}

/** Returns true if the person is or was a participant of any event, or a member of any organization. */
export async function hasEverParticipated(db: Queryable, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ userId: eventParticipants.userId })
    .from(eventParticipants)
    .innerJoin(events, eq(events.id, eventParticipants.eventId))
    .where(and(eq(eventParticipants.userId, userId), or(tookPhotos, isNotNull(eventParticipants.photographerUntil))))
    .limit(1);
  if (row) return true;
  const [former] = await db
    .select({ id: memberships.id })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), or(eq(memberships.status, 'active'), isNotNull(memberships.activeUntil))))
    .limit(1);
  return former !== undefined;
}

/** The owner of an upload. */
export async function findUpload(db: Queryable, id: string): Promise<{ userId: string } | null> {
  const [row] = await db.select({ userId: uploads.userId }).from(uploads).where(eq(uploads.id, id));
  return row ?? null;
}

/** Marks an upload that this person began as in use. Null: there is none. */
export async function touchUpload(db: Queryable, id: string, userId: string): Promise<{ userId: string } | null> {
  const [touched] = await db
    .update(uploads)
    .set({ touchedAt: sql`now()` })
    .where(and(eq(uploads.id, id), eq(uploads.userId, userId)))
    .returning({ userId: uploads.userId });
  return touched ?? null;
}

/**
 * The same for its commit: also notes where its bytes are about to move, as `recordMove` does, unless an earlier commit noted another place.
 * @param of the person who began it, and the event that it was begun for, if it names one
 * @returns the place that is noted now; null: there is no such upload
 */
export async function claimUpload(
  db: Queryable,
  id: string,
  of: { userId: string; eventId: string },
  key: string,
): Promise<{ movedTo: string } | null> {
  const { rows } = await db.execute<{ moved_to: string }>(sql`
    with locked as materialized (select pg_advisory_xact_lock(${LOCK_SPACES.places}, hashtext(${key})))
    update ${uploads} set touched_at = now(), moved_to = coalesce(moved_to, ${key}) from locked
    where ${uploads.id} = ${id} and ${uploads.userId} = ${of.userId} and coalesce(${uploads.eventId}, ${of.eventId}) = ${of.eventId}
    returning moved_to`);
  return rows[0] ? { movedTo: rows[0].moved_to } : null;
}

export async function removeUpload(db: Queryable, id: string): Promise<void> {
  await db.delete(uploads).where(eq(uploads.id, id));
}

/** Uploads after the given id that are idle since a time or older than another. */
export function listIdleUploads(
  db: Queryable,
  { since, begunBefore, after }: { since: Date; begunBefore: Date; after: string },
  limit: number,
): Promise<{ id: string; touchedAt: Date; createdAt: Date }[]> {
  return db
    .select({ id: uploads.id, touchedAt: uploads.touchedAt, createdAt: uploads.createdAt })
    .from(uploads)
    .where(and(or(lt(uploads.touchedAt, since), lt(uploads.createdAt, begunBefore)), sql`${uploads.id} > ${after}`))
    .orderBy(uploads.id)
    .limit(limit);
}

/** Which upload is to go: only while it is still this person's, and untouched since a time. */
export interface UploadToRemove {
  id: string;
  userId?: string;
  untouchedSince?: Date;
}

/** Deletes the record, or returns null. `movedTo`: the storage key to which an interrupted commit moved the bytes. */
export async function deleteUploadRecord(
  tx: Queryable,
  { id, userId, untouchedSince }: UploadToRemove,
): Promise<{ movedTo: string | null } | null> {
  const conditions: (SQL | undefined)[] = [
    userId === undefined ? undefined : eq(uploads.userId, userId),
    untouchedSince && lt(uploads.touchedAt, untouchedSince),
  ];
  const [removed] = await tx
    .delete(uploads)
    .where(and(eq(uploads.id, id), ...conditions))
    .returning({ movedTo: uploads.movedTo });
  return removed ?? null;
}

/**
 * Records, in advance, that an upload's bytes move to a storage key. From then on `isStorageKeyReferenced` is true for it, so that a concurrent
 * cleanup leaves the file.
 */
export async function recordMove(db: Queryable, id: string, key: string): Promise<void> {
  await db.execute(sql`with locked as materialized (select pg_advisory_xact_lock(${LOCK_SPACES.places}, hashtext(${key})))
    update ${uploads} set moved_to = ${key} from locked where ${uploads.id} = ${id}`);
}

/** Returns true if a photo or another upload has its bytes under this key. Blocks `recordMove` to it until the transaction ends. */
export async function isStorageKeyReferenced(tx: Tx, key: string, photo: { id: string; sha256: string }): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_SPACES.places}, hashtext(${key}))`);
  const { rows } = await tx.execute<{ needed: boolean }>(sql`select
    exists (select from ${photos} where ${photos.id} = ${photo.id}::uuid and ${photos.sha256} = ${photo.sha256} and ${photos.filesRemovedAt} is null)
    or exists (select from ${uploads} where ${uploads.movedTo} = ${key}) as needed`);
  return rows[0]?.needed ?? true;
}
