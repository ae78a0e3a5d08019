// A dark head with loose hairs before a colored wall, composed by arithmetic, so that the share of each pixel is known.

interface Composite {
  width: number;
  height: number;
  /** RGB, a byte each. */
  pixels: Uint8Array;
  /** The true share of the foreground, from 0 to 1. */
  alpha: Float32Array;
}

/** Distance from a point to a polyline of hairs is what makes them; they are drawn four by four finer than pixels. */
const FINER = 4;
const HAIRS = 160;

export function drawnHair(width: number, height: number): Composite {
  const [wide, high] = [width * FINER, height * FINER];
  const fine = new Uint8Array(wide * high);
  const [middle, level, radius] = [wide / 2, high * 0.55, Math.min(wide, high) * 0.28];
  for (let y = 0; y < high; y++)
    for (let x = 0; x < wide; x++) {
      const head = Math.hypot(x - middle, y - level) < radius;
      const shoulders = ((x - middle) / (wide * 0.42)) ** 2 + ((y - high * 1.12) / (high * 0.34)) ** 2 < 1;
      if (head || shoulders) fine[y * wide + x] = 1;
    }
  let state = 7;
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  for (let hair = 0; hair < HAIRS; hair++) {
    let angle = -Math.PI * (0.02 + 0.96 * random());
    let [x, y] = [middle + radius * Math.cos(angle), level + radius * Math.sin(angle)];
    const length = radius * (0.08 + 0.3 * random());
    const curl = (random() - 0.5) * 0.02;
    for (let step = 0; step < length; step++) {
      [x, y, angle] = [x + Math.cos(angle), y + Math.sin(angle), angle + curl];
      const half = step < length * 0.7 ? 2 : 1;
      for (let dy = -half; dy <= half; dy++)
        for (let dx = -half; dx <= half; dx++) {
          const [px, py] = [Math.round(x) + dx, Math.round(y) + dy];
          if (px >= 0 && px < wide && py >= 0 && py < high) fine[py * wide + px] = 1;
        }
    }
  }

  const alpha = new Float32Array(width * height);
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      let covered = 0;
      for (let part = 0; part < FINER * FINER; part++) covered += fine[(y * FINER + (part >> 2)) * wide + x * FINER + (part & 3)] ?? 0;
      const share = covered / FINER ** 2;
      alpha[at] = share;
      const [u, v] = [x / width, y / height];
      const front = [64 + 20 * Math.sin(u * 40), 44 + 14 * Math.sin(u * 40), 34 + 16 * v];
      const back = [170 + 40 * v + 12 * Math.sin(v * 30), 178 - 20 * u, 150 + 30 * Math.sin(u * 9 + v * 4)];
      for (let part = 0; part < 3; part++) {
        const grain = random() * 6 - 3;
        pixels[at * 3 + part] = Math.round((front[part] ?? 0) * share + (back[part] ?? 0) * (1 - share) + grain);
      }
    }
  return { width, height, pixels, alpha };
}
