import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { packageRoot } from '#server/package-root.ts';
import { readSource, runProgram, sources } from '#tests/support/source.ts';

const file = readSource('Containerfile');
const bases = [...file.matchAll(/^FROM (\S+)/gm)].map((match) => match[1]!);

/** What builds images here: one that answers, and that has or gets the base. On a machine without one the file is only read. */
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

describe('the Containerfile', () => {
  const name = `ai-image-suite-test-${randomUUID().slice(0, 8)}`;
  afterAll(() => {
    if (!builder) return;
    runProgram(builder, ['rm', '--force', '--volumes', name]);
    runProgram(builder, ['image', 'rm', '--force', name]);
  });

  test('is of the Node that the project asks for', () => {
    const major = readSource('.nvmrc').trim().split('.')[0]!;
    expect(bases).toEqual([`docker.io/library/node:${major}-bookworm-slim`, `docker.io/library/node:${major}-bookworm-slim`]);
  });

  test('takes along every file that the server reads beside its own program', () => {
    const copied = [...file.matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map((match) => match[1]!);
    const read = sources(/^server\/.*\.ts$/)
      .filter((source) => !source.includes('.test.'))
      .flatMap((source) => [...readSource(source).matchAll(/packageRoot, ((?:'[^']+'(?:, )?)+)/g)])
      .map((match) => match[1]!.replaceAll(/'(?:, ')?/g, '/').replace(/^\/|\/$/g, ''));
    expect(read.length, packageRoot).toBeGreaterThan(3);
    expect(read.filter((path) => !copied.some((folder) => path === folder || path.startsWith(`${folder}/`)))).toEqual([]);
  });

  if (!builder) return;
  test('is built and answers', { timeout: 900_000 }, async () => {
    const built = runProgram(builder, ['build', '--file', 'Containerfile', '--tag', name, '.']);
    expect(built.code, built.output).toBe(0);
    const begun = runProgram(builder, ['run', '--detach', '--name', name, '--publish', '127.0.0.1::3000', name]);
    expect(begun.code, begun.output).toBe(0);
    const at = runProgram(builder, ['port', name, '3000']).output.trim().split('\n')[0]!;
    await expect
      .poll(async () => (await fetch(`http://${at}/readyz`).catch(() => null))?.status, { timeout: 120_000, interval: 1_000 })
      .toBe(200);
  });
});
