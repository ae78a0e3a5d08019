// Color arithmetic (sRGB hex ↔ OKLCH, contrast as defined by WCAG 2.2), and the event theme made with it.
import type { components } from '#openapi/api.ts';

/** Lightness 0–1, chroma from 0, hue in degrees. Björn Ottosson, "A perceptual color space for image processing" (2020). */
interface Oklch {
  l: number;
  c: number;
  h: number;
}

type Triple = [number, number, number];

const toLinear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const toGamma = (value: number): number => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

/** Linear-light channels, 0–1, of `#rrggbb`. Throws on other input, which the contract's pattern has already refused. */
function linearChannels(hex: string): Triple {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (!match) throw new Error(`Not a color of the form #rrggbb: ${hex}`);
  const [, r = '', g = '', b = ''] = match;
  return [toLinear(parseInt(r, 16) / 255), toLinear(parseInt(g, 16) / 255), toLinear(parseInt(b, 16) / 255)];
}

/** WCAG 2.2 relative luminance, 0–1. */
function luminance(hex: string): number {
  const [r, g, b] = linearChannels(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2.2 contrast ratio, 1–21. */
export function contrast(one: string, other: string): number {
  const a = luminance(one);
  const b = luminance(other);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export function hexToOklch(hex: string): Oklch {
  const [r, g, b] = linearChannels(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const greenRed = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const blueYellow = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const hue = (Math.atan2(blueYellow, greenRed) * 180) / Math.PI;
  return { l: lightness, c: Math.hypot(greenRed, blueYellow), h: hue < 0 ? hue + 360 : hue };
}

function oklchToLinear({ l, c, h }: Oklch): Triple {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

const inGamut = (channels: Triple): boolean => channels.every((value) => value >= -0.0001 && value <= 1.0001);

/** The nearest `#rrggbb` of the same lightness and hue: chroma is reduced until sRGB can show it. */
export function oklchToHex(color: Oklch): string {
  let channels = oklchToLinear(color);
  if (!inGamut(channels)) {
    let shown = 0;
    let tooMuch = color.c;
    for (let step = 0; step < 16; step += 1) {
      const c = (shown + tooMuch) / 2;
      if (inGamut(oklchToLinear({ ...color, c }))) shown = c;
      else tooMuch = c;
    }
    channels = oklchToLinear({ ...color, c: shown });
  }
  const digits = channels.map((value) => {
    const byte = Math.round(toGamma(Math.min(1, Math.max(0, value))) * 255);
    return byte.toString(16).padStart(2, '0');
  });
  return `#${digits.join('')}`;
}

/** White or black, depending on which has more contrast. One of the two always reaches 4.5:1; near-black would not. */
export function readableOn(background: string): '#ffffff' | '#000000' {
  return contrast('#ffffff', background) >= contrast('#000000', background) ? '#ffffff' : '#000000';
}

/**
 * The color itself if it reaches the contrast on every surface, else the same hue with the smallest sufficient change in lightness, away
 * from the surfaces. The surfaces must all be lighter or all darker than mid-gray, else there may be no solution.
 */
export function withContrast(hex: string, surfaces: readonly string[], wanted: number): string {
  const passes = (candidate: string): boolean => surfaces.every((surface) => contrast(candidate, surface) >= wanted);
  if (passes(hex)) return hex;
  const color = hexToOklch(hex);
  const surfacesAreLight = surfaces.every((surface) => luminance(surface) > 0.18);
  let failing = color.l;
  let passing = surfacesAreLight ? 0 : 1;
  for (let step = 0; step < 12; step += 1) {
    const l = (failing + passing) / 2;
    if (passes(oklchToHex({ ...color, l }))) passing = l;
    else failing = l;
  }
  return oklchToHex({ ...color, l: passing });
}

type Branding = components['schemas']['Branding'];

// An organization's primary color replaces the product's accent (docs/product.md, Organizations and events), but never at the cost of legibility.

/** The contract's default: no color was chosen. */
export const NOT_CHOSEN = '#000000';

/**
 * The surfaces behind an accent, from styles.css: in light mode from sunken to white; in dark mode from raised to the venue's near-black.
 */
export const SURFACES = {
  light: [oklchToHex({ l: 0.962, c: 0.002, h: 265 }), '#ffffff'],
  dark: [oklchToHex({ l: 0.262, c: 0.007, h: 265 }), oklchToHex({ l: 0.09, c: 0.002, h: 265 })],
} as const;

/** WCAG 2.2, 1.4.11, for anything but text. */
const SHAPE_RATIO = 3;
/** WCAG 2.2, 1.4.3, with a margin for the tinted backgrounds behind accent text (a tenth of the accent over a surface). */
const TEXT_RATIO = 5.6;

interface Shade {
  accent: string;
  accentText: string;
  onAccent: string;
}

export interface EventTheme {
  light: Shade;
  /** For dark and near-black surfaces. */
  dark: Shade;
}

/** @returns null if no color was chosen: the product's accent applies */
export function eventTheme({ primary_color: color }: Pick<Branding, 'primary_color'>): EventTheme | null {
  return color === NOT_CHOSEN ? null : { light: shade(color, SURFACES.light), dark: shade(color, SURFACES.dark) };
}

function shade(color: string, surfaces: readonly string[]): Shade {
  const accent = withContrast(color, surfaces, SHAPE_RATIO);
  return { accent, accentText: withContrast(color, surfaces, TEXT_RATIO), onAccent: readableOn(accent) };
}

/** The theme as the custom properties of styles.css; `light-dark()` follows the color scheme at the place of use. */
export function themeProperties({ light, dark }: EventTheme): Record<string, string> {
  const either = (one: string, other: string): string => `light-dark(${one}, ${other})`;
  return {
    '--accent': either(light.accent, dark.accent),
    '--accent-text': either(light.accentText, dark.accentText),
    '--on-accent': either(light.onAccent, dark.onAccent),
  };
}

/** Of an element. Workers have no types of the DOM. */
interface ThemedRoot {
  classList: { toggle(name: string, on: boolean): boolean; remove(name: string): void };
  style: { setProperty(name: string, value: string): void; removeProperty(name: string): string };
}

/**
 * Themes the whole document from its root, because sheets and dialogs render outside the layout. `event-theme` stops nested dark areas from resetting
 * the accent (styles.css). Returns what ends it.
 */
export function showEventTheme({ classList, style }: ThemedRoot, branding: Pick<Branding, 'primary_color'>): () => void {
  const theme = eventTheme(branding);
  const properties = Object.entries(theme ? themeProperties(theme) : {});
  classList.toggle('event-theme', theme !== null);
  for (const [name, value] of properties) style.setProperty(name, value);
  return () => {
    classList.remove('event-theme');
    for (const [name] of properties) style.removeProperty(name);
  };
}
