// The process around the server and its commands: exit codes, log, unhandled errors, shutdown hooks, messages to the supervisor.
import pino, { type Logger } from 'pino';
import { ConfigError } from '#server/config.ts';
import { isDatabaseUnavailable, redactQueryValues } from '#server/db/errors.ts';
import { isRequestLog } from '#server/http/redacted-url.ts';
import { reasonForLog } from '#server/outage-log.ts';
import { causeForLog } from '#server/telemetry/work-context.ts';
import { withTimeout } from '#server/with-timeout.ts';

/** Exit codes, by convention (sysexits); scripts/supervise.mjs starts the process again after all but the first. */
export const exitCodes = {
  /** A permanent problem that was explained in a sentence. */
  permanentFailure: 1,
  /** A defect of the program. */
  internalError: 70,
  /** A temporary problem at startup, such as an unavailable database, or data locked by a command. */
  temporaryFailure: 75,
} as const;

/** After an earlier successful start the data becomes free again, for example when a backup that began after a crash ends. */
export const exitCodeOf = (error: unknown): number =>
  error instanceof ConfigError ? exitCodes.permanentFailure : exitCodes.temporaryFailure;

const serializeError = (error: unknown): unknown => {
  const clean = redactQueryValues(error);
  return clean instanceof Error ? pino.stdSerializers.err(clean) : clean;
};

/** JSON lines on stderr, with the request or job that wrote them, and without the values of failed queries. @param to replaced in tests */
export const openLog = (level: string, to: pino.DestinationStream = pino.destination(2)): Logger =>
  pino({ level, serializers: { err: serializeError }, mixin: (_merged, _level, logger) => causeForLog(isRequestLog(logger)) }, to);

/**
 * An unhandled rejection because of an unavailable database is no defect: it is logged, and background work restarts. After any other unhandled error
 * the state is unknown, so the process exits and is restarted.
 */
export function exitOnUnhandledErrors(log: Logger, onDatabaseAway: (reason: Error) => void): void {
  const end = (error: unknown): never => {
    log.fatal({ err: error }, 'a defect ends the process');
    process.exit(exitCodes.internalError);
  };
  process.on('unhandledRejection', (reason) => {
    if (!(reason instanceof Error) || !isDatabaseUnavailable(reason)) end(reason);
    else {
      log.error(reasonForLog(reason), 'the database went away in the middle of something');
      onDatabaseAway(reason);
    }
  });
  process.on('uncaughtException', end);
}

/** Resolves when the supervisor has ended: no other process would stop this one. */
export function waitForSupervisorExit(): Promise<string> {
  return new Promise((resolve) => {
    if (!process.channel) return;
    process.once('disconnect', () => resolve('the supervisor ended'));
    process.channel.unref();
  });
}

/** Notifies the supervisor that the startup succeeded. */
export function notifyReady(): void {
  process.send?.('ready');
}

const HOOK_TIMEOUT_MS = 5_000;
/** Enough for what closes without waiting. */
const LEAST_MS = 100;

export interface ShutdownHooks {
  /**
   * @param ms time limit before the next one is closed anyway
   * @param mayExceed whether it has this time in any case, however little is left for all
   */
  add(what: string, close: () => Promise<void>, ms?: number, mayExceed?: boolean): void;
  /**
   * Closes all of them, then rejects with the first error.
   * @param withinMs for all together
   */
  close(withinMs?: number): Promise<void>;
}

/**
 * Closes resources in reverse order, each within a time limit and even if another one failed: a pool that waits for a lost connection must not prevent
 * the database from stopping.
 */
export function createShutdownHooks(log: Logger): ShutdownHooks {
  const open: { what: string; close: () => Promise<void>; ms: number; mayExceed: boolean }[] = [];
  return {
    add(what, close, ms = HOOK_TIMEOUT_MS, mayExceed = false) {
      open.push({ what, close, ms, mayExceed });
    },
    async close(withinMs = Infinity) {
      const endsAt = performance.now() + withinMs;
      let failure: Error | undefined;
      for (let next = open.pop(); next; next = open.pop()) {
        try {
          // Half of what is left, so that a hook that hangs leaves time to the others.
          const share = Math.max(LEAST_MS, (endsAt - performance.now()) / 2);
          await withTimeout(next.mayExceed ? next.ms : Math.min(next.ms, share), next.close());
        } catch (error) {
          log.error({ err: error }, `could not close ${next.what}`);
          failure ??= error instanceof Error ? error : new Error(String(error));
        }
      }
      if (failure) throw failure;
    },
  };
}
