import type { components } from '#openapi/api.ts';
import type { UsableModel } from '#server/generation/catalog.ts';
import type { GeneratedImageRow } from '#server/generation/image-repository.ts';
import { canCancelGeneration, canDeleteImage } from '#server/generation/policy.ts';
import type { GenerationRow } from '#server/generation/repository.ts';
import { fullName, type Viewer } from '#server/viewer.ts';

type Schemas = components['schemas'];

export const presentModel = (model: UsableModel): Schemas['GenerationModel'] => ({
  id: model.id,
  name: model.name,
  provider: model.providerName,
  task: model.task,
  is_ai: model.isAi,
  description: model.description,
  licence: model.licence,
  credits: model.price,
  capabilities: model.capabilities,
});

export function presentGeneration(row: GenerationRow, images: readonly GeneratedImageRow[], viewer: Viewer): Schemas['Generation'] {
  return {
    id: row.id,
    seq: row.seq,
    status: row.status,
    progress: row.progress,
    queue_position: row.queuePosition,
    message: row.message,
    model_name: row.modelName,
    organization_id: row.organizationId,
    person: { id: row.userId, name: fullName(row.firstName, row.lastName) },
    request: row.request,
    images: images.filter((image) => image.generationId === row.id).map((image) => presentImage(image, viewer)),
    warnings: row.warnings,
    credits: row.credits,
    error: row.error,
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
    can: { cancel: canCancelGeneration(viewer, row) && row.finishedAt === null },
  };
}

export function presentImage(row: GeneratedImageRow, viewer: Viewer): Schemas['GeneratedImage'] {
  return {
    id: row.id,
    generation_id: row.generationId,
    organization_id: row.organizationId,
    person_id: row.userId,
    model: row.modelId,
    model_name: row.modelName,
    prompt: row.prompt,
    seed: row.seed,
    width: row.width,
    height: row.height,
    bytes: row.bytes,
    content_type: row.contentType,
    thumbhash: row.thumbhash.toString('base64'),
    is_sensitive: row.isSensitive,
    is_favourite: row.isFavourite,
    created_at: row.createdAt.toISOString(),
    deleted_at: row.deletedAt?.toISOString() ?? null,
    can: { delete: canDeleteImage(viewer, row) },
  };
}
