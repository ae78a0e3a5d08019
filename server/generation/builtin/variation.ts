// Variations of a picture that follows from a seed. The low bits of the seed choose the picture, the others one of its variations, so that a variation
// is reproduced by its seed alone.

/** The low bits; a series of results counts in them. */
const PICTURES = 2 ** 27;
/** Variation 0 is the picture itself. */
const VARIATIONS = 2 ** 32 / PICTURES;
/** Variations with the same remainder may look alike. */
export const DISTINCT = 8;

export const pictureOf = (seed: number): number => seed % PICTURES;
export const variationOf = (seed: number): number => Math.floor(seed / PICTURES);

/** @param chance from 0, below 1 */
export function varySeed(seed: number, chance = Math.random()): number {
  const now = variationOf(seed);
  const others = Array.from({ length: VARIATIONS - 1 }, (_, at) => at + 1).filter(
    (each) => now === 0 || each % DISTINCT !== now % DISTINCT,
  );
  return pictureOf(seed) + (others[Math.floor(chance * others.length)] ?? 1) * PICTURES;
}
