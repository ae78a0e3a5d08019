// Turns the rough mask of a network into how much of each pixel belongs to what it shows, down to hairs: colors on both sides of the edge say
// which part of a mixed pixel is whose.
import sharp from 'sharp';
import type { Pixels } from '#server/generation/builtin/pixels.ts';

/** The longer side at which the edge is searched. Its result is linear in the colors, so it holds for the full picture. */
const WORK = 768;
/** Parts of the longer side: how far beside the rough edge the true one may be, how far colors are compared, and how far hairs count. */
const BAND = 0.045;
const REACH = 0.02;
const DETAIL = 0.025;
/** How different colors must be to count: as a variance. */
const SMALLEST_VARIANCE = 2e-5;
const ROUNDS = 12;
/** How far the rough mask is believed at the ends of the band: the network sees what is a person, which colors alone don't. */
const TRUST = 0.1;

const isMixed = (share: number, margin: number) => share > margin && share < 1 - margin;

export interface RoughMask {
  /** From 0 to 1, of a square. */
  values: Float32Array;
  side: number;
  /** The part of the picture that the square shows. Around it there is nothing. */
  area: { left: number; top: number; width: number; height: number };
}

interface Plane {
  width: number;
  height: number;
}

/**
 * @returns alpha, a byte for each pixel
 * In `picture` the colors of mixed pixels are replaced by those of the foreground, so that the old background doesn't shine through.
 */
export async function refineMask(picture: Pixels, rough: RoughMask): Promise<Uint8Array> {
  const scale = Math.min(1, WORK / Math.max(picture.width, picture.height));
  const size = {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  };
  const small = await sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: 3 } })
    .resize({ ...size, fit: 'fill' })
    .raw()
    .toBuffer();
  const colors = [0, 1, 2].map((part) => Float32Array.from({ length: small.length / 3 }, (_, at) => (small[at * 3 + part] ?? 0) / 255));
  const mask = await placeMask(rough, scale, size);

  const longest = Math.max(size.width, size.height);
  const band = Math.max(2, Math.round(longest * BAND));
  const known = mask.map((value) => (value > 0.5 ? 1 : 0));
  const near = boxMean(known, size, band);
  const isUnknown = Uint8Array.from(mask, (value, at) => (isMixed(near[at] ?? 0, 0.001) || isMixed(value, 0.1) ? 1 : 0));
  const solver = openSolver(colors, size, Math.max(1, Math.round(longest * REACH)));
  let alpha: Float32Array = mask;
  let model = solver.fit(alpha);
  for (let round = 1; round < ROUNDS; round++) {
    const fitted = solver.apply(model);
    alpha = fitted.map((value, at) => {
      const side = known[at] ?? 0;
      if (!isUnknown[at]) return side;
      const trust = TRUST * (2 * (near[at] ?? 0) - 1) ** 2;
      return Math.min(1, Math.max(0, value)) * (1 - trust) + side * trust;
    });
    model = solver.fit(alpha);
  }
  const layers = layersOf(colors, alpha, size, band);
  const detail = detailOf(alpha, size, Math.max(1, Math.round(longest * DETAIL)));
  return applyToPicture(picture, size, { known, detail, isUnknown, model, layers });
}

/** The mask in the size of the small picture. */
async function placeMask({ values, side, area }: RoughMask, scale: number, size: Plane): Promise<Float32Array> {
  const place = (part: number, length: number) => Math.min(length, Math.round(part * scale));
  const [left, top] = [place(area.left, size.width - 1), place(area.top, size.height - 1)];
  const width = Math.max(1, place(area.left + area.width, size.width) - left);
  const height = Math.max(1, place(area.top + area.height, size.height) - top);
  const part = await sharp(Buffer.from(Uint8Array.from(values, (value) => Math.round(value * 255))), {
    raw: { width: side, height: side, channels: 1 },
  })
    .resize({ width, height, fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  const mask = new Float32Array(size.width * size.height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) mask[(top + y) * size.width + left + x] = (part[y * width + x] ?? 0) / 255;
  return mask;
}

/** Of each pixel: how alpha follows from red, green and blue there, and what is added. */
type Model = readonly [Float32Array, Float32Array, Float32Array, Float32Array];

/**
 * The guided filter with colors (He, Sun, Tang: Guided image filtering, 2010). Repeated with known pixels held, it approaches the solution of
 * matting with large windows (He, Sun, Tang: Fast matting using large kernel matting Laplacian matrices, 2010).
 */
function openSolver(colors: readonly Float32Array[], size: Plane, radius: number) {
  const [red, green, blue] = colors as [Float32Array, Float32Array, Float32Array];
  const mean = (values: Float32Array) => boxMean(values, size, radius);
  const product = (a: Float32Array, b: Float32Array) => a.map((value, at) => value * (b[at] ?? 0));
  const [meanRed, meanGreen, meanBlue] = [mean(red), mean(green), mean(blue)];
  const covariance = (a: Float32Array, b: Float32Array, meanA: Float32Array, meanB: Float32Array) =>
    mean(product(a, b)).map((value, at) => value - (meanA[at] ?? 0) * (meanB[at] ?? 0));
  const [rr, rg, rb] = [
    covariance(red, red, meanRed, meanRed),
    covariance(red, green, meanRed, meanGreen),
    covariance(red, blue, meanRed, meanBlue),
  ];
  const [gg, gb, bb] = [
    covariance(green, green, meanGreen, meanGreen),
    covariance(green, blue, meanGreen, meanBlue),
    covariance(blue, blue, meanBlue, meanBlue),
  ];
  // The inverse of each covariance matrix, in place.
  for (let at = 0; at < rr.length; at++) {
    const [a, b, c] = [(rr[at] ?? 0) + SMALLEST_VARIANCE, rg[at] ?? 0, rb[at] ?? 0];
    const [d, e, f] = [(gg[at] ?? 0) + SMALLEST_VARIANCE, gb[at] ?? 0, (bb[at] ?? 0) + SMALLEST_VARIANCE];
    const [x, y, z] = [d * f - e * e, c * e - b * f, b * e - c * d];
    const determinant = a * x + b * y + c * z;
    [rr[at], rg[at], rb[at]] = [x / determinant, y / determinant, z / determinant];
    [gg[at], gb[at], bb[at]] = [(a * f - c * c) / determinant, (b * c - a * e) / determinant, (a * d - b * b) / determinant];
  }

  return {
    fit(alpha: Float32Array): Model {
      const meanAlpha = mean(alpha);
      const slopes = [mean(product(red, alpha)), mean(product(green, alpha)), mean(product(blue, alpha))] as const;
      const offset = meanAlpha;
      for (let at = 0; at < alpha.length; at++) {
        const level = meanAlpha[at] ?? 0;
        const [r, g, b] = [meanRed[at] ?? 0, meanGreen[at] ?? 0, meanBlue[at] ?? 0];
        const [p, q, s] = [(slopes[0][at] ?? 0) - r * level, (slopes[1][at] ?? 0) - g * level, (slopes[2][at] ?? 0) - b * level];
        const ofRed = (rr[at] ?? 0) * p + (rg[at] ?? 0) * q + (rb[at] ?? 0) * s;
        const ofGreen = (rg[at] ?? 0) * p + (gg[at] ?? 0) * q + (gb[at] ?? 0) * s;
        const ofBlue = (rb[at] ?? 0) * p + (gb[at] ?? 0) * q + (bb[at] ?? 0) * s;
        [slopes[0][at], slopes[1][at], slopes[2][at]] = [ofRed, ofGreen, ofBlue];
        offset[at] = level - ofRed * r - ofGreen * g - ofBlue * b;
      }
      return [mean(slopes[0]), mean(slopes[1]), mean(slopes[2]), mean(offset)];
    },
    apply: ([ofRed, ofGreen, ofBlue, offset]: Model): Float32Array =>
      offset.map(
        (value, at) =>
          value + (ofRed[at] ?? 0) * (red[at] ?? 0) + (ofGreen[at] ?? 0) * (green[at] ?? 0) + (ofBlue[at] ?? 0) * (blue[at] ?? 0),
      ),
  };
}

/** Mean colors of what is in front and behind, near each pixel: three planes each. */
function layersOf(colors: readonly Float32Array[], alpha: Float32Array, size: Plane, radius: number): Float32Array[] {
  const front = boxMean(alpha, size, radius);
  return [true, false].flatMap((isFront) =>
    colors.map((color) => {
      const weighted = color.map((value, at) => value * (isFront ? (alpha[at] ?? 0) : 1 - (alpha[at] ?? 0)));
      return boxMean(weighted, size, radius).map((value, at) => {
        const weight = isFront ? (front[at] ?? 0) : 1 - (front[at] ?? 0);
        return weight < 1e-4 ? (color[at] ?? 0) : value / weight;
      });
    }),
  );
}

/**
 * How far alpha is all or nothing near each pixel, from 0 to 1: the share of the largest variance that its mean allows. Hairs and edges have much
 * of it, a veil over a plain area none.
 */
function detailOf(alpha: Float32Array, size: Plane, radius: number): Float32Array {
  const squares = boxMean(
    alpha.map((value) => value * value),
    size,
    radius,
  );
  return boxMean(alpha, size, radius).map((mean, at) => {
    const most = mean * (1 - mean);
    return most < 1e-4 ? 0 : Math.min(1, Math.max(0, ((squares[at] ?? 0) - mean * mean) / most));
  });
}

interface Solution {
  known: Float32Array;
  detail: Float32Array;
  isUnknown: Uint8Array;
  model: Model;
  layers: readonly Float32Array[];
}

/** What counts as nothing, and as all when seen from the other end: among hairs and at edges, and in areas without either. */
const LEAST = { withDetail: 0.06, plain: 0.45 };
/** Areas with less detail are plain, the more the less. */
const MUCH_DETAIL = 0.3;

/** Neither a veil nor a hole stays of what is almost nothing or almost all. In a plain area half a person is a doubt, so it is decided. */
function withoutVeil(share: number, detail: number): number {
  const plainness = Math.max(0, 1 - detail / MUCH_DETAIL);
  const least = LEAST.withDetail + (LEAST.plain - LEAST.withDetail) * plainness;
  return Math.min(1, Math.max(0, (share - least) / (1 - 2 * least)));
}

function applyToPicture({ data, width, height }: Pixels, size: Plane, { known, detail, isUnknown, model, layers }: Solution): Uint8Array {
  const alpha = new Uint8Array(width * height);
  for (let y = 0, at = 0; y < height; y++) {
    const v = Math.min(size.height - 1, Math.max(0, ((y + 0.5) * size.height) / height - 0.5));
    const [top, down] = [Math.floor(v), v % 1];
    const [upper, lower] = [top * size.width, Math.min(size.height - 1, top + 1) * size.width];
    for (let x = 0; x < width; x++, at++) {
      const u = Math.min(size.width - 1, Math.max(0, ((x + 0.5) * size.width) / width - 0.5));
      const [left, across] = [Math.floor(u), u % 1];
      const right = Math.min(size.width - 1, left + 1);
      const nearest = (down < 0.5 ? upper : lower) + (across < 0.5 ? left : right);
      if (!isUnknown[nearest]) {
        alpha[at] = known[nearest] ? 255 : 0;
        continue;
      }
      const sample = (plane: Float32Array) =>
        ((plane[upper + left] ?? 0) * (1 - across) + (plane[upper + right] ?? 0) * across) * (1 - down) +
        ((plane[lower + left] ?? 0) * (1 - across) + (plane[lower + right] ?? 0) * across) * down;
      const pixel = [0, 1, 2].map((part) => (data[at * 3 + part] ?? 0) / 255);
      const share = withoutVeil(
        sample(model[3]) + sample(model[0]) * (pixel[0] ?? 0) + sample(model[1]) * (pixel[1] ?? 0) + sample(model[2]) * (pixel[2] ?? 0),
        sample(detail),
      );
      alpha[at] = Math.round(share * 255);
      if (share === 0 || share === 1) continue;
      // Of a mixed pixel, the part of what is in front: near its mean, and such that the mixture is the pixel (Forte: Approximate fast foreground colour estimation, 2021).
      for (let part = 0; part < 3; part++) {
        const front = sample(layers[part] ?? known);
        const back = sample(layers[part + 3] ?? known);
        const color = front + share * ((pixel[part] ?? 0) - share * front - (1 - share) * back);
        data[at * 3 + part] = Math.round(Math.min(1, Math.max(0, color)) * 255);
      }
    }
  }
  return alpha;
}

/** The mean of the square around each pixel; at the rim, of what there is of it. */
function boxMean(values: Float32Array, { width, height }: Plane, radius: number): Float32Array {
  const rows = new Float32Array(values.length);
  for (let y = 0; y < height; y++) {
    const start = y * width;
    let sum = 0;
    for (let x = -radius; x < width; x++) {
      const [enters, leaves] = [x + radius, x - radius - 1];
      if (enters < width) sum += values[start + enters] ?? 0;
      if (leaves >= 0) sum -= values[start + leaves] ?? 0;
      if (x >= 0) rows[start + x] = sum / (Math.min(width - 1, enters) - Math.max(-1, leaves));
    }
  }
  const result = new Float32Array(values.length);
  const sums = new Float64Array(width);
  for (let y = -radius, count = 0; y < height; y++) {
    const [enters, leaves] = [y + radius, y - radius - 1];
    if (enters < height) {
      count++;
      for (let x = 0; x < width; x++) sums[x] = (sums[x] ?? 0) + (rows[enters * width + x] ?? 0);
    }
    if (leaves >= 0) {
      count--;
      for (let x = 0; x < width; x++) sums[x] = (sums[x] ?? 0) - (rows[leaves * width + x] ?? 0);
    }
    if (y >= 0) for (let x = 0; x < width; x++) result[y * width + x] = (sums[x] ?? 0) / count;
  }
  return result;
}
