// `npm run backup` beside a server that runs, and `npm run restore` where nothing is: what comes out is what went in, and a server starts on it.
import { execFileSync, spawn } from 'node:child_process';
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
import { FORMAT, readChecksums, readManifest, type Checksum, type Manifest } from '#server/backup/manifest.ts';
import { findPostmaster } from '#server/db/embedded/postmaster.ts';
import { demoEvents } from '#server/seed/ids.ts';
import { freshSignIn, gallery, originalHash } from '#tests/support/api.ts';
import { killHard } from '#tests/support/processes.ts';
import { makeDataDir, startServerOn } from '#tests/support/server-process.ts';

const program = path.resolve(import.meta.dirname, '../../dist/server/backup-command.js');
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

interface Ended {
  code: number | null;
  out: string;
  told: string;
}

const run = (command: string, file: string, on: string, more: { preload?: string; env?: Record<string, string> } = {}) =>
  runProgram(
    [
      ...(more.preload === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(more.preload)}`]),
      program,
      command,
      file,
    ],
    {
      DATA_DIR: on,
      ...more.env,
    },
  );

function runProgram(args: string[], env: Record<string, string>): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, ...env } });
    let [out, told] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
    child.on('close', (code) => resolve({ code, out, told }));
  });
}

/** By another program than the one that wrote it. */
const entry = (file: string, name: string) => execFileSync('tar', ['-xOf', file, name], { encoding: 'utf8', maxBuffer: 100_000_000 });
const manifestOf = (file: string): Manifest => readManifest(entry(file, 'manifest.json'));
const contentsOf = (file: string): Checksum[] =>
  readChecksums(entry(file, 'checksums.json')).filter(({ name }) => name !== 'manifest.json');

const first = path.join(folder, 'first.tar');

describe('a backup', () => {
  let made: Ended;
  beforeAll(async () => {
    made = await run('backup', first, dataDir);
  }, 120_000);

  test('is made beside the running server, for its owner’s eyes only', () => {
    expect(made).toMatchObject({ code: 0, told: '' });
    expect(made.out).toContain(`${first}: `);
    expect(statSync(first).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['first.tar']);
    const { tables } = manifestOf(first);
    expect(tables.find(({ name }) => name === 'public.users')?.rows).toBeGreaterThan(5);
    expect(tables.find(({ name }) => name === 'public.photos')?.rows).toBeGreaterThan(20);
    expect(contentsOf(first).filter(({ name }) => name.startsWith('files/photos/originals/')).length).toBeGreaterThan(20);
  });

  test('replaces no file that is there', async () => {
    const before = statSync(first).mtimeMs;
    expect(await run('backup', first, dataDir)).toMatchObject({ code: 1, told: `${first} is there already.\n` });
    expect(statSync(first).mtimeMs).toBe(before);
  });

  test('comes back with equal hashes, and a server goes on from it', async () => {
    const there = freshDataDir();
    const { code, out, told } = await run('restore', first, there);
    expect({ code, told }).toEqual({ code: 0, told: '' });
    expect(out).toContain('As it was at ');

    const second = path.join(folder, 'second.tar');
    expect(await run('backup', second, there)).toMatchObject({ code: 0, told: '' });
    expect(contentsOf(second)).toEqual(contentsOf(first));
    const { made_at: _first, ...before } = manifestOf(first);
    const { made_at: _second, ...after } = manifestOf(second);
    expect(after).toEqual(before);

    const server = await startServerOn(there);
    try {
      const [here, back] = await Promise.all([inject('serverUrl'), server.url].map((url) => freshSignIn(url, 'owner@demo.test')));
      const photos = (await gallery(back!, demoEvents.live)).map(({ id }) => id);
      expect(photos.length).toBeGreaterThan(20);
      const some = photos.slice(-3);
      const hashes = (of: typeof back) => Promise.all(some.map((id) => originalHash(of!, demoEvents.live, id)));
      expect(await hashes(back)).toEqual(await hashes(here));
    } finally {
      await server.stop();
    }
  }, 180_000);
});

/** Code that ends the process, as `kill -9` does, when it comes to a call on files. @param wrapper is given the call as `real` and the end as `die` */
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
    '%s is told by its mark, and no server starts',
    async (_when, preload, isThere) => {
      expect(await run('restore', first, there, { preload })).toMatchObject({ code: null });
      expect(existsSync(mark)).toBe(true);
      isThere();
      await startsNoServer();
    },
    60_000,
  );

  test('is no reason to empty another database, or to back up what is there', async () => {
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
    expect(contentsOf(again)).toEqual(contentsOf(first));
    expect((await run('restore', first, there)).told).toMatch(/^There are files in .* already/);
  }, 60_000);

  test('tells the backup of it what photos have lost, and the exit code does', async () => {
    const originals = path.join(there, 'photos', 'originals');
    const lost = readdirSync(originals, { recursive: true, withFileTypes: true }).find((entry) => entry.isFile())!;
    const file = path.join(lost.parentPath, lost.name);
    renameSync(file, path.join(folder, 'lost'));
    expect(await run('backup', path.join(folder, 'without.tar'), there)).toMatchObject({
      code: 3,
      told: expect.stringContaining(`Originals of photos that are nowhere, and so not in it (1): ${path.relative(there, file)}`) as string,
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

  test('of one that a newer version made', async () => {
    const work = mkdtempSync(path.join(folder, 'newer-'));
    execFileSync('tar', ['-xf', first, '-C', work, 'manifest.json']);
    const manifest = { ...manifestOf(first), schema: Date.now() + 1e12 };
    expect(manifest.format).toBe(FORMAT);
    const text = JSON.stringify(manifest);
    const sha256 = createHash('sha256').update(text).digest('hex');
    execFileSync('sh', ['-c', 'cat > manifest.json'], { cwd: work, input: text });
    const checksums = JSON.stringify([{ name: 'manifest.json', bytes: Buffer.byteLength(text), sha256 }]);
    execFileSync('sh', ['-c', 'cat > checksums.json'], { cwd: work, input: checksums });
    const file = path.join(folder, 'newer.tar');
    execFileSync('tar', ['-cf', file, '--format=ustar', 'manifest.json', 'checksums.json'], { cwd: work });
    await refused(file, path.join(folder, 'nowhere'), /^It was made by a newer version/);
  });
});
