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
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { FORMAT, readChecksums, readManifest, type Checksum, type Manifest } from '#server/backup/manifest.ts';
import { demoEvents } from '#server/seed/ids.ts';
import { freshSignIn, gallery, originalHash } from '#tests/support/api.ts';
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

function run(command: string, file: string, on: string): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, command, file], { env: { PATH: process.env.PATH, DATA_DIR: on } });
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
