// Processes beside the server, for what may crash, hang or eat memory: started from their own entry (vite.server.config.ts).
import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { packageRoot } from '#server/package-root.ts';

/**
 * Built: a file beside or above this code. In development: the source, through tsx.
 * @param source in the repository
 * @param flags of Node
 */
export function startChild(name: string, source: string, stdio: ('pipe' | 'ignore' | 'ipc')[], flags: string[] = []): ChildProcess {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const built = [here, path.dirname(here)].map((folder) => path.join(folder, `${name}.js`)).find((file) => existsSync(file));
  const tsx = () => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  return fork(built ?? path.join(packageRoot, source), [], {
    serialization: 'advanced',
    execArgv: built === undefined ? [...flags, '--import', tsx()] : flags,
    stdio,
    // Fewer arenas: glibc otherwise keeps what libvips gave back.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TZ: 'UTC', MALLOC_ARENA_MAX: '2' },
  });
}

/** Zero where it cannot be told, as elsewhere than on Linux. */
export function residentBytes(pid: number | undefined): number {
  const file = `/proc/${pid}/statm`;
  if (pid === undefined || !existsSync(file)) return 0;
  try {
    return Number(readFileSync(file, 'latin1').split(' ')[1]) * 4096;
  } catch {
    // It ended between the two looks; its exit is told elsewhere.
    return 0;
  }
}

/** Processor time that a process has taken so far. Zero where it cannot be told, as elsewhere than on Linux. */
export function processorMs(pid: number | undefined): number {
  const file = `/proc/${pid}/stat`;
  if (pid === undefined || !existsSync(file)) return 0;
  try {
    // The name of the program, which comes second, may hold anything.
    const [, , , , , , , , , , , user, system] = readFileSync(file, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(user) + Number(system)) * TICK_MS;
  } catch {
    // It ended between the two looks; its exit is told elsewhere.
    return 0;
  }
}

/** As Linux tells it to programs, on every machine. */
const TICK_MS = 10;
