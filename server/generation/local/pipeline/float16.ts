// Half precision numbers as their bits: Node.js 20 and 22 have no Float16Array.

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** Rounds to the nearest, ties to even. Beyond 65,504 is infinity. */
function toHalf(value: number): number {
  float[0] = value;
  const [word = 0] = bits;
  const sign = (word >>> 16) & 0x8000;
  const exponent = ((word >>> 23) & 0xff) - 127;
  const fraction = word & 0x7fffff;
  if (exponent === 128) return sign | 0x7c00 | (fraction === 0 ? 0 : 0x200);
  if (exponent > 15) return sign | 0x7c00;
  if (exponent < -25) return sign;
  // Below 2^-14 the exponent stays and the fraction shrinks, with its leading one.
  const shift = exponent < -14 ? -1 - exponent : 13;
  const full = exponent < -14 ? fraction | 0x800000 : fraction + ((exponent + 15) << 23);
  const rest = full & (2 ** shift - 1);
  const half = 2 ** (shift - 1);
  const down = full >>> shift;
  // A carry runs into the exponent, which is right.
  return sign | (rest > half || (rest === half && (down & 1) === 1) ? down + 1 : down);
}

function fromHalf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >>> 10) & 0x1f;
  const fraction = half & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

export const toFloat16 = (values: Float32Array): Uint16Array => Uint16Array.from(values, toHalf);
export const fromFloat16 = (halves: Uint16Array): Float32Array => Float32Array.from(halves, fromHalf);
