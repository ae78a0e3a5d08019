// Splits critical from late styles. The utility classes of all screens share one layer, whose order decides precedence. The precache
// (scripts/precache-plugin.ts) contains the utilities that precached files use. The whole layer is loaded with the first late file and placed after
// them, so that the order is complete again.
import { endOfBlock } from './css-block.ts';

const LAYER = '@layer utilities{';
/** Classes that the code may write differently from the sheet: quotes, escapes, other alphabets. They are always included. */
const ALWAYS_KEPT = /[^\x20-\x7e]|["'`\\$]/;

/** Registers a variable of the utilities, in browsers that know such rules; the layer is for others. */
const PROPERTY = /@property (--[\w-]+)\{[^{}]*\}/g;
const PROPERTIES_LAYER = '@layer properties{';

/**
 * Splits a sheet into the page's own styles with the used utilities, and the whole layer of utilities with the variables that only it needs.
 * @param css a minified sheet
 * @param code of all precached files
 */
export function splitCriticalCss(css: string, code: string): { page: string; utilities: string } {
  const from = css.indexOf(LAYER);
  if (from < 0) throw new Error('the styles have no layer of utilities');
  const start = from + LAYER.length;
  const end = endOfBlock(css, start);
  const kept = withInitialValues(criticalRules(css.slice(start, end - 1), wordsOf(code)), css);
  const { used, others } = usedProperties(css.slice(0, start) + kept + css.slice(end - 1));
  return { page: withoutSpaces(used), utilities: others + css.slice(from, end) };
}

/**
 * The rules that a screen with this markup needs before its sheets have arrived.
 * @param sheets minified; the utilities of the last one that has any contain those of the others
 */
export function criticalStyles(sheets: readonly string[], markup: string): string {
  const words = wordsOf(markup.replaceAll('&amp;', '&').replaceAll('&gt;', '>'));
  const whole = sheets.findLastIndex((css) => css.includes(LAYER));
  const once = sheets.map((css, index) => (index < whole ? css.replace(blockOf(css, LAYER), '') : css));
  return usedProperties(once.map((css) => criticalRules(css, words)).join('')).used;
}

/** The minifier leaves the values of variables alone. */
const withoutSpaces = (css: string): string =>
  css.replaceAll(/"[^"]*"|'[^']*'|(,| \*) /g, (found, sign: string | undefined) => sign?.trim() ?? found);

/** As Tailwind finds them: the names of classes are among the words between spaces and quotes. */
const wordsOf = (code: string): ReadonlySet<string> => new Set(code.split(/[\s"'`{}$]+/));

/**
 * Replaces a variable that none of these utilities sets by its initial value, or by what stands behind the comma. The whole layer, which comes
 * with the first rule that sets it, has the variable again.
 * @param css the sheet that registers the variables
 */
function withInitialValues(utilities: string, css: string): string {
  const others = css.replace(blockOf(css, PROPERTIES_LAYER), '').replace(blockOf(css, LAYER), '');
  const isSet = new Set((others + utilities).match(/(?<=[{;])--[\w-]+(?=:)/g));
  let written = utilities;
  for (const [rule, name = ''] of css.matchAll(PROPERTY)) {
    if (isSet.has(name) || !rule.includes('inherits:false')) continue;
    const initial = /initial-value:([^;}]*)/.exec(rule)?.[1];
    const use = `var(${name}`;
    for (let at = written.indexOf(use); at >= 0; at = written.indexOf(use, at + 1)) {
      const end = endOfBlock(written, at + use.length, '()');
      const [, fallback] = /^,\s*(.*)\)$/.exec(written.slice(at + use.length, end)) ?? [];
      const isWhole = /[,)]/.test(written.charAt(at + use.length));
      const value = isWhole ? (initial ?? fallback) : undefined;
      // A space that stood between two values goes with an empty one.
      if (value !== undefined) written = written.slice(0, at) + value + written.slice(value === '' && written[end] === ' ' ? end + 1 : end);
    }
  }
  return written;
}

/** Takes the variables that no rule uses out of a sheet. */
function usedProperties(css: string): { used: string; others: string } {
  const layer = blockOf(css, PROPERTIES_LAYER);
  const rules = css.replace(layer, '').replaceAll(PROPERTY, '');
  const isUsed = (name: string) => rules.includes(name);
  let others = '';
  const used = css
    .replaceAll(PROPERTY, (rule, name: string) => {
      if (isUsed(name)) return rule;
      others += rule;
      return '';
    })
    .replace(layer, () => layer.replaceAll(/(--[\w-]+):[^;{}]*;?/g, (declaration, name: string) => (isUsed(name) ? declaration : '')));
  return { used, others: others === '' ? '' : layer + others };
}

/** From its beginning to its end; empty if the sheet has no such block. */
function blockOf(css: string, begin: string): string {
  const from = css.indexOf(begin);
  return from < 0 ? '' : css.slice(from, endOfBlock(css, from + begin.length));
}

function criticalRules(rules: string, words: ReadonlySet<string>): string {
  let kept = '';
  for (let at = 0; at < rules.length;) {
    const open = rules.indexOf('{', at);
    if (open < 0) return kept + rules.slice(at);
    const end = endOfBlock(rules, open + 1);
    const prelude = rules.slice(at, open);
    if (/@(media|supports|container|layer)[^;]*$/.test(prelude)) {
      const inner = criticalRules(rules.slice(open + 1, end - 1), words);
      if (inner) kept += `${prelude}{${inner}}`;
    } else if (isNamed(prelude, words)) {
      kept += rules.slice(at, end);
    }
    at = end;
  }
  return kept;
}

/** One of several selectors: the commas of names and of conditions in brackets are its own. */
const SELECTOR = /(?:\\.|\((?:\\.|[^()\\]|\((?:\\.|[^()\\])*\))*\)|[^,\\(])+/g;

/** Whether one of these selectors has a class that is among the words, or none. A class that it excludes is none of its own. */
const isNamed = (selectors: string, words: ReadonlySet<string>): boolean =>
  (selectors.match(SELECTOR) ?? []).some((selector) => {
    const own = selector.replaceAll(/:not\([^()]*\)/g, '');
    const classes = [...own.matchAll(/\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w-])+)/gi)].map((found) => unescaped(found[1] ?? ''));
    return classes.length === 0 || classes.some((name) => ALWAYS_KEPT.test(name) || words.has(name));
  });

const unescaped = (name: string): string =>
  name.replace(/\\(?:([0-9a-f]{1,6}) ?|(.))/gi, (_, hex: string | undefined, char: string) =>
    hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : char,
  );
