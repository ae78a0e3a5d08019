import type { components } from '#openapi/api.ts';
import type { BatchCounts, BatchRow } from '#server/generation/batch-repository.ts';
import type { Catalog, KnownModel, UsableModel } from '#server/generation/catalog.ts';
import type { GenerationRow } from '#server/generation/generations-repository.ts';
import type { Provider } from '#server/generation/generator.ts';
import type { ImageLinkRow, LinkedImage } from '#server/generation/image-links-repository.ts';
import type { GeneratedImageRow } from '#server/generation/image-repository.ts';
import type { ModelRow } from '#server/generation/model-repository.ts';
import {
  canCancelGeneration,
  canChangePrompt,
  canDeleteImage,
  canUseBatch,
  costsMoney,
  RESTORABLE_IMAGE_DAYS,
} from '#server/generation/policy.ts';
import type { PromptRow } from '#server/generation/prompts-repository.ts';
import type { ProviderKeyRow, UnusedProviderKeyRow } from '#server/generation/provider-keys-repository.ts';
import { endingOf } from '#server/generation/provider-keys.ts';
import { type KeyedProviderId, keyedProviders } from '#server/generator-settings.ts';
import { fullName, type Viewer } from '#server/viewer.ts';

type Schemas = components['schemas'];

/** @param leftToday by the daily limits; null: no limit */
export const presentModel = (model: UsableModel, leftToday: number | null): Schemas['GenerationModel'] => ({
  id: model.id,
  name: model.name,
  provider: model.providerName,
  task: model.task,
  is_ai: model.isAi,
  description: model.description,
  licence: model.licence,
  credits: model.price,
  costs_money: model.costsMoney,
  left_today: leftToday,
  capabilities: model.capabilities,
});

export const NO_HEALTH: Schemas['ModelHealth'] = {
  succeeded: 0,
  failed: 0,
  last_succeeded_at: null,
  last_failed_at: null,
  last_error: null,
  last_error_code: null,
  median_ms: null,
  p95_ms: null,
};

/**
 * A model with its settings.
 * @param known undefined if this server isn't configured for it
 * @param names of its organizations
 * @param providerName if it needs a key and has none
 */
export const presentPlatformModel = (
  row: ModelRow,
  known: KnownModel | undefined,
  names: ReadonlyMap<string, string>,
  health: Schemas['ModelHealth'],
  providerName = row.provider,
): Schemas['PlatformModel'] => ({
  id: row.id,
  version: row.version,
  name: row.name,
  provider: known?.providerName ?? providerName,
  task: row.task,
  is_ai: row.isAi,
  description: row.description,
  licence: row.licence,
  // Rows of models that aren't set up may come from an earlier release.
  capabilities: { ...row.capabilities, steps: row.capabilities.steps ?? null },
  is_set_up: known !== undefined,
  enabled: row.enabled,
  audience: row.audience,
  plans: row.plans,
  organizations: row.organizationIds.map((id) => ({ id, name: names.get(id) ?? 'Removed organization' })),
  credits: row.credits,
  costs_money: costsMoney(row),
  max_count: row.maxCount,
  max_pixels: row.maxPixels,
  daily_limit: row.dailyLimit,
  health,
});

/** In the order of their first models, then those that only need a key. */
export const presentProviders = (
  rows: readonly ModelRow[],
  catalog: Catalog,
  health: ReadonlyMap<string, Schemas['ModelHealth']>,
  keyed: readonly { id: string; name: string; key: Schemas['ProviderKey'] }[],
): Schemas['PlatformModelList']['providers'] =>
  [...new Set([...rows.map(({ provider }) => provider), ...keyed.map(({ id }) => id)])].map((id) => {
    const models = rows.filter(({ provider }) => provider === id);
    const name = models.flatMap((model) => catalog.get(model.id)?.providerName ?? [])[0];
    const own = keyed.find((each) => each.id === id);
    return {
      id,
      name: name ?? own?.name ?? id,
      is_set_up: name !== undefined,
      models: models.length,
      health: health.get(id) ?? NO_HEALTH,
      key: own?.key ?? null,
    };
  });

/**
 * @param own the one that was set in the app
 * @param other the one of the environment
 * @param unused the one that was set and is not in use
 */
export function presentProviderKey(
  { id, checkKey }: Provider,
  own: ProviderKeyRow | undefined,
  other: string | null,
  unused: UnusedProviderKeyRow | undefined,
): Schemas['ProviderKey'] {
  const { person } = own ?? {};
  return {
    source: own ? 'app' : other === null ? 'none' : 'environment',
    ending: own ? own.ending : other === null ? null : endingOf(other),
    version: own?.version ?? null,
    set_by: person ? fullName(person.firstName, person.lastName) : null,
    set_at: own?.setAt.toISOString() ?? null,
    variable: keyedProviders[id as KeyedProviderId].key,
    is_in_environment: other !== null,
    can_test: checkKey !== undefined,
    unused: unused
      ? {
          ending: unused.ending,
          version: unused.version,
          set_by: unused.person && fullName(unused.person.firstName, unused.person.lastName),
          set_at: unused.setAt.toISOString(),
          test: { result: unused.result, message: unused.message },
          tested_at: unused.testedAt.toISOString(),
        }
      : null,
  };
}

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
    // Those of earlier releases have no steps.
    request: { ...row.request, steps: row.request.steps ?? null },
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
    style: row.style,
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
    posts: row.posts,
    can: { delete: canDeleteImage(viewer, row) },
  };
}

export const presentImageLink = (row: ImageLinkRow): Schemas['ImageLink'] => ({
  id: row.id,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  creator: fullName(row.creatorFirstName, row.creatorLastName),
});

/** Nothing about the event, the owner or the request. */
export const presentSharedImage = ({ expiresAt, image }: LinkedImage): Schemas['SharedImage'] => ({
  expires_at: expiresAt.toISOString(),
  width: image.width,
  height: image.height,
  bytes: image.bytes,
  content_type: image.contentType,
  thumbhash: image.thumbhash.toString('base64'),
  is_sensitive: image.isSensitive,
  is_ai: image.isAi,
});

export const presentPrompt = (row: PromptRow, viewer: Viewer): Schemas['SavedPrompt'] => ({
  id: row.id,
  organization_id: row.organizationId,
  title: row.title,
  prompt: row.prompt,
  recipe: row.recipe,
  is_favorite: row.isFavorite,
  created_at: row.createdAt.toISOString(),
  can: { change: canChangePrompt(viewer, row) },
});

/** Until when the results of a batch can be removed together, or restored after that. Null: without a limit, because it hasn't ended. */
export function undoableUntil({ finishedAt, undoneAt }: Pick<BatchRow, 'finishedAt' | 'undoneAt'>): Date | null {
  const since = undoneAt ?? finishedAt;
  return since && new Date(since.getTime() + RESTORABLE_IMAGE_DAYS * 24 * 3600 * 1000);
}

export function presentBatch(
  row: BatchRow,
  { secondsEach, ...counts }: BatchCounts,
  viewer: Viewer,
  details: {
    errors: Schemas['GenerationBatch']['errors'];
    images: readonly GeneratedImageRow[];
    sourceEvent: Schemas['GenerationBatch']['source_event'];
  },
): Schemas['GenerationBatch'] {
  const until = undoableUntil(row);
  const isActive = row.status === 'running' || row.status === 'paused';
  const may = canUseBatch(viewer, row);
  const isInTime = until === null || until > new Date();
  return {
    id: row.id,
    seq: row.seq,
    status: row.status,
    message: row.message,
    model: row.modelId,
    model_name: row.modelName,
    style: row.request.style,
    organization_id: row.organizationId,
    event: row.eventId !== null && row.eventName !== null ? { id: row.eventId, name: row.eventName } : null,
    source_event: details.sourceEvent,
    ...counts,
    left_out: row.leftOut,
    pause_after: row.pauseAfter,
    unit_credits: row.unitCredits,
    seconds_left: secondsEach === null || !isActive ? null : Math.ceil(secondsEach * counts.left),
    errors: details.errors,
    images: details.images.map((image) => presentImage(image, viewer)),
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
    undone_at: row.undoneAt?.toISOString() ?? null,
    undo_until: until?.toISOString() ?? null,
    can: {
      pause: may && row.status === 'running',
      resume: may && row.status === 'paused',
      cancel: may && isActive,
      retry: may && counts.failed > 0 && row.undoneAt === null,
      undo: may && row.undoneAt === null && counts.made > 0 && isInTime,
      restore: may && row.undoneAt !== null && isInTime,
    },
  };
}
