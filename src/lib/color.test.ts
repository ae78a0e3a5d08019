import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast, eventTheme, hexToOklch, oklchToHex, readableOn, SURFACES, withContrast } from './color.ts';

const branding = (primary_color: string) => ({ primary_color, secondary_color: '#ffffff', logo_url: null });
const brands = ['#ffd400', '#ff0000', '#00ff00', '#0000ff', '#777777', '#101820', '#fdfdfd', '#7a1fa2', '#0a7d55'];

describe('an organization’s color in its events', () => {
  it('is not chosen while it is the default black: the product’s accent stays', () => {
    expect(eventTheme(branding('#000000'))).toBeNull();
  });

  it('is taken as it is where it is readable', () => {
    expect(eventTheme(branding('#7a1fa2'))?.light).toMatchObject({ accent: '#7a1fa2', accentText: '#7a1fa2', onAccent: '#ffffff' });
  });

  it('is readable as text, as a shape and under its label on every surface, for any color', () => {
    for (const brand of brands) {
      const theme = eventTheme(branding(brand));
      for (const room of ['light', 'dark'] as const) {
        const { accent, accentText, onAccent } = theme?.[room] ?? { accent: '', accentText: '', onAccent: '' };
        expect(contrast(onAccent, accent), `${brand} label ${room}`).toBeGreaterThanOrEqual(4.5);
        for (const surface of SURFACES[room]) {
          expect(contrast(accent, surface), `${brand} shape ${room}`).toBeGreaterThanOrEqual(3);
          expect(contrast(accentText, surface), `${brand} text ${room}`).toBeGreaterThanOrEqual(4.5);
        }
      }
    }
  });

  it('is checked on the surfaces that the stylesheet has', () => {
    const css = readFileSync('src/styles.css', 'utf8');
    const surface = (name: string): [string, string] => {
      const match = new RegExp(`--${name}: light-dark\\(oklch\\(([^)]+)\\), oklch\\(([^)]+)\\)\\)`).exec(css);
      const hex = (text: string): string => {
        const [l = 0, c = 0, h = 0] = text.split(' ').map(Number);
        return oklchToHex({ l, c, h });
      };
      return [hex(match?.[1] ?? ''), hex(match?.[2] ?? '')];
    };
    expect(SURFACES.light[0]).toBe(surface('sunken')[0]);
    expect(SURFACES.light[1]).toBe(surface('raised')[0]);
    expect(SURFACES.dark[0]).toBe(surface('raised')[1]);
  });
});

const brandColours = [
  '#ffd400',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#00ffff',
  '#ff00ff',
  '#777777',
  '#101820',
  '#fdfdfd',
  '#7a1fa2',
  '#0a7d55',
];

describe('contrast', () => {
  it('is 21 between black and white in either order', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5);
  });

  it('agrees with the published gray at the boundary', () => {
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  });
});

describe('OKLCH', () => {
  it('converts every color back', () => {
    for (const hex of brandColours) expect(oklchToHex(hexToOklch(hex))).toBe(hex);
  });

  it('gives up chroma, not hue, for what sRGB cannot show', () => {
    const shown = hexToOklch(oklchToHex({ l: 0.7, c: 0.4, h: 150 }));
    expect(shown.l).toBeCloseTo(0.7, 1);
    expect(Math.abs(shown.h - 150)).toBeLessThan(3);
    expect(shown.c).toBeLessThan(0.4);
  });
});

describe('a readable foreground', () => {
  it('reaches 4.5:1 on any background', () => {
    for (const hex of brandColours) expect(contrast(readableOn(hex), hex)).toBeGreaterThanOrEqual(4.5);
  });
});

describe('withContrast', () => {
  const light = ['#ffffff', '#f4f4f5'];
  const dark = ['#18181b', '#0a0a0a'];

  it('does not change a readable color', () => {
    expect(withContrast('#7a1fa2', light, 4.5)).toBe('#7a1fa2');
  });

  it('darkens yellow on white and stays yellow', () => {
    const adjusted = withContrast('#ffd400', light, 4.5);
    expect(contrast(adjusted, '#f4f4f5')).toBeGreaterThanOrEqual(4.5);
    expect(Math.abs(hexToOklch(adjusted).h - hexToOklch('#ffd400').h)).toBeLessThan(8);
  });

  it('reaches the ratio on every surface for every color with the smallest change', () => {
    for (const surfaces of [light, dark]) {
      for (const hex of brandColours) {
        const adjusted = withContrast(hex, surfaces, 4.5);
        const reached = Math.min(...surfaces.map((surface) => contrast(adjusted, surface)));
        expect(reached).toBeGreaterThanOrEqual(4.5);
        if (adjusted !== hex) expect(reached).toBeLessThan(4.75);
      }
    }
  });
});
