import { describe, expect, test } from 'vitest';
import { ACCEPTED_IMAGE_TYPES } from '#src/lib/image-types.ts';
import { readSource, sources } from '#tests/support/source.ts';

const text = /\.(ts|tsx|mjs|cjs|css|html|md|yaml|json)$/;
const longestRoute = 80;

/** Words that mark unfinished code or disable a check. Only this file may contain them. */
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

describe('files', () => {
  test('that are picked may be any picture that the server decodes, by type or by extension', () => {
    const accepts = sources(/^src\/.*\.tsx$/).flatMap((file) => [...readSource(file).matchAll(/\baccept=(\{[^}]*\}|"[^"]*")/g)]);
    expect(accepts.length).toBeGreaterThan(3);
    expect(new Set(accepts.map(([, accept]) => accept))).toEqual(new Set(['{ACCEPTED_IMAGE_TYPES}', '"image/*"']));
    const types = new Set(ACCEPTED_IMAGE_TYPES.split(','));
    for (const type of ['image/heic', 'image/avif', '.heic', '.heif', '.hif', '.avif']) expect(types).toContain(type);
  });

  test(`of routes have at most ${longestRoute} lines without imports`, () => {
    const imports = /^import\b[^;]*;\n/gm;
    const lines = (file: string) => readSource(file).replaceAll(imports, '').trim().split('\n').length;
    expect(sources(/^src\/routes\/.*(?<!\.test)\.tsx?$/).filter((file) => lines(file) > longestRoute)).toEqual([]);
  });

  test('of decisions have a date, a status and alternatives', () => {
    const whole = /^# (\d{3}) .+\n\n\d{4}-\d{2}-\d{2} · (accepted|replaced by \d{3}|withdrawn)\n[^]*\n\*\*Alternatives\*\*\n\n-/;
    const pages = sources(/^docs\/decisions\/.*\.md$/);
    expect(
      pages.filter((file) => whole.exec(readSource(file))?.[1] !== file.slice('docs/decisions/'.length, -'-.md'.length).slice(0, 3)),
    ).toEqual([]);
  });

  test.each(forbidden)('do not contain "%s"', (word) => {
    const found = sources(text).filter((file) => file !== 'tests/architecture/files.test.ts' && wordPattern(word).test(readSource(file)));
    expect(found).toEqual([]);
  });

  test('reach localStorage by src/lib/web-storage.ts alone: a browser may forbid it, and it may be full', () => {
    const direct = sources(/^(src|sw)\/.*\.tsx?$/).filter((file) => !/\.test\./.test(file) && file !== 'src/lib/web-storage.ts');
    expect(direct.filter((file) => /(?<!['`\w])localStorage[.[]/.test(readSource(file)))).toEqual([]);
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

  test('of the lockfile name what npm needs to install each package from any registry', () => {
    type Entry = { version?: string; integrity?: string; resolved?: string; inBundle?: boolean; link?: boolean };
    const { packages } = JSON.parse(readSource('package-lock.json')) as { packages: Record<string, Entry> };
    const entries = Object.entries(packages).filter(([name, { link }]) => name !== '' && !link);
    expect(entries.length).toBeGreaterThan(100);
    const named = (wrong: (entry: Entry) => boolean) => entries.filter(([, entry]) => wrong(entry)).map(([name]) => name);
    expect(
      named(({ version }) => !version),
      'no version: npm stops with "Invalid Version"',
    ).toEqual([]);
    expect(
      named(({ integrity, inBundle }) => !integrity && !inBundle),
      'no hash, although npm downloads it',
    ).toEqual([]);
    expect(
      named(({ resolved }) => resolved !== undefined),
      'tied to one address: .npmrc leaves it out for packages of the registry',
    ).toEqual([]);
  });

  test('are not barrels', () => {
    // The icons that it names are made by the build: no file has them.
    const isList = (file: string) => file === 'src/ui/icons.ts';
    const barrels = sources(/^(src|sw|server)\/.*\.tsx?$/).filter(
      (file) => !isList(file) && /^export (\*|\{[^}]*\}) from /m.test(readSource(file)),
    );
    expect(barrels).toEqual([]);
  });
});
