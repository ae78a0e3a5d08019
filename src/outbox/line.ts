// Whether the server can be reached at all, as delivery sees it. Failures of photos are not a dead line: a look at the server decides. While
// it is dead only such looks are made, a few seconds apart.
import { checkHealth } from '#src/transport/health.ts';
import { subscribeOutbox } from './messages.ts';

const PROBE_TIMEOUT_MS = 5000;
/** A look this young need not be repeated. */
const FRESH_MS = 2000;
const MIN_PROBE_DELAY_MS = 1000;
/** No photo waits much longer than this once the line is back. */
const MAX_PROBE_DELAY_MS = 8000;

/** All times here are of the steady clock. */
let down = false;
let failedProbes = 0;
let nextProbeAt = 0;
let reachedAt = -Infinity;
let runningProbe: Promise<boolean> | null = null;

/** The network may be another now: the next look is made at once. */
subscribeOutbox((message) => {
  if (message.type !== 'line-back') return;
  nextProbeAt = 0;
  failedProbes = 0;
  reachedAt = -Infinity;
});

export const serverReachability = {
  /** Milliseconds until it is looked at again; 0 while it is not known to be dead. */
  probeIn: (): number => (down ? Math.max(0, nextProbeAt - performance.now()) : 0),
  isDown: (): boolean => down,

  /** Our server answered something. */
  markUp(): void {
    down = false;
    failedProbes = 0;
    reachedAt = performance.now();
  },

  /** One look, by which no line is called dead: one that is full of bytes may keep it waiting. */
  async probe(): Promise<boolean> {
    const answered = await checkHealth();
    if (answered) serverReachability.markUp();
    return answered;
  },

  /** Asks the server whether it is there, unless that was asked just now. */
  async check(): Promise<boolean> {
    if (!down && performance.now() - reachedAt < FRESH_MS) return true;
    runningProbe ??= probeWithTimeout().finally(() => (runningProbe = null));
    return runningProbe;
  },
};

async function probeWithTimeout(): Promise<boolean> {
  if (await checkHealth(PROBE_TIMEOUT_MS)) {
    serverReachability.markUp();
    return true;
  }
  down = true;
  nextProbeAt = performance.now() + (0.5 + Math.random() / 2) * Math.min(MAX_PROBE_DELAY_MS, MIN_PROBE_DELAY_MS * 2 ** failedProbes);
  failedProbes += 1;
  return false;
}
