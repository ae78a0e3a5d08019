import { cpSync, existsSync, linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let folder: string;
let clone: string;
const modules = () => path.join(clone, 'node_modules');
/** What npm installed elsewhere. */
const original = () => path.join(folder, 'node_modules');

const write = (file: string, value: unknown) => {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value));
};

function install(at: string, version = '1.0.0'): void {
  write(path.join(at, 'a/package.json'), { name: 'a', version });
  write(path.join(at, '@b/c/package.json'), { name: 'an-alias', version: '2.0.0' });
  write(path.join(at, 'a/node_modules/d/package.json'), { name: 'd', version: '3.0.0' });
}

beforeEach(() => {
  vi.spyOn(console, 'log').mockReturnValue(undefined);
  folder = mkdtempSync(path.join(tmpdir(), 'ais-installed-'));
  clone = path.join(folder, 'clone');
  cpSync(path.join(import.meta.dirname, 'ensure-built.mjs'), path.join(clone, 'scripts/ensure-built.mjs'));
  const packages = {
    '': { version: '1.0.0' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/@b/c': { version: '2.0.0' },
    'node_modules/a/node_modules/d': { version: '3.0.0' },
    'node_modules/of-another-system': { version: '4.0.0', optional: true },
  };
  write(path.join(clone, 'package-lock.json'), { packages });
  install(original());
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** Whether `npm ci` ran. @param npm what it does, as a program */
async function installs(npm = ''): Promise<boolean> {
  const called = path.join(folder, 'called');
  rmSync(called, { force: true });
  const program = path.join(folder, 'npm.cjs');
  writeFileSync(program, `require('node:fs').writeFileSync(${JSON.stringify(called)}, '');\n${npm}`);
  vi.stubEnv('npm_execpath', program);
  const { ensureInstalled } = (await import(path.join(clone, 'scripts/ensure-built.mjs'))) as { ensureInstalled: () => Promise<void> };
  await ensureInstalled().catch((error: unknown) => expect(String(error)).toContain('npm.cjs ci'));
  return existsSync(called);
}

const ways: Record<string, () => void> = {
  copied: () => cpSync(original(), modules(), { recursive: true }),
  'a symbolic link': () => symlinkSync(original(), modules()),
  'symbolic links of packages': () => {
    mkdirSync(modules());
    for (const name of ['a', '@b']) symlinkSync(path.join(original(), name), path.join(modules(), name));
  },
  'hard links': () => {
    for (const name of ['a', '@b/c', 'a/node_modules/d']) {
      mkdirSync(path.join(modules(), name), { recursive: true });
      linkSync(path.join(original(), name, 'package.json'), path.join(modules(), name, 'package.json'));
    }
  },
};

it.each(Object.keys(ways))('packages of the lock are not installed again, however they got there: %s', async (way) => {
  ways[way]!();
  expect([await installs(), await installs()]).toEqual([false, false]);
});

it('installs where nothing is, a package is missing, or one has another version, also if npm’s notes say otherwise', async () => {
  expect(await installs()).toBe(true);
  install(modules());
  expect(await installs()).toBe(false);
  write(path.join(modules(), '.package-lock.json'), {
    packages: {
      'node_modules/a': { version: '1.0.0' },
      'node_modules/@b/c': { version: '2.0.0' },
      'node_modules/a/node_modules/d': { version: '3.0.0' },
    },
  });
  install(modules(), '0.9.0');
  expect(await installs()).toBe(true);
  install(modules());
  rmSync(path.join(modules(), 'a/node_modules'), { recursive: true });
  expect(await installs()).toBe(true);
});

it('installs again after an installation that did not finish', async () => {
  const copies = `require('node:fs').cpSync(${JSON.stringify(original())}, ${JSON.stringify(modules())}, { recursive: true });`;
  expect(await installs(`${copies} process.exit(1);`)).toBe(true);
  expect(await installs(copies)).toBe(true);
  expect(await installs()).toBe(false);
});
