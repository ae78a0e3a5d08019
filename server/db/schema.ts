// More than 300 lines: tables refer to each other, and their migrations are generated from one file.
// The database. Migrations in migrations/ are generated from this file (`npx drizzle-kit generate`) and are what runs.
// Timestamps have milliseconds, as JavaScript has: a cursor made of a Date must not lose microseconds and skip rows.
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { components } from '#openapi/api.ts';

type Schemas = components['schemas'];
type Role = Schemas['Role'];
export type PermissionFlag = keyof Schemas['Permissions'];

const instant = (name: string) => timestamp(name, { precision: 3, withTimezone: true, mode: 'date' });
const created = () => instant('created_at').notNull().defaultNow();
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** People. `role` is the platform's; roles in organizations are memberships. */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    role: text('role').$type<'super_admin' | 'admin' | 'user'>().notNull().default('user'),
    isVerified: boolean('is_verified').notNull().default(false),
    disabledAt: instant('disabled_at'),
    createdAt: created(),
  },
  (t) => [uniqueIndex('users_email').on(sql`lower(${t.email})`)],
);

/** Which flags a role has. Super admins edit it; the server reads it, never a copy in code. */
export const rolePermissions = pgTable(
  'role_permissions',
  { role: text('role').$type<Role>().notNull(), flag: text('flag').$type<PermissionFlag>().notNull() },
  (t) => [primaryKey({ columns: [t.role, t.flag] })],
);

/** One signed-in device: the family of its refresh tokens. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    rememberMe: boolean('remember_me').notNull(),
    userAgent: text('user_agent').notNull().default(''),
    /** Where somebody signed in, as http/address.ts counts it: who comes from there again is no stranger. */
    address: text('address'),
    createdAt: created(),
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    endReason: text('end_reason').$type<'logout' | 'reuse' | 'revoked'>(),
  },
  (t) => [index('sessions_user').on(t.userId)],
);

/** Refresh tokens by their hash. `firstUsedAt` of a child is what closes its parent. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    id: uuid('id').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    parentId: uuid('parent_id'),
    createdAt: created(),
    firstUsedAt: instant('first_used_at'),
  },
  (t) => [uniqueIndex('refresh_tokens_hash').on(t.tokenHash), index('refresh_tokens_session').on(t.sessionId)],
);

export const organizations = pgTable('organizations', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  status: text('status').$type<Schemas['Organization']['status']>().notNull().default('pending'),
  description: text('description').notNull().default(''),
  contactEmail: text('contact_email'),
  phoneNumber: text('phone_number'),
  avatarUrl: text('avatar_url'),
  rejectionReason: text('rejection_reason'),
  primaryColor: text('primary_color').notNull().default('#000000'),
  secondaryColor: text('secondary_color').notNull().default('#ffffff'),
  logoUrl: text('logo_url'),
  /** What a new event begins with. */
  defaultEventType: text('default_event_type').$type<'public' | 'private'>().notNull().default('public'),
  defaultEventDurationHours: real('default_event_duration_hours').notNull().default(2),
  defaultRequireApproval: boolean('default_require_approval').notNull().default(false),
  defaultAutoGallery: boolean('default_auto_gallery').notNull().default(true),
  defaultAllowDownloads: boolean('default_allow_downloads').notNull().default(true),
  createdAt: created(),
});

export const memberships = pgTable(
  'memberships',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role').$type<'organization' | 'member'>().notNull().default('member'),
    status: text('status').$type<'invited' | 'active' | 'suspended'>().notNull().default('active'),
    /** Overrides of the role's flags for this member, or null. */
    permissions: jsonb('permissions').$type<Partial<Record<PermissionFlag, boolean>>>(),
    joinedAt: instant('joined_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('memberships_user_organization').on(t.userId, t.organizationId),
    index('memberships_organization').on(t.organizationId),
  ],
);

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
    location: text('location').notNull().default(''),
    coverPhotoId: uuid('cover_photo_id'),
    /** Upper case, without separators. */
    joinCode: text('join_code').notNull(),
    joinPolicy: text('join_policy').$type<Schemas['JoinPolicy']>().notNull().default('code'),
    requireApproval: boolean('require_approval').notNull().default(false),
    autoGallery: boolean('auto_gallery').notNull().default(true),
    allowDownloads: boolean('allow_downloads').notNull().default(true),
    /** When the organization published the gallery, where `autoGallery` is off. */
    publishedAt: instant('published_at'),
    deletedAt: instant('deleted_at'),
    createdAt: created(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('events_join_code').on(t.joinCode),
    index('events_organization').on(t.organizationId, t.startsAt, t.id),
    index('events_start').on(t.startsAt, t.id),
  ],
);

/** One row per event, apart from `events` so that each photo does not rewrite the event. Locked by whoever writes a change. */
export const eventCounters = pgTable('event_counters', {
  eventId: uuid('event_id')
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  changeSeq: bigint('change_seq', { mode: 'number' }).notNull().default(0),
  photosCount: integer('photos_count').notNull().default(0),
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
    /** When they were last made a guest after having been a photographer: what they shot until then is still on its way. */
    photographerUntil: instant('photographer_until'),
    joinedAt: instant('joined_at').notNull().defaultNow(),
    /** Removed by the organization: no participant any more, and not let in again by a code. */
    removedAt: instant('removed_at'),
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

/** Join codes that were renewed, so that an old poster is told from a typing error. */
export const eventFormerCodes = pgTable('event_former_codes', {
  code: text('code').primaryKey(),
  eventId: uuid('event_id')
    .notNull()
    .references(() => events.id, { onDelete: 'cascade' }),
  renewedAt: instant('renewed_at').notNull().defaultNow(),
});

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
    /** The order of the gallery: what the device says, or the arrival where that cannot be. */
    takenAt: instant('taken_at').notNull(),
    /** What the device says, where it cannot be. */
    takenAtClaimed: instant('taken_at_claimed'),
    tzOffset: integer('tz_offset').notNull(),
    orientation: integer('orientation').notNull(),
    uploadedAt: instant('uploaded_at').notNull().defaultNow(),
    width: integer('width'),
    height: integer('height'),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** Lower-case hex. */
    sha256: text('sha256').notNull(),
    contentType: text('content_type').$type<Schemas['PhotoContentType']>().notNull(),
    thumbhash: bytea('thumbhash'),
    likes: integer('likes').notNull().default(0),
    deviceId: uuid('device_id').notNull(),
    deviceSeq: bigint('device_seq', { mode: 'number' }).notNull(),
    source: text('source').$type<Schemas['PhotoSource']>().notNull(),
    /** Make and model, as the file says. */
    camera: text('camera'),
    rejectionReason: text('rejection_reason'),
    moderatedBy: uuid('moderated_by').references(() => users.id),
    moderatedAt: instant('moderated_at'),
    /** The moderator a pending photo is set aside for, and until when. */
    claimedBy: uuid('claimed_by').references(() => users.id),
    claimedUntil: instant('claimed_until'),
    deletedAt: instant('deleted_at'),
    /** Who may take the deletion back. */
    deletedBy: uuid('deleted_by').references(() => users.id),
    /** When a deleted photo's files were removed. */
    filesRemovedAt: instant('files_removed_at'),
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
      .on(t.eventId, t.status, t.takenAt, t.id, t.state)
      .where(sql`deleted_at is null`),
    // What only its author and the organization see.
    index('photos_unshown')
      .on(t.eventId, t.uploaderId, t.takenAt, t.id)
      .where(sql`deleted_at is null and (status <> 'approved' or state = 'unreadable')`),
    index('photos_processing')
      .on(t.uploadedAt)
      .where(sql`deleted_at is null and state = 'processing'`),
    index('photos_claimed')
      .on(t.eventId, t.claimedUntil)
      .where(sql`claimed_by is not null`),
    index('photos_pending')
      .on(t.eventId, t.uploadedAt, t.id)
      .where(sql`deleted_at is null and status = 'pending'`),
    index('photos_uploader').on(t.uploaderId),
    // Whether this person has brought this file already.
    index('photos_known')
      .on(t.eventId, t.uploaderId, t.sha256)
      .where(sql`deleted_at is null`),
    index('photos_deleted')
      .on(t.deletedAt)
      .where(sql`deleted_at is not null and files_removed_at is null`),
  ],
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

/** What happened in an event's gallery, numbered by `eventCounters.changeSeq` in the writing transaction. Kept for a week. */
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

/** Append-only: who did what, on what, from where, when, with which outcome. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull().defaultNow(),
    actorId: uuid('actor_id'),
    action: text('action').notNull(),
    subjectType: text('subject_type').notNull(),
    subjectId: text('subject_id'),
    organizationId: uuid('organization_id'),
    outcome: text('outcome').$type<'ok' | 'refused' | 'failed'>().notNull(),
    ip: text('ip'),
    requestId: text('request_id'),
    detail: jsonb('detail').$type<Record<string, unknown>>(),
    /** How often the same happened within a minute; `lastAt` is the last time, where it was more than once. */
    count: integer('count').notNull().default(1),
    lastAt: instant('last_at'),
  },
  (t) => [index('audit_log_at').on(t.at)],
);

/** Secrets the server made for itself (the key of access tokens), so that several processes share them. */
export const serverSecrets = pgTable('server_secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  createdAt: created(),
});
