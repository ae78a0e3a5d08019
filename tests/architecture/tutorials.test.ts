// The tutorials say what the screens say, show pictures that are there, and lead on from one to the next.
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

/** Whether our screens say these words: as a text or an attribute of their own, whatever follows in it. */
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
  test('can be told from every other', () => {
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

  test('that quotes what no screen says is told', () => {
    expect(['Take a photograph now', 'Aprove'].filter(isSaid)).toEqual([]);
  });

  test('has its pictures, small ones, and no other is kept', () => {
    const wanted = tutorials.flatMap(({ steps }) => steps.flatMap(({ picture }) => (picture ? [picture] : [])));
    expect(wanted.length).toBeGreaterThanOrEqual(tutorials.length);
    const there = readdirSync(pictures);
    const filesOf = (name: string) => there.filter((file) => file.replace(/^help-|(-light|-dark)?\.webp$/g, '') === name);
    expect(wanted.filter(({ name }) => filesOf(name).length === 0)).toEqual([]);
    expect(wanted.flatMap(({ name }) => filesOf(name)).toSorted()).toEqual(there.toSorted());
    expect(there.reduce((sum, file) => sum + statSync(path.join(pictures, file)).size, 0)).toBeLessThan(MOST_BYTES);
  });
});
