// Uploads, photos and likes.
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { components } from '#openapi/api.ts';
import type { Inspection } from '#server/media/picture-header.ts';
import { users } from './accounts.ts';
import { bytea, created, instant } from './columns.ts';
import { events, eventSections } from './events.ts';
import { organizations } from './organizations.ts';

type Schemas = components['schemas'];

/** A part of an upload, as an object. */
export interface UploadPiece {
  key: string;
  bytes: number;
}

/** Bytes on their way in, limited per person. Swept by our own rule: incomplete ones a day after the last byte, complete ones a week after. */
export const uploads = pgTable(
  'uploads',
  {
    id: text('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null for those that pages of an earlier release began: they named none. */
    eventId: uuid('event_id').references(() => events.id, { onDelete: 'set null' }),
    /** As announced; null where the length was left open. */
    bytes: bigint('bytes', { mode: 'number' }),
    /** Name in the storage that a commit began to move the bytes to. Still here when that commit was cut. */
    movedTo: text('moved_to'),
    /** Objects in the bucket with what has arrived, in order. Null if it arrives in a local file. */
    pieces: jsonb('pieces').$type<UploadPiece[]>(),
    /** Bytes in the pieces. */
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    /** The Upload-Metadata header, for uploads with pieces. */
    metadata: text('metadata'),
    /** What the bytes are, once all of them are in one piece. */
    inspection: jsonb('inspection').$type<Inspection>(),
    /** Held by the one request of all servers that may use the upload now; another may take it after `leased_until`. */
    lease: uuid('lease'),
    leasedUntil: instant('leased_until'),
    createdAt: created(),
    touchedAt: instant('touched_at').notNull().defaultNow(),
  },
  (t) => [index('uploads_touched').on(t.touchedAt), index('uploads_user').on(t.userId, t.eventId)],
);

/** Event photos. A deleted photo's row stays as its tombstone. */
export const photos = pgTable(
  'photos',
  {
    /** Made by the client at the shutter. */
    id: uuid('id').primaryKey(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    uploaderId: uuid('uploader_id')
      .notNull()
      .references(() => users.id),
    status: text('status').$type<Schemas['Photo']['status']>().notNull(),
    state: text('state').$type<Schemas['Photo']['state']>().notNull().default('processing'),
    unreadableReason: text('unreadable_reason'),
    /** Gallery order: the device's time, or the arrival if that is impossible. */
    takenAt: instant('taken_at').notNull(),
    /** The device's time, if it is impossible. */
    takenAtClaimed: instant('taken_at_claimed'),
    tzOffset: integer('tz_offset').notNull(),
    orientation: integer('orientation').notNull(),
    uploadedAt: instant('uploaded_at').notNull().defaultNow(),
    width: integer('width'),
    height: integer('height'),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** Lower-case hex. */
    sha256: text('sha256').notNull(),
    /** For ZIP archives. Null for photos of earlier releases until one is made with them. */
    crc32: bigint('crc32', { mode: 'number' }),
    /** Of the full-size copy without private metadata, once it was part of an archive. */
    copyBytes: bigint('copy_bytes', { mode: 'number' }),
    copyCrc32: bigint('copy_crc32', { mode: 'number' }),
    /** Of the preview, likewise. */
    webBytes: bigint('web_bytes', { mode: 'number' }),
    webCrc32: bigint('web_crc32', { mode: 'number' }),
    contentType: text('content_type').$type<Schemas['PhotoContentType']>().notNull(),
    thumbhash: bytea('thumbhash'),
    likes: integer('likes').notNull().default(0),
    deviceId: uuid('device_id').notNull(),
    deviceSeq: bigint('device_seq', { mode: 'number' }).notNull(),
    source: text('source').$type<Schemas['PhotoSource']>().notNull(),
    /** Make and model, from the file. */
    camera: text('camera'),
    /** As the device or camera called its file. */
    fileName: text('file_name'),
    rejectionReason: text('rejection_reason'),
    moderatedBy: uuid('moderated_by').references(() => users.id),
    moderatedAt: instant('moderated_at'),
    /** The moderator a pending photo is set aside for, and until when. */
    claimedBy: uuid('claimed_by').references(() => users.id),
    claimedUntil: instant('claimed_until'),
    /** Counts only while the section is not deleted. */
    sectionId: uuid('section_id').references(() => eventSections.id, { onDelete: 'set null' }),
    deletedAt: instant('deleted_at'),
    /** The person who may restore it. */
    deletedBy: uuid('deleted_by').references(() => users.id),
    /** The platform's reason for the takedown; null if someone at the event deleted it. */
    takeDownReason: text('take_down_reason'),
    /** The removal of all photos of a participant that deleted it, so that its reverse restores these alone. */
    removalId: uuid('removal_id'),
    /** Deleted for days in which that can be taken back, not for minutes: its files wait. */
    inTrash: boolean('in_trash').notNull().default(false),
    /** When a deleted photo's files were removed. */
    filesRemovedAt: instant('files_removed_at'),
    /** When it was restored from the trash. It counts as newly arrived then. */
    restoredAt: instant('restored_at'),
    /** When the retention of the event deleted its original. The small pictures stay. */
    originalDeletedAt: instant('original_deleted_at'),
    /** When the files of the original were removed after that. */
    originalRemovedAt: instant('original_removed_at'),
    /** Only its proof has arrived. */
    awaitsOriginal: boolean('awaits_original').notNull().default(false),
    /** Its thumbnail and preview are made of the proof. */
    showsProof: boolean('shows_proof').notNull().default(false),
  },
  (t) => [
    // Ascending and without NULLS, or PostgreSQL will not scan it backward for the gallery's order (taken_at desc, id desc).
    index('photos_gallery')
      .on(t.eventId, t.takenAt, t.id)
      .where(sql`deleted_at is null`),
    index('photos_gallery_of_uploader')
      .on(t.eventId, t.uploaderId, t.takenAt, t.id)
      .where(sql`deleted_at is null`),
    // What most readers see: the approved ones that can be read, counted without a look at the rows; and every filter by status.
    index('photos_of_status')
      .on(t.eventId, t.status, t.takenAt, t.id, t.state, t.sectionId)
      .where(sql`deleted_at is null`),
    // What only its author and the organization see.
    index('photos_unshown')
      .on(t.eventId, t.uploaderId, t.takenAt, t.id)
      .where(sql`deleted_at is null and (status <> 'approved' or state = 'unreadable')`),
    index('photos_of_section')
      .on(t.eventId, t.sectionId, t.takenAt, t.id)
      .where(sql`deleted_at is null and section_id is not null`),
    // Also deleted ones, for the foreign key.
    index('photos_section')
      .on(t.sectionId)
      .where(sql`section_id is not null`),
    index('photos_processing')
      .on(t.uploadedAt)
      .where(sql`deleted_at is null and state = 'processing'`),
    // Photos without their original, and those whose pictures are still to be made of it.
    index('photos_with_proof')
      .on(t.eventId, t.uploadedAt)
      .where(sql`deleted_at is null and (awaits_original or shows_proof)`),
    index('photos_claimed')
      .on(t.eventId, t.claimedUntil)
      .where(sql`claimed_by is not null`),
    index('photos_pending')
      .on(t.eventId, t.uploadedAt, t.id)
      .where(sql`deleted_at is null and status = 'pending'`),
    // Events and cameras of a user's photos, then each in gallery order.
    index('photos_uploader').on(t.uploaderId, t.eventId, sql`coalesce(camera, '')`, t.takenAt, t.id),
    // With which cameras the photos of an event were taken; then each of these in the gallery's order.
    index('photos_of_cameras')
      .on(t.eventId, sql`coalesce(camera, '')`, t.takenAt, t.id)
      .where(sql`deleted_at is null`),
    // Whether this person has brought this file already.
    index('photos_known')
      .on(t.eventId, t.uploaderId, t.sha256)
      .where(sql`deleted_at is null`),
    // Photos taken and photos received in a period, across all events; rows are roughly in both orders.
    index('photos_taken_when').using('brin', t.takenAt),
    index('photos_arrived_when').using('brin', t.uploadedAt),
    // Photos that retention would take the original of.
    index('photos_with_original')
      .on(t.eventId, t.uploadedAt)
      .where(sql`deleted_at is null and original_deleted_at is null`),
    index('photos_original_deleted')
      .on(t.originalDeletedAt)
      .where(sql`original_deleted_at is not null and original_removed_at is null`),
    index('photos_deleted')
      .on(t.inTrash, t.deletedAt)
      .where(sql`deleted_at is not null and files_removed_at is null`),
    // Photos that a user, or an event's organization, can restore.
    index('photos_deleted_by')
      .on(t.deletedBy, t.takenAt, t.id)
      .where(sql`deleted_at is not null and files_removed_at is null`),
    index('photos_removal')
      .on(t.removalId)
      .where(sql`removal_id is not null`),
    index('photos_deleted_of_event')
      .on(t.eventId, t.takenAt, t.id)
      .where(sql`deleted_at is not null and files_removed_at is null`),
  ],
);

/** The size of a photo's original; 0 if it is not here: not yet, or no longer. */
export const keptBytes =
  sql<number>`case when ${photos.originalDeletedAt} is null and not ${photos.awaitsOriginal} then ${photos.bytes} else 0 end`.mapWith(
    Number,
  );

/** Small JPEGs of photos whose originals have not arrived. */
export const photoProofs = pgTable('photo_proofs', {
  photoId: uuid('photo_id')
    .primaryKey()
    .references(() => photos.id, { onDelete: 'cascade' }),
  jpeg: bytea('jpeg').notNull(),
});

/** Reports of photos by people who see them. One is open per person and photo. */
export const photoReports = pgTable(
  'photo_reports',
  {
    id: uuid('id').primaryKey(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    photoId: uuid('photo_id')
      .notNull()
      .references(() => photos.id, { onDelete: 'cascade' }),
    /** Null: the visitor of a gallery link. */
    reporterId: uuid('reporter_id').references(() => users.id, { onDelete: 'set null' }),
    /** The gallery link that showed it to the reporter. */
    linkId: uuid('link_id'),
    /** Of the browser's own key, where the reporter has no account here. */
    visitorKeyHash: text('visitor_key_hash'),
    reason: text('reason').$type<Schemas['ReportReason']>().notNull(),
    text: text('text').notNull().default(''),
    /** How a visitor wants to be reached. */
    contact: text('contact'),
    createdAt: created(),
    decision: text('decision').$type<'kept' | 'removed'>(),
    /** Made by the client. All reports that one decision closed have it, and are reopened together. */
    decisionId: uuid('decision_id'),
    decidedBy: uuid('decided_by').references(() => users.id),
    decidedAt: instant('decided_at'),
  },
  (t) => [
    uniqueIndex('photo_reports_open_of_person')
      .on(t.photoId, t.reporterId)
      .where(sql`decided_at is null and reporter_id is not null`),
    uniqueIndex('photo_reports_open_of_visitor')
      .on(t.photoId, t.visitorKeyHash)
      .where(sql`decided_at is null and visitor_key_hash is not null`),
    index('photo_reports_photo').on(t.photoId, t.createdAt),
    index('photo_reports_event').on(t.eventId, t.decidedAt, t.createdAt),
    index('photo_reports_reporter').on(t.reporterId, t.createdAt),
    index('photo_reports_link').on(t.linkId),
  ],
);

/** Copies of photos with a watermark on them, noted before they are written: which files there are, so that those of watermarks that are over can go. */
export const watermarkedCopies = pgTable(
  'marked_copies',
  {
    photoId: uuid('photo_id')
      .notNull()
      .references(() => photos.id, { onDelete: 'cascade' }),
    mark: text('mark').notNull(),
    variant: text('variant').$type<'thumb' | 'preview' | 'download'>().notNull(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    madeAt: instant('made_at').notNull().defaultNow(),
    /** Once it was part of a ZIP archive. */
    bytes: bigint('bytes', { mode: 'number' }),
    crc32: bigint('crc32', { mode: 'number' }),
  },
  (t) => [primaryKey({ columns: [t.photoId, t.mark, t.variant] }), index('marked_copies_mark').on(t.organizationId, t.mark, t.madeAt)],
);

export const photoLikes = pgTable(
  'photo_likes',
  {
    photoId: uuid('photo_id')
      .notNull()
      .references(() => photos.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: created(),
  },
  (t) => [primaryKey({ columns: [t.photoId, t.userId] }), index('photo_likes_user').on(t.userId)],
);

/**
 * Downloads of many photos as one ZIP archive. What an archive contains, and where, is decided once: any part of it can be sent again for a day.
 */
export const photoDownloads = pgTable(
  'photo_downloads',
  {
    id: uuid('id').primaryKey(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** The person with whose rights it is read, or null. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The gallery link with whose rights it is read, or null. Links live as long as their event. */
    linkId: uuid('link_id'),
    variant: text('variant').$type<Schemas['PhotoDownload']['variant']>().notNull(),
    /** The watermark on its photos. */
    mark: text('mark'),
    fileName: text('file_name').notNull(),
    state: text('state').$type<Schemas['PhotoDownload']['state']>().notNull().default('preparing'),
    failure: text('failure'),
    photos: integer('photos').notNull(),
    prepared: integer('prepared').notNull().default(0),
    /** Of them, those in web size because their originals are no longer kept. */
    webSizePhotos: integer('web_size_photos').notNull().default(0),
    /** The archive's length, and what it depends on (zip-layout.ts). Null until it is ready. */
    bytes: bigint('bytes', { mode: 'number' }),
    entriesBytes: bigint('entries_bytes', { mode: 'number' }),
    directoryBytes: bigint('directory_bytes', { mode: 'number' }),
    namesBytes: bigint('names_bytes', { mode: 'number' }),
    utcOffset: integer('utc_offset').notNull(),
    /** Counts the versions of its bytes. Another one begins when a photo is found missing after the end of the archive, which lists them, was sent. */
    revision: integer('revision').notNull().default(0),
    revisedAt: instant('revised_at').notNull().defaultNow(),
    /** The end of the current revision was sent. */
    isSealed: boolean('is_sealed').notNull().default(false),
    createdAt: created(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    index('photo_downloads_user').on(t.userId, t.createdAt),
    index('photo_downloads_link').on(t.linkId),
    index('photo_downloads_event').on(t.eventId),
    index('photo_downloads_expires').on(t.expiresAt),
  ],
);

/** The photos of a download, in the order of the archive. */
export const photoDownloadEntries = pgTable(
  'photo_download_entries',
  {
    downloadId: uuid('download_id')
      .notNull()
      .references(() => photoDownloads.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    photoId: uuid('photo_id').notNull(),
    name: text('name').notNull(),
    modifiedAt: instant('modified_at').notNull(),
    /** Minutes from UTC to the wall clock of the event. */
    utcOffset: integer('utc_offset').notNull(),
    /** Null until its file is prepared. */
    bytes: bigint('bytes', { mode: 'number' }),
    crc32: bigint('crc32', { mode: 'number' }),
    /** Of its header in the archive; null until that is ready. */
    startsAt: bigint('starts_at', { mode: 'number' }),
    /** The first revision of the archive without it. */
    missingFrom: integer('missing_from'),
  },
  (t) => [
    primaryKey({ columns: [t.downloadId, t.position] }),
    index('photo_download_entries_start').on(t.downloadId, t.startsAt),
    index('photo_download_entries_unprepared')
      .on(t.downloadId, t.position)
      .where(sql`bytes is null`),
    index('photo_download_entries_missing')
      .on(t.downloadId, t.position)
      .where(sql`missing_from is not null`),
  ],
);
