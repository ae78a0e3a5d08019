// The repository of what one person had made.
import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { generatedImages, generationModels, generations } from '#server/db/schema/generation.ts';
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
