import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startCluster, type EmbeddedDatabase } from '#server/db/embedded/cluster.ts';
import { findDatabasePaths, type DatabasePaths } from '#server/db/embedded/paths.ts';
import { findPostmaster, isPostgres } from '#server/db/embedded/postmaster.ts';
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
  const first = await lockInstance(paths.socketDir, folder);
  first.setUrl('http://localhost:3000');
  const second = lockInstance(paths.socketDir, folder);
  await expect(second).rejects.toThrow(AlreadyRunning);
  await expect(second).rejects.toThrow(`process ${process.pid}, at http://localhost:3000`);
  await first.release();
  await (await lockInstance(paths.socketDir, folder)).release();
});

test('a lock left by a killed server is worth nothing', async () => {
  const script = `require('node:net').createServer().listen(${JSON.stringify(path.join(paths.socketDir, 'server.sock'))}, () => process.kill(process.pid, 'SIGKILL'))`;
  for (let round = 0; round < 4; round += 1) {
    expect(spawnSync(process.execPath, ['-e', script]).signal).toBe('SIGKILL');
    const locks = await Promise.allSettled([lockInstance(paths.socketDir, folder), lockInstance(paths.socketDir, folder)]);
    const held = locks.filter((lock) => lock.status === 'fulfilled');
    expect(held).toHaveLength(1);
    for (const lock of held) await lock.value.release();
  }
});

test('a folder with a long name keeps its sockets in a short one', async () => {
  const long = path.join(folder, 'x'.repeat(60), 'y'.repeat(60));
  mkdirSync(long, { recursive: true, mode: 0o711 });
  expect(findDatabasePaths(long, null).socketDir.length).toBeLessThan(81);
});
