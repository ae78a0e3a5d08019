// Measures the machine itself, so that figures from a slow or busy machine can be recognized.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { spreadOf, type Spread } from './bench.ts';

export interface Machine {
  cpu: string;
  cpus: number;
  memoryMb: number;
  node: string;
}

export const machine = (): Machine => ({
  cpu: os.cpus()[0]?.model ?? 'unknown',
  cpus: os.availableParallelism(),
  memoryMb: Math.round(os.totalmem() / 1e6),
  node: process.version,
});

/** How busy it was: the load averages, and how long the same small piece of work takes, again and again. */
export interface MachineLoad {
  load: number[];
  yardstickMs: Spread;
}

/** A fixed piece of work of some milliseconds. On an idle machine each repetition takes as long as the others. */
function timeReferenceWork(): number {
  const bytes = Buffer.alloc(4_000_000, 7);
  const started = performance.now();
  createHash('sha256').update(bytes).digest();
  return performance.now() - started;
}

export function measureLoad(): MachineLoad {
  timeReferenceWork();
  return {
    load: os.loadavg().map((load) => Number(load.toFixed(2))),
    yardstickMs: spreadOf(Array.from({ length: 30 }, timeReferenceWork)),
  };
}

/** Times as long as the fastest repetition of the same small work, at p95, from which other programs have the processor. */
const BUSY_RATIO = 2;

/**
 * Whether other programs kept the machine busy.
 * @param isFirst nothing of ours ran before, so that the load average counts too
 */
export const isBusy = ({ load, yardstickMs }: MachineLoad, isFirst: boolean): boolean =>
  yardstickMs.p95 > BUSY_RATIO * yardstickMs.least || (isFirst && (load[0] ?? 0) > os.availableParallelism() / 2);

/** Of a process, in bytes, by Linux's own books: resident now, and the most it ever was. */
export function residentBytes(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) * 1024;
  return { now: read('VmRSS'), most: read('VmHWM') };
}
