// Follows an event's stream for as long as somebody looks, behind the last change that is cached.
import { openReconnectingStream } from '#src/session/reconnecting-stream.ts';
import type { PhotoChange } from './photo.ts';

const KINDS: readonly PhotoChange['kind'][] = ['added', 'changed', 'removed', 'likes', 'event', 'reset'];
/** What was told in one breath is taken in at once. */
const BATCH_MS = 10;
/** After that, a burst changes the screen this often. */
const FLUSH_MS = 80;
/** At an event with more attendees than this, phones fetch what is new within a second instead of all at once. */
const LARGE_EVENT_ATTENDEES = 50;
const SPREAD_MS = 1_000;

export interface EventStreamOptions {
  eventId: string;
  /** The last change that is cached; null while nothing is cached yet. */
  position(): number | null;
  /** False while pages are being fetched: the answer would overwrite what is taken in meanwhile. */
  settled(): boolean;
  applyChanges(changes: PhotoChange[]): void;
  /** Roughly how many people follow the same stream. */
  attendees?(): number;
  /** The position was too old for the server. Resolves once the gallery was read again. */
  reload(): Promise<void>;
  /** Any cheap call about the event. Throws ApiError when the server refuses, NetworkError when it cannot be reached. */
  probe(): Promise<unknown>;
  onLive?(live: boolean): void;
}

/** Starts following. Returns what ends it. */
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
      // What was gathered and not yet taken in comes again, from the position that is cached.
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
