import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '#tests/support/source.ts';

const chaos = (...args: string[]) => promisify(execFile)(process.execPath, [path.join(root, 'scripts/chaos.mjs'), ...args]);

test('--help prints the usage', async () => {
  expect((await chaos('--help')).stdout).toMatch(/^Usage\n {2}npm run chaos /);
});

test.each([
  [['--foo'], /^Unknown option '--foo'/],
  [['--seed'], /^Option '--seed <value>' argument missing/],
  [['--photos', 'many'], /^--photos is a whole number of at least 1/],
  [['--steps', '99'], /^--steps needs the --seed of their history/],
  [['--seed', '7', '--steps', 'x'], /^--steps is a list of numbers/],
  [['--seed', '7', 'full-disk'], /^The campaign has no files: full-disk/],
] as const)('%j: the reason and the usage, before anything is built or run', async (args, reason) => {
  await expect(chaos(...args)).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(reason) });
  await expect(chaos(...args)).rejects.toMatchObject({ stderr: expect.stringMatching(/\nUsage\n(?!.*\n {4}at )/s) });
});
