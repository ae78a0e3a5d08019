// Spreads colors smoothly into where they are unknown.

interface Plane {
  /** Three values for each pixel. */
  data: Uint8Array | Float32Array;
  width: number;
  height: number;
}

/**
 * In place: unknown pixels get the mean of what is known around them, from ever farther away.
 */
export function diffuse(plane: Plane, unknown: Uint8Array): void {
  const { data, width, height } = plane;
  const sums = new Float32Array(width * height * 3);
  const weights = new Float32Array(width * height);
  for (let at = 0; at < weights.length; at++) {
    if (unknown[at]) continue;
    weights[at] = 1;
    for (let part = at * 3; part < at * 3 + 3; part++) sums[part] = data[part] ?? 0;
  }
  const filled = spread({ sums, weights, width, height });
  for (let at = 0; at < weights.length; at++)
    if (unknown[at]) for (let part = at * 3; part < at * 3 + 3; part++) data[part] = filled[part] ?? 0;
}

interface Weighted {
  /** Values times weights. */
  sums: Float32Array;
  weights: Float32Array;
  width: number;
  height: number;
}

/** The values of all pixels. */
function spread({ sums, weights, width, height }: Weighted): Float32Array {
  const isComplete = weights.every((weight) => weight > 0);
  const values = new Float32Array(sums.length);
  if (isComplete || (width === 1 && height === 1)) {
    for (let at = 0; at < weights.length; at++)
      for (let part = at * 3; part < at * 3 + 3; part++) values[part] = (sums[part] ?? 0) / Math.max(1e-6, weights[at] ?? 0);
    return values;
  }
  const [across, down] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const half = { sums: new Float32Array(across * down * 3), weights: new Float32Array(across * down), width: across, height: down };
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const to = (y >> 1) * across + (x >> 1);
      half.weights[to] = (half.weights[to] ?? 0) + (weights[at] ?? 0);
      for (let part = 0; part < 3; part++) half.sums[to * 3 + part] = (half.sums[to * 3 + part] ?? 0) + (sums[at * 3 + part] ?? 0);
    }
  }
  // One known pixel counts as much as four, so that what is near isn't outweighed by what is known far away.
  for (let to = 0; to < half.weights.length; to++) {
    const weight = half.weights[to] ?? 0;
    if (weight <= 1) continue;
    half.weights[to] = 1;
    for (let part = to * 3; part < to * 3 + 3; part++) half.sums[part] = (half.sums[part] ?? 0) / weight;
  }
  const coarse = spread(half);
  for (let y = 0, at = 0; y < height; y++) {
    // Between the centers of the coarse pixels.
    const top = (y >> 1) * across * 3;
    const low = nextTo(y, down) * across * 3;
    for (let x = 0; x < width; x++, at++) {
      const weight = Math.min(1, weights[at] ?? 0);
      const left = (x >> 1) * 3;
      const right = nextTo(x, across) * 3;
      for (let part = 0; part < 3; part++) {
        const sides = (coarse[top + right + part] ?? 0) + (coarse[low + left + part] ?? 0);
        const far = 0.5625 * (coarse[top + left + part] ?? 0) + 0.1875 * sides + 0.0625 * (coarse[low + right + part] ?? 0);
        values[at * 3 + part] = far * (1 - weight) + (sums[at * 3 + part] ?? 0);
      }
    }
  }
  return values;
}

/** The coarse neighbor of a pixel on the side where it is in its own coarse pixel. */
const nextTo = (place: number, length: number): number => Math.min(length - 1, Math.max(0, (place >> 1) + (place % 2 === 0 ? -1 : 1)));
