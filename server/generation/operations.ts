import type { Deps } from '#server/deps.ts';
import type { Catalog } from '#server/generation/catalog.ts';
import { generatedImageCalls } from '#server/generation/operations/generated-image-calls.ts';
import { generationCalls } from '#server/generation/operations/generation-calls.ts';
import { imageFileCalls } from '#server/generation/operations/image-file-calls.ts';
import { modelCalls } from '#server/generation/operations/model-calls.ts';
import { platformModelCalls } from '#server/generation/operations/platform-model-calls.ts';
import { sourceCalls } from '#server/generation/operations/source-calls.ts';
import { testModelCall } from '#server/generation/operations/test-model-call.ts';
import type { GenerationPictures, PhotoSource } from '#server/generation/sources.ts';
import { generationStreamCall } from '#server/generation/stream.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { createRoom } from '#server/storage/room.ts';

interface Parts {
  catalog: Catalog;
  pictures: GenerationPictures;
  photoSource: PhotoSource;
}

export function generationOperations(deps: Deps, { catalog, pictures, photoSource }: Parts): OperationsOf<'generation'> {
  return {
    ...modelCalls(deps, catalog),
    ...platformModelCalls(deps, catalog),
    ...testModelCall(deps, catalog, photoSource),
    ...sourceCalls(deps, pictures, createRoom(deps.config)),
    ...generationCalls(deps, catalog, photoSource),
    ...generationStreamCall(deps),
    ...generatedImageCalls(deps),
    ...imageFileCalls(deps),
  };
}
