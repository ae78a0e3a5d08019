// Time that nobody can set. It runs beside the wall clock and stands still while the device sleeps, so it is good for one stretch only: from
// one sleep to the next.
import { uuid7 } from './uuid7.ts';

/** A moment of one stretch, in ms of that stretch. */
export interface MonotonicTime {
  stretch: string;
  at: number;
}

/** What wall and steady clock may drift apart without a sleep between them. */
const DRIFT_MS = 2000;

/** Where the steady clock's nought lies on the wall clock. */
export const timeOrigin = (): number => Date.now() - performance.now();

let stretch = uuid7();
let zero = timeOrigin();
let mayBeAsleep = false;

/** A page that is seen does not sleep: if the clocks part then, the wall clock was set. Out of sight the device may have slept. */
export function setPageVisible(seen: boolean): void {
  detectSleep();
  mayBeAsleep = !seen;
}

function detectSleep(): void {
  const now = timeOrigin();
  if (mayBeAsleep && Math.abs(now - zero) > DRIFT_MS) stretch = uuid7();
  zero = now;
}

export function monotonicNow(): MonotonicTime {
  detectSleep();
  return { stretch, at: performance.now() };
}
