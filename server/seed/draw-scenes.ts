// Scenes of one summer night at a harbour, each a stack of layers: far and out of focus first.
import { beam, bokeh, bust, crowd, figure, glow, reflections, sky, times, type SeededRandom } from './draw-parts.ts';

export interface Layer {
  /** Contents of `<svg>`, for a picture of the scene's width and height. */
  svg: string;
  /** Standard deviation in pixels at 1,800 px across; 0 is in focus. */
  blur: number;
  /** The blend mode with the layers below. */
  blend: 'over' | 'screen' | 'multiply';
}

export type DrawScene = (width: number, height: number, chance: SeededRandom) => Layer[];

const warm = ['#ffb45a', '#ff8a3c', '#ffd58a', '#ffe6b0', '#ff6f52'] as const;
const mixed = [...warm, '#5ad1ff', '#8f7bff', '#ff5fa8', '#6bffc0'] as const;
const over = (svg: string, blur = 0): Layer => ({ svg, blur, blend: 'over' });
const light = (svg: string, blur = 0): Layer => ({ svg, blur, blend: 'screen' });

/** Where the last light is, from dusk to deep night. */
const evenings = [
  [
    [0, '#1b2350'],
    [0.45, '#5a3d74'],
    [0.72, '#d9765a'],
    [1, '#f5b36b'],
  ],
  [
    [0, '#0b1330'],
    [0.6, '#27305f'],
    [0.9, '#7a4a6a'],
    [1, '#c46d55'],
  ],
  [
    [0, '#04060f'],
    [0.7, '#0e1838'],
    [1, '#263159'],
  ],
] as const;

function skyline(width: number, base: number, tallest: number, fill: string, chance: SeededRandom): { houses: string; windows: string } {
  let houses = '';
  let windows = '';
  for (let x = -20; x < width;) {
    const w = chance.between(0.03, 0.085) * width;
    const h = chance.between(0.25, 1) * tallest;
    houses += `<rect x="${x.toFixed(0)}" y="${(base - h).toFixed(0)}" width="${w.toFixed(0)}" height="${h.toFixed(0)}" fill="${fill}"/>`;
    if (chance.chance(0.3))
      houses += `<polygon points="${x},${base - h} ${x + w / 2},${base - h - w * 0.45} ${x + w},${base - h}" fill="${fill}"/>`;
    for (let wx = x + w * 0.12; wx < x + w * 0.85; wx += w * 0.2) {
      for (let wy = base - h + w * 0.2; wy < base - w * 0.15; wy += w * 0.26) {
        if (!chance.chance(0.34)) continue;
        windows += `<rect x="${wx.toFixed(0)}" y="${wy.toFixed(0)}" width="${(w * 0.09).toFixed(1)}" height="${(w * 0.13).toFixed(1)}" fill="${chance.pick(warm)}" opacity="${chance.between(0.4, 1).toFixed(2)}"/>`;
      }
    }
    x += w * chance.between(0.95, 1.15);
  }
  return { houses, windows };
}

export const harbour: DrawScene = (w, h, chance) => {
  const base = h * chance.between(0.5, 0.62);
  const lamps = Array.from({ length: chance.whole(7, 14) }, () => ({ x: chance.between(0, w), colour: chance.pick(mixed) }));
  const { houses, windows } = skyline(w, base, h * 0.24, '#0c0f20', chance);
  const boats = times(chance.whole(1, 4), () => {
    const x = chance.between(0.1, 0.9) * w;
    const y = base + chance.between(0.08, 0.26) * (h - base);
    const s = w * chance.between(0.06, 0.12);
    return `<path d="M${x - s},${y} Q${x},${y + s * 0.42} ${x + s},${y} L${x + s * 0.7},${y + s * 0.3} L${x - s * 0.7},${y + s * 0.3} Z" fill="#080a14"/><path d="M${x},${y} L${x},${y - s * 2.1} M${x},${y - s * 2} L${x + s * 0.9},${y} M${x},${y - s * 2} L${x - s * 0.9},${y}" stroke="#0a0d1a" stroke-width="${s * 0.045}"/>`;
  });
  const stars = times(
    90,
    () =>
      `<circle cx="${chance.between(0, w).toFixed(0)}" cy="${chance.between(0, base * 0.6).toFixed(0)}" r="${chance.between(0.5, 1.8).toFixed(1)}" fill="#fff" opacity="${chance.between(0.1, 0.8).toFixed(2)}"/>`,
  );
  return [
    over(sky(w, h, chance.pick(evenings)) + stars),
    over(`<rect y="${base}" width="${w}" height="${h - base}" fill="#0a1024" opacity=".78"/>`, 3),
    over(houses + windows, 1.2),
    light(lamps.map(({ x, colour }) => glow(x, base - chance.between(0, 0.03) * h, w * chance.between(0.03, 0.08), colour, 0.95)).join('')),
    light(reflections(lamps, base, h, w, chance), 2.5),
    over(boats),
  ];
};

export const stage: DrawScene = (w, h, chance) => {
  const hue = chance.pick([
    ['#3d7bff', '#b04dff'],
    ['#ff3d6e', '#ff9a3d'],
    ['#21d4c2', '#5a6bff'],
    ['#ffb03d', '#ff5f3d'],
  ] as const);
  const floor = h * 0.78;
  const beams = times(chance.whole(8, 14), (index) =>
    beam(
      w * (0.05 + 0.9 * chance.between(0, 1)),
      h * 0.04,
      chance.between(-0.7, 0.7),
      h * chance.between(0.8, 1.1),
      chance.between(0.035, 0.09),
      hue[index % 2] ?? hue[0],
      chance.between(0.35, 0.75),
    ),
  );
  const lamps = times(12, (index) => glow(w * (0.04 + 0.084 * index), h * 0.04, w * 0.035, hue[index % 2] ?? hue[0], 1));
  const band = times(chance.whole(2, 5), (index) =>
    figure(w * (0.25 + 0.17 * index + chance.between(-0.03, 0.03)), floor, h * 0.33, '#05060c', chance),
  );
  return [
    over(
      sky(w, h, [
        [0, '#05050c'],
        [0.6, '#140f26'],
        [1, '#07060d'],
      ]),
    ),
    light(glow(w * 0.5, floor, w * 0.6, hue[0], 0.45), 30),
    light(beams, 7),
    light(lamps),
    over(`<rect y="${floor}" width="${w}" height="${h}" fill="#07070d"/>` + band),
    light(glow(w * chance.between(0.3, 0.7), floor - h * 0.2, w * 0.25, hue[1], 0.35), 12),
    over(crowd(w, h, h * chance.between(0.15, 0.2), '#020308', chance), chance.between(1, 4)),
  ];
};

export const table: DrawScene = (w, h, chance) => {
  const edge = h * chance.between(0.62, 0.7);
  const far = times(46, () =>
    bokeh(
      chance.between(0, w),
      chance.between(0, edge * 0.95),
      w * chance.between(0.014, 0.05),
      chance.pick(warm),
      chance.between(0.15, 0.6),
    ),
  );
  const glass = (x: number, s: number) => {
    const y = edge + h * 0.16;
    return `<g fill="#fff"><path d="M${x - s * 0.34},${y - s * 1.9} C${x - s * 0.5},${y - s * 0.9} ${x - s * 0.1},${y - s * 0.95} ${x - s * 0.05},${y - s * 0.8} L${x - s * 0.04},${y - s * 0.1} L${x - s * 0.35},${y} L${x + s * 0.35},${y} L${x + s * 0.04},${y - s * 0.1} L${x + s * 0.05},${y - s * 0.8} C${x + s * 0.1},${y - s * 0.95} ${x + s * 0.5},${y - s * 0.9} ${x + s * 0.34},${y - s * 1.9} Z" opacity=".2"/><path d="M${x - s * 0.38},${y - s * 1.5} C${x - s * 0.42},${y - s * 0.95} ${x + s * 0.42},${y - s * 0.95} ${x + s * 0.38},${y - s * 1.5} Z" fill="${chance.pick(['#8c1f2b', '#e8c15a', '#f3e3b0'])}" opacity=".78"/><path d="M${x - s * 0.27},${y - s * 1.8} Q${x - s * 0.36},${y - s * 1.35} ${x - s * 0.24},${y - s * 1.1}" stroke="#fff" stroke-width="${s * 0.05}" fill="none" opacity=".8"/></g>`;
  };
  const candle = (x: number, s: number) =>
    `<rect x="${x - s * 0.16}" y="${edge - s * 0.3}" width="${s * 0.32}" height="${s}" rx="${s * 0.05}" fill="#f3dfb8"/><path d="M${x},${edge - s * 0.85} Q${x + s * 0.16},${edge - s * 0.45} ${x},${edge - s * 0.32} Q${x - s * 0.16},${edge - s * 0.45} ${x},${edge - s * 0.85} Z" fill="#fff3c4"/>`;
  const s = h * chance.between(0.13, 0.18);
  const candles = [chance.between(0.1, 0.4) * w, chance.between(0.6, 0.92) * w];
  return [
    over(
      sky(w, h, [
        [0, '#140a08'],
        [0.6, '#3a1d12'],
        [1, '#1c0f0a'],
      ]),
    ),
    light(far, 3),
    over(
      times(3, (index) =>
        bust(
          w * (0.2 + 0.3 * index + chance.between(-0.06, 0.06)),
          edge - h * chance.between(0.3, 0.4),
          h * 0.3,
          '#0d0706',
          chance.whole(0, 3),
        ),
      ),
      16,
    ),
    over(
      `<rect y="${edge}" width="${w}" height="${h - edge}" fill="#5b3a24"/>` +
        times(
          14,
          () => `<rect y="${chance.between(edge, h)}" width="${w}" height="${chance.between(1, 6)}" fill="#2e1a0f" opacity=".35"/>`,
        ),
      4,
    ),
    over(candles.map((x) => candle(x, s)).join(''), 1.5),
    over(glass(chance.between(0.3, 0.45) * w, s) + glass(chance.between(0.5, 0.65) * w, s * 1.1)),
    light(candles.map((x) => glow(x, edge - s * 0.6, w * 0.2, '#ffab4a', 0.85)).join(''), 4),
    light(
      times(6, () => bokeh(chance.between(0, w), chance.between(edge, h * 1.05), w * chance.between(0.04, 0.08), chance.pick(warm), 0.14)),
      9,
    ),
  ];
};

export const portrait: DrawScene = (w, h, chance) => {
  const size = Math.min(w * 1.05, h * 0.72);
  const x = w * chance.between(0.4, 0.6);
  const y = h * 0.94 - size;
  const tone = chance.pick(mixed);
  const hair = chance.whole(0, 3);
  const lights = times(38, () =>
    bokeh(
      chance.between(0, w),
      chance.between(0, h * 0.85),
      Math.max(w, h) * chance.between(0.018, 0.055),
      chance.pick(mixed),
      chance.between(0.15, 0.55),
    ),
  );
  const beside = chance.chance(0.55)
    ? bust(x + size * chance.pick([-0.62, 0.62]), y + size * 0.12, size * 0.92, '#0b0a12', chance.whole(0, 3))
    : '';
  return [
    over(sky(w, h, chance.pick(evenings))),
    over(`<rect width="${w}" height="${h}" fill="#07060e" opacity=".45"/>`),
    light(lights, 4),
    light(glow(x, y + size * 0.4, size * 0.95, tone, 0.6), 22),
    light(bust(x - size * 0.012, y - size * 0.012, size * 1.02, tone, hair), 5),
    over(beside, 3),
    over(bust(x, y, size, '#100d16', hair), 1),
    light(
      `<ellipse cx="${x - size * 0.11}" cy="${y + size * 0.3}" rx="${size * 0.055}" ry="${size * 0.17}" fill="${tone}" opacity=".3"/>`,
      16,
    ),
  ];
};

export const fireworks: DrawScene = (w, h, chance) => {
  const base = h * chance.between(0.72, 0.8);
  let sparks = '';
  const bursts: { x: number; colour: string }[] = [];
  for (let count = chance.whole(2, 6); count > 0; count--) {
    const x = chance.between(0.12, 0.88) * w;
    const y = chance.between(0.12, 0.5) * h;
    const radius = Math.min(w, h) * chance.between(0.14, 0.3);
    const colour = chance.pick(mixed);
    bursts.push({ x, colour });
    sparks += glow(x, y, radius * 1.3, colour, 0.35);
    sparks += times(chance.whole(60, 110), () => {
      const angle = chance.between(0, Math.PI * 2);
      const reach = radius * Math.sqrt(chance.between(0.25, 1));
      const drop = (reach / radius) ** 2 * radius * 0.16;
      const at = (t: number) =>
        `${(x + Math.cos(angle) * reach * t).toFixed(1)},${(y + Math.sin(angle) * reach * t + drop * t * t).toFixed(1)}`;
      return `<path d="M${at(0.35)} Q${at(0.7)} ${at(1)}" stroke="${chance.chance(0.2) ? '#fff6d8' : colour}" stroke-width="${chance.between(1, 3.2).toFixed(1)}" stroke-linecap="round" fill="none" opacity="${chance.between(0.35, 1).toFixed(2)}"/>`;
    });
  }
  const { houses, windows } = skyline(w, base, h * 0.12, '#04050c', chance);
  return [
    over(
      sky(w, h, [
        [0, '#03040c'],
        [0.7, '#111a3a'],
        [1, '#1b2145'],
      ]),
    ),
    light(
      times(7, () => glow(chance.between(0, w), chance.between(0.1, 0.6) * h, w * 0.22, '#39405e', 0.22)),
      30,
    ),
    light(sparks, 0.8),
    over(houses + windows + `<rect y="${base}" width="${w}" height="${h}" fill="#060a1a"/>`),
    light(reflections(bursts, base, h, w * 2.2, chance), 5),
    over(crowd(w, h, h * 0.1, '#010207', chance), 0.8),
  ];
};

export const dance: DrawScene = (w, h, chance) => {
  const floor = h * 0.9;
  let bulbs = '';
  let wires = '';
  for (let row = 0; row < 4; row++) {
    const y = h * (0.06 + row * 0.08);
    const sag = h * chance.between(0.06, 0.12);
    const side = chance.between(-0.15, 0.15) * h;
    wires += `<path d="M0,${y} Q${w / 2},${y + sag * 2 + side} ${w},${y + side}" stroke="#1b1420" stroke-width="3" fill="none"/>`;
    bulbs += times(16, (index) => {
      const t = (index + 0.5) / 16;
      const by = (1 - t) ** 2 * y + 2 * t * (1 - t) * (y + sag * 2 + side) + t * t * (y + side);
      return glow(t * w, by + 6, w * (0.014 + row * 0.005), '#ffc46b', 0.95);
    });
  }
  const people = (count: number, y: number, size: number, fill: string) =>
    times(count, (index) => figure(w * ((index + chance.between(0.2, 0.8)) / count), y, size * chance.between(0.9, 1.1), fill, chance));
  return [
    over(sky(w, h, chance.pick(evenings))),
    light(
      times(26, () => bokeh(chance.between(0, w), chance.between(0.35, 0.7) * h, w * chance.between(0.01, 0.03), chance.pick(mixed), 0.35)),
      5,
    ),
    over(`<rect y="${h * 0.72}" width="${w}" height="${h}" fill="#1a1118"/>`, 10),
    light(glow(w * 0.5, h * 0.76, w * 0.55, '#ff9a4a', 0.4), 30),
    over(people(7, floor - h * 0.1, h * 0.34, '#191018'), 5),
    over(wires),
    light(bulbs, 0.6),
    over(people(chance.whole(3, 5), h * 1.02, h * 0.56, '#0a070c'), 1.6),
  ];
};
