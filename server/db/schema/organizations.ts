// Organizations and their members.
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, real, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { components } from '#openapi/api.ts';
import { users, type PermissionFlag } from './accounts.ts';
import { created, instant } from './columns.ts';

type Schemas = components['schemas'];

export const organizations = pgTable(
  'organizations',
  {
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
    /** The picture of the watermark's text. */
    watermarkUrl: text('watermark_url'),
    watermarkEnabled: boolean('watermark_enabled').notNull().default(false),
    watermarkSource: text('watermark_source').$type<Schemas['Watermark']['source']>().notNull().default('text'),
    watermarkText: text('watermark_text').notNull().default(''),
    watermarkPosition: text('watermark_position').$type<Schemas['Watermark']['position']>().notNull().default('bottom-right'),
    /** In per cent, as the strength. */
    watermarkSize: integer('watermark_size').notNull().default(25),
    watermarkStrength: integer('watermark_strength').notNull().default(60),
    /** What a new event begins with. */
    defaultEventType: text('default_event_type').$type<'public' | 'private'>().notNull().default('public'),
    defaultEventDurationHours: real('default_event_duration_hours').notNull().default(2),
    defaultRequireApproval: boolean('default_require_approval').notNull().default(false),
    defaultAutoGallery: boolean('default_auto_gallery').notNull().default(true),
    defaultAllowDownloads: boolean('default_allow_downloads').notNull().default(true),
    /** Of the settings: grows with each change. */
    settingsVersion: integer('settings_version').notNull().default(1),
    createdAt: created(),
    /** It can be restored for a while. */
    deletedAt: instant('deleted_at'),
    /** Deleted by a platform admin, not by one of its own: then only the platform can restore it. */
    deletedByPlatform: boolean('deleted_by_platform').notNull().default(false),
  },
  (t) => [
    // An enabled watermark has a picture, so that no photo is published without it.
    check(
      'organizations_watermark',
      sql`not ${t.watermarkEnabled} or case ${t.watermarkSource} when 'logo' then ${t.logoUrl} else ${t.watermarkUrl} end is not null`,
    ),
  ],
);

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
    /** When they were last an active member and ceased to be: by a suspension, a removal, or because they left. It outlives what follows. */
    activeUntil: instant('active_until'),
    /** No member any more. Role, status and permissions stay, for the removal to be taken back. */
    removedAt: instant('removed_at'),
    /** Themselves, where they left. */
    removedBy: uuid('removed_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    uniqueIndex('memberships_user_organization').on(t.userId, t.organizationId),
    index('memberships_organization').on(t.organizationId),
  ],
);

/** Invitation links, by their hash. Each works once. */
export const organizationInvitations = pgTable(
  'organization_invitations',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Lower case. */
    email: text('email').notNull(),
    role: text('role').$type<'organization' | 'member'>().notNull().default('member'),
    message: text('message').notNull().default(''),
    /** Of the link that the organization passes on by itself. */
    tokenHash: text('token_hash').notNull(),
    /** Hash of the emailed link, which proves access to the mailbox. Null: sent before there were two links. */
    mailedTokenHash: text('mailed_token_hash'),
    invitedBy: uuid('invited_by').references(() => users.id, { onDelete: 'set null' }),
    /** When it was made, or sent again with a new link. */
    sentAt: instant('sent_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    usedBy: uuid('used_by').references(() => users.id, { onDelete: 'set null' }),
    usedAt: instant('used_at'),
    revokedAt: instant('revoked_at'),
  },
  (t) => [
    uniqueIndex('organization_invitations_token').on(t.tokenHash),
    uniqueIndex('organization_invitations_mailed_token').on(t.mailedTokenHash),
    uniqueIndex('organization_invitations_open')
      .on(t.organizationId, t.email)
      .where(sql`used_at is null and revoked_at is null`),
    index('organization_invitations_organization').on(t.organizationId, t.sentAt, t.id),
  ],
);
