// Styles as if drawn: pencil, cross-hatching, comic, halftone and neon.
import {
  blur,
  brightnessOf,
  clamp,
  sobelEdges,
  brighten,
  noise,
  kuwaharaFilter,
  paperTexture,
  shade,
  stretchContrast,
  type Pixels,
} from '#server/generation/builtin/restyle/pixels.ts';

const blank = ({ width, height }: Pixels): Pixels => ({ data: new Uint8Array(width * height * 3), width, height });
/** What stays the same part of a picture at every size: one at 1024 pixels. */
const scaleOf = ({ width, height }: Pixels) => Math.max(0.5, Math.max(width, height) / 1024);

export async function pencil(source: Pixels, seed: number): Promise<Pixels> {
  const grey = await blur(brighten(brightnessOf(source)), source, 1, 0.9 * scaleOf(source));
  const soft = await blur(grey, source, 1, 7 * scaleOf(source));
  const result = blank(source);
  const random = noise(seed);
  for (let at = 0; at < grey.length; at++) {
    // Dodged by its own negative only edges stay; a part of the tones is shaded back in.
    const line = Math.min(255, ((grey[at] ?? 0) * 255) / Math.max(1, soft[at] ?? 0));
    const tone = 190 + (grey[at] ?? 0) * 0.27;
    const value = (clamp(((line - 120) * 255) / 135) * 0.78 + tone * 0.22) * (1 - (1 - (grey[at] ?? 0) / 255) ** 2 * 0.42);
    const grain = (random() - 0.5) * (1 - value / 300) * 46;
    result.data.set([clamp(value + grain), clamp(value + grain - 1), clamp((value + grain) * 0.98)], at * 3);
  }
  shade(result, await paperTexture(source, seed, 0.05));
  return result;
}

export async function hatching(source: Pixels, seed: number): Promise<Pixels> {
  const grey = await blur(brighten(brightnessOf(source)), source, 1, 1.6 * scaleOf(source));
  const edges = sobelEdges(grey, source.width, source.height);
  const gap = 6.5 * scaleOf(source);
  const [angle, result] = [((seed % 16) / 16) * 0.3, blank(source)];
  // The darker a place, the more directions are laid over it.
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

export async function comic(source: Pixels): Promise<Pixels> {
  const scale = scaleOf(source);
  const flat = kuwaharaFilter(source, Math.round(4 * scale));
  const grey = await blur(brightnessOf(flat), source, 1, 0.9 * scale);
  const edges = await blur(sobelEdges(grey, source.width, source.height), source, 1, 0.7 * scale);
  const step = 8 * scale;
  const result = blank(source);
  for (let y = 0, at = 0; y < source.height; y++) {
    for (let x = 0; x < source.width; x++, at++) {
      const bright = grey[at] ?? 0;
      // Dots fill the half-shadows; the deepest are inked.
      const [u, v] = [(x + y) / (step * Math.SQRT2), (x - y) / (step * Math.SQRT2)];
      const away = Math.hypot(u - Math.floor(u) - 0.5, v - Math.floor(v) - 0.5);
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
export async function halftone(source: Pixels): Promise<Pixels> {
  const { width, height } = source;
  const step = 7.5 * scaleOf(source);
  const soft = await blur(source.data, source, 3, step * 0.28);
  // Inks are darker than light is: what was half as bright is let through more.
  const lighter = Uint8Array.from({ length: 256 }, (_, value) => 255 * (value / 255) ** 0.62);
  const inks = [
    { angle: 0.26, paint: [0, 158, 214] },
    { angle: 1.31, paint: [222, 24, 118] },
    { angle: 0, paint: [252, 222, 30] },
    { angle: 0.785, paint: [32, 28, 34] },
  ].map(({ angle, paint }) => ({ cos: Math.cos(angle), sin: Math.sin(angle), paint }));
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
        const away = Math.hypot(u - Math.floor(u) - 0.5, v - Math.floor(v) - 0.5);
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

/** Lines of light on a dark ground, in the colours of the photo. */
export async function neon(source: Pixels): Promise<Pixels> {
  const scale = scaleOf(source);
  const smooth = kuwaharaFilter(source, Math.round(2 * scale));
  const grey = stretchContrast(brightnessOf(smooth));
  const edges = sobelEdges(grey, source.width, source.height);
  const lines = blank(source);
  for (let at = 0; at < grey.length; at++) {
    const line = Math.min(1, Math.max(0, ((edges[at] ?? 0) - 30) / 115));
    const [r, g, b] = [smooth.data[at * 3] ?? 0, smooth.data[at * 3 + 1] ?? 0, smooth.data[at * 3 + 2] ?? 0];
    const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)];
    // Grey places shine from blue to pink, by how bright they are.
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
