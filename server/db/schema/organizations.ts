// Organizations and their members.
import { boolean, index, jsonb, pgTable, real, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { components } from '#openapi/api.ts';
import { created, instant } from './columns.ts';
import { type PermissionFlag, users } from './accounts.ts';

type Schemas = components['schemas'];

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
