// Open uploads and their owners.
import { and, asc, eq, inArray, isNotNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { QueryResult } from 'pg';
import { LOCK_SPACES } from '#server/db/advisory-locks.ts';
import { eventParticipants, events } from '#server/db/schema/events.ts';
import { memberships } from '#server/db/schema/organizations.ts';
import { photos, type UploadPiece, uploads } from '#server/db/schema/photos.ts';
import type { Db, Queryable, Tx } from '#server/db/types.ts';
import { tookPhotos } from '#server/events/events-repository.ts';
import { CHANNEL, topicNotification } from '#server/live/topics-repository.ts';

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

/**
 * Inserts it if it fits with what this person had begun and not finished before: at the same event (or at none that was named), and altogether. Exact,
 * however many begin at once on however many servers, in one round trip.
 * @param most the limits with the new one
 * @param assumed bytes of the new one, and of others, whose length was left open
 * @returns false with nothing written if it doesn't fit
 */
export async function addUpload(
  db: Db,
  upload: NewUpload,
  most: { here: OpenUploads; altogether: OpenUploads },
  assumed: { new: number; others: number },
): Promise<boolean> {
  const { id, userId, eventId, bytes } = upload;
  const isHere = sql`event_id is not distinct from ${eventId}::uuid`;
  const open = sql`coalesce(bytes, ${assumed.others}::bigint)`;
  const added = bytes ?? assumed.new;
  // Two statements: the second one sees what another request wrote while the first one waited. Without parameters they are sent at once.
  const answers: unknown = await db.execute(
    sql`select pg_advisory_xact_lock(${LOCK_SPACES.openUploads}, hashtext(${userId}));
      with open as (
        select count(*) as files, coalesce(sum(${open}), 0) as bytes, count(*) filter (where ${isHere}) as files_here,
          coalesce(sum(${open}) filter (where ${isHere}), 0) as bytes_here
        from ${uploads} where user_id = ${userId}::uuid
      )
      insert into ${uploads} (id, user_id, event_id, bytes) select ${id}, ${userId}::uuid, ${eventId}::uuid, ${bytes}::bigint from open
      where files_here < ${most.here.files} and bytes_here + ${added} <= ${most.here.bytes}
        and files < ${most.altogether.files} and bytes + ${added} <= ${most.altogether.bytes}`.inlineParams(),
  );
  const [, inserted] = answers as [QueryResult, QueryResult];
  return inserted.rowCount === 1;
}

/** A person's uploads that were not touched since a time, or not since they were begun before another; the oldest first. */
export function listAbandoned(
  db: Queryable,
  userId: string,
  before: { touched: Date; begun: Date },
  limit: number,
): Promise<{ id: string }[]> {
  const { id, touchedAt, createdAt } = uploads;
  const isUnused = and(eq(touchedAt, createdAt), lt(createdAt, before.begun));
  return db
    .select({ id })
    .from(uploads)
    .where(and(eq(uploads.userId, userId), or(lt(touchedAt, before.touched), isUnused)))
    .orderBy(asc(touchedAt))
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

type UploadRow = typeof uploads.$inferSelect;
type BucketUpload = Pick<UploadRow, 'received' | 'bytes' | 'metadata' | 'inspection' | 'createdAt'> & { pieces: UploadPiece[] };

/** An upload whose bytes arrive in the bucket, or null. */
export async function findBucketUpload(db: Queryable, id: string): Promise<BucketUpload | null> {
  const { pieces, received, bytes, metadata, inspection, createdAt } = uploads;
  const [row] = await db.select({ pieces, received, bytes, metadata, inspection, createdAt }).from(uploads).where(eq(uploads.id, id));
  // Begun before the installation had a bucket, or before a backup.
  return row?.pieces ? { ...row, pieces: row.pieces } : null;
}

/** From now on its bytes arrive in the bucket. Returns false if it doesn't exist. */
export async function beginInBucket(db: Queryable, id: string, metadata: string | null): Promise<boolean> {
  const { rowCount } = await db.update(uploads).set({ pieces: [], metadata }).where(eq(uploads.id, id));
  return rowCount === 1;
}

/** The length that was left open. */
export async function announceLength(db: Queryable, id: string, bytes: number): Promise<void> {
  await db.update(uploads).set({ bytes }).where(eq(uploads.id, id));
}

/**
 * Counts bytes that were stored, if the upload is as expected: a writer that lost its lease counts nothing.
 * @returns false with nothing written if it isn't
 */
export async function recordPieces(
  db: Queryable,
  id: string,
  expected: { received: number; lease: string | null },
  now: Pick<UploadRow, 'received' | 'pieces' | 'inspection'>,
): Promise<boolean> {
  const { rowCount } = await db
    .update(uploads)
    .set({ ...now, touchedAt: sql`now()` })
    .where(
      and(eq(uploads.id, id), eq(uploads.received, expected.received), sql`${uploads.lease} is not distinct from ${expected.lease}::uuid`),
    );
  return rowCount === 1;
}

/** The keys of all pieces of these uploads. */
export async function listPieces(db: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ pieces: uploads.pieces })
    .from(uploads)
    .where(inArray(uploads.id, [...ids]));
  return new Set(rows.flatMap(({ pieces }) => pieces ?? []).map(({ key }) => key));
}

const LEASE = 'upload-lease:';

/** Notified when another server waits for this lease. */
export const leaseTopic = (token: string): string => LEASE + token;
/** Notified when a lease of this upload ended that another server waits for. */
export const uploadTopic = (id: string): string => `upload:${id}`;

const leaseEnd = (ms: number) => sql`now() + ${ms} * interval '1 millisecond'`;

/**
 * Takes the lease of an upload if nobody holds it; else asks the holder to release it.
 * @param token of the new lease
 */
export async function takeLease(db: Queryable, id: string, token: string, ms: number): Promise<'taken' | 'held' | 'missing'> {
  const { rows } = await db.execute<{ taken: boolean; held: boolean }>(sql`with taken as (
      update ${uploads} set lease = ${token}, leased_until = ${leaseEnd(ms)}
      where ${uploads.id} = ${id} and (lease is null or leased_until < now()) returning 1
    ), asked as materialized (
      select pg_notify(${CHANNEL}, ${LEASE} || lease || ' 0') from ${uploads} where ${uploads.id} = ${id} and not exists (select from taken)
    )
    select exists (select from taken) as taken, (select count(*) from asked) > 0 as held`);
  if (rows[0]?.taken) return 'taken';
  return rows[0]?.held ? 'held' : 'missing';
}

/** Returns false if another one has it. */
export async function renewLease(db: Queryable, id: string, token: string, ms: number): Promise<boolean> {
  const { rowCount } = await db
    .update(uploads)
    .set({ leasedUntil: leaseEnd(ms) })
    .where(and(eq(uploads.id, id), eq(uploads.lease, token)));
  return rowCount === 1;
}

/** @param isWanted notifies those who wait for it */
export async function releaseLease(db: Queryable, id: string, token: string, isWanted: boolean): Promise<void> {
  const released = db
    .update(uploads)
    .set({ lease: null, leasedUntil: null })
    .where(and(eq(uploads.id, id), eq(uploads.lease, token)));
  if (!isWanted) {
    await released;
    return;
  }
  await db.execute(sql`with released as (${released.getSQL()}) select ${topicNotification(uploadTopic(id), sql`'0'`)}`);
}
