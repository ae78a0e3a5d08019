// Numbers of the variations of an image, as on the server: the low bits choose the picture, the others one of its variations.
const PICTURES = 2 ** 27;
const VARIATIONS = 2 ** 32 / PICTURES;
/** Variations with the same remainder may look alike. */
const DISTINCT = 8;

/**
 * @param round other ones for each
 * @returns seeds of the same picture, none of them the given one
 */
export function variationSeeds(seed: number, round: number, count: number): number[] {
  const [picture, now] = [seed % PICTURES, Math.floor(seed / PICTURES)];
  const others = Array.from({ length: VARIATIONS - 1 }, (_, at) => at + 1).filter(
    (each) => now === 0 || each % DISTINCT !== now % DISTINCT,
  );
  return Array.from({ length: count }, (_, at) => picture + (others[(round * count + at) % others.length] ?? 1) * PICTURES);
}
