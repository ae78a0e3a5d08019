// The event photos of generated images: at most one of each image in an event.
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { generatedImages } from '#server/db/schema/generation.ts';
import { imagePosts } from '#server/db/schema/image-sharing.ts';
import { photos } from '#server/db/schema/photos.ts';
import type { Queryable } from '#server/db/types.ts';

export interface ImagePost {
  imageId: string;
  eventId: string;
}

/** The facts of an image that decide whether a photo is its copy. Null: there is none, or it was deleted. */
export async function findPostableImage(db: Queryable, id: string) {
  const [row] = await db
    .select({ userId: generatedImages.userId, organizationId: generatedImages.organizationId, hash: generatedImages.hash })
    .from(generatedImages)
    .where(and(eq(generatedImages.id, id), isNull(generatedImages.deletedAt)));
  return row ?? null;
}

/** The id of the photo that the event has of the image. */
export async function findPostedPhoto(db: Queryable, { imageId, eventId }: ImagePost): Promise<string | null> {
  const [row] = await db
    .select({ id: photos.id })
    .from(imagePosts)
    .innerJoin(photos, eq(photos.id, imagePosts.photoId))
    .where(and(eq(imagePosts.imageId, imageId), eq(imagePosts.eventId, eventId), isNull(photos.deletedAt)));
  return row?.id ?? null;
}

/**
 * For the statement that inserts the photo: makes it the image's photo in the event, and returns a row if it is. Waits for concurrent posts.
 * @param from what must have a row
 */
export const postSql = ({ imageId, eventId }: ImagePost, photoId: string, from: SQL): SQL => sql`
  insert into ${imagePosts} as post (image_id, event_id, photo_id)
  select image.id, ${eventId}::uuid, ${photoId}::uuid from ${generatedImages} image, ${from}
  where image.id = ${imageId} and not exists (select from ${photos} same where same.id = ${photoId})
  on conflict (image_id, event_id) do update set photo_id = excluded.photo_id, created_at = now()
  where exists (select from ${photos} former where former.id = post.photo_id and former.deleted_at is not null)
  returning post.photo_id`;
