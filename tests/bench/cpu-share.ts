// How much of the machine was there for the taking: on a shared one other programs are no fault of ours, while waiting idly is.
import { readFileSync } from 'node:fs';
import { childrenOf } from '#tests/support/processes.ts';

/** Clock ticks of all processors since the machine started, and the idle ones. */
function processorTicks(): { all: number; idle: number } {
  const [first = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  // user nice system idle iowait irq softirq steal; guest times are in user already.
  const ticks = first.trim().split(/\s+/).slice(1, 9).map(Number);
  return { all: ticks.reduce((sum, value) => sum + value, 0), idle: (ticks[3] ?? 0) + (ticks[4] ?? 0) };
}

/** Ticks that a process, its descendants, and those of them that have ended have used: what ends is counted by its parent from then on. */
export function ticksOf(pid: number): number {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch (error) {
    // It has ended since its parent named it.
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return 0;
    throw error;
  }
  const fields = stat.split(') ').at(-1)!.split(' ');
  const own = fields.slice(11, 15).reduce((sum, value) => sum + Number(value), 0);
  return childrenOf(pid).reduce((sum, child) => sum + ticksOf(child), own);
}

/**
 * Starts measuring. The returned function gives the share of all processors that this process family used or that was idle, which is the share
 * available to it. A wall time multiplied by it is the time that the same work takes on an otherwise idle machine.
 */
export function watchCpuShare(pid: number): () => number {
  const [machineBefore, ownBefore] = [processorTicks(), ticksOf(pid)];
  return () => {
    const [machine, own] = [processorTicks(), ticksOf(pid)];
    const all = machine.all - machineBefore.all;
    return all === 0 ? 1 : Math.min(1, (own - ownBefore + machine.idle - machineBefore.idle) / all);
  };
}
