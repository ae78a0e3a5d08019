// How a style is drawn differs from seed to seed, as if by another hand: strokes of another size and direction, in other inks on other paper.
import { DISTINCT, pictureOf, variationOf } from '#server/generation/builtin/variation.ts';

/** The picture and each of its distinct variations have another one. */
const HANDS = DISTINCT + 1;
const BRUSHES = [1, 0.72, 1.3, 0.85] as const;

export interface Hand {
  /** 0 is the usual one. */
  index: number;
  /** The size of strokes, dots and tiles, where 1 is the usual one. */
  detail: number;
  /** Radians, of strokes and of screens of dots. */
  turn: number;
  /** Of a grid, in cells. */
  shift: number;
  /** Where it comes from, on paint: from the left, above or the right. */
  light: 1 | 0 | -1;
}

export function handOf(seed: number): Hand {
  const variation = variationOf(seed);
  const index = (pictureOf(seed) + (variation === 0 ? 0 : 1 + (variation % DISTINCT))) % HANDS;
  // Coarse and fine ones take turns.
  const usual = index === 0 ? 1 : index % 2 === 0 ? 0.6 : 1.7;
  // Variations that have the same palette have another brush.
  const detail = usual * (BRUSHES[Math.floor(Math.max(0, variation - 1) / DISTINCT)] ?? 1);
  return { index, detail, turn: (index * Math.PI) / HANDS, shift: index / HANDS, light: ([1, -1, 0] as const)[index % 3] ?? 1 };
}

export type Rgb = readonly [number, number, number];

/** What black and white become. Beyond 0 and 255 it is cut off. */
export interface Curve {
  dark: Rgb;
  light: Rgb;
  saturation?: number;
  /** Of the tones between them: below 1 they are brighter. */
  gamma?: number;
}

/** Gray stays gray, so skin keeps its color: another exposure and contrast, and more or less color. */
const film = (dark: number, light: number, gamma: number, saturation: number): Curve => ({
  dark: [dark, dark, dark],
  light: [light, light, light],
  gamma,
  saturation,
});

/** Of color. The first of each list is the usual hand, which changes nothing. */
const films: readonly (Curve | null)[] = [
  null,
  // Vivid, crisp, gentle, soft.
  film(-29, 296, 0.69, 1.13),
  film(-38, 297, 1.08, 1.14),
  film(21, 224, 1.27, 0.97),
  film(8, 268, 0.88, 0.82),
  // Muted, dramatic, sunny, deep.
  film(-33, 231, 1.35, 0.86),
  film(-46, 252, 1.56, 1.3),
  film(-23, 294, 0.86, 1.38),
  film(-37, 290, 1.4, 1.1),
];

/** Pencils and inks, each on its paper. */
const papers: readonly (Curve | null)[] = [
  null,
  // Sanguine, blue, sepia, charcoal.
  { dark: [126, 40, 20], light: [252, 230, 200] },
  { dark: [20, 44, 120], light: [216, 232, 252] },
  { dark: [60, 34, 18], light: [230, 202, 160] },
  { dark: [4, 4, 8], light: [206, 207, 208] },
  // Plum, forest, kraft, dawn.
  { dark: [88, 18, 80], light: [248, 220, 236] },
  { dark: [8, 60, 44], light: [220, 238, 206] },
  { dark: [34, 24, 22], light: [200, 168, 128] },
  { dark: [64, 50, 112], light: [255, 200, 178] },
];

const nights: readonly (Curve | null)[] = [
  null,
  { dark: [46, 0, 18], light: [270, 190, 200] },
  { dark: [0, 32, 46], light: [180, 262, 255] },
  { dark: [34, 0, 62], light: [250, 190, 270] },
  { dark: [0, 38, 10], light: [200, 262, 180] },
  { dark: [52, 28, 0], light: [268, 226, 160] },
  { dark: [0, 6, 70], light: [160, 200, 270] },
  { dark: [58, 50, 66], light: [255, 250, 255] },
  { dark: [76, 8, 48], light: [270, 170, 235] },
];

/** A cyanotype remains blue: in other toners, exposures and papers. */
const toners: readonly (Curve | null)[] = [
  null,
  { dark: [10, 4, -14], light: [240, 218, 172] },
  { dark: [-10, -24, -12], light: [196, 208, 214] },
  { dark: [54, 54, 48], light: [266, 266, 262] },
  { dark: [50, -14, 34], light: [252, 216, 262] },
  { dark: [-10, 24, -6], light: [228, 256, 206] },
  { dark: [26, 6, -40], light: [256, 244, 232] },
  { dark: [-8, 14, 66], light: [190, 232, 284] },
  { dark: [20, -4, 10], light: [268, 212, 196] },
];

const curves: ReadonlyMap<string, readonly (Curve | null)[]> = new Map([
  ['pencil', papers],
  ['hatching', papers],
  ['neon', nights],
  ['cyanotype', toners],
  // These have inks of their own.
  ['poster', []],
  ['duotone', []],
]);

export const graded = (style: string, { index }: Hand): Curve | null => (curves.get(style) ?? films)[index] ?? null;

/** From dark to light, for each hand. */
export const posterInks: readonly (readonly Rgb[])[] = [
  [
    [21, 32, 62],
    [178, 42, 54],
    [229, 108, 66],
    [245, 190, 104],
    [252, 240, 208],
  ],
  [
    [20, 40, 44],
    [44, 92, 132],
    [92, 166, 160],
    [230, 188, 104],
    [214, 236, 226],
  ],
  [
    [62, 14, 70],
    [148, 40, 108],
    [232, 88, 108],
    [252, 150, 132],
    [255, 214, 204],
  ],
  [
    [18, 44, 44],
    [40, 104, 84],
    [122, 158, 74],
    [200, 206, 96],
    [232, 240, 190],
  ],
  [
    [24, 24, 28],
    [92, 88, 92],
    [214, 62, 50],
    [226, 212, 194],
    [248, 244, 236],
  ],
  [
    [14, 22, 84],
    [66, 66, 182],
    [140, 128, 228],
    [240, 160, 206],
    [255, 226, 236],
  ],
  [
    [52, 26, 14],
    [126, 66, 30],
    [196, 124, 54],
    [228, 184, 122],
    [246, 228, 196],
  ],
  [
    [4, 40, 74],
    [0, 104, 142],
    [70, 172, 208],
    [168, 220, 232],
    [242, 250, 246],
  ],
  [
    [70, 8, 32],
    [206, 26, 66],
    [250, 112, 88],
    [122, 200, 190],
    [236, 246, 226],
  ],
];

export const duotones: readonly (readonly Rgb[])[] = [
  [
    [29, 20, 86],
    [206, 56, 120],
    [255, 206, 148],
  ],
  [
    [12, 32, 80],
    [28, 140, 150],
    [226, 250, 190],
  ],
  [
    [44, 12, 64],
    [226, 74, 66],
    [255, 226, 120],
  ],
  [
    [10, 26, 56],
    [86, 88, 190],
    [248, 196, 222],
  ],
  [
    [8, 40, 44],
    [222, 112, 62],
    [255, 238, 206],
  ],
  [
    [16, 48, 24],
    [86, 150, 62],
    [250, 238, 150],
  ],
  [
    [60, 6, 24],
    [214, 40, 54],
    [252, 220, 214],
  ],
  [
    [6, 20, 66],
    [40, 116, 214],
    [222, 244, 255],
  ],
  [
    [40, 24, 16],
    [150, 104, 66],
    [246, 226, 190],
  ],
];
