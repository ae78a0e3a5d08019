// Outages in the log: something that is tried again every moment must not fill it.
import type { Logger } from 'pino';
import { describeFailure, isDatabaseUnavailable } from '#server/db/errors.ts';

const REPEAT_MS = 60_000;

export interface OutageLog {
  /** @param reason an error, or a text if its stack says nothing */
  failed(reason: unknown): void;
  /** Does nothing without a failure before. */
  recovered(): void;
}

/**
 * Logs the first failure, then at most one line a minute with their number, and one line when it works again, with the seconds since the first failure.
 * @param now in milliseconds; replaced in tests
 */
export function createOutageLog(
  log: Pick<Logger, 'warn' | 'info'>,
  { away, back }: { away: string; back: string },
  now: () => number = () => performance.now(),
): OutageLog {
  let outage: { since: number; loggedAt: number; failures: number } | null = null;
  return {
    failed(reason) {
      outage ??= { since: now(), loggedAt: -Infinity, failures: 0 };
      outage.failures += 1;
      if (now() - outage.loggedAt < REPEAT_MS) return;
      outage.loggedAt = now();
      log.warn({ ...reasonForLog(reason), failures: outage.failures }, away);
    },
    recovered() {
      if (!outage) return;
      const { since, failures } = outage;
      outage = null;
      log.info({ seconds: Math.round((now() - since) / 1000), failures }, back);
    },
  };
}

/** Without a stack if the database is unavailable: it would be the driver's. */
export const reasonForLog = (error: unknown): { reason: string } | { err: unknown } =>
  typeof error === 'string' || isDatabaseUnavailable(error) ? { reason: describeFailure(error) } : { err: error };
