import { describe, expect, test } from 'vitest';
import { packageRoot } from '#server/package-root.ts';
import { readSource, sources } from '#tests/support/source.ts';

const file = readSource('Containerfile');
const bases = [...file.matchAll(/^FROM (\S+)/gm)].map((match) => match[1]!);

describe('the Containerfile', () => {
  test('is of the Node that the project asks for', () => {
    const major = readSource('.nvmrc').trim().split('.')[0]!;
    expect(bases).toEqual([`docker.io/library/node:${major}-bookworm-slim`, `docker.io/library/node:${major}-bookworm-slim`]);
  });

  test('starts as root, so that decoders and database run as separate users', () => {
    expect(file).not.toMatch(/^USER /m);
    expect(file).toMatch(/^RUN useradd .* postgres /m);
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

  test('copies all non-code files that the build places next to the server', () => {
    const built = [...readSource('scripts/build.mjs').matchAll(/^  \['(\S+)', '(\S+)'\],$/gm)].map(([, source, target]) => ({
      source,
      target,
    }));
    const read = sources(/^server\/.*\.ts$/)
      .filter((source) => !source.includes('.test.'))
      .flatMap((source) =>
        [...readSource(source).matchAll(/assetPath\(import\.meta\.url, ['`]([\w-]+)/g)].map(([, target]) => ({
          source: `${source.slice(0, source.lastIndexOf('/'))}/${target}`,
          target,
        })),
      );
    expect(read.toSorted((a, b) => a.source.localeCompare(b.source))).toEqual(built);
  });
});
