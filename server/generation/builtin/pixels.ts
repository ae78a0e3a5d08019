// A photo as red, green and blue, and what several styles do with it.
// The picture that something is made of.
import sharp from 'sharp';
import { GeneratorError, type Picture } from '#server/generation/generator.ts';

const MOST_PIXELS = 100e6;
/** The longer side, in pixels, at which strokes, edges and grain are measured: they look the same at every size above. */
export const MEASURED_SIDE = 1024;
/** Pixels, of the Gaussian that colors are spread with. */
const SPREAD = 4;

/**
 * Decodes an image to RGB on a white background, with no side longer than `longest`.
 * @throws GeneratorError
 */
export async function decodeSource({ bytes }: Picture, longest = 16_383): Promise<Pixels & { isSmaller: boolean; original: Size }> {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: MOST_PIXELS }).metadata();
    const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'warning' })
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .flatten({ background: '#ffffff' })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const isSmaller = info.width < width || info.height < height;
    return { data, width: info.width, height: info.height, isSmaller, original: { width, height } };
  } catch (error) {
    throw new GeneratorError('invalid_request', 'We couldn’t read the image.', { cause: error });
  }
}

/** In pixels, without decoding it. @throws GeneratorError */
export async function pictureSize({ bytes }: Picture): Promise<Size> {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: MOST_PIXELS }).metadata();
    return { width, height };
  } catch (error) {
    throw new GeneratorError('invalid_request', 'We couldn’t read the image.', { cause: error });
  }
}

/**
 * Decodes an image with transparent parts to RGBA. Colors go on beyond the edges of what can be seen, so that nothing that mixes neighbors
 * mixes in what lies hidden there. Null if the whole image is opaque.
 * @throws GeneratorError
 */
export async function decodeTransparent({ bytes }: Picture, longest = 16_383): Promise<Pixels | null> {
  try {
    const image = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'warning' });
    if (!(await image.metadata()).hasAlpha || (await image.stats()).isOpaque) return null;
    const { data, info } = await image
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    // libvips weighs colors by their alpha.
    const spread = await sharp(data, { raw: { width, height, channels: 4 } })
      .blur(SPREAD)
      .raw()
      .toBuffer();
    for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 0) data.set(spread.subarray(at, at + 3), at);
    return { data, width, height };
  } catch (error) {
    throw new GeneratorError('invalid_request', 'We couldn’t read the image.', { cause: error });
  }
}

/** In place. What can't be seen is not in the file either: neither a background that was removed, nor its bytes. */
export function clearTransparent(rgba: Uint8Array): void {
  for (let at = 0; at < rgba.length; at += 4) if (rgba[at + 3] === 0) rgba.fill(0, at, at + 3);
}

interface Size {
  width: number;
  height: number;
}

export interface Pixels extends Size {
  data: Uint8Array;
}

export const clamp = (value: number) => (value < 0 ? 0 : value > 255 ? 255 : value);

/** How bright each pixel is, from 0 to 255. */
export function brightnessOf({ data, width, height }: Pixels): Uint8Array {
  const grey = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < grey.length; at++, from += 3)
    grey[at] = ((data[from] ?? 0) * 77 + (data[from + 1] ?? 0) * 150 + (data[from + 2] ?? 0) * 29) >> 8;
  return grey;
}

/** As bright as the darkest and the brightest hundredth allow. */
export function stretchContrast(grey: Uint8Array): Uint8Array {
  const counts = new Uint32Array(256);
  for (const value of grey) counts[value] = (counts[value] ?? 0) + 1;
  const most = grey.length / 100;
  const end = (from: number, step: number) => {
    let [at, sum] = [from, 0];
    while (at >= 0 && at < 256 && (sum += counts[at] ?? 0) < most) at += step;
    return at;
  };
  const [low, high] = [end(0, 1), end(255, -1)];
  const scale = 255 / Math.max(1, high - low);
  return grey.map((value) => clamp((value - low) * scale));
}

/** Stretches the contrast and brightens until the median is above medium gray, so that dark photos leave room for strokes. */
export function brighten(grey: Uint8Array): Uint8Array {
  const wide = stretchContrast(grey);
  const median = (Uint8Array.from(wide).sort()[wide.length >> 1] ?? 0) / 255;
  const power = Math.min(1.15, Math.max(0.45, Math.log(0.56) / Math.log(Math.min(0.95, Math.max(0.04, median)))));
  const table = Uint8Array.from({ length: 256 }, (_, value) => 255 * (value / 255) ** power);
  return wide.map((value) => table[value] ?? 0);
}

/** By Sobel. */
function sobelEdges(grey: Uint8Array, width: number, height: number): Uint8Array {
  const edges = new Uint8Array(grey.length);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, at = y * width + 1; x < width - 1; x++, at++) {
      const [nw, n, ne] = [grey[at - width - 1] ?? 0, grey[at - width] ?? 0, grey[at - width + 1] ?? 0];
      const [w, e] = [grey[at - 1] ?? 0, grey[at + 1] ?? 0];
      const [sw, s, se] = [grey[at + width - 1] ?? 0, grey[at + width] ?? 0, grey[at + width + 1] ?? 0];
      const across = ne + 2 * e + se - nw - 2 * w - sw;
      const down = sw + 2 * s + se - nw - 2 * n - ne;
      edges[at] = Math.min(255, (Math.abs(across) + Math.abs(down)) >> 1);
    }
  }
  return edges;
}

export async function blur(data: Uint8Array, { width, height }: Size, channels: 1 | 3, sigma: number): Promise<Uint8Array> {
  const image = sharp(data, { raw: { width, height, channels } }).blur(Math.max(0.3, sigma));
  return (channels === 1 ? image.extractChannel(0) : image).raw().toBuffer();
}

async function resize(grey: Uint8Array, { width, height }: Size, to: Size): Promise<Uint8Array> {
  const image = sharp(grey, { raw: { width, height, channels: 1 } }).resize({ ...to, fit: 'fill', kernel: 'cubic' });
  return image.extractChannel(0).raw().toBuffer();
}

/** @param detail of what is measured: above 1 it is coarser */
function measuredSize({ width, height }: Size, detail: number): Size {
  const scale = Math.min(1, MEASURED_SIDE / detail / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * How strongly the brightness changes, from 0 to 255: as strongly in a large picture as in the same one made smaller.
 * @param detail of what is measured: above 1 it is coarser
 * @param gain of a picture below the size at which it is measured: all edges are steeper there
 */
export async function edgesOf(grey: Uint8Array, size: Size, detail = 1, gain = 1): Promise<Uint8Array> {
  const measured = measuredSize(size, detail);
  if (measured.width === size.width) return sobelEdges(grey, size.width, size.height).map((value) => value * gain);
  return resize(sobelEdges(await resize(grey, size, measured), measured.width, measured.height), measured, size);
}

/** Random values from 0 to 255, of which the same number are in a large picture and in the same one made smaller. */
export async function grainOf(size: Size, random: () => number, sigma = 0): Promise<Uint8Array> {
  const measured = measuredSize(size, 1);
  const grain = new Uint8Array(measured.width * measured.height).map(() => random() * 256);
  const soft = sigma > 0 ? await blur(grain, measured, 1, sigma) : grain;
  return measured.width === size.width ? soft : resize(soft, measured, size);
}

/** Maps brightness to colors from dark to light. */
export function gradientMap({ width, height }: Pixels, grey: Uint8Array, colours: readonly (readonly [number, number, number])[]): Pixels {
  const data = new Uint8Array(width * height * 3);
  const steps = colours.length - 1;
  const table = Array.from({ length: 256 }, (_, value) => {
    const place = (value / 255) * steps;
    const first = Math.min(steps - 1, Math.floor(place));
    const [from, to] = [colours[first] ?? [0, 0, 0], colours[first + 1] ?? [0, 0, 0]];
    return from.map((part, index) => part + ((to[index] ?? 0) - part) * (place - first));
  });
  for (let at = 0, to = 0; at < grey.length; at++, to += 3) data.set(table[grey[at] ?? 0] ?? [], to);
  return { data, width, height };
}

/** Even noise that follows from a seed. */
export function noise(seed: number): () => number {
  // Neighboring seeds must not begin alike.
  let state = Math.imul(seed ^ 0x2545f491 ^ (seed << 16), 0x9e3779b1);
  state = Math.imul(state ^ (state >>> 15), 0x85ebca6b) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
}

/** Changes every pixel in place, as of how bright `change` wants it against before. */
export function shade({ data, width, height }: Pixels, change: (x: number, y: number) => number): void {
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      const factor = change(x, y);
      for (let part = at; part < at + 3; part++) data[part] = clamp((data[part] ?? 0) * factor);
    }
  }
}

/** The fibres of a paper: about 1, a little more or less. */
export async function paperTexture({ width, height }: Pixels, seed: number, depth: number): Promise<(x: number, y: number) => number> {
  const soft = await grainOf({ width, height }, noise(seed), 1.1);
  return (x, y) => 1 + (((soft[y * width + x] ?? 0) - 127) / 127) * depth;
}

/** Rows whose sums are in memory at once: those of a large photo would need 24 bytes a pixel. */
const STRIP_ROWS = 256;

/** Kuwahara filter: each pixel gets the mean color of the least varied of four windows, which looks like strokes and preserves edges. */
export function kuwaharaFilter(picture: Pixels, radius: number): Pixels {
  const { data, width, height } = picture;
  const result = new Uint8Array(data.length);
  for (let top = 0; top < height; top += STRIP_ROWS) filterStrip(picture, radius, top, result);
  return { data: result, width, height };
}

function filterStrip({ data, width, height }: Pixels, radius: number, from: number, result: Uint8Array): void {
  const first = Math.max(0, from - radius);
  const until = Math.min(height, from + STRIP_ROWS);
  const rows = Math.min(height, until + radius) - first;
  const wide = width + 1;
  const sums = [0, 1, 2].map(() => new Uint32Array(wide * (rows + 1)));
  const light = new Uint32Array(wide * (rows + 1));
  const squares = new Float64Array(wide * (rows + 1));
  const [reds, greens, blues] = sums as [Uint32Array, Uint32Array, Uint32Array];
  for (let row = 0, read = first * width * 3; row < rows; row++) {
    let [r, g, b, l, q] = [0, 0, 0, 0, 0];
    for (let x = 0, at = (row + 1) * wide + 1; x < width; x++, at++, read += 3) {
      const [red, green, blue] = [data[read] ?? 0, data[read + 1] ?? 0, data[read + 2] ?? 0];
      const bright = (red * 77 + green * 150 + blue * 29) >> 8;
      reds[at] = (reds[at - wide] ?? 0) + (r += red);
      greens[at] = (greens[at - wide] ?? 0) + (g += green);
      blues[at] = (blues[at - wide] ?? 0) + (b += blue);
      light[at] = (light[at - wide] ?? 0) + (l += bright);
      squares[at] = (squares[at - wide] ?? 0) + (q += bright * bright);
    }
  }
  for (let y = from - first, to = from * width * 3; y < until - first; y++) {
    for (let x = 0; x < width; x++, to += 3) {
      let least = Infinity;
      let [a, b, c, d, area] = [0, 0, 0, 0, 1];
      for (let part = 0; part < 4; part++) {
        const left = Math.max(0, part & 1 ? x : x - radius);
        const right = Math.min(width, (part & 1 ? x + radius : x) + 1);
        const top = Math.max(0, part & 2 ? y : y - radius);
        const bottom = Math.min(rows, (part & 2 ? y + radius : y) + 1);
        const [p, q, r, s] = [top * wide + left, top * wide + right, bottom * wide + left, bottom * wide + right];
        const count = (right - left) * (bottom - top);
        const mean = ((light[s] ?? 0) - (light[q] ?? 0) - (light[r] ?? 0) + (light[p] ?? 0)) / count;
        const spread = ((squares[s] ?? 0) - (squares[q] ?? 0) - (squares[r] ?? 0) + (squares[p] ?? 0)) / count - mean * mean;
        if (spread >= least) continue;
        least = spread;
        [a, b, c, d, area] = [p, q, r, s, count];
      }
      result[to] = ((reds[d] ?? 0) - (reds[b] ?? 0) - (reds[c] ?? 0) + (reds[a] ?? 0)) / area;
      result[to + 1] = ((greens[d] ?? 0) - (greens[b] ?? 0) - (greens[c] ?? 0) + (greens[a] ?? 0)) / area;
      result[to + 2] = ((blues[d] ?? 0) - (blues[b] ?? 0) - (blues[c] ?? 0) + (blues[a] ?? 0)) / area;
    }
  }
}
