// What a model made becomes images: checked and written anew, with where it comes from in the file, stored before its row says that it is there.
import { createHash } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import type { KnownModel } from '#server/generation/catalog.ts';
import { GeneratorError, type MadeImage } from '#server/generation/generator.ts';
import { insertImage } from '#server/generation/image-repository.ts';
import { changeUnfinished, nextSeq, type GenerationRow } from '#server/generation/repository.ts';
import { SENSITIVE_FROM, type SensitiveCheck } from '#server/generation/sensitive.ts';
import type { GenerationPictures } from '#server/generation/sources.ts';
import { xmpOf } from '#server/generation/xmp.ts';
import { Problem } from '#server/http/problem.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { uuid7 } from '#server/uuid.ts';

interface Parts extends Pick<Deps, 'db' | 'storage'> {
  pictures: GenerationPictures;
  sensitive: SensitiveCheck | null;
}

/**
 * One after the other: what is kept when the server is killed need not be made again. Stops without a word where the generation has ended.
 * @throws {GeneratorError} `provider_error`: what came is no picture
 */
export async function keepResults(
  { db, storage, pictures, sensitive }: Parts,
  generation: GenerationRow,
  model: KnownModel,
  images: readonly (MadeImage & { position: number })[],
  signal: AbortSignal,
): Promise<void> {
  for (const { bytes, position, seed } of images) {
    signal.throwIfAborted();
    const madeAt = new Date();
    const { request } = generation;
    const { digitalSourceType, name: modelName } = model;
    const xmp = xmpOf({ request, seed, modelName, digitalSourceType, madeAt });
    const files = await pictures.generatedOf(bytes, xmp).catch((error: unknown) => {
      if (!(error instanceof Problem) || (error.status !== 415 && error.status !== 422)) throw error;
      throw new GeneratorError('provider_error', 'The model answered with something that is no picture.', { cause: error });
    });
    const score = sensitive ? await sensitive.judge({ bytes: files.preview, contentType: 'image/webp' }) : 0;
    for (const variant of ['original', 'preview', 'thumb'] as const)
      await storage.put(storageKeys.generated(generation.id, position, variant), files[variant]);
    const isKept = await db.transaction(async (tx) => {
      const seq = await nextSeq(tx, generation.userId);
      if (!(await changeUnfinished(tx, generation.id, { seq }))) return false;
      await insertImage(tx, {
        id: uuid7(),
        generationId: generation.id,
        position,
        userId: generation.userId,
        organizationId: generation.organizationId,
        modelId: generation.modelId,
        prompt: request.prompt,
        seed,
        width: files.width,
        height: files.height,
        bytes: files.original.length,
        contentType: files.contentType,
        hash: createHash('sha256').update(files.original).digest('hex').slice(0, 32),
        thumbhash: files.thumbhash,
        isSensitive: score >= SENSITIVE_FROM,
        createdAt: madeAt,
      });
      return true;
    });
    if (isKept) continue;
    await removeImageFiles(storage, { generationId: generation.id, position });
    return;
  }
}

export async function removeImageFiles(
  storage: Deps['storage'],
  { generationId, position }: { generationId: string; position: number },
): Promise<void> {
  for (const variant of ['original', 'preview', 'thumb'] as const)
    await storage.delete(storageKeys.generated(generationId, position, variant));
}
