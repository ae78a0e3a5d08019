// A request in parts, where a provider makes fewer images at once than are asked for, and what comes of them together.
import type { GeneratorRequest, GeneratorResult, MadeImage } from '#server/generation/generator.ts';

export interface RequestPart {
  count: number;
  /** Of its first image. */
  seed: number | null;
}

const SEEDS = 2 ** 32;

/** @param atOnce images of one part; a seed goes on from part to part, so that no two images have the same one */
export function splitRequest({ count, seed }: Pick<GeneratorRequest, 'count' | 'seed'>, atOnce: number): RequestPart[] {
  // After the last seed comes the first; a provider that counts on by itself may not know.
  const most = seed !== null && seed + count > SEEDS ? 1 : atOnce;
  return Array.from({ length: Math.ceil(count / most) }, (_, index) => ({
    count: Math.min(most, count - index * most),
    seed: seed === null ? null : seedOf(seed, index * most),
  }));
}

/** The seed of the image that comes `index` after the first. */
export const seedOf = (first: number, index: number): number => (first + index) % SEEDS;

export type PartOutcome = PromiseSettledResult<{ images: MadeImage[]; warnings: GeneratorResult['warnings'] }>;

/** What was made, with a word on what was not. @throws the first failure where nothing was made */
export function mergeOutcomes(outcomes: readonly PartOutcome[], asked: number): GeneratorResult {
  const images = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value.images : []));
  const warnings = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value.warnings : []));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (images.length === 0 && failed) throw failed.reason;
  const told = warnings.filter(({ code }, index) => warnings.findIndex((other) => other.code === code) === index);
  const missing = asked - images.length;
  if (missing > 0) {
    const why = failed?.reason instanceof Error ? ` ${failed.reason.message}` : '';
    told.push({ code: 'images_missing', message: `${missing} of ${asked} images weren’t created.${why}` });
  }
  return { images: images.slice(0, asked), warnings: told };
}
