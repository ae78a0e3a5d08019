import type { Deps } from '#server/deps.ts';
import type { Catalog } from '#server/generation/catalog.ts';
import { editPreviewCall } from '#server/generation/operations/edit-previews.ts';
import { generatedImageCalls, imageFileCalls } from '#server/generation/operations/generated-images.ts';
import { generationEstimateCall } from '#server/generation/operations/generation-estimates.ts';
import { generationCalls, generationStreamCall } from '#server/generation/operations/generations.ts';
import { imageLinkCalls } from '#server/generation/operations/image-links.ts';
import { localModelCalls } from '#server/generation/operations/local-models.ts';
import { modelCalls, platformModelCalls, testModelCall } from '#server/generation/operations/models.ts';
import { describeProviderKeys, type KeyServices, providerKeyCalls } from '#server/generation/operations/provider-keys.ts';
import { savedPromptCalls } from '#server/generation/operations/saved-prompts.ts';
import { sourceCalls } from '#server/generation/operations/sources.ts';
import { statementCalls } from '#server/generation/operations/statement.ts';
import { stylePreviewCall } from '#server/generation/operations/style-previews.ts';
import type { GenerationPictures, PhotoSource } from '#server/generation/sources.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { createDiskSpace } from '#server/storage/disk-space.ts';

interface Parts {
  catalog: Catalog;
  pictures: GenerationPictures;
  photoSource: PhotoSource;
  keyServices: KeyServices;
  limits: Pick<RateLimits, 'limitAttempts' | 'count'>;
}

export function generationOperations(
  deps: Deps,
  { catalog, pictures, photoSource, keyServices, limits }: Parts,
): OperationsOf<'generation'> {
  return {
    ...modelCalls(deps, catalog),
    ...statementCalls(deps),
    ...platformModelCalls(deps, catalog, () => describeProviderKeys(deps.db, keyServices)),
    ...providerKeyCalls(deps, catalog, keyServices, limits),
    ...localModelCalls(deps),
    ...testModelCall(deps, catalog, photoSource),
    ...sourceCalls(deps, pictures, createDiskSpace(deps.config)),
    ...stylePreviewCall(deps, { catalog, photoSource, limits }),
    ...editPreviewCall(deps, { catalog, photoSource, pictures, limits }),
    ...generationEstimateCall(deps, { catalog, photoSource, pictures, limits }),
    ...savedPromptCalls(deps),
    ...generationCalls(deps, catalog, photoSource),
    ...generationStreamCall(deps),
    ...generatedImageCalls(deps),
    ...imageFileCalls(deps),
    ...imageLinkCalls(deps, limits),
  };
}
