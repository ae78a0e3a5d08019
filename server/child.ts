// Child processes and threads for work that may crash, hang or use much memory. Each has its own entry (vite.server.config.ts).
import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { packageRoot } from '#server/package-root.ts';

type Stdio = ('pipe' | 'ignore' | 'ipc')[];

function findBuilt(name: string): string | undefined {
  const here = path.dirname(fileURLToPath(import.meta.url));
  return [here, path.dirname(here)].map((folder) => path.join(folder, `${name}.js`)).find((file) => existsSync(file));
}

/** What only the built server has: null in development. */
export function startBuiltChild(name: string, stdio: Stdio): ChildProcess | null {
  const built = findBuilt(name);
  return built === undefined ? null : fork(built, [], { execArgv: [], stdio });
}

/**
 * Starts a thread for work that must not wait for requests. Null in development.
 * @param data available to the thread as `workerData`
 */
export function startBuiltThread(name: string, data: object): Worker | null {
  const built = findBuilt(name);
  return built === undefined ? null : new Worker(built, { workerData: data });
}

/**
 * Built: a file beside or above this code. In development: the source, through tsx.
 * @param source in the repository
 * @param flags of Node
 */
export function startChild(name: string, source: string, stdio: Stdio, flags: string[] = []): ChildProcess {
  const built = findBuilt(name);
  const tsx = () => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  return fork(built ?? path.join(packageRoot, source), [], {
    serialization: 'advanced',
    execArgv: built === undefined ? [...flags, '--import', tsx()] : flags,
    stdio,
    // Fewer arenas: otherwise glibc retains memory that libvips has freed.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TZ: 'UTC', MALLOC_ARENA_MAX: '2' },
  });
}

const LOW_PRIORITY = 10;

/**
 * Lowers the priority of a process, by default of this one, so that the server answers people first. Linux has a priority for each thread, and Node has
 * started some already; new ones inherit it.
 */
export function lowerPriority(pid = process.pid, priority = LOW_PRIORITY): void {
  const tasks = `/proc/${pid}/task`;
  const threads = existsSync(tasks) ? readdirSync(tasks).map(Number) : [];
  for (const thread of [pid, ...threads]) os.setPriority(thread, priority);
}

/** Resident memory of a process in bytes. 0 if unknown, as on other systems than Linux. */
export const residentBytes = (pid: number | undefined): number => Number(readProc(pid, 'statm').split(' ')[1] ?? 0) * PAGE_BYTES;

/** Processor time of a process in milliseconds. 0 if unknown, as on other systems than Linux. */
export function cpuTimeMs(pid: number | undefined): number {
  // The second field, the program's name, may contain any characters.
  const fields = readProc(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}

const PAGE_BYTES = 4096;
/** Constant on Linux, on every machine. */
const TICK_MS = 10;

/** Reads a file of /proc; empty on other systems, and for a process that has ended. */
function readProc(pid: number | undefined, name: 'stat' | 'statm'): string {
  const file = `/proc/${pid}/${name}`;
  if (pid === undefined || !existsSync(file)) return '';
  try {
    return readFileSync(file, 'latin1');
  } catch {
    // The process ended between the two reads; its exit is reported elsewhere.
    return '';
  }
}
