// Keeps a stream open while the page is visible. EventSource neither retries a 401 nor reports its status, so after a failure an ordinary
// call probes the server (and renews the session if needed) before the stream is reopened.
import { ApiError } from '#src/transport/problem.ts';
import { subscribeStream } from '#src/transport/stream.ts';

const MAX_BACKOFF_MS = 30_000;
const NOT_READY_RETRY_MS = 250;

/** Full jitter, so that many phones do not reconnect in the same second. */
const backoff = (failures: number): number => 500 + Math.random() * Math.min(MAX_BACKOFF_MS, 1000 * 2 ** failures);

interface ReconnectingStreamOptions {
  kinds: readonly string[];
  /** Where to resume, as in `StreamListener`; undefined: not known yet, asked again soon. */
  after(): number | null | undefined;
  /** Called before each opening. */
  opening?(): void;
  onMessage(message: MessageEvent<string>): void;
  onLive?(live: boolean): void;
  /** A cheap call to the same resource. Throws ApiError if refused, NetworkError if unreachable. */
  probe(): Promise<unknown>;
}

export interface ReconnectingStream {
  open(): void;
  /** Closes until `open` is called again. */
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
