// `npm run backup` while a server is running, `npm run restore` into an empty folder, and a server that starts from the restored data.
import { copyFileSync, existsSync, readFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { demoEvents } from '#server/seed/ids.ts';
import { call, demoPassword, freshSignIn, gallery, originalHash } from '#tests/support/api.ts';
import { sha256 } from '#tests/support/pictures.ts';
import { makeDataDir, startServerOn } from '#tests/support/server-process.ts';
import { contentsOf, manifestOf, run, type Ended } from './backup-command.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ais-backup-'));
const backup = path.join(folder, 'backup.tar');
const restored = makeDataDir();
let made: Ended;
let token: string;
beforeAll(async () => {
  const json = { email: 'owner@demo.test', password: demoPassword };
  token = (await call<{ access_token: string }>(inject('serverUrl'), 'POST', '/api/v1/auth/login', { json })).body.access_token;
  made = await run('backup', backup, inject('dataDir'));
}, 120_000);
afterAll(() => {
  for (const place of [folder, restored]) rmSync(place, { recursive: true, force: true });
});

test('a backup is made beside the running server, readable by its owner only', () => {
  expect(made).toMatchObject({ code: 0, told: '' });
  expect(made.out).toContain(`${backup}: `);
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['backup.tar']);
  const { tables } = manifestOf(backup);
  expect(tables.find(({ name }) => name === 'public.users')?.rows).toBeGreaterThan(5);
  expect(tables.find(({ name }) => name === 'public.photos')?.rows).toBeGreaterThan(20);
  expect(contentsOf(backup).filter(({ name }) => name.startsWith('files/photos/originals/')).length).toBeGreaterThan(20);
});

test('a backup replaces no existing file', async () => {
  const before = statSync(backup).mtimeMs;
  expect(await run('backup', backup, inject('dataDir'))).toMatchObject({ code: 1, told: `${backup} is there already.\n` });
  expect(statSync(backup).mtimeMs).toBe(before);
});

test('a restore brings every file back with its hash, and a server starts on it', async () => {
  const { code, out, told } = await run('restore', backup, restored);
  expect({ code, told }).toEqual({ code: 0, told: '' });
  expect(out).toContain('As it was at ');
  const files = contentsOf(backup).filter(({ name }) => name.startsWith('files/'));
  expect(files.map(({ name }) => [name, sha256(readFileSync(path.join(restored, name.slice('files/'.length))))])).toEqual(
    files.map((file) => [file.name, file.sha256]),
  );

  // Of the keys it has nothing that opens: those of the server that made them do, or a restore that drops them.
  expect(out).toMatch(/Before the start: .*secret\.key is missing.*--without-key/);
  expect(out).toMatch(/All users are logged out: [\d,]+ sessions ended\./);
  await expect(startServerOn(restored, { isDurable: false })).rejects.toThrow(/secret\.key is missing/);
  expect(existsSync(path.join(restored, 'secret.key'))).toBe(false);
  copyFileSync(path.join(inject('dataDir'), 'secret.key'), path.join(restored, 'secret.key'));

  const server = await startServerOn(restored, { isDurable: false });
  try {
    const me = (url: string) => call(url, 'GET', '/api/v1/auth/sessions', { headers: { authorization: `Bearer ${token}` } });
    expect([(await me(inject('serverUrl'))).status, (await me(server.url)).status], 'a session of before').toEqual([200, 401]);
    const [here, back] = await Promise.all([inject('serverUrl'), server.url].map((url) => freshSignIn(url, 'owner@demo.test')));
    const photos = (await gallery(back!, demoEvents.live)).map(({ id }) => id);
    expect(photos.length).toBeGreaterThan(20);
    const some = photos.slice(-3);
    const hashes = (of: typeof back) => Promise.all(some.map((id) => originalHash(of!, demoEvents.live, id)));
    expect(await hashes(back)).toEqual(await hashes(here));
  } finally {
    await server.dispose();
  }
}, 180_000);
