// Keeps a stream open for as long as somebody looks. EventSource does not retry a 401 and tells no status, so after each failure the server is
// asked by an ordinary call (which renews the session when that is what was missing), and the stream reopened.
import { ApiError } from '#src/transport/problem.ts';
import { followStream } from '#src/transport/stream.ts';

const LONGEST_PAUSE_MS = 30_000;
const NOT_YET_MS = 250;

/** Full jitter, so that a thousand phones do not come back in the same second. */
const backoff = (failures: number): number => 500 + Math.random() * Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** failures);

interface KeptStream {
  kinds: readonly string[];
  /** Where to go on, as `StreamListener` has it; undefined: not yet, it is asked again soon. */
  after(): number | null | undefined;
  /** Called before each opening. */
  opening?(): void;
  told(message: MessageEvent<string>): void;
  onLive?(live: boolean): void;
  /** Any cheap call about it. Throws ApiError when the server refuses, NetworkError when it cannot be reached. */
  probe(): Promise<unknown>;
}

export interface StreamKeeper {
  open(): void;
  /** Until it is opened again. */
  close(): void;
  retryLater(): void;
  end(): void;
}

export function keepStream(path: string, kept: KeptStream): StreamKeeper {
  let leave: (() => void) | null = null;
  let openTimer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let ended = false;

  const close = () => {
    leave?.();
    leave = null;
    clearTimeout(openTimer);
    kept.onLive?.(false);
  };

  const retryLater = () => {
    if (ended || document.hidden) return;
    failures += 1;
    clearTimeout(openTimer);
    openTimer = setTimeout(open, backoff(failures));
  };

  const fail = async () => {
    close();
    try {
      await kept.probe();
      retryLater();
    } catch (error) {
      const refused = error instanceof ApiError && [401, 403, 404, 410].includes(error.status);
      if (!refused) retryLater();
    }
  };

  function open(): void {
    if (ended || leave || document.hidden) return;
    const after = kept.after();
    if (after === undefined) {
      clearTimeout(openTimer);
      openTimer = setTimeout(open, NOT_YET_MS);
      return;
    }
    kept.opening?.();
    leave = followStream(path, kept.kinds, {
      after,
      opened() {
        failures = 0;
        kept.onLive?.(true);
      },
      told: (message) => kept.told(message),
      failed: () => void fail(),
    });
  }

  const onVisibility = () => (document.hidden ? close() : open());
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('online', open);
  open();

  return {
    open,
    close,
    retryLater,
    end() {
      ended = true;
      close();
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('online', open);
    },
  };
}
