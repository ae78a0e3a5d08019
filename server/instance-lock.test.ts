// One server for each data folder.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findDatabasePaths, type DatabasePaths } from '#server/db/embedded/paths.ts';
import { AlreadyRunning, lockInstance } from '#server/instance-lock.ts';
import { isFullTier } from '#tests/support/tier.ts';

let folder: string;
let paths: DatabasePaths;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ais-lock-'));
  chmodSync(folder, 0o711);
  paths = findDatabasePaths(folder, null);
});
afterEach(() => {
  for (const each of [folder, paths.socketDir]) rmSync(each, { recursive: true, force: true });
});

test('one server per data folder: a second one learns the URL of the first, and the lock ends with its process', async () => {
  const first = await lockInstance(paths.lockDir, folder);
  first.setUrl('http://localhost:3000');
  const second = lockInstance(paths.lockDir, folder);
  await expect(second).rejects.toThrow(AlreadyRunning);
  await expect(second).rejects.toThrow(`process ${process.pid}, at http://localhost:3000`);
  await first.release();
  await (await lockInstance(paths.lockDir, folder)).release();
});

test('a start that finds the data locked by a command names the command, not a server', async () => {
  const backup = await lockInstance(paths.lockDir, folder, 'npm run backup');
  await expect(lockInstance(paths.lockDir, folder)).rejects.toThrow(
    `${folder} is in use by npm run backup: process ${process.pid}. Wait until it has ended`,
  );
  await backup.release();
});

const leaveLock = (name: string) => {
  const script = `require('node:net').createServer().listen(${JSON.stringify(path.join(paths.socketDir, name))}, () => process.kill(process.pid, 'SIGKILL'))`;
  expect(spawnSync(process.execPath, ['-e', script]).signal).toBe('SIGKILL');
};

test('a lock left by a killed server is worth nothing, and of starts at once one gets it', async () => {
  for (let round = 0; round < (isFullTier ? 5 : 2); round += 1) {
    // As this release names it, and as those before did.
    leaveLock(round % 2 === 0 ? `server-0000000${round}.sock` : 'server.sock');
    const locks = await Promise.allSettled(Array.from({ length: 4 }, () => lockInstance(paths.lockDir, folder)));
    const held = locks.filter((lock) => lock.status === 'fulfilled');
    expect(held).toHaveLength(1);
    for (const lock of held) await lock.value.release();
    expect(readdirSync(paths.socketDir).filter((name) => name.endsWith('.sock'))).toEqual([]);
  }
});

test('a server too busy to answer still has its lock', async () => {
  const script = `require('node:net').createServer().listen(${JSON.stringify(path.join(paths.socketDir, 'server.sock'))}, () => { console.log('listens'); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); })`;
  const busy = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await once(busy.stdout, 'data');
    await expect(lockInstance(paths.lockDir, folder)).rejects.toThrow('already runs');
  } finally {
    busy.kill('SIGKILL');
    await once(busy, 'exit');
  }
  await (await lockInstance(paths.lockDir, folder)).release();
});

test('the lock is beside the data: it is found from another temporary folder, by another path and by another user', async () => {
  const long = path.join(folder, 'x'.repeat(60), 'y'.repeat(60));
  mkdirSync(long, { recursive: true, mode: 0o711 });
  const link = path.join(folder, 'link');
  symlinkSync(long, link);
  const found = findDatabasePaths(long, null);
  expect(found.socketDir.length).toBeLessThan(81);
  const elsewhere = path.join(folder, 'tmp');
  mkdirSync(elsewhere);
  const first = await lockInstance(found.lockDir, long);
  const [socket] = readdirSync(found.lockDir);
  expect(statSync(path.join(found.lockDir, socket!)).mode & 0o777).toBe(0o666);
  vi.stubEnv('TMPDIR', elsewhere);
  try {
    for (const seen of [long, link])
      await expect(lockInstance(findDatabasePaths(seen, null).lockDir, seen)).rejects.toThrow('already runs');
    await first.release();
    await (await lockInstance(found.lockDir, long)).release();
    expect(readdirSync(found.lockDir)).toEqual([]);
    expect(readdirSync(elsewhere).filter((name) => name.startsWith('ais-lock'))).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
    rmSync(found.socketDir, { recursive: true, force: true });
  }
});

test('the lock changes the mode of nothing that the owner of the folder may have put in its place', async () => {
  const victim = path.join(folder, 'victim');
  writeFileSync(victim, '', { mode: 0o600 });
  const { listen } = net.Server.prototype;
  vi.spyOn(net.Server.prototype, 'listen').mockImplementationOnce(function swap(this: net.Server, file: string, listener) {
    Reflect.apply(listen, this, [file, listener]);
    rmSync(file);
    symlinkSync(victim, file);
    return this;
  });
  const before = process.umask(0o077);
  try {
    const lock = await lockInstance(paths.lockDir, folder);
    await lock.release();
    expect(statSync(victim).mode & 0o777).toBe(0o600);
    expect(process.umask(), 'as before').toBe(0o077);
  } finally {
    process.umask(before);
  }
});
