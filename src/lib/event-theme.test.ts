import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast, oklchToHex } from './color.ts';
import { eventTheme, SURFACES } from './event-theme.ts';

const branding = (primary_color: string) => ({ primary_color, secondary_color: '#ffffff', logo_url: null });
const brands = ['#ffd400', '#ff0000', '#00ff00', '#0000ff', '#777777', '#101820', '#fdfdfd', '#7a1fa2', '#0a7d55'];

describe('an organization’s colour in its events', () => {
  it('is not chosen while it is the default black: the product’s accent stays', () => {
    expect(eventTheme(branding('#000000'))).toBeNull();
  });

  it('is taken as it is where it is readable', () => {
    expect(eventTheme(branding('#7a1fa2'))?.light).toMatchObject({ accent: '#7a1fa2', accentText: '#7a1fa2', onAccent: '#ffffff' });
  });

  it('reads as text, as a shape and under its label on every surface, whatever was chosen', () => {
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
