// Things that a scene can contain: emoji by names and tags (things/), drawn as Fluent's flat icons (@iconify-json/fluent-emoji-flat), and drawings of our own.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { drawings } from '#server/generation/builtin/illustrator/drawings.ts';
import { clothingOf } from '#server/generation/builtin/illustrator/heads.ts';
import { synonyms, undrawnPeople } from '#server/generation/builtin/illustrator/synonyms.ts';
import { assetPath } from '#server/package-root.ts';

const require = createRequire(import.meta.url);
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** For each language, the label followed by the tags. */
type Named = Record<Language | 'en', [string, ...string[]]> & { subgroup: number };

export interface Thing {
  icon: string;
  label: string;
  subgroup: number;
}

/** The words that name a thing. It needs no drawings, so that a prompt can be checked where nothing is drawn. */
export interface Vocabulary {
  /** The thing that a word, two words, or an emoji name. */
  find(words: string): Thing | null;
  /** The same in another language, which is indexed at the first such word. */
  findIn(language: Language, words: string): Thing | null;
  /** Whether it is a word of the English names and tags, even one that is too loosely related to anything to be drawn. */
  isEnglish(word: string): boolean;
  byIcon(icon: string): Thing | null;
  /** Whether the word is (`part` of) a name of the thing, and not a tag of it. */
  names(word: string, thing: Thing, match: 'whole' | 'part'): boolean;
  /** Single English words that name a thing. */
  words(): string[];
}

export interface Icons extends Vocabulary {
  has(icon: string): boolean;
  body(icon: string): string;
  /** Where in its 32 units there is something to see. */
  box(icon: string): Promise<Box>;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Its lowest edge, where that is a straight cut, as of a bust, or the shoulders behind the chin of a head. */
  cut: { left: number; right: number; color: string; isHead: boolean } | null;
}

export const languages = ['es', 'fr', 'de', 'it', 'pt'] as const;
type Language = (typeof languages)[number];

export const singularsOf = (word: string): string[] => [
  word,
  ...(word.endsWith('ies') ? [`${word.slice(0, -3)}y`] : []),
  ...(word.endsWith('ves') ? [`${word.slice(0, -3)}f`] : []),
  ...(/(?:s|x|ch|sh|o)es$/.test(word) ? [word.slice(0, -2)] : []),
  ...(word.endsWith('s') && !word.endsWith('ss') ? [word.slice(0, -1)] : []),
];

export function loadVocabulary(): Vocabulary {
  const named = Object.entries(readJson(assetPath(import.meta.url, 'things/things.json')) as Record<string, Named>);
  const things = new Map(named.map(([icon, { en, subgroup }]): [string, Thing] => [icon, { icon, label: en[0].toLowerCase(), subgroup }]));
  for (const [icon, { words, subgroup }] of Object.entries(drawings)) things.set(icon, { icon, label: words[0], subgroup });
  const meanings = new Map([
    ...synonyms,
    ...Object.entries(drawings).flatMap(([icon, { words }]) => words.map((word) => [word, icon] as const)),
  ]);

  /**
   * Best matches first: the label equals the word, then the label contains it, then a tag does. Of an English label only the nouns count, as "bridge" of
   * "bridge at night", and its tags are replaced by `synonyms`.
   */
  const indexOf = (language: Language | 'en'): Map<string, Thing> => {
    const found = new Map<string, { thing: Thing; score: number }>();
    for (const [icon, { [language]: words }] of named) {
      const thing = things.get(icon);
      if (!thing) continue;
      const [label, ...tags] = words.map((word) => word.toLowerCase());
      const offer = (word: string, score: number) => {
        const known = found.get(word);
        if (!known || known.score < score) found.set(word, { thing, score });
      };
      offer(label ?? '', 100);
      const parts = (label ?? '').split(/[^\p{L}]+/u).filter((part) => part.length > 2);
      for (const part of language === 'en' ? headsOf(label ?? '') : parts) offer(part, 20 / parts.length);
      if (language === 'en') continue;
      // A tag of a person says what they are like, and not who they are.
      const isPerson = thing.subgroup >= 23 && thing.subgroup <= 29;
      for (const tag of isPerson ? [] : tags) if (tag.length > 2 && !tag.endsWith('ing')) offer(tag, 6 / Math.sqrt(tags.length));
    }
    return new Map([...found].map(([word, { thing }]) => [word, thing]));
  };

  const indexes = new Map([['en', indexOf('en')]]);
  const findIn = (language: Language | 'en', words: string): Thing | null => {
    const known = indexes.get(language) ?? indexOf(language);
    indexes.set(language, known);
    for (const word of singularsOf(words)) {
      const thing = known.get(word);
      if (thing && !word.endsWith('ing')) return thing;
      if (thing?.label === word) return thing;
    }
    return null;
  };

  let english: Set<string> | undefined;
  let emoji: Record<string, string> | undefined;
  const findEmoji = (sign: string): Thing | null => {
    emoji ??= readJson(require.resolve('@iconify-json/fluent-emoji-flat/chars.json')) as Record<string, string>;
    const codes = Array.from(sign, (part) => part.codePointAt(0)?.toString(16) ?? '').filter((code) => code !== VARIATION_SELECTOR);
    // The skin tone is the drawing's choice.
    const icon = emoji[codes.filter((code) => !SKIN_TONE.test(code)).join('-')] ?? emoji[codes.join('-')];
    return icon === undefined ? null : (things.get(icon) ?? { icon, label: icon.replaceAll('-', ' '), subgroup: PERSON });
  };

  return {
    find(words) {
      if (EMOJI.test(words)) return findEmoji(words);
      for (const word of singularsOf(words)) {
        const icon = meanings.get(word);
        if (icon) return things.get(icon) ?? { icon, label: word, subgroup: THING };
      }
      return findIn('en', words);
    },
    findIn,
    names: (word, { icon, label }, match) =>
      EMOJI.test(word) ||
      singularsOf(word).some(
        (one) => meanings.get(one) === icon || label === one || (match === 'part' && label.split(/[^\p{L}]+/u).includes(one)),
      ),
    isEnglish(word) {
      english ??= new Set(named.flatMap(([, { en }]) => en.flatMap((words) => words.toLowerCase().split(/[^\p{L}]+/u))));
      return singularsOf(word).some((one) => english?.has(one) || undrawnPeople.has(one));
    },
    byIcon: (icon) => things.get(icon) ?? null,
    words: () => [...meanings.keys(), ...[...things.values()].map(({ label }) => label).filter((label) => /^\p{L}+$/u.test(label))],
  };
}

export const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator})/u;
const VARIATION_SELECTOR = 'fe0f';
const SKIN_TONE = /^1f3f[b-f]$/;
/** Unicode's subgroups of what has no entry of its own: of an emoji, and of a word. */
const PERSON = 23;
const THING = 81;

/** The nouns of an English name: `bridge at night`, `fork and knife with plate`. */
const headsOf = (label: string): string[] =>
  (label.split(/ (?:with|without|of|on|in|at|for|behind|facing|showing) /)[0] ?? '')
    .split(' and ')
    .map((part) => part.split(' ').at(-1) ?? '')
    .filter((head) => head.length > 2 && !vague.has(head));

/** They name something else on their own. */
const vague = new Set(
  'face exclamation decoration light game cut ear suit done nose leg horn prints root pod drop volume voltage arts piece stop score cream frames index beard polo weights coaster springs liquid wedge machine position place'.split(
    ' ',
  ),
);

export function loadIcons(vocabulary: Vocabulary = loadVocabulary()): Icons {
  const { icons } = readJson(require.resolve('@iconify-json/fluent-emoji-flat/icons.json')) as { icons: Record<string, { body: string }> };
  const boxes = new Map<string, Promise<Box>>();
  const body = (icon: string) => drawings[icon]?.body ?? icons[icon]?.body ?? '';
  return {
    ...vocabulary,
    has: (icon) => body(icon) !== '',
    body,
    box(icon) {
      const known = boxes.get(icon) ?? measure(body(icon), clothingOf(icon));
      boxes.set(icon, known);
      return known;
    },
  };
}

/** @param clothing of a drawing that is only a head */
async function measure(body: string, clothing: string | null): Promise<Box> {
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
  const color = `#${pixels.subarray(sample, sample + 3).toString('hex')}`;
  return {
    left: box.left * scale,
    top: box.top * scale,
    right: box.right * scale,
    bottom: box.bottom * scale,
    cut: clothing
      ? { left: 10, right: 22, color: clothing, isHead: true }
      : isStraight
        ? { left: left * scale, right: right * scale, color, isHead: false }
        : null,
  };
}
