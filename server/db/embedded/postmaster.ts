// What the file `postmaster.pid` of a data folder says, and whether that process lives.
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';

export interface Postmaster {
  pid: number;
  socketDir: string;
  /** `starting`, `ready`, `stopping`, or empty while the file is being written. */
  status: string;
}

/** The process that holds this data folder, or null when none lives: also when its number belongs to another program or database by now. */
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

/** PostgreSQL works in its data folder. What does not is the database of a folder that this one was copied from, or one of somebody else. */
function worksIn(pid: number, dataFolder: string): boolean {
  if (process.platform !== 'linux') return true;
  try {
    const [works, data] = [statSync(`/proc/${pid}/cwd`), statSync(dataFolder)];
    return works.dev === data.dev && works.ino === data.ino;
  } catch (error) {
    // It ended meanwhile, or belongs to a user that ours is not.
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ESRCH', 'EACCES'].includes(String(error.code))) return false;
    throw error;
  }
}

/** False only where nobody can: a process whose queue of connections is full, or that we may not connect to, listens all the same. */
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
