/** Numbers that follow from a seed, so that the same seed draws the same picture. */
export interface Random {
  (): number;
  between(low: number, high: number): number;
  /** Both ends are among them. */
  whole(low: number, high: number): number;
  /** Of a list that is not empty. */
  pick<T extends readonly unknown[]>(list: T): T[number];
  chance(part: number): boolean;
}

/** Mulberry32: 32 bits of state, even enough for places and colors. */
export function createRandom(seed: number): Random {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return Object.assign(next, {
    between: (low: number, high: number) => low + next() * (high - low),
    whole: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    pick: <T extends readonly unknown[]>(list: T): T[number] => list[Math.floor(next() * list.length)],
    chance: (part: number) => next() < part,
  });
}
