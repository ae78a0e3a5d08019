// Events, who is in them, the ways in, and what happened there.
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, real, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { components } from '#openapi/api.ts';
import { users } from './accounts.ts';
import { created, instant } from './columns.ts';
import { organizations } from './organizations.ts';

type Schemas = components['schemas'];

export const events = pgTable(
  'events',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    type: text('type').$type<'public' | 'private'>().notNull().default('public'),
    status: text('status').$type<Schemas['EventStatus']>().notNull().default('draft'),
    startsAt: instant('starts_at').notNull(),
    durationHours: real('duration_hours').notNull().default(2),
    /** IANA time zone; null if unknown. */
    timeZone: text('time_zone'),
    endsAutomatically: boolean('ends_automatically').notNull().default(false),
    location: text('location').notNull().default(''),
    coverPhotoId: uuid('cover_photo_id'),
    /** Upper case, without separators. */
    joinCode: text('join_code').notNull(),
    joinPolicy: text('join_policy').$type<Schemas['JoinPolicy']>().notNull().default('code'),
    joinIdentity: text('join_identity').$type<Schemas['JoinIdentity']>().notNull().default('name'),
    requireApproval: boolean('require_approval').notNull().default(false),
    autoGallery: boolean('auto_gallery').notNull().default(true),
    allowDownloads: boolean('allow_downloads').notNull().default(true),
    guestAccess: text('guest_access').$type<Schemas['GuestAccess']>().notNull().default('view_and_capture'),
    /** From then on guests neither take photos nor see those of others. */
    guestUntil: instant('guest_until'),
    guestDownloads: boolean('guest_downloads').notNull().default(true),
    /** When it first let guests take photos, which may still be in upload; null: never. */
    guestCaptureAt: instant('guest_capture_at').defaultNow(),
    /** When the organization published the gallery, where `autoGallery` is off. */
    publishedAt: instant('published_at'),
    /** Until then the gallery is closed to everyone outside the organization; null: no such time. */
    revealsAt: instant('reveals_at'),
    /** When it first took photos. */
    openedAt: instant('opened_at'),
    /** When it last ended; also null for events that ended in an earlier release. */
    endedAt: instant('ended_at'),
    /** How long its photos are kept after the event; null: for ever. */
    retentionDays: integer('retention_days'),
    /** What is deleted then. */
    retentionScope: text('retention_scope').$type<Schemas['PhotoRetentionScope']>().notNull().default('originals'),
    /** When that will be, as the job last computed it; null: not known, or nothing would be deleted. */
    photosKeptUntil: instant('photos_kept_until'),
    /** By the platform: no new shots until it is resumed. */
    pausedAt: instant('paused_at'),
    pauseReason: text('pause_reason'),
    deletedAt: instant('deleted_at'),
    /** End of the retention of a deleted event, if the platform changed it; null: the default. */
    keptUntil: instant('kept_until'),
    /** Why the platform removed it: only the platform restores it then. */
    removalReason: text('removal_reason'),
    createdAt: created(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('events_join_code').on(t.joinCode),
    index('events_organization').on(t.organizationId, t.startsAt, t.id),
    index('events_start').on(t.startsAt, t.id),
    index('events_ending')
      .on(t.startsAt)
      .where(sql`ends_automatically and status in ('live', 'active')`),
  ],
);

/** The warnings before photos of an event are deleted, and a deletion that is under way. One row per event that was warned of. */
export const photoRetention = pgTable('photo_retention', {
  eventId: uuid('event_id')
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  /** The date that people were told. */
  dueAt: instant('due_at').notNull(),
  /** Two weeks before. Null: the setting changed, so people must be told again. */
  firstSentAt: instant('first_sent_at'),
  /** Two days before. */
  lastSentAt: instant('last_sent_at'),
  /** Of the run that is not in the audit log yet. */
  runScope: text('run_scope').$type<Schemas['PhotoRetentionScope']>(),
  runPhotos: integer('run_photos').notNull().default(0),
  runBytes: bigint('run_bytes', { mode: 'number' }).notNull().default(0),
});

/** Parts of an event's gallery, in an order. A photo is in one at most. */
export const eventSections = pgTable(
  'event_sections',
  {
    id: uuid('id').primaryKey(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    position: integer('position').notNull(),
    audience: text('audience').$type<Schemas['SectionAudience']>().notNull().default('everyone'),
    /** Its photos keep it, so that they are in it again when it is restored; until then they are in none. */
    deletedAt: instant('deleted_at'),
    createdAt: created(),
  },
  (t) => [index('event_sections_event').on(t.eventId, t.position, t.id)],
);

/** One row per event, apart from `events` so that photos do not rewrite the event. Every writer of a change locks it. */
export const eventCounters = pgTable('event_counters', {
  eventId: uuid('event_id')
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  changeSeq: bigint('change_seq', { mode: 'number' }).notNull().default(0),
  photosCount: integer('photos_count').notNull().default(0),
  /** Of the originals of those that are counted. */
  photosBytes: bigint('photos_bytes', { mode: 'number' }).notNull().default(0),
  attendeesCount: integer('attendees_count').notNull().default(0),
});

export const eventParticipants = pgTable(
  'event_participants',
  {
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role').$type<Schemas['ParticipantRole']>().notNull().default('photographer'),
    /** When they last lost a role that takes photos: those taken before may still be in upload. */
    photographerUntil: instant('photographer_until'),
    joinedAt: instant('joined_at').notNull().defaultNow(),
    /** No participant any more: removed by the organization, and not let in again by a code, unless they left. */
    removedAt: instant('removed_at'),
    /** They left voluntarily: only a join code readmits them. */
    hasLeft: boolean('has_left').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.userId] }),
    index('event_participants_user').on(t.userId),
    index('event_participants_joined').on(t.eventId, t.joinedAt, t.userId),
  ],
);

/** Personal ways into an event. Each code works once. */
export const eventInvitations = pgTable(
  'event_invitations',
  {
    id: uuid('id').primaryKey(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** Lower case. */
    email: text('email').notNull(),
    role: text('role').$type<Schemas['ParticipantRole']>().notNull().default('photographer'),
    /** Upper case, without separators. */
    code: text('code').notNull(),
    invitedBy: uuid('invited_by')
      .notNull()
      .references(() => users.id),
    createdAt: created(),
    usedBy: uuid('used_by').references(() => users.id),
    usedAt: instant('used_at'),
    revokedAt: instant('revoked_at'),
  },
  (t) => [
    uniqueIndex('event_invitations_code').on(t.code),
    uniqueIndex('event_invitations_open')
      .on(t.eventId, t.email)
      .where(sql`used_at is null and revoked_at is null`),
    index('event_invitations_event').on(t.eventId, t.createdAt, t.id),
  ],
);

/** Replaced join codes, so that an old poster can be distinguished from a typo. */
export const eventFormerCodes = pgTable('event_former_codes', {
  code: text('code').primaryKey(),
  eventId: uuid('event_id')
    .notNull()
    .references(() => events.id, { onDelete: 'cascade' }),
  renewedAt: instant('renewed_at').notNull().defaultNow(),
});

/** Changes of an event's gallery, numbered by `eventCounters.changeSeq` in the writing transaction. Deleted after a week. */
export const eventChanges = pgTable(
  'event_changes',
  {
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    /** `event`: the event itself, its people or numbers. `reset`: the gallery was opened or closed. Neither is about one photo. */
    kind: text('kind').$type<'added' | 'changed' | 'removed' | 'likes' | 'event' | 'reset'>().notNull(),
    photoId: uuid('photo_id'),
    /** Whether an open gallery showed the photo to everybody before this change: only then do they hear that it left. */
    wasShown: boolean('was_shown').notNull().default(true),
    createdAt: created(),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.seq] }), index('event_changes_created').on(t.createdAt)],
);

/** A photo that is only on a device, as it reports it. */
export interface WaitingPhoto {
  sha256: string;
  file_name: string | null;
  taken_at: string;
}

/** Devices of an event's staff, as they last reported what waits on them. Guests' devices are not listed. */
export const eventDevices = pgTable(
  'event_devices',
  {
    id: uuid('id').primaryKey(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Made by the app, in its storage: a device whose storage was cleared has another. */
    deviceId: uuid('device_id').notNull(),
    kind: text('kind').$type<'phone' | 'computer'>().notNull(),
    /** The browser and the system: "Chrome on Android". */
    name: text('name').notNull(),
    appVersion: text('app_version').notNull(),
    /** Photos taken or imported on it for the event, ever. */
    captured: integer('captured').notNull(),
    /** Of these the imported ones. */
    imported: integer('imported').notNull().default(0),
    /** Of these only on the device. */
    waiting: integer('waiting').notNull(),
    waitingBytes: bigint('waiting_bytes', { mode: 'number' }).notNull(),
    /** The first of the waiting ones. They may arrive from another device. */
    waitingPhotos: jsonb('waiting_photos').$type<WaitingPhoto[]>().notNull().default([]),
    /** Of the waiting ones those that need a decision, by reason. */
    attention: jsonb('attention').$type<{ reason: string; count: number }[]>().notNull(),
    /** Neither on the device nor on the server. */
    lost: integer('lost').notNull(),
    /** The counter of its last photo at the report: later photos are not in the numbers. */
    lastSeq: bigint('last_seq', { mode: 'number' }).notNull(),
    isStorageLow: boolean('is_storage_low').notNull(),
    firstSeenAt: instant('first_seen_at').notNull().defaultNow(),
    reportedAt: instant('reported_at').notNull().defaultNow(),
    /** When the organization marked its missing photos as settled; null: not since its last report. */
    settledAt: instant('settled_at'),
    /** The lost photos that were settled. */
    settledLost: integer('settled_lost').notNull().default(0),
  },
  (t) => [uniqueIndex('event_devices_device').on(t.eventId, t.userId, t.deviceId), index('event_devices_user').on(t.userId)],
);
