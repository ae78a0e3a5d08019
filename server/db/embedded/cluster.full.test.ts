import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openSharedDatabase } from '#server/command-database.ts';
import { type EmbeddedDatabase, findPostmaster, isPostgres, startCluster } from '#server/db/embedded/cluster.ts';
import { findDatabasePaths, type DatabasePaths } from '#server/db/embedded/paths.ts';
import { lockInstance } from '#server/instance-lock.ts';
import { createShutdownHooks } from '#server/process.ts';

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

test('persists data across a stop, waits for the disk, and accepts only its owner', async () => {
  const first = await start();
  await ask(first, 'create table kept as select 42 as answer');
  expect(await ask(first, 'show fsync')).toBe('on');
  expect(await ask(first, 'show listen_addresses')).toBe('');
  await first.stop();
  expect(isPostgres(first.pid())).toBe(false);
  expect(await ask(await start(), 'select answer from kept')).toBe(42);
}, 60_000);

test('a database of a killed server is adopted while running', async () => {
  const orphan = await start();
  await ask(orphan, 'create table kept as select 42 as answer');
  const adopted = await start();
  expect(adopted.adopted).toBe(true);
  expect(adopted.pid()).toBe(orphan.pid());
  expect(await ask(adopted, 'select answer from kept')).toBe(42);
}, 60_000);

test('a database that dies is restarted with its committed data', async () => {
  const database = await start();
  await ask(database, 'create table kept as select 42 as answer');
  const killed = database.pid();
  process.kill(killed, 'SIGKILL');
  await until(() => told.some((message) => message.includes('runs again')));
  expect(database.pid()).not.toBe(killed);
  expect(await ask(database, 'select answer from kept')).toBe(42);
}, 60_000);

test('a stale pid of another program does not delay the start', async () => {
  await (await start()).stop();
  writeFileSync(
    path.join(folder, 'postgres', 'postmaster.pid'),
    `${process.pid}\n${folder}/postgres\n0\n5432\n${paths.socketDir}\n\n0 0\nready   \n`,
  );
  expect(findPostmaster(path.join(folder, 'postgres'))).toBeNull();
  expect((await start()).adopted).toBe(false);
}, 60_000);

test('a folder copied from a running database does not affect that database', async () => {
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

test('a command waits for another one, whose database ends with it, and works beside a server', async () => {
  copyData(made, folder);
  const log = pino({ level: 'silent' });
  const closers = createShutdownHooks(log);
  const open = (command: string) => openSharedDatabase({ databaseUrl: null, dataDir: folder, postgresBin: null, command }, log, closers);
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

test('no second database is started where one answers that is not among the processes', async () => {
  copyData(made, folder);
  const data = path.join(folder, 'postgres');
  // For example from a killed server on the host, at a start in a container: the pid does not exist here.
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
