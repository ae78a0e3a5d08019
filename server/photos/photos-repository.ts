import { and, desc, eq, getTableColumns, inArray, isNull, lt, or, type Placeholder, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { components } from '#openapi/api.ts';
import { type AuditEntry, auditSql } from '#server/audit/audit.ts';
import { isInHiddenSection, liveSection } from '#server/db/hidden-sections.ts';
import type { Range } from '#server/db/keyset.ts';
import { prepared } from '#server/db/prepared.ts';
import { users } from '#server/db/schema/accounts.ts';
import { eventChanges, eventDevices, events } from '#server/db/schema/events.ts';
import { photoLikes, photoProofs, photos, uploads } from '#server/db/schema/photos.ts';
import type { Db, Queryable } from '#server/db/types.ts';
import { recordChangesCtes } from '#server/events/changes-repository.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Derived } from '#server/media/derivatives.ts';
import { SILENT_MS } from '#server/photos/device-status.ts';
import { postSql } from '#server/photos/image-posts-repository.ts';
import { isPhotoRestorable } from '#server/photos/moderation-repository.ts';
import { isShown } from '#server/photos/policy.ts';

const moderators = alias(users, 'moderators');

/** A photo with its author's name and its moderator's, as one person meets it. */
export type PhotoRow = Awaited<ReturnType<typeof selectPhotos>>[number];

/** When the device of a photo was last heard of: a report, a part of an upload, or a photo. Of guests' devices there are no reports. */
const lastContactAt = sql`greatest(
  ${photos.uploadedAt},
  (select d.reported_at from ${eventDevices} d
    where d.event_id = ${photos.eventId} and d.user_id = ${photos.uploaderId} and d.device_id = ${photos.deviceId}),
  (select max(u.touched_at) from ${uploads} u where u.event_id = ${photos.eventId} and u.user_id = ${photos.uploaderId}),
  (select max(other.uploaded_at) from ${photos} other
    where other.event_id = ${photos.eventId} and other.uploader_id = ${photos.uploaderId} and other.device_id = ${photos.deviceId}))`;
const silence = sql.raw(`interval '${SILENT_MS} ms'`);

/** The original is on its way, and its device was silent for longer than the delivery board allows. */
export const isOriginalOverdue = sql<boolean>`(${photos.awaitsOriginal} and now() - ${silence} > ${lastContactAt})`;

/** Photos whose original became overdue within the last quarter of an hour, and about which open galleries heard nothing since. */
export function listNewlyOverdue(db: Queryable, limit: number): Promise<{ id: string }[]> {
  const overdueSince = sql`contact.at + ${silence}`;
  return db
    .select({ id: photos.id })
    .from(photos)
    .crossJoinLateral(sql`(select ${lastContactAt} as at) contact`)
    .where(
      and(
        eq(photos.awaitsOriginal, true),
        isNull(photos.deletedAt),
        sql`${overdueSince} between now() - interval '15 minutes' and now()`,
        sql`not exists (select from ${eventChanges} told where told.created_at >= ${overdueSince} and told.event_id = ${photos.eventId}
          and told.photo_id = ${photos.id} and told.kind <> 'likes')`,
      ),
    )
    .limit(limit);
}

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
      isRestorable: sql<boolean>`${isPhotoRestorable}`,
      deletedBy: photos.deletedBy,
      takeDownReason: photos.takeDownReason,
      inTrash: photos.inTrash,
      originalDeletedAt: photos.originalDeletedAt,
      awaitsOriginal: photos.awaitsOriginal,
      originalOverdue: isOriginalOverdue,
      showsProof: photos.showsProof,
      sectionId: liveSection(sql`${photos.sectionId}`),
      isHidden: isInHiddenSection(sql`${photos.sectionId}`),
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

/** The photos whose ids a query selects. */
export function listPhotosIn(
  db: Queryable,
  ids: SQL,
  userId: string | null,
  { limit, orderBy }: Omit<Range, 'where'>,
): Promise<PhotoRow[]> {
  return selectPhotos(db, userId, sql`${photos.id} in (${ids})`, limit, orderBy);
}

/** This person's photos of an event by the hash of their bytes: of each hash the one that arrived first. Deleted ones and proofs do not count. */
export function findPhotosByHash(
  db: Queryable,
  of: { eventId: string; uploaderId: string },
  sha256: readonly string[],
): Promise<Pick<PhotoRow, 'sha256' | 'id' | 'uploadedAt' | 'awaitsOriginal' | 'state' | 'showsProof' | 'originalDeletedAt'>[]> {
  const { sha256: hash, id, uploadedAt, awaitsOriginal, state, showsProof, originalDeletedAt } = photos;
  return db
    .selectDistinctOn([hash], { sha256: hash, id, uploadedAt, awaitsOriginal, state, showsProof, originalDeletedAt })
    .from(photos)
    .where(
      and(
        eq(photos.eventId, of.eventId),
        eq(photos.uploaderId, of.uploaderId),
        inArray(photos.sha256, [...sha256]),
        isNull(photos.deletedAt),
      ),
    )
    .orderBy(hash, awaitsOriginal, uploadedAt, id);
}

/**
 * What became of photos that this person has delivered to an event: which are not there, not even deleted, each with their first photo of the
 * same bytes; which cannot be decoded, which wait for it; which were deleted, or their originals; and how many they have delivered to it, deleted
 * ones included. A photo without its original is not there: the server was restored from a backup of before it arrived.
 */
export async function checkDelivered(
  db: Queryable,
  of: { eventId: string; uploaderId: string },
  asked: readonly { id: string; sha256?: string | undefined }[],
): Promise<components['schemas']['DeliveredCheck']> {
  const isTheirs = and(
    eq(photos.eventId, of.eventId),
    eq(photos.uploaderId, of.uploaderId),
    sql`(not ${photos.awaitsOriginal} or ${photos.deletedAt} is not null)`,
  );
  const ids = asked.map(({ id }) => id);
  const found = await db
    .select({
      id: photos.id,
      // Until its original was decoded: a proof can be shown of a photo that is damaged.
      state: sql<PhotoRow['state']>`case when ${photos.showsProof} then 'processing' else ${photos.state} end`,
      deletedAt: photos.deletedAt,
      originalDeletedAt: photos.originalDeletedAt,
    })
    .from(photos)
    .where(and(isTheirs, inArray(photos.id, ids)));
  const held = new Set(found.map(({ id }) => id));
  const missing = asked.filter(({ id }) => !held.has(id));
  const hashes = missing.flatMap(({ sha256 }) => sha256 ?? []);
  const stored = (hashes.length > 0 ? await findPhotosByHash(db, of, hashes) : []).filter(({ awaitsOriginal }) => !awaitsOriginal);
  const same = new Map(stored.map(({ sha256, id }) => [sha256, id]));
  const inState = (state: (typeof found)[number]['state']) => found.filter((photo) => photo.state === state && !photo.deletedAt);
  return {
    missing: missing.map(({ id, sha256 }) => ({ id, instead: (sha256 && same.get(sha256)) ?? null })),
    damaged: inState('unreadable').map(({ id }) => id),
    processing: inState('processing').map(({ id }) => id),
    deleted: found.filter((photo) => photo.deletedAt ?? photo.originalDeletedAt).map(({ id }) => id),
    delivered: await db.$count(photos, isTheirs),
  };
}

export type NewPhoto = Omit<typeof photos.$inferInsert, 'uploadedAt'>;

/** The row of a photo that was just inserted, without reading it back. */
export const insertedPhotoRow = (photo: NewPhoto, uploader: { name: string }, uploadedAt: Date): PhotoRow => ({
  ...photo,
  uploadedAt,
  takenAtClaimed: photo.takenAtClaimed ?? null,
  fileName: photo.fileName ?? null,
  uploaderFirstName: uploader.name,
  uploaderLastName: '',
  state: 'processing',
  unreadableReason: null,
  width: null,
  height: null,
  thumbhash: null,
  likes: 0,
  isLiked: false,
  camera: null,
  rejectionReason: null,
  moderatedBy: null,
  moderatorFirstName: null,
  moderatorLastName: null,
  deletedAt: null,
  isRestorable: false,
  deletedBy: null,
  takeDownReason: null,
  inTrash: false,
  originalDeletedAt: null,
  awaitsOriginal: photo.awaitsOriginal ?? false,
  originalOverdue: false,
  showsProof: false,
  sectionId: null,
  isHidden: false,
});

/** Of an insert that selects its values. */
function insertParts(photo: NewPhoto): { names: SQL; values: SQL } {
  const columns = getTableColumns(photos);
  const given = (Object.keys(photo) as (keyof NewPhoto)[]).filter((name) => photo[name] !== undefined);
  const listed = (of: (name: keyof NewPhoto) => SQL) => sql.join(given.map(of), sql`, `);
  return {
    names: listed((name) => sql`${sql.identifier(columns[name].name)}`),
    values: listed((name) => sql`${sql.param(photo[name], columns[name])}`),
  };
}

interface CommitOptions {
  /** Null: its bytes came another way. */
  uploadId: string | null;
  imageId: string | null;
  job: SQL;
  entry: AuditEntry;
  emitted: (from: SQL) => SQL;
}

/**
 * The exactly-once point, in one statement: inserts the photo, its audit entry, its job and the event's change, and deletes the record of its
 * upload. Writes nothing if a photo has this id, if the upload was discarded, with its bytes, or if the event has another photo of the same
 * generated image. Waits for concurrent inserts of the same id.
 * @param imageId the generated image that it is the file of
 * @param emitted what webhooks are told, in expressions that end with `told`, before the event's counter is locked
 * @returns the arrival; null if nothing was written
 */
export async function commitPhoto(
  db: Queryable,
  photo: NewPhoto,
  { uploadId, imageId, job, entry, emitted }: CommitOptions,
): Promise<Date | null> {
  const changes = [{ kind: 'added', photoId: photo.id, wasShown: false }] as const;
  const { names, values } = insertParts(photo);
  const { rows } = await db.execute<{ uploaded_at: Date }>(sql`
    with upload as materialized (${uploadId === null ? sql`select` : sql`select from ${uploads} where ${uploads.id} = ${uploadId} for update`}),
    ${imageId === null ? sql`` : sql`posted as (${postSql({ imageId, eventId: photo.eventId }, photo.id, sql`upload`)}),`}
    added as (insert into ${photos} (${names}) select ${values} from ${imageId === null ? sql`upload` : sql`posted`}
      on conflict do nothing returning id, uploaded_at),
    removed_upload as (delete from ${uploads} where ${uploads.id} = ${uploadId} and exists (select from added)),
    audited as (${auditSql(entry, sql`added`)}),
    queued as materialized (select ${job} from added),
    ${emitted(sql`added`)},
    ${recordChangesCtes(photo.eventId, changes, { after: sql`queued, told`, delta: { photos: 1, bytes: photo.bytes } })}
    select added.uploaded_at from added, recorded`);
  return rows[0] ? new Date(rows[0].uploaded_at) : null;
}

interface ProofOptions extends Pick<CommitOptions, 'job' | 'entry'> {
  uploadId: string;
  jpeg: Buffer;
}

/**
 * Inserts a photo with its proof, before its original arrives, in one statement. Writes nothing if a photo has this id, or without an upload of this
 * person for this event: one that was committed has made the photo, and one that was canceled makes none.
 * @returns the arrival; null if nothing was written
 */
export async function commitProof(db: Queryable, photo: NewPhoto, { uploadId, jpeg, job, entry }: ProofOptions): Promise<Date | null> {
  const changes = [{ kind: 'added', photoId: photo.id, wasShown: false }] as const;
  const { names, values } = insertParts({ ...photo, awaitsOriginal: true });
  const { rows } = await db.execute<{ uploaded_at: Date }>(sql`
    with upload as materialized (select from ${uploads} where ${uploads.id} = ${uploadId} and ${uploads.userId} = ${photo.uploaderId}
      and coalesce(${uploads.eventId}, ${photo.eventId}) = ${photo.eventId} for update),
    added as (insert into ${photos} (${names}) select ${values} from upload on conflict do nothing returning id, uploaded_at),
    kept as (insert into ${photoProofs} (photo_id, jpeg) select id, ${sql.param(jpeg, photoProofs.jpeg)} from added),
    audited as (${auditSql(entry, sql`added`)}),
    queued as materialized (select ${job} from added),
    ${recordChangesCtes(photo.eventId, changes, { after: sql`queued`, delta: { photos: 1 } })}
    select added.uploaded_at from added, recorded`);
  return rows[0] ? new Date(rows[0].uploaded_at) : null;
}

/** Null once the original has arrived, and if the proof couldn't be decoded. */
export async function findProof(db: Queryable, photoId: string): Promise<Buffer | null> {
  const [row] = await db.select({ jpeg: photoProofs.jpeg }).from(photoProofs).where(eq(photoProofs.photoId, photoId));
  return row?.jpeg ?? null;
}

export async function deleteProof(db: Queryable, photoId: string): Promise<void> {
  await db.delete(photoProofs).where(eq(photoProofs.photoId, photoId));
}

/** Of a photo with a proof, what its original brings. */
type Original = Pick<
  NewPhoto,
  | 'bytes'
  | 'crc32'
  | 'contentType'
  | 'orientation'
  | 'fileName'
  | 'source'
  | 'takenAt'
  | 'takenAtClaimed'
  | 'tzOffset'
  | 'deviceId'
  | 'deviceSeq'
>;

/** Smaller differences of a device's clock are noise. */
const CORRECTED_MS = 10_000;

/** The clock may have been corrected since the proof was sent. A file from a memory card, which can bring the original too, has a time of its own. */
function timeOf({ source, takenAt, takenAtClaimed, tzOffset }: PhotoRow, original: Original) {
  const isCorrected =
    original.source === source && !original.takenAtClaimed && Math.abs(original.takenAt.getTime() - takenAt.getTime()) > CORRECTED_MS;
  return isCorrected
    ? { takenAt: original.takenAt, takenAtClaimed: null, tzOffset: original.tzOffset }
    : { takenAt, takenAtClaimed, tzOffset };
}

const originalOf = (before: PhotoRow, original: Original) => {
  const { bytes, crc32, contentType, orientation, fileName } = original;
  return { bytes, crc32, contentType, orientation, fileName: fileName ?? null, ...timeOf(before, original) };
};

/** The photo once its original has arrived, without reading it back. */
export const completedPhotoRow = (before: PhotoRow, original: Original, uploadedAt: Date): PhotoRow => {
  const { crc32: _crc32, ...brought } = originalOf(before, original);
  return { ...before, ...brought, uploadedAt, awaitsOriginal: false, originalOverdue: false };
};

/**
 * The exactly-once point of a photo that has a proof, in one statement: from now on the photo has its original. Its pictures stay until others are
 * made of the original. A deleted photo stays deleted, and can be restored with it. It is the photo of the device that sent the original: what arrives is
 * a sign of that device, and of no other.
 * @param before the photo as it was read
 * @returns the arrival; null if nothing was written, because the photo has changed since, has its original, or its upload was discarded
 */
export async function completePhoto(
  db: Queryable,
  before: PhotoRow,
  original: Original,
  { uploadId, job, emitted }: Pick<CommitOptions, 'job' | 'emitted'> & { uploadId: string },
): Promise<Date | null> {
  const { id, eventId, status, state, deletedAt } = before;
  const { deviceId, deviceSeq } = original;
  const changes = [{ kind: 'changed', photoId: id, wasShown: isShown(before) }] as const;
  const update = db
    .update(photos)
    .set({ ...originalOf(before, original), deviceId, deviceSeq, awaitsOriginal: false, uploadedAt: sql`now()` })
    .where(
      and(
        eq(photos.id, id),
        eq(photos.awaitsOriginal, true),
        eq(photos.status, status),
        eq(photos.state, state),
        deletedAt === null ? isNull(photos.deletedAt) : isPhotoRestorable,
        sql`exists (select from upload)`,
      ),
    )
    .returning({ id: photos.id, uploadedAt: photos.uploadedAt });
  // Nobody sees a deleted photo, and no counter counts it.
  const recorded = recordChangesCtes(eventId, changes, { after: sql`queued, told`, delta: { bytes: original.bytes } });
  const { rows } = await db.execute<{ uploaded_at: Date }>(sql`
    with upload as materialized (select from ${uploads} where ${uploads.id} = ${uploadId} for update),
    completed as (${update.getSQL()}),
    removed_upload as (delete from ${uploads} where ${uploads.id} = ${uploadId} and exists (select from completed)),
    removed_proof as (delete from ${photoProofs} where ${photoProofs.photoId} = ${id} and exists (select from completed)),
    queued as materialized (select ${job} from completed),
    ${emitted(sql`completed`)} ${deletedAt === null ? sql`, ${recorded}` : sql``}
    select completed.uploaded_at from completed ${deletedAt === null ? sql`, recorded` : sql`, queued`}`);
  return rows[0] ? new Date(rows[0].uploaded_at) : null;
}

/**
 * Brings a like to the wanted state, with the photo's count and the event's change, in one statement: the event's counter is locked no longer than
 * the database needs. The photo's row is locked first, so the count stays exact however many people like it at once or repeat a like.
 * @returns the count; null when the photo was deleted
 */
export async function setLike(
  db: Db,
  { id, eventId }: Pick<PhotoRow, 'id' | 'eventId'>,
  userId: string,
  liked: boolean,
): Promise<number | null> {
  const changes = [{ kind: 'likes', photoId: id, wasShown: true }] as const;
  const touched = liked
    ? sql`insert into ${photoLikes} (photo_id, user_id) select locked_photo.id, ${userId}::uuid from locked_photo on conflict do nothing returning photo_id`
    : sql`delete from ${photoLikes} using locked_photo where photo_id = locked_photo.id and user_id = ${userId} returning photo_id`;
  const { rows } = await db.execute<{ likes: number }>(sql`with
    locked_photo as materialized (select id, likes from ${photos} where id = ${id} and deleted_at is null for update),
    touched as (${touched}),
    counted as (
      update ${photos} as photo set likes = photo.likes + ${liked ? 1 : -1}::int from touched where photo.id = touched.photo_id returning photo.likes
    ),
    ${recordChangesCtes(eventId, changes, { after: sql`counted` })}
    select coalesce(counted.likes, locked_photo.likes) as likes, (select count(*) from recorded) as recorded
    from locked_photo left join counted on true`);
  return rows[0]?.likes ?? null;
}

/** Which of these users like which of these photos, as keys of `likeKey`. */
export async function findLikes(db: Queryable, photoIds: readonly string[], userIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (photoIds.length === 0 || userIds.length === 0) return new Set();
  const rows = await db
    .select({ photoId: photoLikes.photoId, userId: photoLikes.userId })
    .from(photoLikes)
    .where(and(inArray(photoLikes.photoId, [...photoIds]), inArray(photoLikes.userId, [...userIds])));
  return new Set(rows.map(({ photoId, userId }) => likeKey(photoId, userId)));
}

export const likeKey = (photoId: string, userId: string) => `${photoId} ${userId}`;

/**
 * Writes the result of decoding and the event's change, in one statement. Without its original, what was decoded is the proof.
 * @param before the photo as it was read
 * @param reconsidered the audit entry of the decision that is undone: the photo waits for approval again
 * @returns false when it has changed since, or was deleted: nothing was written then
 */
export async function setDerived(
  db: Queryable,
  before: Pick<PhotoRow, 'id' | 'eventId' | 'status' | 'state' | 'isHidden' | 'awaitsOriginal'>,
  derived: Derived,
  reconsidered: AuditEntry | null = null,
): Promise<boolean> {
  const { id, eventId, status, state, awaitsOriginal } = before;
  const decision = reconsidered ? ({ status: 'pending', moderatedBy: null, moderatedAt: null } as const) : {};
  const changes = [{ kind: 'changed', photoId: id, wasShown: isShown(before) }] as const;
  const update = db
    .update(photos)
    .set({ unreadableReason: null, camera: null, webBytes: null, webCrc32: null, showsProof: awaitsOriginal, ...derived, ...decision })
    .where(
      and(
        eq(photos.id, id),
        eq(photos.status, status),
        eq(photos.state, state),
        eq(photos.awaitsOriginal, awaitsOriginal),
        isNull(photos.deletedAt),
      ),
    )
    .returning({ id: photos.id });
  const { rowCount } = await db.execute(sql`with derived as (${update.getSQL()}),
    ${reconsidered ? sql`audited as (${auditSql(reconsidered, sql`derived`)}),` : sql``}
    ${recordChangesCtes(eventId, changes, { after: sql`derived` })} select from recorded`);
  return rowCount === 1;
}

/** Photos that wait since before a time for their pictures, or for those of their original, with no job that will make them. */
export async function listPhotosWithoutJob(
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
        isNull(photos.originalDeletedAt),
        sql`(photos.state = 'processing' or photos.shows_proof and not photos.awaits_original)`,
        sql`(not photos.awaits_original or exists (select from ${photoProofs} where ${photoProofs.photoId} = photos.id))`,
        lt(photos.uploadedAt, before),
        sql`not exists (select from graphile_worker.jobs j where j.key = 'derive-photo:' || photos.id and j.attempts < j.max_attempts)`,
      ),
    )
    .orderBy(photos.uploadedAt)
    .limit(limit);
}

/** Deleted photos whose files exist, oldest deletion first. Photos in the trash have another cutoff. */
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

/** Photos of an event whose files exist, deleted or not. */
export function listFilesOfEvent(db: Queryable, eventId: string, limit: number): Promise<{ id: string; sha256: string }[]> {
  return db
    .select({ id: photos.id, sha256: photos.sha256 })
    .from(photos)
    .where(and(eq(photos.eventId, eventId), isNull(photos.filesRemovedAt)))
    .limit(limit);
}

export async function markFilesRemoved(db: Queryable, id: string): Promise<void> {
  await db.delete(photoProofs).where(eq(photoProofs.photoId, id));
  await db
    .update(photos)
    .set({ filesRemovedAt: sql`now()` })
    .where(eq(photos.id, id));
}

/** Photos whose original was deleted by retention before a time, and whose files of it exist. */
export function listOriginalsToRemove(db: Queryable, before: Date, limit: number): Promise<{ id: string; sha256: string }[]> {
  return db
    .select({ id: photos.id, sha256: photos.sha256 })
    .from(photos)
    .where(and(lt(photos.originalDeletedAt, before), isNull(photos.originalRemovedAt)))
    .orderBy(photos.originalDeletedAt)
    .limit(limit);
}

export async function markOriginalRemoved(db: Queryable, id: string): Promise<void> {
  await db
    .update(photos)
    .set({ originalRemovedAt: sql`now()` })
    .where(eq(photos.id, id));
}

/** A user with this many in the queue waits behind everyone else in any case. */
const COUNTED = 1000;

interface Underived {
  id: string;
  uploaderId: string;
  organizationId: string;
}

/**
 * Queues the derivation of a photo in the caller's transaction. Fair queuing: a photo waits one round for each photo that its uploader has in the
 * queue, so that a handful of photos passes another person's thousand. One organization never occupies all workers.
 */
export const queueDerivation = async (tx: Queryable, jobs: Jobs, photo: Underived): Promise<void> => {
  await tx.execute(sql`select ${derivationJob(jobs, photo)}`);
};

/** The same as an expression, for a statement that writes the photo as well. */
export function derivationJob(jobs: Jobs, { id, uploaderId, organizationId }: Underived): SQL {
  // Matches the partial index of waiting photos.
  const waiting = sql`select from ${photos} waiting where waiting.deleted_at is null and waiting.state = 'processing'
    and waiting.uploaded_at > now() - interval '1 day' and waiting.uploader_id = ${uploaderId} limit ${COUNTED}`;
  const rank = sql`(select count(*) from (${waiting}) as counted)`;
  return jobs.sql('derive-photo', { photoId: id }, { key: `derive-photo:${id}`, owner: organizationId, rank });
}
