// A clock that cannot be set. It stops while the device sleeps, so it is valid for one stretch only: between two sleeps.
import { uuid7 } from './uuid7.ts';

/** A time in ms within one stretch. */
export interface MonotonicTime {
  stretch: string;
  at: number;
}

/** How far wall and monotonic clock may drift apart without a sleep. */
const DRIFT_MS = 2000;

/** Zero of the monotonic clock in wall clock time. */
export const timeOrigin = (): number => Date.now() - performance.now();

let stretch = uuid7();
let zero = timeOrigin();
let mayBeAsleep = false;

/** A visible page does not sleep: if the clocks diverge, the wall clock was set. While hidden, the device may have slept. */
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
