// Subscribes to the stream of an event while the page is visible, from the last cached change.
import { openReconnectingStream } from '#src/session/reconnecting-stream.ts';
import type { PhotoChange } from './photo.ts';

const KINDS: readonly PhotoChange['kind'][] = ['added', 'changed', 'removed', 'likes', 'event', 'reset'];
/** Changes within this time are applied together. */
const BATCH_MS = 10;
/** During a burst, changes are applied at this interval. */
const FLUSH_MS = 80;
/** Above this number of attendees, phones spread their requests over a second. */
const LARGE_EVENT_ATTENDEES = 50;
const SPREAD_MS = 1_000;

export interface EventStreamOptions {
  eventId: string;
  /** The last cached change; null if nothing is cached. */
  position(): number | null;
  /** False while pages are loading: their answers would overwrite the changes. */
  settled(): boolean;
  applyChanges(changes: PhotoChange[]): void;
  /** The approximate number of subscribers. */
  attendees?(): number;
  /** Called if the position is too old for the server. Resolves once the data is fetched again. */
  reload(): Promise<void>;
  /** Any cheap request for the event. Throws ApiError if the server refuses, NetworkError if it is unreachable. */
  probe(): Promise<unknown>;
  onLive?(live: boolean): void;
}

/** Opens the stream. Returns a function to close it. */
export function openEventStream(deps: EventStreamOptions): () => void {
  let buffer: PhotoChange[] = [];
  let flushTimer: ReturnType<typeof setTimeout> | undefined;
  let appliedAt = -Infinity;

  const flush = () => {
    flushTimer = undefined;
    if (buffer.length === 0) return;
    if (!deps.settled()) {
      flushTimer = setTimeout(flush, FLUSH_MS);
      return;
    }
    const changes = buffer;
    buffer = [];
    appliedAt = performance.now();
    deps.applyChanges(changes);
  };

  const stream = openReconnectingStream(`/api/v1/event/${deps.eventId}/stream`, {
    kinds: KINDS,
    after: () => (deps.settled() ? (deps.position() ?? undefined) : undefined),
    opening() {
      // Buffered changes are sent again, from the cached position.
      buffer = [];
    },
    onMessage(message) {
      const change = JSON.parse(message.data) as PhotoChange;
      if (change.kind === 'reset') {
        buffer = [];
        stream.close();
        void deps.reload().then(stream.open, stream.retryLater);
        return;
      }
      buffer.push(change);
      const jitter = (deps.attendees?.() ?? 0) > LARGE_EVENT_ATTENDEES ? Math.random() * SPREAD_MS : 0;
      flushTimer ??= setTimeout(flush, jitter + Math.max(BATCH_MS, appliedAt + FLUSH_MS - performance.now()));
    },
    probe: () => deps.probe(),
    onLive: (live) => deps.onLive?.(live),
  });

  return () => {
    stream.end();
    clearTimeout(flushTimer);
  };
}
