// Where generated images went: into events, and through links to people without an account.
import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { created, instant } from './columns.ts';
import { events } from './events.ts';
import { generatedImages } from './generation.ts';
import { photos } from './photos.ts';

const imageId = () =>
  uuid('image_id')
    .notNull()
    .references(() => generatedImages.id, { onDelete: 'cascade' });

/** The event photo of an image, at most one per event. Once that photo is deleted, another one can take its place. */
export const imagePosts = pgTable(
  'image_posts',
  {
    imageId: imageId(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    photoId: uuid('photo_id')
      .notNull()
      .references(() => photos.id, { onDelete: 'cascade' }),
    createdAt: created(),
  },
  (t) => [
    primaryKey({ columns: [t.imageId, t.eventId] }),
    uniqueIndex('image_posts_photo').on(t.photoId),
    index('image_posts_event').on(t.eventId),
  ],
);

/** A link shows one image to anyone who has it, until it expires. */
export const imageLinks = pgTable(
  'image_links',
  {
    id: uuid('id').primaryKey(),
    imageId: imageId(),
    /** Of the secret in its address, which is shown once. */
    tokenHash: text('token_hash').notNull(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: created(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (t) => [
    uniqueIndex('image_links_token').on(t.tokenHash),
    index('image_links_image').on(t.imageId, t.createdAt, t.id),
    index('image_links_creator').on(t.createdBy),
    index('image_links_expires').on(t.expiresAt),
  ],
);
