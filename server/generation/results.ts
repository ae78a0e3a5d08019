// What a model made becomes images: checked and written anew, with where it comes from in the file, stored before its row says that it is there.
import { createHash } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import type { KnownModel } from '#server/generation/catalog.ts';
import { GeneratorError, type MadeImage } from '#server/generation/generator.ts';
import { insertImage, listKeptPositions } from '#server/generation/image-repository.ts';
import { changeUnfinished, nextGenerationSeq, type GenerationRow } from '#server/generation/repository.ts';
import { SENSITIVE_FROM, type SensitiveCheck } from '#server/generation/sensitive.ts';
import type { GenerationPictures } from '#server/generation/sources.ts';
import { xmpOf } from '#server/generation/xmp.ts';
import { Problem } from '#server/http/problem.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { uuid7 } from '#server/uuid.ts';

interface Parts extends Pick<Deps, 'db' | 'log' | 'storage'> {
  pictures: GenerationPictures;
  sensitive: SensitiveCheck | null;
}

type PlacedImage = MadeImage & { position: number };

const variants = ['original', 'preview', 'thumb'] as const;
/** Drawn at the same time, by as many processes. */
const AT_ONCE = 2;

/**
 * Kept one after the other: what is kept when the server is killed need not be made again. Stops without a word where the generation has ended.
 * @throws {GeneratorError} `provider_error`: what came is no picture
 */
export async function keepResults(
  parts: Parts,
  generation: GenerationRow,
  model: KnownModel,
  images: readonly PlacedImage[],
  signal: AbortSignal,
): Promise<void> {
  for (let at = 0; at < images.length; at += AT_ONCE) {
    signal.throwIfAborted();
    const drawn = await Promise.all(images.slice(at, at + AT_ONCE).map((image) => draw(parts, generation, model, image)));
    for (const image of drawn) {
      signal.throwIfAborted();
      if (!(await keep(parts, generation, image))) return;
    }
  }
}

async function draw(parts: Parts, { request }: GenerationRow, model: KnownModel, { bytes, position, seed }: PlacedImage) {
  const madeAt = new Date();
  const { digitalSourceType, name: modelName } = model;
  const files = await parts.pictures
    .generatedOf(bytes, xmpOf({ request, seed, modelName, digitalSourceType, madeAt }))
    .catch((error: unknown) => {
      if (!(error instanceof Problem) || (error.status !== 415 && error.status !== 422)) throw error;
      throw new GeneratorError('provider_error', 'The model answered with something that is no picture.', { cause: error });
    });
  // What follows rules alone, of words alone, shows what the rules show.
  const isJudged = model.isAi || request.source !== null;
  return { files, position, seed, madeAt, isSensitive: isJudged && (await isSensitive(parts, files.preview)) };
}

async function isSensitive({ log, sensitive }: Parts, preview: Buffer): Promise<boolean> {
  if (!sensitive) return false;
  try {
    return (await sensitive.judge({ bytes: preview, contentType: 'image/webp' })) >= SENSITIVE_FROM;
  } catch (error) {
    log.warn({ err: error }, 'an image could not be judged; it counts as one that is shown only when asked for');
    return true;
  }
}

/** False: the generation has ended. */
async function keep(
  { db, storage }: Parts,
  generation: GenerationRow,
  { files, position, seed, madeAt, isSensitive: isHidden }: Awaited<ReturnType<typeof draw>>,
): Promise<boolean> {
  const key = (variant: (typeof variants)[number]) => storageKeys.generated(generation.id, position, variant);
  await Promise.all(variants.map((variant) => storage.put(key(variant), files[variant])));
  const isKept = await db.transaction(async (tx) => {
    const seq = await nextGenerationSeq(tx, generation.userId);
    if (!(await changeUnfinished(tx, generation.id, { seq }))) return false;
    await insertImage(tx, {
      id: uuid7(),
      generationId: generation.id,
      position,
      userId: generation.userId,
      organizationId: generation.organizationId,
      modelId: generation.modelId,
      prompt: generation.request.prompt,
      seed,
      width: files.width,
      height: files.height,
      bytes: files.original.length,
      contentType: files.contentType,
      hash: createHash('sha256').update(files.original).digest('hex').slice(0, 32),
      thumbhash: files.thumbhash,
      isSensitive: isHidden,
      createdAt: madeAt,
    });
    return true;
  });
  // Unless another worker has kept it meanwhile.
  if (!isKept && !(await listKeptPositions(db, generation.id)).includes(position))
    await removeImageFiles(storage, { generationId: generation.id, position });
  return isKept;
}

export async function removeImageFiles(
  storage: Deps['storage'],
  { generationId, position }: { generationId: string; position: number },
): Promise<void> {
  for (const variant of variants) await storage.delete(storageKeys.generated(generationId, position, variant));
}
