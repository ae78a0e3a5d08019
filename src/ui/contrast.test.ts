// Contrast of the tokens by WCAG 2.2 (1.4.3, 1.4.11): each text color on each background it may appear on, in every theme.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { contrast, oklchToHex } from '#src/lib/color.ts';

const read = (file: string): string => readFileSync(path.join(import.meta.dirname, file), 'utf8');

type Tokens = Record<string, string>;

/** The custom properties that rules with exactly this selector set, without those of media queries. */
function tokensOf(css: string, selector: string): Tokens {
  const rules = [...css.matchAll(/^(?<indent> *)(?<selector>[^{}@]+?) \{(?<body>[^{}]*)^\k<indent>\}/gms)];
  const bodies = rules.filter(({ groups }) => groups?.selector?.replace(/\s+/g, ' ').trim() === selector).map(({ groups }) => groups?.body);
  const declarations = bodies.flatMap((body) => [...(body ?? '').matchAll(/(--[\w-]+):([^;]+);/g)]);
  return Object.fromEntries(declarations.map(([, name = '', value = '']) => [name, value.trim()]));
}

/** Wherever a color scheme may begin. */
const everywhere = ":root, [data-theme], .venue, .toasts, [role='menu'], [role='dialog']";
const styles = read('../styles.css').replace(/\/\*.*?\*\//gs, '');
const more = tokensOf(read('contrast.css').replace(/\/\*.*?\*\//gs, ''), everywhere);
const base = { ...tokensOf(styles, everywhere), ...tokensOf(styles, ':root, [data-theme], .toasts, .venue:not(.event-theme *)') };
const venue = { ...base, ...tokensOf(styles, '.venue') };
const themes: { name: string; tokens: Tokens; isDark: boolean; muted: number }[] = [
  { name: 'light', tokens: base, isDark: false, muted: 4.5 },
  { name: 'dark', tokens: base, isDark: true, muted: 4.5 },
  { name: 'capture and viewer', tokens: venue, isDark: true, muted: 4.5 },
  { name: 'light with more contrast', tokens: { ...base, ...more }, isDark: false, muted: 7 },
  { name: 'dark with more contrast', tokens: { ...base, ...more }, isDark: true, muted: 7 },
];

interface Paint {
  hex: string;
  alpha: number;
}

function paintOf(tokens: Tokens, name: string, isDark: boolean): Paint {
  const value = tokens[`--${name}`];
  const both = /^light-dark\((oklch\([^)]*\)), (oklch\([^)]*\))\)$/.exec(value ?? '');
  const color = both ? both[isDark ? 2 : 1] : value;
  const parts = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+)%)?\)$/.exec(color ?? '');
  if (!parts) throw new Error(`--${name} is no color that this test can read: ${value}`);
  const [l, c, h, alpha] = parts.slice(1).map(Number) as [number, number, number, number];
  return { hex: oklchToHex({ l, c, h }), alpha: parts[4] === undefined ? 1 : alpha / 100 };
}

const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** What a translucent color makes of the ground under it. */
function over({ hex, alpha }: Paint, ground: string): string {
  const under = channels(ground);
  const mixed = channels(hex).map((value, at) => Math.round(value * alpha + under[at]! * (1 - alpha)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

const surfaces = ['canvas', 'surface', 'raised', 'sunken'];
const grounds = [...surfaces, 'control'];
const states = ['info', 'success', 'warning', 'danger'];
const texts = ['ink', 'ink-muted', 'accent-text', ...states];

describe.each(themes)('$name', ({ tokens, isDark, muted }) => {
  const hex = (name: string) => paintOf(tokens, name, isDark).hex;
  const wantedOf = (text: string) => (text === 'ink-muted' ? muted : 4.5);

  it.each(surfaces)('text is readable on %s, also on rows that a pointer is over', (ground) => {
    const pointed = over(paintOf(tokens, 'hover', isDark), hex(ground));
    const pressed = over(paintOf(tokens, 'pressed', isDark), hex(ground));
    const tooWeak = texts.flatMap((text) =>
      Object.entries({ [ground]: hex(ground), hover: pointed, ...(text === 'ink' ? { pressed } : {}) })
        .map(([name, color]) => ({ pair: `${text} on ${name}`, ratio: contrast(hex(text), color), wanted: wantedOf(text) }))
        .filter(({ ratio, wanted }) => ratio < wanted),
    );
    expect(tooWeak).toEqual([]);
  });

  it.each(grounds)('selected things are readable on %s', (ground) => {
    const soft = over({ hex: hex('accent'), alpha: 0.12 }, hex(ground));
    for (const text of ['ink', 'ink-muted', 'accent-text']) expect(contrast(hex(text), soft), text).toBeGreaterThanOrEqual(4.5);
  });

  it.each(states)('%s is readable on its own soft ground, as is ordinary text', (state) => {
    const ground = hex(`${state}-soft`);
    for (const text of [state, 'ink', 'ink-muted']) expect(contrast(hex(text), ground), text).toBeGreaterThanOrEqual(wantedOf(text));
  });

  it('text on filled buttons and tooltips is readable', () => {
    expect(contrast(hex('on-accent'), hex('accent')), 'on-accent on accent').toBeGreaterThanOrEqual(4.5);
    expect(contrast('#ffffff', hex('danger-solid')), 'white on danger-solid').toBeGreaterThanOrEqual(4.5);
    expect(contrast(hex('canvas'), hex('ink')), 'canvas on ink').toBeGreaterThanOrEqual(4.5);
  });

  it('text on buttons and tiles is readable', () => {
    for (const text of texts) expect(contrast(hex(text), hex('control')), text).toBeGreaterThanOrEqual(wantedOf(text));
    // As a button is mixed under a pointer, and while it is pressed.
    for (const share of [0.05, 0.09]) {
      const mixed = over({ hex: hex('ink'), alpha: share }, hex('control'));
      expect(contrast(hex('ink'), mixed), `ink on ${share}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('controls are as light as any background they appear on, and lighter in the dark theme, sheets included', () => {
    const lightness = (name: string) => contrast(hex(name), '#000000');
    for (const ground of ['canvas', 'surface', 'raised'])
      expect(lightness('control') / lightness(ground), ground).toBeGreaterThanOrEqual(isDark ? 1.1 : 1);
  });

  it.each(grounds)('borders of controls and the focus ring are seen on %s', (ground) => {
    for (const line of ['line-strong', 'accent', 'accent-text']) expect(contrast(hex(line), hex(ground)), line).toBeGreaterThanOrEqual(3);
  });
});
