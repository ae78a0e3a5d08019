// Restores that are killed or refused, and backups of restored data. backup-round-trip.full.test.ts has the round trip.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { FORMAT } from '#server/backup/manifest.ts';
import { findPostmaster } from '#server/db/embedded/cluster.ts';
import { demoId } from '#server/seed/ids.ts';
import { freshSignIn } from '#tests/support/api.ts';
import { killHard } from '#tests/support/processes.ts';
import { makeDataDir, startServerOn } from '#tests/support/server-process.ts';
import { contentsOf, manifestOf, program, run, runProgram } from './backup-command.ts';

const dataDir = inject('dataDir');
const folder = mkdtempSync(path.join(tmpdir(), 'ais-backup-'));
const fresh: string[] = [];
const freshDataDir = () => {
  const made = makeDataDir();
  fresh.push(made);
  return made;
};
afterAll(() => {
  for (const made of [folder, ...fresh]) rmSync(made, { recursive: true, force: true });
});

const first = path.join(folder, 'first.tar');
const falKey = '/api/v1/platform/generation-providers/fal/key';
afterAll(async () => (await freshSignIn(inject('serverUrl'), 'super@demo.test')).call('DELETE', falKey));

beforeAll(async () => {
  const boss = await freshSignIn(inject('serverUrl'), 'super@demo.test');
  expect((await boss.call('PUT', falKey, { json: { key: 'id:0123456789-Dd44' } })).status).toBe(200);
  expect(await run('backup', first, dataDir)).toMatchObject({ code: 0, told: '' });
}, 120_000);

/** A restore creates new keys and sessions. */
const isRenewed = ({ name }: { name: string }) => /public\.(server_secrets|sessions)\b/.test(name);
const lasting = (file: string) => contentsOf(file).filter((entry) => !isRenewed(entry));

test('a backup of restored data has the same contents', async () => {
  const there = freshDataDir();
  expect(await run('restore', first, there)).toMatchObject({ code: 0, told: '' });
  const second = path.join(folder, 'second.tar');
  expect(await run('backup', second, there)).toMatchObject({ code: 0, told: '' });
  expect(lasting(second)).toEqual(lasting(first));
  const { made_at: _first, tables: tablesBefore, ...before } = manifestOf(first);
  const { made_at: _second, tables: tablesAfter, ...after } = manifestOf(second);
  expect(after).toEqual(before);
  expect(tablesAfter.filter((table) => !isRenewed(table))).toEqual(tablesBefore.filter((table) => !isRenewed(table)));
}, 180_000);

test('a restore without the key of the old server starts with new keys', async () => {
  const there = freshDataDir();
  // As people do it: by the script, which makes whole paths of names.
  const script = path.resolve(import.meta.dirname, '../../scripts/backup.mjs');
  const { code, out } = await runProgram([script, 'restore', path.basename(first), '--without-key'], { DATA_DIR: there, INIT_CWD: folder });
  expect(code).toBe(0);
  expect(out).toMatch(/Authenticator codes no longer work/);
  expect(out).toMatch(/Start the server as before: npm start\n$/);
  const server = await startServerOn(there, { isDurable: false });
  try {
    expect((await freshSignIn(server.url, 'owner@demo.test')).email).toBe('owner@demo.test');
    expect(existsSync(path.join(there, 'secret.key'))).toBe(true);
    // Nothing opens a key of a provider any more, so none is offered.
    const boss = await freshSignIn(server.url, 'super@demo.test');
    const { body } = await boss.call<components['schemas']['PlatformModelList']>('GET', '/api/v1/platform/generation-models');
    expect(body.providers.find(({ id }) => id === 'fal')).toMatchObject({ is_set_up: false, key: { source: 'none' } });
  } finally {
    await server.dispose();
  }
  expect(await run('restore', first, freshDataDir(), { option: '--force' })).toMatchObject({
    code: 1,
    told: expect.stringContaining('--without-key') as string,
  });
}, 180_000);

/** Code that ends the process, as `kill -9` does, at a file system call. @param wrapper gets the call as `real` and the end as `die` */
const dieAt = (owner: 'fs' | 'fs.promises', call: string, wrapper: string) => `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const die = () => { process.kill(process.pid, 'SIGKILL'); return new Promise(() => undefined); };
  const real = ${owner}.${call};
  ${owner}.${call} = ${wrapper};
  syncBuiltinESMExports();`;

describe('a restore that was killed', () => {
  const there = makeDataDir();
  fresh.push(there);
  const mark = path.join(there, 'restore-under-way');
  const files = () =>
    readdirSync(path.join(there, 'photos'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
  afterAll(() => {
    const left = findPostmaster(path.join(there, 'postgres'));
    if (left) killHard(left.pid);
  });

  const begun = /^A restore into .* was begun and has not ended: .*npm run restore -- FILE/;
  const startsNoServer = async () => {
    const started = await runProgram([path.join(program, '../main.js')], { DATA_DIR: there, PORT: '0' });
    expect(started).toMatchObject({ code: 1, told: expect.stringMatching(begun) as string });
  };

  test.each<[string, string, () => void]>([
    [
      'before it put anything there',
      dieAt('fs.promises', 'rename', `async (from, to) => { await real(from, to); if (to.endsWith('restore-under-way')) await die(); }`),
      () => expect(existsSync(path.join(there, 'postgres'))).toBe(false),
    ],
    [
      'among the files',
      // Mails come before photos: how many there are is other tests' doing.
      `let count = 0; ${dieAt('fs', 'createWriteStream', `(file, ...rest) => (String(file).includes('/photos/') && (count += 1) === 10 ? die() : real(file, ...rest))`)}`,
      () => expect(files()).toBe(9),
    ],
    [
      'at its very end',
      dieAt('fs.promises', 'unlink', `(file) => (file.endsWith('restore-under-way') ? die() : real(file))`),
      () => expect(files()).toBe(contentsOf(first).filter(({ name }) => name.startsWith('files/photos/')).length),
    ],
  ])(
    '%s is detected by its marker, and no server starts',
    async (_when, preload, isThere) => {
      expect(await run('restore', first, there, { preload })).toMatchObject({ code: null });
      expect(existsSync(mark)).toBe(true);
      isThere();
      await startsNoServer();
    },
    60_000,
  );

  test('does not empty another database or back up existing data', async () => {
    const host = findPostmaster(path.join(dataDir, 'postgres'))?.socketDir ?? '';
    const env = { DATABASE_URL: `postgres://postgres@localhost/ai_image_suite?host=${encodeURIComponent(host)}` };
    expect((await run('restore', first, there, { env })).told).toMatch(/^There are people in the database already/);
    expect((await run('backup', path.join(folder, 'half.tar'), there)).told).toMatch(begun);
    expect(existsSync(mark)).toBe(true);
  });

  test('is done again, and then is whole', async () => {
    expect(await run('restore', first, there)).toMatchObject({ code: 0, told: '' });
    expect(existsSync(mark)).toBe(false);
    const again = path.join(folder, 'again.tar');
    expect(await run('backup', again, there)).toMatchObject({ code: 0, told: '' });
    expect(lasting(again)).toEqual(lasting(first));
    expect((await run('restore', first, there)).told).toMatch(/^There are files in .* already/);
  }, 60_000);

  test('reports photos with lost files in its backup and in the exit code', async () => {
    const originals = path.join(there, 'photos', 'originals');
    // Files of other tests may lie there without a photo.
    const demoPhotoIds = demoId('').slice(0, 24);
    const lost = readdirSync(originals, { recursive: true, withFileTypes: true }).find(({ name }) => name.startsWith(demoPhotoIds))!;
    const file = path.join(lost.parentPath, lost.name);
    renameSync(file, path.join(folder, 'lost'));
    expect(await run('backup', path.join(folder, 'without.tar'), there)).toMatchObject({
      code: 3,
      told: expect.stringContaining(`Missing originals of photos, not in the backup (1): ${path.relative(there, file)}`) as string,
    });
    renameSync(path.join(folder, 'lost'), file);
    expect(await run('backup', path.join(folder, 'with.tar'), there)).toMatchObject({ code: 0, told: '' });
  }, 60_000);
});

describe('a restore is refused, and changes nothing', () => {
  const refused = async (file: string, on: string, why: RegExp) => {
    const before = existsSync(on) ? readdirSync(on) : [];
    const { code, told } = await run('restore', file, on);
    expect(told).toMatch(why);
    expect(code).toBe(1);
    expect(existsSync(on) ? readdirSync(on) : []).toEqual(before);
  };
  const changed = (name: string, change: (file: string) => void) => {
    const file = path.join(folder, name);
    copyFileSync(first, file);
    change(file);
    return file;
  };

  test('where a server runs', () => refused(first, dataDir, /already runs on/));

  test('where something is', async () => {
    const there = freshDataDir();
    mkdirSync(path.join(there, 'photos', 'originals'), { recursive: true });
    openSync(path.join(there, 'photos', 'originals', 'x'), 'w');
    const { code, told } = await run('restore', first, there);
    expect({ code, told }).toEqual({
      code: 1,
      told: `There are files in ${path.join(there, 'photos')} already. A backup is restored where nothing is: set another DATA_DIR.\n`,
    });
  }, 60_000);

  test.each<[string, (file: string) => void, RegExp]>([
    ['torn in the middle', (file) => truncateSync(file, Math.floor(statSync(file).size / 2)), /^It is torn/],
    ['torn at its end', (file) => truncateSync(file, statSync(file).size - 100_000), /^It is torn/],
    ['changed by one byte', (file) => writeSync(openSync(file, 'r+'), '!', Math.floor(statSync(file).size / 2)), /damaged/],
    ['empty', (file) => truncateSync(file, 0), /^It is torn/],
  ])('of one that is %s', (what, change, why) => refused(changed(`${what}.tar`, change), path.join(folder, 'nowhere'), why));

  test('of what no backup is', () => refused(program, path.join(folder, 'nowhere'), /^(It is|There is something)/));
  test('of a file that is not there', () => refused(path.join(folder, 'none.tar'), path.join(folder, 'nowhere'), /ENOENT/));

  test.each([
    ['a newer version', Date.now() + 1e12, /^It was made by a newer version/],
    ['a version from before the baseline migration', Date.UTC(2026, 10, 1), /^It was made by a development version from before/],
  ])('of one that %s made', async (_, schema, reason) => {
    const work = mkdtempSync(path.join(folder, 'other-'));
    execFileSync('tar', ['-xf', first, '-C', work, 'manifest.json']);
    const manifest = { ...manifestOf(first), schema };
    expect(manifest.format).toBe(FORMAT);
    const text = JSON.stringify(manifest);
    const sha256 = createHash('sha256').update(text).digest('hex');
    execFileSync('sh', ['-c', 'cat > manifest.json'], { cwd: work, input: text });
    const checksums = JSON.stringify([{ name: 'manifest.json', bytes: Buffer.byteLength(text), sha256 }]);
    execFileSync('sh', ['-c', 'cat > checksums.json'], { cwd: work, input: checksums });
    const file = path.join(work, 'other.tar');
    execFileSync('tar', ['-cf', file, '--format=ustar', 'manifest.json', 'checksums.json'], { cwd: work });
    await refused(file, path.join(folder, 'nowhere'), reason);
  });
});
