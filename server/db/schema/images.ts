// Collections of photos and generated images.
import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { created, instant } from './columns.ts';
import { generatedImages } from './generation.ts';
import { organizations } from './organizations.ts';
import { photos } from './photos.ts';

export const imageCollections = pgTable(
  'image_collections',
  {
    /** Made by the client. */
    id: uuid('id').primaryKey(),
    /** The creator. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The owner; null: the user who created it. */
    organizationId: uuid('organization_id').references(() => organizations.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    createdAt: created(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    index('image_collections_user').on(t.userId),
    index('image_collections_organization')
      .on(t.organizationId)
      .where(sql`organization_id is not null`),
    index('image_collections_deleted')
      .on(t.deletedAt)
      .where(sql`deleted_at is not null`),
  ],
);

export const collectedImages = pgTable(
  'collected_images',
  {
    collectionId: uuid('collection_id')
      .notNull()
      .references(() => imageCollections.id, { onDelete: 'cascade' }),
    /** The photo's or the image's. */
    id: uuid('id').notNull(),
    photoId: uuid('photo_id').references(() => photos.id, { onDelete: 'cascade' }),
    imageId: uuid('image_id').references(() => generatedImages.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.collectionId, t.id] }),
    index('collected_images_photo').on(t.photoId),
    index('collected_images_image').on(t.imageId),
    check('collected_images_one', sql`id = coalesce(photo_id, image_id) and num_nonnulls(photo_id, image_id) = 1`),
  ],
);
