import { describe, expect, test } from 'vitest';
import { readSource } from '#tests/support/source.ts';

interface Lock {
  packages: Record<string, { dev?: boolean; license?: string }>;
}

/** These permit redistribution with their notice. */
const permissive = new Set(['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'Python-2.0']);

/** The lockfile lacks these licenses, or they offer a choice. */
const reviewed = new Set([
  'node_modules/png-js' /* MIT */,
  'node_modules/json-schema' /* AFL-2.1 or BSD-3-Clause */,
  'node_modules/serialize-error/node_modules/type-fest' /* MIT or CC0-1.0 */,
]);

describe('licenses', () => {
  test('the notices list each package of an installation whose license is not permissive', () => {
    const notices = readSource('THIRD-PARTY-NOTICES.md');
    const { packages } = JSON.parse(readSource('package-lock.json')) as Lock;
    const missing = Object.entries(packages)
      .filter(([path, { dev, license }]) => path !== '' && !dev && !permissive.has(license ?? '') && !reviewed.has(path))
      .map(([path, { license }]) => ({ name: path.replace(/^.*node_modules\//, ''), license }))
      .filter(({ name }) => !notices.includes(name) && !name.startsWith('@img/sharp-'));
    expect(missing).toEqual([]);
  });

  test('the package has the license of the repository', () => {
    expect((JSON.parse(readSource('package.json')) as { license: string }).license).toBe('MIT');
    expect(readSource('LICENSE')).toMatch(/^MIT License/);
  });
});
