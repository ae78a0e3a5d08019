// Stores the results of a model: checked, encoded again, with XMP. Files are written before their rows.
import { createHash } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import type { KnownModel } from '#server/generation/catalog.ts';
import {
  changeUnfinished,
  nextGenerationSeq,
  findRun,
  type GenerationRow,
  type RunningGeneration,
} from '#server/generation/generations-repository.ts';
import { GeneratorError, type MadeImage } from '#server/generation/generator.ts';
import { insertImage, listStoredPositions } from '#server/generation/image-repository.ts';
import { isSensitive, type Lineage, type SensitiveCheck, xmpOf } from '#server/generation/provenance.ts';
import type { GenerationPictures } from '#server/generation/sources.ts';
import { Problem } from '#server/http/problem.ts';
import type { DiskSpace } from '#server/storage/disk-space.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { uuid7 } from '#server/uuid.ts';

interface Parts extends Pick<Deps, 'db' | 'log' | 'storage'> {
  pictures: GenerationPictures;
  sensitive: SensitiveCheck | null;
  room: DiskSpace;
}

type PlacedImage = MadeImage & { position: number };

const variants = ['original', 'preview', 'thumb'] as const;
/** Drawn at the same time, by as many processes. */
const AT_ONCE = 2;

/**
 * Stores images one after the other, so that a crash loses as few as possible. Returns early if the generation has ended or another run has taken it
 * over.
 * @throws {GeneratorError} `provider_error` if a result is no image
 */
export async function storeResults(
  parts: Parts,
  generation: RunningGeneration,
  model: KnownModel,
  lineage: Lineage,
  images: readonly PlacedImage[],
  signal: AbortSignal,
): Promise<void> {
  for (let at = 0; at < images.length; at += AT_ONCE) {
    signal.throwIfAborted();
    const drawn = await Promise.all(images.slice(at, at + AT_ONCE).map((image) => encodeImage(parts, generation, model, lineage, image)));
    for (const image of drawn) {
      signal.throwIfAborted();
      if (!(await storeImage(parts, generation, image))) return;
    }
  }
}

async function encodeImage(
  parts: Parts,
  { request }: GenerationRow,
  model: KnownModel,
  lineage: Lineage,
  { bytes, position, seed }: PlacedImage,
) {
  const madeAt = new Date();
  const { digitalSourceType } = lineage;
  const { name: modelName, licence } = model;
  const files = await parts.pictures
    .generatedOf(bytes, xmpOf({ request, seed, modelName, licence, digitalSourceType, madeAt }))
    .catch((error: unknown) => {
      if (!(error instanceof Problem) || (error.status !== 415 && error.status !== 422)) throw error;
      throw new GeneratorError('provider_error', 'The model didn’t return an image.', { cause: error });
    });
  // What follows rules alone, of words alone, shows what the rules show.
  const isJudged = model.isAi || request.source !== null;
  const isHidden = lineage.isSensitive || (isJudged && (await isSensitive(parts, { bytes: files.preview, contentType: 'image/webp' })));
  return { files, position, seed, madeAt, isHidden };
}

/** False: the generation has ended, or another run makes it. */
async function storeImage(
  { db, storage, room }: Parts,
  generation: RunningGeneration,
  { files, position, seed, madeAt, isHidden }: Awaited<ReturnType<typeof encodeImage>>,
): Promise<boolean> {
  const place = { generationId: generation.id, position };
  const discard = async () => {
    // Unless another run has stored this position or is about to: then the files belong to it.
    const isOthers = (await findRun(db, generation.id))?.runId !== generation.runId;
    if (!isOthers && !(await listStoredPositions(db, generation.id)).includes(position)) await removeImageFiles(storage, place);
  };
  const space = await room.reserve(
    'copy',
    variants.reduce((sum, variant) => sum + files[variant].length, 0),
  );
  try {
    for (const variant of variants) await storage.put(storageKeys.generated(generation.id, position, variant), files[variant]);
  } catch (error) {
    await discard();
    throw error;
  } finally {
    space.leave();
  }
  const isKept = await db.transaction(async (tx) => {
    const seq = await nextGenerationSeq(tx, generation.userId);
    if (!(await changeUnfinished(tx, generation, { seq }))) return false;
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
  if (!isKept) await discard();
  return isKept;
}

export async function removeImageFiles(
  storage: Deps['storage'],
  { generationId, position }: { generationId: string; position: number },
): Promise<void> {
  for (const variant of variants) await storage.delete(storageKeys.generated(generationId, position, variant));
}
