// The server's side of the deriving process: one child, two photos at once, watched for time and memory, started when needed.
import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Ask, Reply } from '#server/photos/derive-child.ts';
import type { DeriveResult, DeriveTask } from '#server/photos/derive-picture.ts';

/** The child died or was killed while it had this task: the photo may be to blame, or the one beside it. */
export class ChildCrash extends Error {
  override name = 'ChildCrash';
}

export interface DerivePool {
  /**
   * @param alone not beside another photo, which shows whether this one is to blame for a crash
   * @throws {ChildCrash}
   */
  run(task: DeriveTask, alone: boolean): Promise<DeriveResult>;
  close(): void;
}

export interface PoolLimits {
  atOnce: number;
  taskMs: number;
  idleMs: number;
  /** The child is replaced when it has grown beyond this and nothing is in work. */
  recycleBytes: number;
  /** And killed at once beyond this. */
  mostBytes: number;
}

const defaults: PoolLimits = { atOnce: 2, taskMs: 90_000, idleMs: 60_000, recycleBytes: 700e6, mostBytes: 2.5e9 };

interface Job {
  task: DeriveTask;
  alone: boolean;
  resolve: (result: DeriveResult) => void;
  reject: (error: Error) => void;
}

export function createDerivePool(limits: Partial<PoolLimits> = {}, startChild: () => ChildProcess = forkChild): DerivePool {
  const { atOnce, taskMs, idleMs, recycleBytes, mostBytes } = { ...defaults, ...limits };
  const waiting: Job[] = [];
  const working = new Map<number, Job & { timer: NodeJS.Timeout }>();
  let child: ChildProcess | null = null;
  let isRetiring = false;
  let idle: NodeJS.Timeout | undefined;
  let watch: NodeJS.Timeout | undefined;
  let lastId = 0;
  let closed = false;

  function next(): void {
    for (let job = waiting[0]; job !== undefined; job = waiting[0]) {
      if (isRetiring && working.size > 0) return;
      if (isRetiring) drop();
      const isAlone = job.alone || [...working.values()].some((other) => other.alone);
      if (working.size >= (isAlone ? 1 : atOnce)) return;
      waiting.shift();
      begin(job);
    }
    if (working.size === 0 && child) {
      clearInterval(watch);
      clearTimeout(idle);
      idle = setTimeout(drop, isRetiring ? 0 : idleMs);
      idle.unref();
    }
  }

  function begin(job: Job): void {
    clearTimeout(idle);
    const process = (child ??= start());
    const id = ++lastId;
    const timer = setTimeout(() => process.kill('SIGKILL'), taskMs);
    if (working.size === 0) {
      process.ref();
      process.channel?.ref();
      // The last task may have ended with this one already waiting.
      clearInterval(watch);
      watch = setInterval(() => {
        if (residentBytes(process.pid) > mostBytes) process.kill('SIGKILL');
      }, 500);
    }
    working.set(id, { ...job, timer });
    const ask: Ask = { id, task: job.task };
    process.send(ask);
  }

  function start(): ChildProcess {
    const started = startChild();
    isRetiring = false;
    let said = '';
    started.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)));
    started.on('message', (reply: Reply) => {
      const job = working.get(reply.id);
      if (!job) return;
      working.delete(reply.id);
      clearTimeout(job.timer);
      isRetiring ||= reply.rssBytes > recycleBytes;
      if ('result' in reply) job.resolve(reply.result);
      else job.reject(new Error(`a photo could not be derived: ${reply.error}`));
      if (working.size === 0) {
        // A process that waits keeps nothing alive.
        started.unref();
        started.channel?.unref();
      }
      next();
    });
    const ended = (why: string) => {
      if (child !== started) return;
      child = null;
      clearInterval(watch);
      const lost = [...working.values()];
      working.clear();
      for (const job of lost) {
        clearTimeout(job.timer);
        job.reject(new ChildCrash(`the deriving process ended (${why}) ${said}`.trim()));
      }
      if (!closed) next();
    };
    started.on('error', (error) => ended(error.message));
    started.on('exit', (code, signal) => ended(signal ?? `code ${code}`));
    return started;
  }

  /** Lets the child go; only when nothing is in work. */
  function drop(): void {
    const gone = child;
    child = null;
    isRetiring = false;
    if (gone?.connected) gone.disconnect();
  }

  return {
    run: (task, alone) =>
      new Promise((resolve, reject) => {
        if (closed) throw new Error('the server is stopping');
        waiting.push({ task, alone, resolve, reject });
        next();
      }),
    close() {
      closed = true;
      clearInterval(watch);
      clearTimeout(idle);
      const jobs = [...waiting.splice(0), ...working.values()];
      for (const { timer } of working.values()) clearTimeout(timer);
      working.clear();
      const gone = child;
      child = null;
      gone?.kill('SIGKILL');
      for (const job of jobs) job.reject(new Error('the server is stopping'));
    },
  };
}

/** Built: a file beside or above this code. In development: the source, through tsx. */
function forkChild(): ChildProcess {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const built = [here, path.dirname(here)].map((folder) => path.join(folder, 'derive-child.js')).find((file) => existsSync(file));
  const source = path.join(here, 'derive-child.ts');
  const tsx = () => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  return fork(built ?? source, [], {
    serialization: 'advanced',
    execArgv: built === undefined ? ['--import', tsx()] : [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // Fewer arenas: glibc otherwise keeps what libvips gave back.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TZ: 'UTC', MALLOC_ARENA_MAX: '2' },
  });
}

function residentBytes(pid: number | undefined): number {
  const file = `/proc/${pid}/statm`;
  // Elsewhere than on Linux the child's own report, after each photo, has to do.
  if (pid === undefined || !existsSync(file)) return 0;
  try {
    return Number(readFileSync(file, 'latin1').split(' ')[1]) * 4096;
  } catch {
    // It ended between the two looks; its exit is told elsewhere.
    return 0;
  }
}
