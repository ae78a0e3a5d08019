import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createClosers } from '#server/closers.ts';
import { openDatabaseBeside } from '#server/command-database.ts';
import { startCluster, type EmbeddedDatabase } from '#server/db/embedded/cluster.ts';
import { findDatabasePaths, type DatabasePaths } from '#server/db/embedded/paths.ts';
import { findPostmaster, isListening, isPostgres } from '#server/db/embedded/postmaster.ts';
import { AlreadyRunning, lockInstance } from '#server/instance-lock.ts';

/** Of a database that was started once and stopped: making one takes longer than all else here. */
let made: string;
let folder: string;
let paths: DatabasePaths;
let last: EmbeddedDatabase | undefined;
const told: string[] = [];

function newFolder(name: string): string {
  const fresh = mkdtempSync(path.join(tmpdir(), `ais-${name}-`));
  chmodSync(fresh, 0o711);
  return fresh;
}
const copyData = (from: string, to: string) => expect(spawnSync('cp', ['-a', path.join(from, 'postgres'), to]).status).toBe(0);

beforeAll(async () => {
  made = newFolder('made-cluster');
  const first = await startCluster(findDatabasePaths(made, null), () => undefined);
  expect(first.adopted).toBe(false);
  await first.stop();
}, 60_000);
afterAll(() => rmSync(made, { recursive: true, force: true }));

beforeEach(() => {
  folder = newFolder('cluster');
  paths = findDatabasePaths(folder, null);
  told.length = 0;
});
afterEach(async () => {
  await last?.stop();
  last = undefined;
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedDatabase> {
  if (!existsSync(path.join(folder, 'postgres'))) copyData(made, folder);
  return (last = await startCluster(paths, (message) => told.push(message)));
}

async function ask(database: EmbeddedDatabase, query: string): Promise<unknown> {
  const client = new pg.Client(database.connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(query);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 50));
}

test('it keeps data over a stop, waits for the disk, and listens to nobody but its owner', async () => {
  const first = await start();
  await ask(first, 'create table kept as select 42 as answer');
  expect(await ask(first, 'show fsync')).toBe('on');
  expect(await ask(first, 'show listen_addresses')).toBe('');
  await first.stop();
  expect(isPostgres(first.pid())).toBe(false);
  expect(await ask(await start(), 'select answer from kept')).toBe(42);
}, 60_000);

test('a database whose server was killed is taken over as it runs', async () => {
  const orphan = await start();
  await ask(orphan, 'create table kept as select 42 as answer');
  const adopted = await start();
  expect(adopted.adopted).toBe(true);
  expect(adopted.pid()).toBe(orphan.pid());
  expect(await ask(adopted, 'select answer from kept')).toBe(42);
}, 60_000);

test('a database that dies is started again, and what was committed is there', async () => {
  const database = await start();
  await ask(database, 'create table kept as select 42 as answer');
  const killed = database.pid();
  process.kill(killed, 'SIGKILL');
  await until(() => told.some((message) => message.includes('runs again')));
  expect(database.pid()).not.toBe(killed);
  expect(await ask(database, 'select answer from kept')).toBe(42);
}, 60_000);

test('a process number in a file left behind that is another program now does not hold up the start', async () => {
  await (await start()).stop();
  writeFileSync(
    path.join(folder, 'postgres', 'postmaster.pid'),
    `${process.pid}\n${folder}/postgres\n0\n5432\n${paths.socketDir}\n\n0 0\nready   \n`,
  );
  expect(findPostmaster(path.join(folder, 'postgres'))).toBeNull();
  expect((await start()).adopted).toBe(false);
}, 60_000);

test('a folder copied from one whose database runs leaves that database alone', async () => {
  const original = await start();
  const pid = original.pid();
  const copy = newFolder('copy');
  try {
    copyData(folder, copy);
    const other = await startCluster(findDatabasePaths(copy, null), () => undefined);
    expect(other.adopted).toBe(false);
    expect(await ask(original, 'select 1')).toBe(1);
    await other.stop();
    expect(isPostgres(pid)).toBe(true);
    expect(original.pid()).toBe(pid);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}, 60_000);

test('one server per data folder: a second is told where the first is, and the lock ends with its holder', async () => {
  const first = await lockInstance(paths.lockDir, folder);
  first.setUrl('http://localhost:3000');
  const second = lockInstance(paths.lockDir, folder);
  await expect(second).rejects.toThrow(AlreadyRunning);
  await expect(second).rejects.toThrow(`process ${process.pid}, at http://localhost:3000`);
  await first.release();
  await (await lockInstance(paths.lockDir, folder)).release();
});

test('what finds the data held by a command is told which, and not that a server runs', async () => {
  const backup = await lockInstance(paths.lockDir, folder, 'npm run backup');
  await expect(lockInstance(paths.lockDir, folder)).rejects.toThrow(
    `${folder} is in use by npm run backup: process ${process.pid}. Wait until it has ended`,
  );
  await backup.release();
});

test('a command waits for another one, whose database ends with it, and works beside a server', async () => {
  copyData(made, folder);
  const log = pino({ level: 'silent' });
  const closers = createClosers(log);
  const open = (command: string) => openDatabaseBeside({ databaseUrl: null, dataDir: folder, postgresBin: null, command }, log, closers);
  try {
    await open('npm run backup');
    await expect(open('npm run logs:verify')).rejects.toThrow(`${folder} is in use by npm run backup`);
  } finally {
    await closers.close();
  }
  const server = await lockInstance(paths.lockDir, folder);
  const database = await start();
  expect(await open('npm run backup')).toMatchObject({ host: database.connection.host });
  await server.release();
}, 60_000);

const leaveLock = (name: string) => {
  const script = `require('node:net').createServer().listen(${JSON.stringify(path.join(paths.socketDir, name))}, () => process.kill(process.pid, 'SIGKILL'))`;
  expect(spawnSync(process.execPath, ['-e', script]).signal).toBe('SIGKILL');
};

test('a lock left by a killed server is worth nothing, and of starts at once one gets it', async () => {
  for (let round = 0; round < 5; round += 1) {
    // As this release names it, and as those before did.
    leaveLock(round % 2 === 0 ? `server-0000000${round}.sock` : 'server.sock');
    const locks = await Promise.allSettled(Array.from({ length: 4 }, () => lockInstance(paths.lockDir, folder)));
    const held = locks.filter((lock) => lock.status === 'fulfilled');
    expect(held).toHaveLength(1);
    for (const lock of held) await lock.value.release();
    expect(readdirSync(paths.socketDir).filter((name) => name.endsWith('.sock'))).toEqual([]);
  }
}, 60_000);

test('a server too busy to answer holds its lock all the same', async () => {
  const script = `require('node:net').createServer().listen(${JSON.stringify(path.join(paths.socketDir, 'server.sock'))}, () => { console.log('listens'); for (;;); })`;
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

test('the lock lies with the data: it is met from another temporary folder, by another path and by another user', async () => {
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

test('a socket whose queue of connections is full is listened at; one that is missing or left behind is not', async () => {
  const file = path.join(folder, 'busy.sock');
  expect(await isListening(file)).toBe(false);
  const script = `require('node:net').createServer().listen({ path: ${JSON.stringify(file)}, backlog: 1 }, () => { console.log('listens'); for (;;); })`;
  const busy = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const queued: net.Socket[] = [];
  try {
    await once(busy.stdout, 'data');
    const refused = new Promise<string | undefined>((resolve) => {
      for (let number = 0; number < 4; number += 1)
        queued.push(net.connect(file).on('error', ({ code }: NodeJS.ErrnoException) => resolve(code)));
    });
    expect(await refused).toBe('EAGAIN');
    expect(await isListening(file)).toBe(true);
  } finally {
    for (const socket of queued) socket.destroy();
    busy.kill('SIGKILL');
    await once(busy, 'exit');
  }
  expect(await isListening(file)).toBe(false);
});

test('no second database is started where one answers that is not among the processes', async () => {
  copyData(made, folder);
  const data = path.join(folder, 'postgres');
  // As of a server on the host, killed, to a start in a container: the number is nobody's here.
  const left = `4194303\n${data}\n1\n5432\n${paths.socketDir}\n\n\nready\n`;
  writeFileSync(path.join(data, 'postmaster.pid'), left);
  const hidden = net.createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => hidden.listen(path.join(paths.socketDir, '.s.PGSQL.5432'), resolve));
  try {
    await expect(startCluster(paths, () => undefined)).rejects.toThrow(`holds ${data}: stop it first`);
    expect(readFileSync(path.join(data, 'postmaster.pid'), 'utf8')).toBe(left);
  } finally {
    await new Promise((resolve) => hidden.close(resolve));
  }
  expect((await start()).adopted, 'when it has ended').toBe(false);
}, 60_000);
