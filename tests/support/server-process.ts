// A real server of our own: built code, own port, own data folder, the embedded database or another one. Started as an operator would, killed as fate
// would.
import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { childrenOf, commandOf, isAlive, killHard, waitUntil } from './processes.ts';

const root = path.resolve(import.meta.dirname, '../..');
export const cheapPasswords = path.join(import.meta.dirname, 'cheap-passwords.mjs');
const readyLine = /AI Image Suite is ready (at \S+|to do jobs)/;

/** Tests sign in more often than people do; the limits have a test of their own. */
const relaxedLimits = {
  LOGIN_RATE_LIMIT: '100000',
  LOGIN_ADDRESS_RATE_LIMIT: '100000',
  LOGIN_ACCOUNT_RATE_LIMIT: '100000',
  SESSIONS_PER_ACCOUNT: '100000',
  STREAMS_PER_ACCOUNT: '100000',
  REGISTER_RATE_LIMIT: '100000',
  GUEST_RATE_LIMIT: '100000',
  GUEST_EVENT_RATE_LIMIT: '100000',
  ACCOUNT_MAIL_RATE_LIMIT: '100000',
  INVITATION_RATE_LIMIT: '100000',
  PLAN_REQUEST_RATE_LIMIT: '100000',
  PICTURE_RATE_LIMIT: '100000',
  REFRESH_RATE_LIMIT: '100000',
  JOIN_MISS_RATE_LIMIT: '100000',
  DELETED_ACCOUNTS_RATE_LIMIT: '100000',
  PERSONAL_CREDITS: '100000',
  GENERATIONS_PER_PERSON: '100000',
};

export interface ServerOptions {
  /** False: its machine never fails, so its database need not wait for the disk, and it is ended without a drain. */
  isDurable?: boolean;
  /** What it prints is appended to this file as well, for other processes. */
  logFile?: string;
  port?: number;
  env?: Record<string, string>;
  /** The folder of another release that was built there. */
  release?: string;
}

export interface TestServer {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** Of the server process that runs now. */
  pid(): number;
  /** What it printed, both streams, as it came. */
  log(): string;
  /** Asks it to stop (SIGTERM) and waits until it has. Resolves with its exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL of the server process alone: its database lives on as an orphan. */
  kill(): Promise<void>;
  /** SIGKILL of the server and every database process, as a power cut would. */
  killWithDatabase(): Promise<void>;
  /** Starts again on the same data and port. */
  restart(): Promise<void>;
  /** Asks its database directly, for what no operation does (yet), and for counting what really is there. */
  sql<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  /** Stops it by any means and removes its data. */
  dispose(): Promise<void>;
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/** The database's own user must be able to enter it, so that everything stays in this one folder. */
export function makeDataDir(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'ais-data-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** PostgreSQL's main process of a server: its child by name, wherever its data may lie. */
function databaseOf(pid: number): number | null {
  return childrenOf(pid).find((child) => /\bpostgres\b/.test(commandOf(child))) ?? null;
}

/** @param socketFolder where the database of a server listens */
export async function queryDatabase<T extends pg.QueryResultRow>(socketFolder: string, text: string, values: unknown[]): Promise<T[]> {
  const client = new pg.Client({ host: socketFolder, user: 'postgres', database: 'ai_image_suite' });
  await client.connect();
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Starts a server on this data and waits for its ready line. Throws with its log when that does not come. */
export async function startServerOn(dataDir: string, options: ServerOptions = {}, removeData = () => {}): Promise<TestServer> {
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const home = options.release ?? root;
  const built = path.join(home, 'dist/server/main.js');
  let child: ChildProcess;
  let database: number | null = null;
  let log = '';

  async function launch(): Promise<void> {
    if (!existsSync(built)) throw new Error(`${built} is missing: run \`npm run build\` first`);
    const inherited = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|PLAYWRIGHT|NODE_ENV$|TEST$)/.test(name)),
    );
    // Benches measure a server as it runs in production.
    const preload = options.env?.NODE_ENV === 'production' ? [] : ['--import', cheapPasswords];
    const started = spawn(process.execPath, [...preload, built], {
      cwd: home,
      env: {
        ...inherited,
        DATA_DIR: dataDir,
        PORT: String(port),
        HOST: '127.0.0.1',
        DEMO: '1',
        NODE_ENV: 'test',
        ...relaxedLimits,
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    let sinceStart = '';
    const take = (chunk: Buffer) => {
      log += chunk.toString();
      sinceStart += chunk.toString();
      if (options.logFile !== undefined) appendFileSync(options.logFile, chunk);
    };
    started.stdout.on('data', take);
    started.stderr.on('data', take);
    await waitUntil(
      () => {
        if (started.exitCode !== null || started.signalCode !== null)
          throw new Error(`the server stopped before it was ready:\n${sinceStart}`);
        return readyLine.test(sinceStart);
      },
      300_000,
      () => `the server was not ready in time:\n${sinceStart}`,
    );
    database = databaseOf(pidOf(started)) ?? database;
  }

  const ended = (process: ChildProcess) => process.exitCode !== null || process.signalCode !== null;

  async function stop(): Promise<number | null> {
    if (!ended(child)) {
      child.kill('SIGTERM');
      await waitUntil(
        () => ended(child),
        30_000,
        () => `the server did not stop on SIGTERM:\n${log.slice(-4000)}`,
      );
    }
    return child.exitCode;
  }

  async function kill(): Promise<void> {
    child.kill('SIGKILL');
    await waitUntil(
      () => ended(child),
      10_000,
      () => 'the server survived SIGKILL',
    );
  }

  async function killWithDatabase(): Promise<void> {
    const family = database === null ? [] : [database, ...childrenOf(database)];
    await kill();
    for (const pid of family) killHard(pid);
    await waitUntil(
      () => family.every((pid) => !isAlive(pid)),
      10_000,
      () => 'the database survived SIGKILL',
    );
  }

  /** SIGQUIT ends PostgreSQL at once as well, but unlike SIGKILL it releases the shared memory. */
  async function endWithoutDrain(): Promise<void> {
    await kill();
    const postmaster = database;
    if (postmaster === null || !isAlive(postmaster)) return;
    process.kill(postmaster, 'SIGQUIT');
    await waitUntil(
      () => !isAlive(postmaster),
      10_000,
      () => 'the database survived SIGQUIT',
    );
  }

  await launch();
  return {
    url,
    port,
    dataDir,
    pid: () => pidOf(child),
    log: () => log,
    stop,
    kill,
    killWithDatabase,
    restart: launch,
    async sql<T extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
      const folder = /unix_socket_directories="?([^"\s]+)/.exec(database === null ? '' : commandOf(database))?.[1];
      if (!folder) throw new Error('the database of this server was not found');
      return queryDatabase<T>(folder, text, values);
    },
    async dispose() {
      await (options.isDurable === false ? endWithoutDrain() : stop()).catch(killWithDatabase);
      if (database !== null && isAlive(database)) await killWithDatabase();
      removeData();
    },
  };
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('the process did not start');
  return child.pid;
}
