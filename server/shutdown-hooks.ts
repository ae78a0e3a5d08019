// What is open is closed in the opposite order, each in a bounded time and whatever became of the one before: a pool that waits for a lost
// connection must not keep the database from being stopped.
import type { Logger } from 'pino';
import { withTimeout } from '#server/with-timeout.ts';

const HOOK_TIMEOUT_MS = 5_000;

export interface ShutdownHooks {
  /** @param ms what it may take before the next one is closed anyway */
  add(what: string, close: () => Promise<void>, ms?: number): void;
  /** Closes all of them, then rejects with what went wrong first. */
  close(): Promise<void>;
}

export function createShutdownHooks(log: Logger): ShutdownHooks {
  const open: { what: string; close: () => Promise<void>; ms: number }[] = [];
  return {
    add(what, close, ms = HOOK_TIMEOUT_MS) {
      open.push({ what, close, ms });
    },
    async close() {
      let failure: Error | undefined;
      for (let next = open.pop(); next; next = open.pop()) {
        try {
          await withTimeout(next.ms, next.close());
        } catch (error) {
          log.error({ err: error }, `could not close ${next.what}`);
          failure ??= error instanceof Error ? error : new Error(String(error));
        }
      }
      if (failure) throw failure;
    },
  };
}
