// A head and shoulders before a wall, made by arithmetic alone: the same bytes with every version of every library. The person mask finds it.

type Color = readonly [number, number, number];

interface Ellipse {
  x: number;
  y: number;
  rx: number;
  ry: number;
  color: Color;
}

const skin: Color = [224, 172, 140];
const hair: Color = [70, 44, 30];
const shirt: Color = [40, 70, 130];
const dark: Color = [50, 30, 28];

/** In parts of the picture, from the back to the front. */
const shapes: readonly Ellipse[] = [
  { x: 0.5, y: 0.36, rx: 0.2, ry: 0.25, color: hair },
  { x: 0.5, y: 1.02, rx: 0.38, ry: 0.36, color: shirt },
  { x: 0.5, y: 0.66, rx: 0.08, ry: 0.12, color: skin },
  { x: 0.5, y: 0.42, rx: 0.155, ry: 0.21, color: skin },
  { x: 0.44, y: 0.39, rx: 0.03, ry: 0.016, color: [250, 250, 250] },
  { x: 0.56, y: 0.39, rx: 0.03, ry: 0.016, color: [250, 250, 250] },
  { x: 0.44, y: 0.39, rx: 0.014, ry: 0.015, color: dark },
  { x: 0.56, y: 0.39, rx: 0.014, ry: 0.015, color: dark },
  { x: 0.44, y: 0.355, rx: 0.036, ry: 0.008, color: hair },
  { x: 0.56, y: 0.355, rx: 0.036, ry: 0.008, color: hair },
  { x: 0.5, y: 0.46, rx: 0.017, ry: 0.035, color: [205, 148, 118] },
  { x: 0.5, y: 0.535, rx: 0.05, ry: 0.014, color: [176, 74, 74] },
];

/** RGB, a byte each. */
export function drawnPerson(width: number, height: number): Uint8Array {
  const pixels = new Uint8Array(width * height * 3);
  let state = 12_345;
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      // Sensor noise: repeatable.
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      const grain = ((state >>> 24) & 7) - 4;
      const [u, v] = [(x + 0.5) / width, (y + 0.5) / height];
      let [red, green, blue]: Color = [150 + 40 * v, 165 + 20 * u, 150 - 30 * v];
      for (const { x: middle, y: level, rx, ry, color } of shapes) {
        const distance = ((u - middle) / rx) ** 2 + ((v - level) / ry) ** 2;
        if (distance > 1) continue;
        const light = 1.08 - 0.28 * distance - 0.1 * (u - middle);
        [red, green, blue] = [color[0] * light, color[1] * light, color[2] * light];
      }
      pixels[at] = Math.min(255, Math.max(0, Math.round(red + grain)));
      pixels[at + 1] = Math.min(255, Math.max(0, Math.round(green + grain)));
      pixels[at + 2] = Math.min(255, Math.max(0, Math.round(blue + grain)));
    }
  }
  return pixels;
}
