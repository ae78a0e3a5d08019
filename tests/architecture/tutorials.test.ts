// The tutorials quote the labels of the screens, have all their pictures, and link to each other.
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { tutorials } from '#src/domains/help/tutorials/tutorials.ts';
import { readSource, root, sources } from '#tests/support/source.ts';

const pictures = path.join(root, 'src/domains/help/tutorials/pictures');
const MOST_BYTES = 600_000;

const screens = sources(/^src\/(?!domains\/help\/tutorials\/|kit\/).*(?<!\.test)\.tsx?$/)
  .map(readSource)
  .join('\n');

/** Whether the interface contains these words: as a whole text or attribute, or the beginning of one. */
function isSaid(words: string): boolean {
  for (let at = screens.indexOf(words); at !== -1; at = screens.indexOf(words, at + 1)) {
    const end = at + words.length;
    const [before, after] = [screens.slice(Math.max(0, at - 200), at), screens.slice(end, end + 200)];
    const isWhole = /\w/.test(words.at(-1) ?? '') !== /^\w/.test(after);
    if (isWhole && /['"`>}]\s*$/.test(before)) return true;
    if (/(^|\n)[^\S\n]*$/.test(before) && /^[^\S\n]*\n/.test(after)) return true;
  }
  return false;
}

describe('a tutorial', () => {
  test('has a unique title', () => {
    expect(tutorials.length).toBeGreaterThanOrEqual(6);
    expect(tutorials.length).toBeLessThanOrEqual(12);
    expect(new Set(tutorials.map(({ id }) => id)).size).toBe(tutorials.length);
  });

  test.each(tutorials)('$id uses the words of the screens', ({ steps }) => {
    const quoted = steps.flatMap(({ text }) => text.split('**').filter((_, index) => index % 2 === 1));
    expect(quoted.length).toBeGreaterThan(2);
    expect(quoted.filter((words) => !isSaid(words))).toEqual([]);
    for (const { text } of steps) expect(text.split('**').length % 2, `every quotation in “${text}” ends`).toBe(1);
  });

  test('is reported if it quotes words that no screen has', () => {
    expect(['Take a photograph now', 'Aprove'].filter(isSaid)).toEqual([]);
  });

  test('has its pictures, small ones, and there are no unused ones', () => {
    const wanted = tutorials.flatMap(({ steps }) => steps.flatMap(({ picture }) => (picture ? [picture] : [])));
    expect(wanted.length).toBeGreaterThanOrEqual(tutorials.length);
    const there = readdirSync(pictures);
    const filesOf = (name: string) => there.filter((file) => file.replace(/^help-|(-light|-dark)?\.webp$/g, '') === name);
    expect(wanted.filter(({ name }) => filesOf(name).length === 0)).toEqual([]);
    expect(wanted.flatMap(({ name }) => filesOf(name)).toSorted()).toEqual(there.toSorted());
    expect(there.reduce((sum, file) => sum + statSync(path.join(pictures, file)).size, 0)).toBeLessThan(MOST_BYTES);
  });
});
