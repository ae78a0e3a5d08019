/**
 * A rough mask, made to follow the edges of the picture it belongs to (guided filter, He et al.).
 * @param guide how bright the picture is
 * @param sharpness of edges that count: less follows weaker ones
 * @returns from 0 to 1
 */
export function guidedFilter(
  guide: Uint8Array,
  mask: Uint8Array,
  width: number,
  height: number,
  radius: number,
  sharpness: number,
): Float64Array {
  const light = Float64Array.from(guide, (part) => part / 255);
  const rough = Float64Array.from(mask, (part) => part / 255);
  const mean = (values: Float64Array) => boxMean(values, width, height, radius);
  const product = (a: Float64Array, b: Float64Array) => a.map((value, at) => value * (b[at] ?? 0));
  const [meanLight, meanMask, meanBoth, meanSquare] = [mean(light), mean(rough), mean(product(light, rough)), mean(product(light, light))];
  const slope = meanBoth.map(
    (value, at) => (value - (meanLight[at] ?? 0) * (meanMask[at] ?? 0)) / ((meanSquare[at] ?? 0) - (meanLight[at] ?? 0) ** 2 + sharpness),
  );
  const offset = meanMask.map((value, at) => value - (slope[at] ?? 0) * (meanLight[at] ?? 0));
  const [meanSlope, meanOffset] = [mean(slope), mean(offset)];
  return light.map((value, at) => (meanSlope[at] ?? 0) * value + (meanOffset[at] ?? 0));
}

function boxMean(values: Float64Array, width: number, height: number, radius: number): Float64Array {
  const wide = width + 1;
  const sums = new Float64Array(wide * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += values[y * width + x] ?? 0;
      sums[(y + 1) * wide + x + 1] = (sums[y * wide + x + 1] ?? 0) + row;
    }
  }
  const result = new Float64Array(values.length);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - radius), Math.min(height, y + radius + 1)];
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)];
      const sum =
        (sums[bottom * wide + right] ?? 0) -
        (sums[top * wide + right] ?? 0) -
        (sums[bottom * wide + left] ?? 0) +
        (sums[top * wide + left] ?? 0);
      result[y * width + x] = sum / ((bottom - top) * (right - left));
    }
  }
  return result;
}
