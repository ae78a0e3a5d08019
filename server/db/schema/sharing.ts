// Gallery links, their visitors and what these pick.
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { components } from '#openapi/api.ts';
import { users } from './accounts.ts';
import { created, instant } from './columns.ts';
import { events, eventSections } from './events.ts';
import { photos } from './photos.ts';

type Schemas = components['schemas'];

/** A link shows photos of an event to anyone who has it. */
export const galleryLinks = pgTable(
  'gallery_links',
  {
    id: uuid('id').primaryKey(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The secret of its address. Plain, as join codes are: the organization copies it again at any time. */
    token: text('token').notNull(),
    scope: text('scope').$type<Schemas['GalleryLinkScope']>().notNull(),
    /** Of the scope `photographer`. */
    photographerId: uuid('photographer_id').references(() => users.id),
    /** Of the scope `section`. Null once that was purged: then it shows nothing. */
    sectionId: uuid('section_id').references(() => eventSections.id, { onDelete: 'set null' }),
    passwordHash: text('password_hash'),
    expiresAt: instant('expires_at'),
    downloads: text('downloads').$type<Schemas['GalleryLinkDownloads']>().notNull().default('off'),
    watermark: boolean('watermark').notNull().default(true),
    /** Photos that a visitor can pick; null: the link takes no picks. */
    picksLimit: integer('picks_limit'),
    viewsCount: integer('views_count').notNull().default(0),
    downloadsCount: integer('downloads_count').notNull().default(0),
    lastViewedAt: instant('last_viewed_at'),
    /** Null: an API token of the organization. */
    createdBy: uuid('created_by').references(() => users.id),
    createdAt: created(),
    revokedAt: instant('revoked_at'),
  },
  (t) => [uniqueIndex('gallery_links_token').on(t.token), index('gallery_links_event').on(t.eventId, t.createdAt, t.id)],
);

/** The photos of links with the scope `selection`. */
export const galleryLinkPhotos = pgTable(
  'gallery_link_photos',
  {
    linkId: uuid('link_id')
      .notNull()
      .references(() => galleryLinks.id, { onDelete: 'cascade' }),
    photoId: uuid('photo_id')
      .notNull()
      .references(() => photos.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.linkId, t.photoId] }), index('gallery_link_photos_photo').on(t.photoId)],
);

/** People who gave a name to pick photos. They have no account. */
export const linkVisitors = pgTable(
  'link_visitors',
  {
    id: uuid('id').primaryKey(),
    linkId: uuid('link_id')
      .notNull()
      .references(() => galleryLinks.id, { onDelete: 'cascade' }),
    /** Of the secret in the visitor's cookie. */
    keyHash: text('key_hash').notNull(),
    name: text('name').notNull(),
    submittedAt: instant('submitted_at'),
    createdAt: created(),
  },
  (t) => [uniqueIndex('link_visitors_key').on(t.keyHash), index('link_visitors_link').on(t.linkId, t.createdAt, t.id)],
);

export const picks = pgTable(
  'picks',
  {
    visitorId: uuid('visitor_id')
      .notNull()
      .references(() => linkVisitors.id, { onDelete: 'cascade' }),
    photoId: uuid('photo_id')
      .notNull()
      .references(() => photos.id, { onDelete: 'cascade' }),
    note: text('note').notNull().default(''),
    createdAt: created(),
  },
  (t) => [primaryKey({ columns: [t.visitorId, t.photoId] }), index('picks_photo').on(t.photoId)],
);

/**
 * Browsers that show an event's wall without an account: one row for each, paired or not. An unpaired screen keeps its event, so that it can be
 * paired again without a code.
 */
export const screens = pgTable(
  'screens',
  {
    id: uuid('id').primaryKey(),
    /** Of the secret in the screen's cookie. */
    keyHash: text('key_hash').notNull(),
    /** Shown on a screen that is not paired. Plain: it lasts ten minutes and is used once. */
    code: text('code'),
    codeExpiresAt: instant('code_expires_at'),
    eventId: uuid('event_id').references(() => events.id, { onDelete: 'cascade' }),
    name: text('name').notNull().default(''),
    seconds: integer('seconds').notNull().default(8),
    showsPhotographer: boolean('shows_photographer').notNull().default(true),
    showsJoinCode: boolean('shows_join_code').notNull().default(false),
    pairedBy: uuid('paired_by').references(() => users.id),
    pairedAt: instant('paired_at'),
    unpairedAt: instant('unpaired_at'),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    createdAt: created(),
  },
  (t) => [
    uniqueIndex('screens_key').on(t.keyHash),
    uniqueIndex('screens_code').on(t.code),
    index('screens_event').on(t.eventId, t.pairedAt),
    index('screens_last_seen').on(t.lastSeenAt),
  ],
);
