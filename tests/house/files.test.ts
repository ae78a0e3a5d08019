import { describe, expect, test } from 'vitest';
import { readSource, sources } from '#tests/support/source.ts';

const code = /\.(ts|tsx|mjs|cjs|css)$/;
const text = /\.(ts|tsx|mjs|cjs|css|html|md|yaml|json)$/;
const longest = 300;
const longestRoute = 80;

/** Words that say that something is unfinished, or switch a check off. This file alone may say them. */
const forbidden = [
  'TODO',
  'FIXME',
  'coming soon',
  'lorem ipsum',
  '@ts-ignore',
  '@ts-expect-error',
  '@ts-nocheck',
  'oxlint-disable',
  'eslint-disable',
  'not implemented',
];
const anyType = /(:|\bas|<|,|\|)\s*any\b(?!\w)/;

/** Capitals are meant as capitals. */
const wordPattern = (word: string) => new RegExp(`(?<!\\w)${word}(?!\\w)`, word === word.toUpperCase() ? '' : 'i');

const linesOf = (file: string) => readSource(file).trimEnd().split('\n').length;

describe('files', () => {
  test(`of code have at most ${longest} lines, or say in their first lines why not`, () => {
    const long = sources(code).filter((file) => linesOf(file) > longest);
    const reasoned = (file: string) => /more than 300 lines/i.test(readSource(file).split('\n').slice(0, 6).join(' '));
    expect(long.filter((file) => !reasoned(file))).toEqual([]);
  });

  test(`of routes have at most ${longestRoute} lines`, () => {
    expect(sources(/^src\/routes\/.*\.tsx?$/).filter((file) => linesOf(file) > longestRoute)).toEqual([]);
  });

  test.each(forbidden)('do not say "%s"', (word) => {
    const found = sources(text).filter((file) => file !== 'tests/house/files.test.ts' && wordPattern(word).test(readSource(file)));
    expect(found).toEqual([]);
  });

  test('do not use the type that checks nothing', () => {
    const uses = sources(/\.tsx?$/).flatMap((file) =>
      readSource(file)
        .split('\n')
        .filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line) && anyType.test(line.replaceAll(/'[^']*'|`[^`]*`|"[^"]*"|\/\/.*$/g, '')))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(uses).toEqual([]);
  });

  test('import each other by alias and with extension', () => {
    const wrong = sources(/^(src|sw|server|tests)\/.*\.tsx?$/).flatMap((file) =>
      [...readSource(file).matchAll(/^(?:import|export)\b[^'"\n]*from '([^']+)'/gm)]
        .map((match) => match[1]!)
        .filter((target) => /^(\.|#)/.test(target))
        .filter((target) => target.startsWith('../') || !/\.(tsx?|css|json|mjs|cjs|svg|png)(\?\w+)?$/.test(target))
        .map((target) => `${file}: ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test('are not barrels', () => {
    const barrels = sources(/^(src|sw|server)\/.*\.tsx?$/).filter((file) => /^export (\*|\{[^}]*\}) from /m.test(readSource(file)));
    expect(barrels).toEqual([]);
  });
});
