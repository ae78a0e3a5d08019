// Restyles a photo by image processing, without a model.
import sharp, { type OverlayOptions } from 'sharp';
import { type Curve, duotones, graded, handOf, type Hand, posterInks } from '#server/generation/builtin/hands.ts';
import { MAX_EDITED_SIDE } from '#server/generation/builtin/models.ts';
import {
  blur,
  brighten,
  brightnessOf,
  clamp,
  decodeSource,
  edgesOf,
  gradientMap,
  grainOf,
  kuwaharaFilter,
  MEASURED_SIDE,
  noise,
  paperTexture,
  type Pixels,
  shade,
  stretchContrast,
} from '#server/generation/builtin/pixels.ts';
import type { Tasks } from '#server/generation/builtin/task-process.ts';
import { pictureOf } from '#server/generation/builtin/variation.ts';
import { GeneratorError, type Picture } from '#server/generation/generator.ts';

/** `detail`: the size of strokes, dots and tiles, where 1 is the usual one; `gain`: of edges. */
interface Source extends Pixels {
  hand: Hand;
  detail: number;
  gain?: number;
}

const styles = new Map<string, (source: Source, seed: number) => Pixels | Promise<Pixels>>(
  Object.entries({ pencil, hatching, comic, halftone, neon, oil, watercolour: watercolor, poster, duotone, cyanotype, vintage, mosaic }),
);

/** By the hand that follows from the seed. */
async function draw(style: string, photo: Omit<Source, 'hand'>, seed: number): Promise<Pixels> {
  const drawn = styles.get(style);
  if (!drawn) throw new GeneratorError('unsupported', 'This style doesn’t exist.');
  const hand = handOf(seed);
  const made = await drawn({ ...photo, hand, detail: photo.detail * hand.detail }, pictureOf(seed));
  const curve = graded(style, hand);
  if (curve) grade(made.data, curve);
  return made;
}

/** In place. */
function blend(drawn: Uint8Array, photo: Uint8Array, strength: number): void {
  if (strength < 1)
    for (let at = 0; at < photo.length; at++) drawn[at] = (photo[at] ?? 0) + ((drawn[at] ?? 0) - (photo[at] ?? 0)) * strength;
}

export async function restyle({
  source,
  style,
  strength,
  seed,
  longest = MAX_EDITED_SIDE,
}: Tasks['restyle']['ask']): Promise<Tasks['restyle']['answer']> {
  // Drawn with all its strokes and made smaller after: a preview is what the result looks like from further away.
  const { data, width, height, isSmaller } = await decodeSource(source, Math.max(longest, MEASURED_SIDE));
  const result = await draw(style, { data, width, height, detail: 1 }, seed);
  blend(result.data, data, strength);
  const bytes = await sharp(result.data, { raw: { width, height, channels: 3 } })
    .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return { bytes, contentType: 'image/jpeg', isSmaller };
}

/** Pixels: enough for tiles, and fast enough for all styles at once. */
const TILED_SIDE = 512;
/** Measured: how much steeper edges are in a smaller picture. */
const STEEPNESS = 0.6;

/** A strip of squares from left to right, one for each style. */
export async function restyleTiles({ source, styles: names, strength, seed, side }: Tasks['restyle-tiles']['ask']): Promise<Picture> {
  const whole = await decodeSource(source, TILED_SIDE);
  const raw = { width: whole.width, height: whole.height, channels: 3 } as const;
  const [longest, square] = [Math.max(whole.width, whole.height), Math.min(whole.width, whole.height)];
  const data = await sharp(whole.data, { raw }).resize(square, square).raw().toBuffer();
  const measured = Math.min(MEASURED_SIDE, Math.max(whole.original.width, whole.original.height));
  // Strokes as large as in the whole photo.
  const photo = { data, width: square, height: square, detail: longest / square, gain: (longest / measured) ** STEEPNESS };
  const strip: OverlayOptions[] = [];
  for (const [index, name] of names.entries()) {
    const made = await draw(name, photo, seed);
    blend(made.data, data, strength);
    const input = await sharp(made.data, { raw: { width: square, height: square, channels: 3 } })
      .resize(side, side)
      .raw()
      .toBuffer();
    strip.push({ input, raw: { width: side, height: side, channels: 3 }, left: index * side, top: 0 });
  }
  const bytes = await sharp({ create: { width: side * names.length, height: side, channels: 3, background: '#fff' } })
    .composite(strip)
    .jpeg({ quality: 70 })
    .toBuffer();
  return { bytes, contentType: 'image/jpeg' };
}

/** In place. */
function grade(data: Uint8Array, { dark, light, saturation = 1, gamma = 1 }: Curve): void {
  const tables = dark.map((low, part) =>
    Float32Array.from({ length: 256 }, (_, value) => low + ((light[part] ?? 255) - low) * (value / 255) ** gamma),
  );
  for (let at = 0; at < data.length; at += 3) {
    const grey = ((data[at] ?? 0) * 77 + (data[at + 1] ?? 0) * 150 + (data[at + 2] ?? 0) * 29) / 256;
    for (let part = 0; part < 3; part++) {
      const value = clamp(Math.round(grey + ((data[at + part] ?? 0) - grey) * saturation));
      data[at + part] = clamp(tables[part]?.[value] ?? 0);
    }
  }
}

const blank = ({ width, height }: Pixels): Pixels => ({ data: new Uint8Array(width * height * 3), width, height });
/** Many times faster than `Math.hypot`. */
const lengthOf = (x: number, y: number) => Math.sqrt(x * x + y * y);
/** What stays the same part of a picture at every size: one at the measured side. */
const scaleOf = ({ width, height, detail }: Source) => Math.max(0.5, (Math.max(width, height) / MEASURED_SIDE) * detail);

async function pencil(source: Source, seed: number): Promise<Pixels> {
  const grey = await blur(brighten(brightnessOf(source)), source, 1, 0.9 * scaleOf(source));
  const soft = await blur(grey, source, 1, 7 * scaleOf(source));
  const result = blank(source);
  const grains = await grainOf(source, noise(seed));
  for (let at = 0; at < grey.length; at++) {
    // Dodged by its own negative only edges stay; a part of the tones is shaded back in.
    const line = Math.min(255, ((grey[at] ?? 0) * 255) / Math.max(1, soft[at] ?? 0));
    const tone = 190 + (grey[at] ?? 0) * 0.27;
    const value = (clamp(((line - 120) * 255) / 135) * 0.78 + tone * 0.22) * (1 - (1 - (grey[at] ?? 0) / 255) ** 2 * 0.42);
    const grain = ((grains[at] ?? 0) / 255 - 0.5) * (1 - value / 300) * 46;
    result.data.set([clamp(value + grain), clamp(value + grain - 1), clamp((value + grain) * 0.98)], at * 3);
  }
  shade(result, await paperTexture(source, seed, 0.05));
  return result;
}

async function hatching(source: Source, seed: number): Promise<Pixels> {
  const grey = await blur(brighten(brightnessOf(source)), source, 1, 1.6 * scaleOf(source));
  const edges = await edgesOf(grey, source, source.detail, source.gain);
  const gap = 6.5 * scaleOf(source);
  const [angle, result] = [source.hand.turn, blank(source)];
  // Darker areas get more directions of hatching.
  const layers = [168, 122, 80, 42].map((below, index) => ({
    below,
    cos: Math.cos(angle + 0.78 + index * 0.83),
    sin: Math.sin(angle + 0.78 + index * 0.83),
  }));
  for (let y = 0, at = 0; y < source.height; y++) {
    for (let x = 0; x < source.width; x++, at++) {
      let ink = 0;
      for (const { below, cos, sin } of layers) {
        if ((grey[at] ?? 0) >= below) continue;
        const wobble = Math.sin((x * sin - y * cos) / (gap * 9)) * gap * 0.22;
        const place = (x * cos + y * sin + wobble) / gap;
        const away = Math.abs(place - Math.floor(place) - 0.5) * gap;
        const half = gap * (0.1 + Math.min(0.16, (below - (grey[at] ?? 0)) / 520));
        ink = Math.max(ink, Math.min(1, Math.max(0, half - away + 0.5)));
      }
      ink = Math.max(ink, Math.min(1, Math.max(0, ((edges[at] ?? 0) - 42) / 60)));
      result.data.set([250 - ink * 214, 246 - ink * 208, 236 - ink * 186], at * 3);
    }
  }
  shade(result, await paperTexture(source, seed, 0.03));
  return result;
}

async function comic(source: Source): Promise<Pixels> {
  const scale = scaleOf(source);
  const flat = kuwaharaFilter(source, Math.round(4 * scale));
  const grey = await blur(brightnessOf(flat), source, 1, 0.9 * scale);
  const edges = await blur(await edgesOf(grey, source, source.detail, source.gain), source, 1, 0.7 * scale);
  const step = 8 * scale;
  const [cos, sin] = [Math.cos(Math.PI / 4 + source.hand.turn), Math.sin(Math.PI / 4 + source.hand.turn)];
  const result = blank(source);
  for (let y = 0, at = 0; y < source.height; y++) {
    for (let x = 0; x < source.width; x++, at++) {
      const bright = grey[at] ?? 0;
      // Dots fill the half-shadows; the deepest are inked.
      const [u, v] = [(x * cos + y * sin) / step, (x * sin - y * cos) / step];
      const away = lengthOf(u - Math.floor(u) - 0.5, v - Math.floor(v) - 0.5);
      const size = Math.max(0, (150 - bright) / 150) * 0.62;
      const dot = Math.min(1, Math.max(0, (size - away) * step * 0.7));
      const ink = Math.max(Math.min(1, Math.max(0, ((edges[at] ?? 0) - 26) / 26)), Math.min(1, Math.max(0, (44 - bright) / 12)));
      for (let part = 0; part < 3; part++) {
        const own = flat.data[at * 3 + part] ?? 0;
        const vivid = bright + (own - bright) * 1.75;
        const level = Math.round(clamp(vivid * 1.12 + 12) / 36.4) * 36.4;
        result.data[at * 3 + part] = clamp(level * (1 - dot * 0.34) * (1 - ink) + 18 * ink);
      }
    }
  }
  return result;
}

/** Printed as a newspaper does: four inks, each a screen of dots at its own angle. */
async function halftone(source: Source): Promise<Pixels> {
  const { width, height } = source;
  const step = 7.5 * scaleOf(source);
  const soft = await blur(source.data, source, 3, step * 0.28);
  // Ink is darker than light, so midtones are lightened.
  const lighter = Uint8Array.from({ length: 256 }, (_, value) => 255 * (value / 255) ** 0.62);
  const inks = [
    { angle: 0.26, paint: [0, 158, 214] },
    { angle: 1.31, paint: [222, 24, 118] },
    { angle: 0, paint: [252, 222, 30] },
    { angle: 0.785, paint: [32, 28, 34] },
  ].map(({ angle, paint }) => ({ cos: Math.cos(angle + source.hand.turn), sin: Math.sin(angle + source.hand.turn), paint }));
  const result = blank(source);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      const [cyan, magenta, yellow] = [
        255 - (lighter[soft[at] ?? 0] ?? 0),
        255 - (lighter[soft[at + 1] ?? 0] ?? 0),
        255 - (lighter[soft[at + 2] ?? 0] ?? 0),
      ];
      const black = Math.min(cyan, magenta, yellow) * 0.7;
      const amounts = [cyan - black, magenta - black, yellow - black, black];
      let [r, g, b] = [252, 248, 238];
      inks.forEach(({ cos, sin, paint }, index) => {
        const [u, v] = [(x * cos + y * sin) / step, (y * cos - x * sin) / step];
        const away = lengthOf(u - Math.floor(u) - 0.5, v - Math.floor(v) - 0.5);
        const cover = Math.min(1, Math.max(0, (Math.sqrt((amounts[index] ?? 0) / 255) * 0.7 - away) * step + 0.5));
        r *= 1 - cover + (cover * (paint[0] ?? 0)) / 255;
        g *= 1 - cover + (cover * (paint[1] ?? 0)) / 255;
        b *= 1 - cover + (cover * (paint[2] ?? 0)) / 255;
      });
      result.data.set([r, g, b], at);
    }
  }
  return result;
}

/** Glowing lines on a dark background, in the colors of the photo. */
async function neon(source: Source): Promise<Pixels> {
  const scale = scaleOf(source);
  const smooth = kuwaharaFilter(source, Math.round(2 * scale));
  const grey = stretchContrast(brightnessOf(smooth));
  const edges = await edgesOf(grey, source, source.detail, source.gain);
  const lines = blank(source);
  for (let at = 0; at < grey.length; at++) {
    const line = Math.min(1, Math.max(0, ((edges[at] ?? 0) - 30) / 115));
    const [r, g, b] = [smooth.data[at * 3] ?? 0, smooth.data[at * 3 + 1] ?? 0, smooth.data[at * 3 + 2] ?? 0];
    const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)];
    // Gray areas glow from blue to pink, by brightness.
    const range = high - low;
    const own = range > 18 ? [r, g, b].map((part) => ((part - low) / range) * 255) : [grey[at] ?? 0, 90, 255];
    lines.data.set(
      own.map((part) => (60 + part * 0.76) * line),
      at * 3,
    );
  }
  const [near, far] = [await blur(lines.data, source, 3, 2.4 * scale), await blur(lines.data, source, 3, 12 * scale)];
  const result = blank(source);
  for (let at = 0; at < lines.data.length; at++) {
    const ground = ([9, 8, 24][at % 3] ?? 0) + (source.data[at] ?? 0) * 0.07;
    result.data[at] = clamp(ground + (lines.data[at] ?? 0) * 0.95 + (near[at] ?? 0) * 0.8 + (far[at] ?? 0) * 1.1);
  }
  return result;
}

function oil(source: Source): Pixels {
  const scale = scaleOf(source);
  const strokes = kuwaharaFilter(kuwaharaFilter(source, Math.round(5 * scale)), Math.round(3 * scale));
  const grey = brightnessOf(strokes);
  const { width } = source;
  // Light from above on the ridges of the paint: from the left, the right or straight.
  const back = (width + source.hand.light) * Math.max(1, Math.round(Math.max(width, source.height) / MEASURED_SIDE));
  for (let at = back; at < grey.length; at++) {
    const relief = ((grey[at] ?? 0) - (grey[at - back] ?? 0)) * 0.55;
    for (let part = at * 3; part < at * 3 + 3; part++) {
      const own = strokes.data[part] ?? 0;
      strokes.data[part] = clamp((grey[at] ?? 0) + (own - (grey[at] ?? 0)) * 1.28 + relief + 4);
    }
  }
  return strokes;
}

async function watercolor(source: Source, seed: number): Promise<Pixels> {
  const scale = scaleOf(source);
  const washes = kuwaharaFilter(source, Math.round(6 * scale));
  const { width, height } = source;
  const soft = await blur(washes.data, source, 3, 1.6 * scale);
  const grey = brightnessOf({ data: soft, width, height });
  const rims = await blur(await edgesOf(grey, source, source.detail, source.gain), source, 1, 1.2 * scale);
  const random = noise(seed);
  const cell = 24 * scale;
  const [wide, high] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const clouds = await blur(
    new Uint8Array(wide * high).map(() => random() * 255),
    { width: wide, height: high },
    1,
    1.5,
  );
  const data = new Uint8Array(soft.length);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      // Pigment pools in places and along the rims of a wash, and thins out towards the edges of the sheet.
      const pool = ((clouds[Math.floor(y / cell) * wide + Math.floor(x / cell)] ?? 0) - 127) / 127;
      const edge = Math.min(x, y, width - 1 - x, height - 1 - y) / (Math.min(width, height) * 0.07) + pool * 0.5;
      const wash = Math.min(1, Math.max(0, edge)) * (0.86 + pool * 0.1);
      for (let part = 0; part < 3; part++) {
        const own = soft[at * 3 + part] ?? 0;
        const clear = (grey[at] ?? 0) + (own - (grey[at] ?? 0)) * 1.45;
        const light = 255 - (255 - clamp(clear * 1.06 + 22)) * wash - (rims[at] ?? 0) * 0.42 * wash;
        data[at * 3 + part] = clamp(light * ([1, 0.995, 0.98][part] ?? 1));
      }
    }
  }
  const result = { data, width, height };
  shade(result, await paperTexture(source, seed, 0.075));
  return result;
}

/** A few flat inks, from dark to light. */
async function poster(source: Source): Promise<Pixels> {
  const scale = scaleOf(source);
  const flat = kuwaharaFilter(source, Math.round(5 * scale));
  const grey = stretchContrast(await blur(brightnessOf(flat), source, 1, 1.1 * scale));
  const inks = posterInks[source.hand.index] ?? [];
  const data = new Uint8Array(flat.data.length);
  for (let at = 0; at < grey.length; at++) data.set(inks[Math.min(4, Math.floor(((grey[at] ?? 0) / 256) * 5))] ?? [], at * 3);
  // Smooth rims between the inks.
  return { data: await blur(data, source, 3, 0.6 * scale), width: source.width, height: source.height };
}

function duotone(source: Source): Pixels {
  return gradientMap(source, stretchContrast(brightnessOf(source)), duotones[source.hand.index] ?? []);
}

async function cyanotype(source: Source, seed: number): Promise<Pixels> {
  const grey = stretchContrast(brightnessOf(source));
  const result = gradientMap(source, grey, [
    [10, 28, 66],
    [24, 72, 128],
    [94, 148, 190],
    [200, 222, 228],
    [240, 242, 232],
  ]);
  const { width, height } = source;
  const random = noise(seed);
  const ends = Array.from({ length: 64 }, () => random());
  const margin = Math.min(width, height) * 0.045;
  const fibres = await paperTexture(source, seed, 0.07);
  // Brushed on by hand: the coating ends unevenly before the sheet does.
  const uneven = (of: number) =>
    Float32Array.from({ length: of }, (_, place) => {
      const [index, rest] = [Math.floor((place / of) * 60), (1 - Math.cos((((place / of) * 60) % 1) * Math.PI)) / 2];
      return margin * (0.6 + 0.45 * ((ends[index] ?? 0) * (1 - rest) + (ends[index + 1] ?? 0) * rest));
    });
  const [besides, above] = [uneven(height), uneven(width)];
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      const inside = Math.min(Math.min(x, width - 1 - x) - (besides[y] ?? 0), Math.min(y, height - 1 - y) - (above[x] ?? 0));
      const coat = Math.min(1, Math.max(0, inside / (margin * 0.16)));
      const factor = fibres(x, y);
      for (let part = 0; part < 3; part++)
        result.data[at + part] = clamp(((result.data[at + part] ?? 0) * coat + ([241, 238, 226][part] ?? 0) * (1 - coat)) * factor);
    }
  }
  return result;
}

async function vintage(source: Source, seed: number): Promise<Pixels> {
  const { width, height } = source;
  const random = noise(seed);
  const soft = await blur(source.data, source, 3, 0.6 * scaleOf(source));
  const [leakX, leakY, reach] = [random() < 0.5 ? -0.05 : 1.05, random(), 0.3 + random() * 0.35];
  const grains = await grainOf(source, random);
  const data = new Uint8Array(soft.length);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      const [r, g, b] = [soft[at] ?? 0, soft[at + 1] ?? 0, soft[at + 2] ?? 0];
      const grey = r * 0.3 + g * 0.59 + b * 0.11;
      const [u, v] = [x / width, y / height];
      const corner = 1 - Math.max(0, lengthOf(u - 0.5, v - 0.5) - 0.32) * 0.95;
      const leak = Math.max(0, 1 - lengthOf((u - leakX) * 1.3, v - leakY) / reach) ** 2;
      const grain = ((grains[at / 3] ?? 0) / 255 - 0.5) * 32;
      // Faded blacks, warm highlights, half saturation.
      const fade = (part: number, lift: number, gain: number) => ((part * 0.72 + grey * 0.28) * gain + lift) * corner + grain;
      data[at] = clamp(fade(r, 30, 0.94) + leak * 120);
      data[at + 1] = clamp(fade(g, 22, 0.89) + leak * 44);
      data[at + 2] = clamp(fade(b, 34, 0.7) + leak * 10);
    }
  }
  return { data, width, height };
}

/** Square tiles, each in one color, with a bevel. */
function mosaic({ data, width, height, detail, hand }: Source, seed: number): Pixels {
  const longest = Math.max(width, height);
  const tile = Math.max(6, (longest / 72) * detail);
  const joint = Math.max(1, Math.round(longest / MEASURED_SIDE));
  const random = noise(seed);
  const result = new Uint8Array(data.length);
  // The same tiles at every size, of whole pixels.
  const offset = tile * hand.shift;
  const edge = (index: number) => Math.round(index * tile - offset);
  const start = (index: number, end: number) => Math.min(end, Math.max(0, edge(index)));
  for (let row = 0; start(row, height) < height; row++) {
    for (let column = 0; start(column, width) < width; column++) {
      const [left, right] = [start(column, width), start(column + 1, width)];
      const [top, bottom] = [start(row, height), start(row + 1, height)];
      let [red, green, blue] = [0, 0, 0];
      for (let y = top; y < bottom; y++) {
        for (let x = left, at = (y * width + left) * 3; x < right; x++, at += 3) {
          red += data[at] ?? 0;
          green += data[at + 1] ?? 0;
          blue += data[at + 2] ?? 0;
        }
      }
      const count = (right - left) * (bottom - top);
      const grey = (red + green + blue) / (3 * count);
      const uneven = (random() - 0.5) * 16;
      const colour = [red, green, blue].map((sum) => grey + (sum / count - grey) * 1.3 + uneven);
      const [across, down] = [edge(column), edge(row)];
      const [wide, high] = [edge(column + 1) - across, edge(row + 1) - down];
      for (let y = top; y < bottom; y++) {
        for (let x = left; x < right; x++) {
          const [dx, dy] = [x - across, y - down];
          const isJoint = dx < joint || dy < joint;
          const isLit = dx < 2 * joint || dy < 2 * joint;
          const bevel = isLit ? 1.16 : dx >= wide - 2 * joint || dy >= high - 2 * joint ? 0.84 : 1;
          for (let part = 0; part < 3; part++)
            result[(y * width + x) * 3 + part] = isJoint ? 58 + (colour[part] ?? 0) * 0.1 : clamp((colour[part] ?? 0) * bevel);
        }
      }
    }
  }
  return { data: result, width, height };
}
