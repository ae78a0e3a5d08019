// Reproducible Gaussian noise: the same seed gives the same numbers on every machine.
//
// Random bits come from Philox 4×32 with ten rounds (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011): the key is the seed, the
// counter is the position and the stream. Each block of four words makes two pairs by the transform of Box and Muller.

const MULTIPLIERS = [0xd2511f53, 0xcd9e8d57] as const;
const WEYL = [0x9e3779b9, 0xbb67ae85] as const;
const ROUNDS = 10;
const WORD = 2 ** 32;

type Block = readonly [number, number, number, number];

/** The upper 32 bits of a product of two unsigned words. */
function multiplyHigh(a: number, b: number): number {
  const [aLow, aHigh, bLow, bHigh] = [a & 0xffff, a >>> 16, b & 0xffff, b >>> 16];
  const middle = aHigh * bLow + Math.floor((aLow * bLow) / 0x10000);
  const carried = aLow * bHigh + (middle % 0x10000);
  return aHigh * bHigh + Math.floor(middle / 0x10000) + Math.floor(carried / 0x10000);
}

/** Exported for the published test vectors. */
export function philox(counter: Block, key: readonly [number, number]): Block {
  let [c0, c1, c2, c3] = counter;
  let [k0, k1] = key;
  for (let round = 0; round < ROUNDS; round++) {
    const [high0, low0] = [multiplyHigh(MULTIPLIERS[0], c0), Math.imul(MULTIPLIERS[0], c0) >>> 0];
    const [high1, low1] = [multiplyHigh(MULTIPLIERS[1], c2), Math.imul(MULTIPLIERS[1], c2) >>> 0];
    [c0, c1, c2, c3] = [(high1 ^ c1 ^ k0) >>> 0, low1, (high0 ^ c3 ^ k1) >>> 0, low0];
    [k0, k1] = [(k0 + WEYL[0]) >>> 0, (k1 + WEYL[1]) >>> 0];
  }
  return [c0, c1, c2, c3];
}

/**
 * @param stream 0 for the noise that an image begins with, then one for each step that adds noise
 */
export function gaussianNoise(seed: number, stream: number, length: number): Float32Array {
  const noise = new Float32Array(length);
  for (let at = 0; at < length; at += 4) {
    const [a, b, c, d] = philox([at / 4, 0, stream, 0], [seed >>> 0, 0]);
    noise.set([...gaussianPair(a, b), ...gaussianPair(c, d)].slice(0, length - at), at);
  }
  return noise;
}

function gaussianPair(first: number, second: number): [number, number] {
  // From 0 exclusive to 1 inclusive, so that the logarithm exists.
  const radius = Math.sqrt(-2 * Math.log((first + 1) / WORD));
  const angle = (2 * Math.PI * second) / WORD;
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}
