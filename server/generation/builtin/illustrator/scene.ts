// What the painters of a scene share: its size, its light, and how shapes become SVG.
import type { PromptReading } from '#server/generation/builtin/illustrator/read-prompt.ts';
import type { Time } from '#server/generation/builtin/illustrator/words.ts';

/** Numbers that follow from a seed, so that the same seed draws the same picture. */
export interface Random {
  (): number;
  between(low: number, high: number): number;
  /** Both ends are among them. */
  whole(low: number, high: number): number;
  /** Of a list that is not empty. */
  pick<T extends readonly unknown[]>(list: T): T[number];
  chance(part: number): boolean;
}

/** Mulberry32: 32 bits of state, even enough for places and colors. */
export function createRandom(seed: number): Random {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return Object.assign(next, {
    between: (low: number, high: number) => low + next() * (high - low),
    whole: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    pick: <T extends readonly unknown[]>(list: T): T[number] => list[Math.floor(next() * list.length)],
    chance: (part: number) => next() < part,
  });
}

// Colors as #rrggbb: mixed, lit and tinted.
type Rgb = [number, number, number];

function rgbOf(hex: string): Rgb {
  const long = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex;
  const value = Number.parseInt(long.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

const hexOf = (rgb: Rgb) =>
  `#${rgb
    .map((part) =>
      Math.round(Math.min(255, Math.max(0, part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const zip = (a: string, b: string, join: (one: number, other: number) => number): string => {
  const [one, other] = [rgbOf(a), rgbOf(b)];
  return hexOf([join(one[0], other[0]), join(one[1], other[1]), join(one[2], other[2])]);
};

/** @param part 0 is `a`, 1 is `b` */
export const mix = (a: string, b: string, part: number) => zip(a, b, (one, other) => one + (other - one) * part);

/** As a colored light shows it. */
const multiply = (color: string, light: string) => zip(color, light, (one, other) => (one * other) / 255);

function hslOf([red, green, blue]: Rgb): Rgb {
  const [r, g, b] = [red / 255, green / 255, blue / 255];
  const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)];
  const [light, range] = [(high + low) / 2, high - low];
  if (range === 0) return [0, 0, light];
  const hue = high === r ? ((g - b) / range + 6) % 6 : high === g ? (b - r) / range + 2 : (r - g) / range + 4;
  return [hue * 60, range / (1 - Math.abs(2 * light - 1)), light];
}

function rgbOfHsl([hue, saturation, light]: Rgb): Rgb {
  const part = (offset: number) => {
    const at = (offset + hue / 30) % 12;
    return 255 * (light - saturation * Math.min(light, 1 - light) * Math.max(-1, Math.min(at - 3, 9 - at, 1)));
  };
  return [part(0), part(8), part(4)];
}

/** Changes the hue and keeps the lightness. Neutral colors, such as an eye, don't change. */
export function tint(color: string, target: string): string {
  const [, saturation, light] = hslOf(rgbOf(color));
  const [hue, wanted, wantedLight] = hslOf(rgbOf(target));
  if (light < 0.12 || light > 0.95) return color;
  // Gray fur takes the color; black and white don't.
  if (saturation < 0.18) return light < 0.25 || light > 0.9 ? color : mix(color, target, 0.62);
  return hexOf(rgbOfHsl([hue, Math.min(saturation * 1.1, wanted), Math.min(0.96, Math.max(0.08, light * 0.6 + wantedLight * 0.4))]));
}

/** Every color in a piece of SVG, through `change`. */
export const recolor = (svg: string, change: (color: string) => string) =>
  svg.replace(/#(?:[0-9a-f]{6}|[0-9a-f]{3})\b(?!\w)/gi, (color) => change(color.toLowerCase()));

export interface Light {
  sky: [string, string, string];
  /** The color of distant objects. */
  haze: string;
  /** Falls on everything. */
  tint: string;
  glow: string;
  isDark: boolean;
}

/** How a place is seen. */
export interface Camera {
  /** Of the place; at least 1. */
  scale: number;
  /** Which part of the enlarged place is in view: 0 is left or top, 1 is right or bottom. */
  panX: number;
  panY: number;
  isMirrored: boolean;
  /** Size of the subjects. */
  subjectScale: number;
  /** Where the first subject stands, as shares of the width and of the depth of the ground. */
  x: number;
  depth: number;
  /** If the prompt names none. */
  time: Time;
  /** How several things stand to each other. */
  layout: 'scattered' | 'row' | 'diagonal' | 'close';
  /** How high the ground swings, and how much it falls to one side. */
  relief: { swing: number; tilt: number };
}

export interface Scene {
  width: number;
  height: number;
  /** A hundredth of the shorter side. */
  unit: number;
  random: Random;
  light: Light;
  reading: PromptReading;
  camera: Camera;
}

/** What a place is made of, from the sky to before the subjects. */
export interface Ground {
  /** Behind the subjects. */
  back: string;
  /** Before them. */
  front: string;
  /** Vertical range for subjects, as shares of the height. */
  far: number;
  near: number;
  /** What subjects that swim are on; null where there is no water. */
  water: { far: number; near: number } | null;
  /** Whether the range is land; at sea it is water too. */
  hasLand: boolean;
  /** Everything hangs in it, and casts no shadow. */
  floats: boolean;
}

const lights: Record<Time, [Light, ...Light[]]> = {
  day: [
    { sky: ['#3f8fe0', '#86c1f2', '#e2f3fb'], haze: '#d6eaf6', tint: '#ffffff', glow: '#fff6d8', isDark: false },
    { sky: ['#4aa3df', '#9ad4f0', '#fdf3dc'], haze: '#e4eee8', tint: '#fffdf4', glow: '#fff1c4', isDark: false },
    { sky: ['#2f7fd6', '#71b5ee', '#cdebf7'], haze: '#c6e2f2', tint: '#fbfdff', glow: '#fff9e4', isDark: false },
  ],
  dawn: [
    { sky: ['#7fa6d9', '#f4c7c3', '#fde6c4'], haze: '#f6d9cd', tint: '#fff0e6', glow: '#ffe9b8', isDark: false },
    { sky: ['#8fb0d8', '#e9c6dc', '#ffe9d2'], haze: '#f1dade', tint: '#fbeef0', glow: '#ffe3c4', isDark: false },
  ],
  sunset: [
    { sky: ['#46417f', '#d8647a', '#ffc074'], haze: '#f3a37f', tint: '#ffd9bd', glow: '#ffe08a', isDark: false },
    { sky: ['#5a3d83', '#f0775f', '#ffd27d'], haze: '#f7ab78', tint: '#ffd6b4', glow: '#ffe39a', isDark: false },
    { sky: ['#2f4b86', '#c9738f', '#fcb97d'], haze: '#e59f8c', tint: '#ffd8c6', glow: '#ffd48a', isDark: false },
  ],
  dusk: [
    { sky: ['#23275c', '#5f4b8f', '#d98ca0'], haze: '#8a72a3', tint: '#c4b4dc', glow: '#ffd9c0', isDark: true },
    { sky: ['#1f2f63', '#4f5d9f', '#e0a3a0'], haze: '#8582ae', tint: '#bdbce0', glow: '#ffdcc4', isDark: true },
  ],
  night: [
    { sky: ['#0a1033', '#1b2a63', '#41548f'], haze: '#33447c', tint: '#93a4da', glow: '#eef2ff', isDark: true },
    { sky: ['#0c0d2b', '#2a2360', '#5b4a90'], haze: '#42397c', tint: '#a29cdc', glow: '#f4efff', isDark: true },
    { sky: ['#061426', '#123a5a', '#2f6a83'], haze: '#24536f', tint: '#8fb2d2', glow: '#eafcff', isDark: true },
  ],
};

export function lightOf(time: Time, isGloomy: boolean, random: Random): Light {
  const light = random.pick(lights[time]);
  if (!isGloomy) return light;
  const grey = (color: string, part: number) => mix(color, light.isDark ? '#20263a' : '#6f7c8c', part);
  const [high, middle, low] = light.sky;
  return {
    ...light,
    sky: [grey(high, 0.75), grey(middle, 0.7), grey(low, 0.55)],
    haze: grey(light.haze, 0.5),
    tint: multiply(light.tint, '#d3dae6'),
  };
}

/** A color in this light, seen from a distance: 0 is near, 1 has gone over into the haze. */
export const lit = ({ light }: Scene, color: string, distance = 0) => mix(multiply(color, light.tint), light.haze, distance);

export const at = (value: number) => value.toFixed(1);

export const polygon = (points: readonly (readonly [number, number])[], fill: string, more = '') =>
  `<path d="M${points.map(([x, y]) => `${at(x)} ${at(y)}`).join('L')}Z" fill="${fill}"${more}/>`;

export const circle = (x: number, y: number, radius: number, fill: string, opacity = 1) =>
  `<circle cx="${at(x)}" cy="${at(y)}" r="${at(radius)}" fill="${fill}"${opacity < 1 ? ` fill-opacity="${opacity.toFixed(2)}"` : ''}/>`;

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, opacity = 1) =>
  `<ellipse cx="${at(x)}" cy="${at(y)}" rx="${at(rx)}" ry="${at(ry)}" fill="${fill}"${opacity < 1 ? ` fill-opacity="${opacity.toFixed(2)}"` : ''}/>`;

export const rect = (x: number, y: number, width: number, height: number, fill: string, opacity = 1, radius = 0) =>
  `<rect x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}" fill="${fill}"${radius ? ` rx="${at(radius)}"` : ''}${opacity < 1 ? ` fill-opacity="${opacity.toFixed(2)}"` : ''}/>`;

export const downGradient = (id: string, stops: readonly (readonly [number, string, number?])[]) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stopsOf(stops)}</linearGradient>`;

export const glowGradient = (id: string, stops: readonly (readonly [number, string, number?])[]) =>
  `<radialGradient id="${id}">${stopsOf(stops)}</radialGradient>`;

const stopsOf = (stops: readonly (readonly [number, string, number?])[]) =>
  stops.map(([offset, color, opacity = 1]) => `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`).join('');

export const repeat = (count: number, draw: (index: number) => string) => Array.from({ length: count }, (_, index) => draw(index)).join('');

/** A line of hills: overlapping waves with tops near `y`. */
export function ridge({ random, width, unit, camera: { relief } }: Scene, y: number, height: number, waves: number): [number, number][] {
  // What is near stays where subjects stand on it.
  const isFar = height > unit * 1.8;
  const swing = height * (isFar ? relief.swing : Math.min(1, relief.swing));
  const tilt = isFar ? height * relief.tilt : 0;
  const parts = [1, 2.1, 3.7].map((factor, index) => ({
    length: (waves * factor * Math.PI * 2) / width,
    phase: random.between(0, Math.PI * 2),
    height: (swing * random.between(0.6, 1)) / (1 + index * 1.6),
  }));
  return Array.from({ length: 49 }, (_, index) => {
    const x = (index / 48) * width;
    return [
      x,
      y +
        tilt * (x / width - 0.5) * 2 +
        parts.reduce((sum, { length, phase, height: amplitude }) => sum + Math.sin(x * length + phase) * amplitude, 0),
    ];
  });
}

/** From a line down to the bottom. */
export const below = ({ width, height }: Scene, line: readonly (readonly [number, number])[]) => [
  ...line,
  [width, height + 2] as const,
  [0, height + 2] as const,
];

export function heightAt(line: readonly (readonly [number, number])[], x: number): number {
  const next = line.findIndex(([px]) => px >= x);
  const [[x0, y0], [x1, y1]] = [line[Math.max(0, next - 1)] ?? [0, 0], line[Math.max(0, next)] ?? [0, 0]];
  return x1 === x0 ? y0 : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}
