// The repository of what one person had made, and put together.
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { generatedImages, generationModels, generations } from '#server/db/schema/generation.ts';
import { collectedImages, imageCollections } from '#server/db/schema/images.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import type { Queryable } from '#server/db/types.ts';

/** What one had made, with what it was made of. */
export function listOwnGenerations(db: Queryable, userId: string, after: string | null, limit: number) {
  return db
    .select({
      id: generations.id,
      model: generationModels.name,
      organization: organizations.name,
      request: generations.request,
      status: generations.status,
      credits: generations.credits,
      asked_at: generations.createdAt,
      finished_at: generations.finishedAt,
    })
    .from(generations)
    .innerJoin(generationModels, eq(generationModels.id, generations.modelId))
    .leftJoin(organizations, eq(organizations.id, generations.organizationId))
    .where(and(eq(generations.userId, userId), after === null ? undefined : gt(generations.id, after)))
    .orderBy(asc(generations.id))
    .limit(limit);
}

/** Those for oneself: an organization's are its own. */
export function listOwnGeneratedImages(db: Queryable, userId: string, after: string | null, limit: number) {
  return db
    .select({
      id: generatedImages.id,
      generationId: generatedImages.generationId,
      position: generatedImages.position,
      contentType: generatedImages.contentType,
      createdAt: generatedImages.createdAt,
    })
    .from(generatedImages)
    .where(
      and(
        eq(generatedImages.userId, userId),
        isNull(generatedImages.organizationId),
        isNull(generatedImages.deletedAt),
        after === null ? undefined : gt(generatedImages.id, after),
      ),
    )
    .orderBy(asc(generatedImages.id))
    .limit(limit);
}

/** One's own collections, with the ids of the photos and images in them; an organization's are its own. */
export function listOwnCollections(db: Queryable, userId: string) {
  return db
    .select({
      id: imageCollections.id,
      name: imageCollections.name,
      created_at: imageCollections.createdAt,
      images: sql<
        string[]
      >`coalesce(json_agg(${collectedImages.id} order by ${collectedImages.id}) filter (where ${collectedImages.id} is not null), '[]')`,
    })
    .from(imageCollections)
    .leftJoin(collectedImages, eq(collectedImages.collectionId, imageCollections.id))
    .where(and(eq(imageCollections.userId, userId), isNull(imageCollections.organizationId), isNull(imageCollections.deletedAt)))
    .groupBy(imageCollections.id)
    .orderBy(asc(imageCollections.createdAt));
}
