import { expect, test } from 'vitest';
import { readSource, sources } from '#tests/support/source.ts';

/** Interface texts, without comments. */
const said = (file: string) =>
  readSource(file)
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .map((line) => line.replace(/(^|\s)\/\/ .*$/, ''))
    .filter((line) => /\b[Tt]his (phone|computer)\b/.test(line))
    .map((line) => `${file}: ${line.trim()}`);

test('only src/lib/device.ts distinguishes phones and computers: "this phone" is written nowhere else', () => {
  const files = sources(/^src\/.*(?<!\.test)\.tsx?$/).filter((file) => !file.startsWith('src/kit/'));
  expect(files.length).toBeGreaterThan(200);
  expect(files.flatMap(said)).toEqual([]);
});
