// What the process does when something breaks that nobody handles, and what it tells the one that started it.
import type { Logger } from 'pino';
import { ConfigError } from '#server/config.ts';
import { isDatabaseUnavailable } from '#server/db/connection-errors.ts';

/** Exit codes, by convention (sysexits); scripts/supervise.mjs starts the process again after all but the first. */
export const exitCodes = {
  /** What is wrong was told in a sentence, and will be wrong again. */
  permanentFailure: 1,
  /** A defect of the program. */
  internalError: 70,
  /** The start failed for what may pass, such as a database that is not there, or data that a command holds. */
  temporaryFailure: 75,
} as const;

/** Where a server had run before, whoever holds its data, such as a backup that began after it died, will let go of it. */
export const exitCodeOf = (error: unknown): number =>
  error instanceof ConfigError ? exitCodes.permanentFailure : exitCodes.temporaryFailure;

/**
 * A rejection that nobody handles because the database went away is no defect: it is logged, and what runs in the background begins anew.
 * After anything else nobody knows what state the process is in: it ends, and is started again.
 */
export function exitOnUnhandledErrors(log: Logger, onDatabaseAway: (reason: Error) => void): void {
  const end = (error: unknown): never => {
    log.fatal({ err: error }, 'a defect ends the process');
    process.exit(exitCodes.internalError);
  };
  process.on('unhandledRejection', (reason) => {
    if (!(reason instanceof Error) || !isDatabaseUnavailable(reason)) end(reason);
    else {
      log.error({ err: reason }, 'the database went away in the middle of something');
      onDatabaseAway(reason);
    }
  });
  process.on('uncaughtException', end);
}

/** Resolves when the process that started this one and talks to it has gone: nobody would stop this one any more. */
export function waitForSupervisorExit(): Promise<string> {
  return new Promise((resolve) => {
    if (!process.channel) return;
    process.once('disconnect', () => resolve('the supervisor ended'));
    process.channel.unref();
  });
}

/** Tells whoever supervises this process that its start has succeeded. */
export function notifyReady(): void {
  process.send?.('ready');
}
