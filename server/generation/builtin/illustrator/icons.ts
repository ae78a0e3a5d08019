// What can stand in a scene: the emoji of Unicode by their names and tags (emojibase-data), as Fluent's flat drawings (@iconify-json/fluent-emoji-flat).
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { preferred } from '#server/generation/builtin/illustrator/preferred.ts';

const require = createRequire(import.meta.url);
const readJson = (name: string): unknown => JSON.parse(readFileSync(require.resolve(name), 'utf8'));

interface Emoji {
  hexcode: string;
  label: string;
  tags?: string[];
  order?: number;
  group?: number;
  subgroup?: number;
}

export interface Thing {
  icon: string;
  label: string;
  subgroup: number;
}

export interface Icons {
  /** The thing that a word, or two, names. */
  find(words: string): Thing | null;
  /** The same in another language, whose data is read at the first such word. */
  findIn(language: Language, words: string): Thing | null;
  has(icon: string): boolean;
  body(icon: string): string;
  /** Where in its 32 units there is something to see. */
  box(icon: string): Promise<Box>;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Its lowest edge, where that is a straight cut, as of a bust. */
  cut: { left: number; right: number; colour: string } | null;
}

export const languages = ['es', 'fr', 'de', 'it', 'pt'] as const;
type Language = (typeof languages)[number];

/** Symbols, flags, faces and hands stand in no scene. */
const notThings = new Set(['1F4A9']);

const isThing = ({ hexcode, group = -1, subgroup = -1 }: Emoji): boolean =>
  !notThings.has(hexcode) &&
  ((group === 0 && (subgroup === 11 || subgroup === 14)) ||
    (group === 1 && subgroup >= 23 && subgroup <= 30 && subgroup !== 24) ||
    (group >= 3 && group <= 7 && subgroup !== 49 && subgroup !== 75 && subgroup !== 77));

export const singularsOf = (word: string): string[] => [
  word,
  ...(word.endsWith('ies') ? [`${word.slice(0, -3)}y`] : []),
  ...(word.endsWith('ves') ? [`${word.slice(0, -3)}f`] : []),
  ...(/(?:s|x|ch|sh|o)es$/.test(word) ? [word.slice(0, -2)] : []),
  ...(word.endsWith('s') && !word.endsWith('ss') ? [word.slice(0, -1)] : []),
];

export function loadIcons(): Icons {
  const { icons } = readJson('@iconify-json/fluent-emoji-flat/icons.json') as { icons: Record<string, { body: string }> };
  const names = readJson('@iconify-json/fluent-emoji-flat/chars.json') as Record<string, string>;
  const iconOf = ({ hexcode }: Emoji) => names[hexcode.toLowerCase()] ?? names[hexcode.toLowerCase().replaceAll('-fe0f', '')];
  const english = readJson('emojibase-data/en/data.json') as Emoji[];
  const things = new Map<string, Thing>();
  for (const emoji of english) {
    const icon = iconOf(emoji);
    if (icon && icons[icon] && isThing(emoji)) things.set(icon, { icon, label: emoji.label.toLowerCase(), subgroup: emoji.subgroup ?? 0 });
  }

  /** A word's best thing: one that is called so goes before one whose name has it, and that before one that is merely tagged so. */
  const indexOf = (list: Emoji[]): Map<string, Thing> => {
    const found = new Map<string, { thing: Thing; score: number }>();
    for (const emoji of list) {
      const thing = things.get(iconOf(emoji) ?? '');
      if (!thing) continue;
      const label = emoji.label.toLowerCase();
      const offer = (word: string, score: number) => {
        const known = found.get(word);
        if (!known || known.score < score) found.set(word, { thing, score });
      };
      offer(label, 100);
      const parts = label.split(/[^\p{L}]+/u).filter((part) => part.length > 2);
      for (const part of parts) offer(part, 20 / parts.length);
      for (const tag of emoji.tags ?? [])
        if (tag.length > 2 && !tag.endsWith('ing')) offer(tag.toLowerCase(), 6 / Math.sqrt(emoji.tags?.length ?? 1));
    }
    return new Map([...found].map(([word, { thing }]) => [word, thing]));
  };

  const indexes = new Map([['en', indexOf(english)]]);
  const boxes = new Map<string, Promise<Box>>();
  const findIn = (language: string, words: string): Thing | null => {
    const known = indexes.get(language) ?? indexOf(readJson(`emojibase-data/${language}/data.json`) as Emoji[]);
    indexes.set(language, known);
    for (const word of singularsOf(words)) {
      const thing = known.get(word);
      if (thing && !word.endsWith('ing')) return thing;
      if (thing?.label === word) return thing;
    }
    return null;
  };

  return {
    find(words) {
      for (const word of singularsOf(words)) {
        const icon = preferred.get(word);
        if (icon && icons[icon]) return things.get(icon) ?? { icon, label: word, subgroup: 23 };
      }
      return findIn('en', words);
    },
    findIn,
    has: (icon) => icons[icon] !== undefined,
    body: (icon) => icons[icon]?.body ?? '',
    box(icon) {
      const known = boxes.get(icon) ?? measure(icons[icon]?.body ?? '');
      boxes.set(icon, known);
      return known;
    },
  };
}

async function measure(body: string): Promise<Box> {
  const side = 64;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 32 32">${body}</svg>`;
  const pixels = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
  const alphaAt = (x: number, y: number) => pixels[(y * side + x) * 4 + 3] ?? 0;
  const box = { left: side, top: side, right: 0, bottom: 0 };
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      if (alphaAt(x, y) < 40) continue;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x + 1);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y + 1);
    }
  }
  const scale = 32 / side;
  const row = Math.max(0, box.bottom - 2);
  const filled = Array.from({ length: side }, (_, x) => x).filter((x) => alphaAt(x, row) > 200);
  const [left, right] = [filled[0] ?? 0, (filled.at(-1) ?? 0) + 1];
  const isStraight = filled.length >= (box.right - box.left) * 0.72 && filled.length > side * 0.42;
  const sample = (row * side + Math.round(left + (right - left) * 0.16)) * 4;
  const colour = `#${pixels.subarray(sample, sample + 3).toString('hex')}`;
  return {
    left: box.left * scale,
    top: box.top * scale,
    right: box.right * scale,
    bottom: box.bottom * scale,
    cut: isStraight ? { left: left * scale, right: right * scale, colour } : null,
  };
}
