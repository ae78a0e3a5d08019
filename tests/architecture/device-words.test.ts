import { expect, test } from 'vitest';
import { readSource, sources } from '#tests/support/source.ts';

/** Words said to a person, without the comments around them. */
const said = (file: string) =>
  readSource(file)
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .map((line) => line.replace(/(^|\s)\/\/ .*$/, ''))
    .filter((line) => /\b[Tt]his (phone|computer)\b/.test(line))
    .map((line) => `${file}: ${line.trim()}`);

test('whether it is a phone or a computer is said by src/lib/device.ts alone: nowhere is "this phone" written out', () => {
  const files = sources(/^src\/.*(?<!\.test)\.tsx?$/).filter((file) => !file.startsWith('src/kit/'));
  expect(files.length).toBeGreaterThan(200);
  expect(files.flatMap(said)).toEqual([]);
});
