// The embedded PostgreSQL: its programs are spawned detached, so that a signal to the server reaches the database only when the server has
// drained. When the server is killed the database lives on; the next start adopts it.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ConfigError } from '#server/config.ts';
import { type DatabasePaths, freshFolder } from './paths.ts';

const START_MS = 60_000;
const STOP_MS = 60_000;
/** A database that ends may take a connection yet. */
const ENDING_MS = 5_000;
const DATABASE = 'ai_image_suite';
const MAX_LOG_BYTES = 10_000_000;

export interface EmbeddedDatabase {
  connection: { host: string; port: number; user: string; database: string };
  /** True when a database of an earlier server was found running. */
  adopted: boolean;
  pid(): number;
  /** Ends every connection and the database, and waits until its data is on disk. */
  stop(): Promise<void>;
}

/** Whether there is a database already, running or not. */
export const hasCluster = (paths: DatabasePaths): boolean => existsSync(path.join(paths.folder, 'postgres', 'PG_VERSION'));

/**
 * Starts or adopts the database of `paths` and supervises it: if it dies, it is restarted.
 * @param tell receives later events as messages
 */
export async function startCluster(paths: DatabasePaths, tell: (message: string) => void): Promise<EmbeddedDatabase> {
  const data = path.join(paths.folder, 'postgres');
  if (!hasCluster(paths)) initialize(paths, data);
  const found = await adopt(paths, data);
  let running = found ?? (await launch(paths, data));
  await makeDatabase(running.socketDir);

  const stopping = new AbortController();
  let reviving: Promise<void> | null = null;
  const watch = setInterval(() => {
    if (stopping.signal.aborted || reviving || isPostgres(running.pid)) return;
    tell('The database ended unexpectedly; starting it again.');
    reviving = revive().finally(() => (reviving = null));
  }, 500);
  watch.unref();
  async function revive(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        running = (await adopt(paths, data)) ?? (await launch(paths, data));
        tell('The database runs again.');
        return;
      } catch (error) {
        tell(`The database could not be started: ${error instanceof Error ? error.message : String(error)}`);
        await sleep(2000);
      }
    }
  }

  return {
    connection: { host: running.socketDir, port: 5432, user: 'postgres', database: DATABASE },
    adopted: found !== null,
    pid: () => running.pid,
    async stop() {
      stopping.abort();
      clearInterval(watch);
      await reviving;
      await stopProcess(running.pid);
    },
  };
}

interface Running {
  pid: number;
  socketDir: string;
}

/** A first start may be cut at any moment: the data folder gets its name only when it is whole. */
function initialize(paths: DatabasePaths, data: string): void {
  const part = `${data}.part`;
  freshFolder(part, paths.owner);
  const { status, stderr, error } = spawnSync(
    path.join(paths.bin, 'initdb'),
    ['--pgdata', part, '--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C'],
    { ...paths.owner, cwd: '/', env: environment(), encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`initdb failed: ${error?.message ?? stderr}`);
  renameSync(part, data);
}

async function adopt(paths: DatabasePaths, data: string): Promise<Running | null> {
  const deadline = Date.now() + START_MS;
  for (let found = findPostmaster(data); found; found = findPostmaster(data)) {
    if (found.status === 'ready' && found.socketDir !== paths.socketDir) {
      // The folder was moved while its database ran on.
      await stopProcess(found.pid);
    } else if (found.status === 'ready' && (await answers(found.socketDir))) {
      return found;
    }
    if (Date.now() > deadline) throw new Error(`a database process (${found.pid}) holds ${data} but does not answer`);
    await sleep(50);
  }
  return null;
}

async function launch(paths: DatabasePaths, data: string): Promise<Running> {
  if (!findPostmaster(data)) {
    await requireNoForeignDatabase(paths, data);
    // What a killed database leaves names a process number that may be another program's by now.
    for (const left of [path.join(data, 'postmaster.pid'), path.join(paths.socketDir, '.s.PGSQL.5432.lock')]) rmSync(left, { force: true });
  }
  const logFile = path.join(paths.folder, 'postgres.log');
  const log = openSync(logFile, existsSync(logFile) && statSync(logFile).size > MAX_LOG_BYTES ? 'w' : 'a', 0o600);
  const settings = {
    listen_addresses: '',
    unix_socket_directories: `"${paths.socketDir}"`,
    unix_socket_permissions: '0700',
    cluster_name: 'ai-image-suite',
    log_min_messages: 'warning',
    timezone: 'UTC',
  };
  const child = spawn(
    path.join(paths.bin, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...paths.owner, cwd: '/', env: environment(), detached: true, stdio: ['ignore', log, log] },
  );
  closeSync(log);
  const failures: (() => string)[] = [];
  child.once('error', (error) => failures.push(() => error.message));
  child.once('exit', () => failures.push(() => lastLines(logFile)));
  child.unref();
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await sleep(30)) {
    if (failures[0]) throw new Error(`PostgreSQL ended at its start: ${failures[0]()}`);
    if (await answers(paths.socketDir)) return { pid: child.pid ?? 0, socketDir: paths.socketDir };
  }
  throw new Error(`PostgreSQL did not answer within ${START_MS / 1000} s; see ${logFile}`);
}

/**
 * A database may run that is not among the processes seen from here: that of a server on the host or in another container, which was killed. A
 * second one on the same data would destroy it.
 */
async function requireNoForeignDatabase(paths: DatabasePaths, data: string): Promise<void> {
  const socket = path.join(paths.socketDir, '.s.PGSQL.5432');
  for (const deadline = Date.now() + ENDING_MS; await isListening(socket); await sleep(100)) {
    if (Date.now() > deadline)
      throw new ConfigError(
        `A database that runs outside of this container, or as another user, holds ${data}: stop it first. If none runs, remove ${socket}.`,
      );
  }
}

/** No password and no locale of the user: the database behaves the same everywhere. */
const environment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' });

const lastLines = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n').slice(-5).join('\n');

async function answers(socketDir: string): Promise<boolean> {
  const client = new pg.Client({ host: socketDir, user: 'postgres', database: 'postgres', connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    // Not there yet, or still recovering: the caller asks again until its deadline.
    return false;
  }
}

async function makeDatabase(socketDir: string): Promise<void> {
  const client = new pg.Client({ host: socketDir, user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

async function stopProcess(pid: number): Promise<void> {
  // PostgreSQL's "fast shutdown": disconnects, writes a checkpoint, ends.
  if (isPostgres(pid)) process.kill(pid, 'SIGINT');
  for (const deadline = Date.now() + STOP_MS; isPostgres(pid); await sleep(30)) {
    if (Date.now() > deadline) throw new Error(`the database process (${pid}) did not end within ${STOP_MS / 1000} s`);
  }
}

interface Postmaster {
  pid: number;
  socketDir: string;
  /** `starting`, `ready`, `stopping`, or empty while the file is being written. */
  status: string;
}

/** The running process of this data folder, or null. A stale pid may belong to another program or database. */
export function findPostmaster(dataFolder: string): Postmaster | null {
  const lines = readLines(path.join(dataFolder, 'postmaster.pid'));
  const pid = Number(lines?.[0]);
  if (!lines || !Number.isInteger(pid) || pid <= 0 || !isPostgres(pid) || !worksIn(pid, dataFolder)) return null;
  return { pid, socketDir: lines[4] ?? '', status: lines[7]?.trim() ?? '' };
}

/** True while this process lives and is PostgreSQL. One that ended but was not yet collected by its parent does not live. */
export function isPostgres(pid: number): boolean {
  if (process.platform === 'linux') {
    const stat = readLines(`/proc/${pid}/stat`)?.[0];
    const [, command, state] = stat?.match(/^\d+ \((.*)\) (\S)/) ?? [];
    return command === 'postgres' && state !== 'Z' && state !== 'X';
  }
  const { stdout } = spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
  return path.basename(stdout.trim()).startsWith('postgres');
}

/** PostgreSQL's working directory is its data folder. A mismatch means the database of a copied folder, or of another user. */
function worksIn(pid: number, dataFolder: string): boolean {
  if (process.platform !== 'linux') return true;
  try {
    const [works, data] = [statSync(`/proc/${pid}/cwd`), statSync(dataFolder)];
    return works.dev === data.dev && works.ino === data.ino;
  } catch (error) {
    // The process ended in the meantime, or belongs to another user.
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ESRCH', 'EACCES'].includes(String(error.code))) return false;
    throw error;
  }
}

/** False only if nothing listens. A process with a full queue, or one that refuses us access, does listen. */
export function isListening(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = net.connect(socket);
    asked.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT'));
    asked.on('connect', () => {
      asked.destroy();
      resolve(true);
    });
  });
}

function readLines(file: string): string[] | null {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    // ESRCH: a process that ended while it was read.
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return null;
    throw error;
  }
}
