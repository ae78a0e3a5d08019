// Follows an event's stream for as long as somebody looks. EventSource does not retry a 401 and tells no status, so each failure ends the
// source, asks the server by an ordinary call (which renews the session when that is what was missing) and then reopens behind the last change.
import { ApiError } from '#src/transport/problem.ts';
import { openStream } from '#src/transport/stream.ts';
import type { PhotoChange } from './photo.ts';

const KINDS: readonly PhotoChange['kind'][] = ['added', 'changed', 'removed', 'likes', 'event', 'reset'];
/** What was told in one breath is taken in at once. */
const BREATH_MS = 10;
/** After that, a burst changes the screen this often. */
const GATHER_MS = 80;
const LONGEST_PAUSE_MS = 30_000;

/** Full jitter, so that a thousand phones do not come back in the same second. */
const backoff = (failures: number): number => 500 + Math.random() * Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** failures);

export interface StreamDeps {
  eventId: string;
  /** The last change that is cached; null while nothing is cached yet. */
  position(): number | null;
  /** False while pages are being fetched: the answer would overwrite what is taken in meanwhile. */
  settled(): boolean;
  takeIn(changes: PhotoChange[]): void;
  /** The position was too old for the server. Resolves once the gallery was read again. */
  readAgain(): Promise<void>;
  /** Any cheap call about the event. Throws ApiError when the server refuses, NetworkError when it cannot be reached. */
  probe(): Promise<unknown>;
  onLive?(live: boolean): void;
}

/** Starts following. Returns what ends it. */
export function openEventStream(deps: StreamDeps): () => void {
  let source: EventSource | null = null;
  let gathered: PhotoChange[] = [];
  let flushTimer: ReturnType<typeof setTimeout> | undefined;
  let openTimer: ReturnType<typeof setTimeout> | undefined;
  let takenInAt = -Infinity;
  let failures = 0;
  let ended = false;

  const close = () => {
    source?.close();
    source = null;
    clearTimeout(openTimer);
    deps.onLive?.(false);
  };

  const flush = () => {
    flushTimer = undefined;
    if (gathered.length === 0) return;
    if (!deps.settled()) {
      flushTimer = setTimeout(flush, GATHER_MS);
      return;
    }
    const changes = gathered;
    gathered = [];
    takenInAt = performance.now();
    deps.takeIn(changes);
  };

  const receive = (message: MessageEvent<string>) => {
    const change = JSON.parse(message.data) as PhotoChange;
    if (change.kind === 'reset') {
      gathered = [];
      close();
      void deps.readAgain().then(open, retryLater);
      return;
    }
    gathered.push(change);
    flushTimer ??= setTimeout(flush, Math.max(BREATH_MS, takenInAt + GATHER_MS - performance.now()));
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
      await deps.probe();
      retryLater();
    } catch (error) {
      const refused = error instanceof ApiError && [401, 403, 404, 410].includes(error.status);
      if (!refused) retryLater();
    }
  };

  function open(): void {
    if (ended || source || document.hidden) return;
    const position = deps.position();
    if (position === null || !deps.settled()) {
      clearTimeout(openTimer);
      openTimer = setTimeout(open, 250);
      return;
    }
    // What was gathered and not yet taken in comes again, from the position that is cached.
    gathered = [];
    const opened = openStream(`/api/v1/event/${deps.eventId}/stream?after=${position}`);
    source = opened;
    opened.addEventListener('open', () => {
      failures = 0;
      deps.onLive?.(true);
    });
    opened.addEventListener('error', () => {
      if (source === opened) void fail();
    });
    for (const kind of KINDS) opened.addEventListener(kind, receive);
  }

  const onVisibility = () => (document.hidden ? close() : open());
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('online', open);
  open();

  return () => {
    ended = true;
    close();
    clearTimeout(flushTimer);
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('online', open);
  };
}
