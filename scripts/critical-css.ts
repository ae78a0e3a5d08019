// Splits critical from late styles. The utility classes of all screens share one layer, whose order decides precedence. The precache
// (scripts/precache-plugin.ts) contains the utilities that precached files use. The whole layer is loaded with the first late file and placed after
// them, so that the order is complete again. Classes are found as Tailwind finds them: as words in the code.
import { endOfBlock } from './css-block.ts';

const LAYER = '@layer utilities{';
/** Classes that the code may write differently from the sheet: quotes, escapes, other alphabets. They are always included. */
const ALWAYS_KEPT = /[^\x20-\x7e]|["'`\\$]/;

/**
 * Splits a sheet into the page's own styles with the used utilities, and the whole layer of utilities.
 * @param css a minified sheet
 * @param code of all precached files
 */
export function splitCriticalCss(css: string, code: string): { page: string; utilities: string } {
  const from = css.indexOf(LAYER);
  if (from < 0) throw new Error('the styles have no layer of utilities');
  const start = from + LAYER.length;
  const end = endOfBlock(css, start);
  const kept = criticalRules(css.slice(start, end - 1), code);
  return { page: css.slice(0, start) + kept + css.slice(end - 1), utilities: css.slice(from, end) };
}

function criticalRules(rules: string, code: string): string {
  let kept = '';
  for (let at = 0; at < rules.length;) {
    const open = rules.indexOf('{', at);
    if (open < 0) return kept + rules.slice(at);
    const end = endOfBlock(rules, open + 1);
    const prelude = rules.slice(at, open);
    if (/^@(media|supports|container)/.test(prelude)) {
      const inner = criticalRules(rules.slice(open + 1, end - 1), code);
      if (inner) kept += `${prelude}{${inner}}`;
    } else if (isNamed(prelude, code)) {
      kept += rules.slice(at, end);
    }
    at = end;
  }
  return kept;
}

/** Whether the code contains any class of these selectors, or a selector is not a class. */
function isNamed(selectors: string, code: string): boolean {
  const classes = [...selectors.matchAll(/\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w-])+)/gi)].map((found) => unescaped(found[1] ?? ''));
  return classes.length === 0 || classes.some((name) => ALWAYS_KEPT.test(name) || code.includes(name));
}

const unescaped = (name: string): string =>
  name.replace(/\\(?:([0-9a-f]{1,6}) ?|(.))/gi, (_, hex: string | undefined, char: string) =>
    hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : char,
  );
