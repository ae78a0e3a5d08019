// Processes by what Linux tells under /proc: families, command lines, and the end of them.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    // A process that ended meanwhile has no files any more.
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return '';
    throw error;
  }
}

export function everyPid(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** The command line, its parts apart by spaces; empty when there is no such process. */
export const commandOf = (pid: number): string => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();

function stateAndParent(pid: number): { state: string; parent: number } | null {
  // The name in parentheses may hold anything, so what follows is read behind its last ')'.
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ');
  return fields && fields.length > 2 ? { state: fields[0]!, parent: Number(fields[1]) } : null;
}

export const childrenOf = (pid: number): number[] => everyPid().filter((other) => stateAndParent(other)?.parent === pid);

/** The process and all that it started, directly or not. */
const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(familyOf)];

/** A zombie counts as dead: it only waits for its parent to look. */
export function isAlive(pid: number): boolean {
  const status = stateAndParent(pid);
  return status !== null && status.state !== 'Z';
}

/** SIGKILL; a process that has gone already is no error. A negative pid means the whole group. */
export function killHard(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** SIGKILL of the processes and of all that they started, at once. */
export async function killFamilies(pids: readonly number[]): Promise<void> {
  const all = pids.flatMap(familyOf);
  for (const pid of all) killHard(pid);
  await waitUntil(
    () => all.every((pid) => !isAlive(pid)),
    10_000,
    () => `survived SIGKILL: ${all.filter(isAlive).map(commandOf).join('; ')}`,
  );
}

/** Polls until `done` says so. Throws what `message` says after `ms` milliseconds. */
export async function waitUntil(done: () => boolean | Promise<boolean>, ms: number, message: () => string, every = 25): Promise<void> {
  const end = Date.now() + ms;
  while (!(await done())) {
    if (Date.now() > end) throw new Error(message());
    await pause(every);
  }
}
