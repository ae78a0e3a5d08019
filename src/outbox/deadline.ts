// When a record may be tried again: how long to wait is decided, written and read here. Deadlines are device times, and a device's clock may be set back under them: one that lies further ahead than
// its own delay was written by a clock that ran ahead, and is void (docs/outbox.md, Sending 10).

/** The longest back-off. */
export const MAX_BACKOFF_MS = 60_000;
/** The longest pause that a server may ask for. */
const MAX_RETRY_AFTER_MS = 15 * 60_000;

export interface Deadlines {
  /** Not before, by our own back-off (device ms). 0: at once. */
  nextAttemptAt: number;
  /** Not before, because our server asked (device ms). */
  notBefore?: number;
  /** When these were written (device ms); null in records of earlier releases. */
  scheduledAt?: number | null;
}

/** Milliseconds until a deadline; 0 when it has passed or is void. */
function timeUntil(deadline: number, cap: number, scheduledAt: number | null | undefined, now: number): number {
  const left = deadline - now;
  const clockWasAhead = typeof scheduledAt === 'number' ? left > cap || now < scheduledAt : left > MAX_BACKOFF_MS;
  return clockWasAhead ? 0 : Math.max(0, left);
}

/** How long our server asked to wait still, in ms: only the person's own "Retry" is sooner. */
export const retryAfterIn = ({ notBefore = 0, scheduledAt }: Deadlines, now: number): number =>
  timeUntil(notBefore, MAX_RETRY_AFTER_MS, scheduledAt, now);

/** Milliseconds until a record may be tried; 0: at once. */
export const dueIn = (record: Deadlines, now: number): number =>
  Math.max(timeUntil(record.nextAttemptAt, MAX_BACKOFF_MS, record.scheduledAt, now), retryAfterIn(record, now));

/** Nothing is tried again sooner: jitter may be next to nothing. */
const MIN_BACKOFF_MS = 250;

/** Our own delay before the next try, in ms: full jitter up to a minute. */
export const backoff = (attempts: number, random: () => number = Math.random): number =>
  Math.max(MIN_BACKOFF_MS, random() * Math.min(MAX_BACKOFF_MS, 1000 * 2 ** Math.min(attempts, 10)));

/** The deadlines that an attempt which failed `attempts` times writes into its record. */
export function scheduleRetry(
  attempts: number,
  after: number | null,
  hint = 0,
): { nextAttemptAt: number; notBefore: number; scheduledAt: number } {
  const now = Date.now();
  return {
    nextAttemptAt: now + Math.max(backoff(attempts), hint * 1000),
    notBefore: after === null ? 0 : now + Math.min(after * 1000, MAX_RETRY_AFTER_MS),
    scheduledAt: now,
  };
}
