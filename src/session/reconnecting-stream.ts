// Keeps a stream open for as long as somebody looks. EventSource does not retry a 401 and tells no status, so after each failure the server is
// asked by an ordinary call (which renews the session when that is what was missing), and the stream reopened.
import { ApiError } from '#src/transport/problem.ts';
import { subscribeStream } from '#src/transport/stream.ts';

const MAX_BACKOFF_MS = 30_000;
const NOT_READY_RETRY_MS = 250;

/** Full jitter, so that a thousand phones do not come back in the same second. */
const backoff = (failures: number): number => 500 + Math.random() * Math.min(MAX_BACKOFF_MS, 1000 * 2 ** failures);

interface ReconnectingStreamOptions {
  kinds: readonly string[];
  /** Where to go on, as `StreamListener` has it; undefined: not yet, it is asked again soon. */
  after(): number | null | undefined;
  /** Called before each opening. */
  opening?(): void;
  onMessage(message: MessageEvent<string>): void;
  onLive?(live: boolean): void;
  /** Any cheap call about it. Throws ApiError when the server refuses, NetworkError when it cannot be reached. */
  probe(): Promise<unknown>;
}

export interface ReconnectingStream {
  open(): void;
  /** Until it is opened again. */
  close(): void;
  retryLater(): void;
  end(): void;
}

export function openReconnectingStream(path: string, kept: ReconnectingStreamOptions): ReconnectingStream {
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
      openTimer = setTimeout(open, NOT_READY_RETRY_MS);
      return;
    }
    kept.opening?.();
    leave = subscribeStream(path, kept.kinds, {
      after,
      onOpen() {
        failures = 0;
        kept.onLive?.(true);
      },
      onMessage: (message) => kept.onMessage(message),
      onError: () => void fail(),
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
