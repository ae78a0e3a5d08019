// Whether the server can be reached at all, as delivery sees it. Failures of photos are not a dead line: a look at the server decides. While
// it is dead only such looks are made, a few seconds apart.
import { askHealth } from '#src/transport/health.ts';
import { subscribeOutbox } from './messages.ts';

const PROBE_LIMIT_MS = 5000;
/** A look this young need not be repeated. */
const FRESH_MS = 2000;
const FIRST_MS = 1000;
/** No photo waits much longer than this once the line is back. */
const CAP_MS = 8000;

/** All times here are of the steady clock. */
let down = false;
let looks = 0;
let nextLookAt = 0;
let aliveAt = -Infinity;
let looking: Promise<boolean> | null = null;

/** The network may be another now: the next look is made at once. */
subscribeOutbox((message) => {
  if (message.type !== 'line-back') return;
  nextLookAt = 0;
  looks = 0;
  aliveAt = -Infinity;
});

export const line = {
  /** Milliseconds until it is looked at again; 0 while it is not known to be dead. */
  waits: (): number => (down ? Math.max(0, nextLookAt - performance.now()) : 0),
  isDown: (): boolean => down,

  /** Our server answered something. */
  worked(): void {
    down = false;
    looks = 0;
    aliveAt = performance.now();
  },

  /** One look, by which no line is called dead: one that is full of bytes may keep it waiting. */
  async answers(): Promise<boolean> {
    const answered = await askHealth();
    if (answered) line.worked();
    return answered;
  },

  /** Asks the server whether it is there, unless that was asked just now. */
  async stands(): Promise<boolean> {
    if (!down && performance.now() - aliveAt < FRESH_MS) return true;
    looking ??= look().finally(() => (looking = null));
    return looking;
  },
};

async function look(): Promise<boolean> {
  if (await askHealth(PROBE_LIMIT_MS)) {
    line.worked();
    return true;
  }
  down = true;
  nextLookAt = performance.now() + (0.5 + Math.random() / 2) * Math.min(CAP_MS, FIRST_MS * 2 ** looks);
  looks += 1;
  return false;
}
