/** A small random generator with a seed (mulberry32): numbers from 0 to below 1. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A whole number from `least` to `most`, both included. */
export const integerBetween = (random: () => number, least: number, most: number): number =>
  least + Math.floor(random() * (most - least + 1));

/** The same items in random order. */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const left = [...items];
  return items.flatMap(() => left.splice(integerBetween(random, 0, left.length - 1), 1));
}
