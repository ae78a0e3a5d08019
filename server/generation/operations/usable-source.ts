import { buffer } from 'node:stream/consumers';
import type { Deps } from '#server/deps.ts';
import { type Generator, GeneratorError, type Picture } from '#server/generation/generator.ts';
import { type LocatedSource, uploadedPicture, sourceUnavailable } from '#server/generation/sources.ts';
import { Problem } from '#server/http/problem.ts';

/** @throws {Problem} 409 `source_unavailable` */
export async function readUploadedMask({ storage }: Pick<Deps, 'storage'>, mask: LocatedSource): Promise<Picture> {
  const object = await storage.get(mask.key);
  if (!object) throw sourceUnavailable('mask', 'This image has expired after a day. Choose it again.');
  return uploadedPicture(await buffer(object.stream));
}

/**
 * Refuses a source of which the model can make nothing, before it is charged. The model says the same later where this can't be found out now.
 * @throws {Problem} 422 `invalid_request`
 */
export async function requireUsableSource(
  { storage, log }: Pick<Deps, 'storage' | 'log'>,
  { generator, model }: { generator: Generator; model: string },
  source: LocatedSource | null,
): Promise<void> {
  const check = generator.sourceCheck?.(model);
  const object = check && source ? await storage.get(source.key) : null;
  if (!check || !object) return;
  const refusal = await check(uploadedPicture(await buffer(object.stream))).catch((error: unknown) => {
    if (!(error instanceof GeneratorError)) throw error;
    log.warn({ err: error, model }, 'a source could not be checked before it is charged');
    return null;
  });
  if (refusal !== null) throw new Problem(422, 'invalid_request', refusal, { errors: [{ field: 'body.source', message: refusal }] });
}
