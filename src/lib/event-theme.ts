// An organization's primary colour in place of the product's accent (docs/product.md B2.5), never at the price of being readable.
import type { components } from '#openapi/api.ts';
import { oklchToHex, readableOn, withContrast } from './color.ts';

type Branding = components['schemas']['Branding'];

/** The default of the contract: no colour was chosen. */
const NOT_CHOSEN = '#000000';

/** The surfaces that an accent meets, from styles.css: in light from sunken to white; in dark from raised to the venue's near-black. */
export const SURFACES = {
  light: [oklchToHex({ l: 0.962, c: 0.002, h: 265 }), '#ffffff'],
  dark: [oklchToHex({ l: 0.262, c: 0.007, h: 265 }), oklchToHex({ l: 0.09, c: 0.002, h: 265 })],
} as const;

/** WCAG 2.2, 1.4.11: what is not text. */
const SHAPE_RATIO = 3;
/** WCAG 2.2, 1.4.3, with room for the tinted grounds that accent text also stands on (a tenth of the accent over a surface). */
const TEXT_RATIO = 5.6;

export interface Shade {
  accent: string;
  accentText: string;
  onAccent: string;
}

export interface EventTheme {
  light: Shade;
  /** For dark and for near-black surfaces. */
  dark: Shade;
}

/** @returns null when no colour was chosen: the product's own accent stays */
export function eventTheme({ primary_color: color }: Branding): EventTheme | null {
  return color === NOT_CHOSEN ? null : { light: shade(color, SURFACES.light), dark: shade(color, SURFACES.dark) };
}

function shade(color: string, surfaces: readonly string[]): Shade {
  const accent = withContrast(color, surfaces, SHAPE_RATIO);
  return { accent, accentText: withContrast(color, surfaces, TEXT_RATIO), onAccent: readableOn(accent) };
}

/** The theme as the custom properties of styles.css; `light-dark()` follows the colour scheme of wherever they are used. */
export function themeProperties({ light, dark }: EventTheme): Record<string, string> {
  const either = (one: string, other: string): string => `light-dark(${one}, ${other})`;
  return {
    '--accent': either(light.accent, dark.accent),
    '--accent-text': either(light.accentText, dark.accentText),
    '--on-accent': either(light.onAccent, dark.onAccent),
  };
}
