import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { readSource, runProgram } from '#tests/support/source.ts';

const bases = [...readSource('Containerfile').matchAll(/^FROM (\S+)/gm)].map((match) => match[1]!);

/** What builds images here: one that answers, and that has or gets the base. Without one the test is skipped. */
const builder = ['docker', 'podman'].find((program) => {
  const works = (...args: string[]) => {
    try {
      return runProgram(program, args).code === 0;
    } catch {
      return false;
    }
  };
  return (
    works('info', '--format', '{{.Host}}{{.ServerVersion}}') &&
    bases.every((base) => works('image', 'inspect', base) || works('pull', base))
  );
});

const name = `ai-image-suite-test-${randomUUID().slice(0, 8)}`;
afterAll(() => {
  if (!builder) return;
  runProgram(builder, ['rm', '--force', '--volumes', name]);
  runProgram(builder, ['image', 'rm', '--force', name]);
});

test.skipIf(!builder)('the container image is built and answers', { timeout: 900_000 }, async () => {
  if (!builder) return;
  const built = runProgram(builder, ['build', '--file', 'Containerfile', '--tag', name, '.']);
  expect(built.code, built.output).toBe(0);
  const begun = runProgram(builder, ['run', '--detach', '--name', name, '--publish', '127.0.0.1::3000', name]);
  expect(begun.code, begun.output).toBe(0);
  const at = runProgram(builder, ['port', name, '3000']).output.trim().split('\n')[0]!;
  await expect
    .poll(async () => (await fetch(`http://${at}/readyz`).catch(() => null))?.status, { timeout: 120_000, interval: 1_000 })
    .toBe(200);
});
