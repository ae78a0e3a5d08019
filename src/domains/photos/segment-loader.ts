// Loads segments: visible or awaited ones, nearest first, a few at a time. Cancels segments that were scrolled past.
import { isCancelledError, type QueryClient } from '@tanstack/react-query';
import { NetworkError } from '#src/transport/problem.ts';
import type { Segment } from './apply-changes.ts';
import { galleryKeys, segmentQuery, type GalleryKey } from './queries.ts';
import { spanKey, type Span } from './timeline.ts';

interface Read {
  span: Span;
  done: Promise<void>;
  /** A caller awaits it. */
  awaited: boolean;
  abort: AbortController;
}

const MAX_CONCURRENT = 4;
/** Approximate limits of the memory cache, over all galleries. */
const MAX_CACHED_SEGMENTS = 40;
const MAX_CACHED_PHOTOS = 9_000;

/** Segments fetched since the page loaded, which the stream keeps current. Persisted ones are fetched again. */
const fresh = new Set<string>();
/** The logical time a segment was last wanted, by query hash. */
const seenAt = new Map<string, number>();
let clock = 0;

export interface SegmentLoader {
  /** Sets the wanted segments, most urgent first. Cancels others unless they are awaited. */
  want(spans: readonly Span[]): void;
  /** Loads a segment; resolves at once if it is fresh. */
  load(span: Span): Promise<void>;
  isLoading(): boolean;
  /** Marks a segment to be fetched again when wanted. */
  expire(key: string): void;
  expireAll(): void;
  /** The failure of a wanted segment, else null. */
  failure(): Error | null;
  retry(): void;
  stop(): void;
}

export interface SegmentLoaderDeps {
  client: QueryClient;
  of: GalleryKey;
  /** A segment was fetched. */
  onLoad(span: Span, segment: Segment): void;
  /** The failure changed. */
  onFail(): void;
  /** Segments that are never evicted. */
  pinned(): readonly Span[];
}

export function createSegmentLoader({ client, of, onLoad, onFail, pinned }: SegmentLoaderDeps): SegmentLoader {
  const inFlight = new Map<string, Read>();
  const failures = new Map<string, Error>();
  let wanted: readonly Span[] = [];

  const hashOf = (span: Span): string => client.defaultQueryOptions(segmentQuery(of, span)).queryHash ?? '';
  const isNeeded = (span: Span): boolean => !fresh.has(hashOf(span)) || client.getQueryData(segmentQuery(of, span).queryKey) === undefined;

  const read = (span: Span, awaited: boolean): Promise<void> => {
    const key = spanKey(span);
    const running = inFlight.get(key);
    if (running) {
      running.awaited ||= awaited;
      return running.done;
    }
    const abort = new AbortController();
    const run = async () => {
      try {
        const segment = await client.fetchQuery({ ...segmentQuery(of, span), staleTime: 0 });
        // A canceled query resolves with its cached data.
        if (abort.signal.aborted) return;
        fresh.add(hashOf(span));
        seenAt.set(hashOf(span), (clock += 1));
        failures.delete(key);
        onLoad(span, segment);
        trim();
      } finally {
        if (inFlight.get(key)?.abort === abort) inFlight.delete(key);
      }
    };
    const done = run();
    inFlight.set(key, { span, done, awaited, abort });
    return done;
  };

  const pump = () => {
    for (const span of wanted) {
      const key = spanKey(span);
      if (inFlight.size >= MAX_CONCURRENT) return;
      if (inFlight.has(key) || failures.has(key) || !isNeeded(span)) continue;
      read(span, false).then(pump, (error: unknown) => {
        if (error instanceof Error && !isCancelledError(error)) {
          failures.set(key, error);
          onFail();
          // Without a network the others would fail too.
          if (error instanceof NetworkError) return;
        }
        pump();
      });
    }
  };

  const giveUp = ({ span, abort }: Read) => {
    abort.abort();
    inFlight.delete(spanKey(span));
    void client.cancelQueries({ queryKey: galleryKeys.segment(of, span), exact: true });
  };

  /** Evicts the least recently wanted segments. */
  const trim = () => {
    const keep = new Set([...wanted, ...pinned()].map(hashOf));
    const cached = client
      .getQueryCache()
      .findAll({ queryKey: ['photos'], predicate: ({ queryKey, state }) => queryKey[2] === 'segment' && state.data !== undefined })
      .toSorted((a, b) => (seenAt.get(b.queryHash) ?? 0) - (seenAt.get(a.queryHash) ?? 0));
    let photos = 0;
    for (const [number, query] of cached.entries()) {
      photos += (query.state.data as Segment).items.length;
      if ((number < MAX_CACHED_SEGMENTS && photos <= MAX_CACHED_PHOTOS) || keep.has(query.queryHash)) continue;
      fresh.delete(query.queryHash);
      seenAt.delete(query.queryHash);
      client.getQueryCache().remove(query);
    }
  };

  return {
    want(spans) {
      wanted = spans;
      const keys = new Set(spans.map(spanKey));
      for (const span of spans) seenAt.set(hashOf(span), (clock += 1));
      for (const [key, running] of inFlight) if (!keys.has(key) && !running.awaited) giveUp(running);
      pump();
    },
    load: (span) => (isNeeded(span) ? read(span, true) : Promise.resolve()),
    isLoading: () => inFlight.size > 0,
    expire(key) {
      for (const query of client.getQueryCache().findAll({ queryKey: galleryKeys.segments(of) })) {
        if (spanKey(query.queryKey[4] as Span) === key) fresh.delete(query.queryHash);
      }
      pump();
    },
    expireAll() {
      const keep = new Set(wanted.map(hashOf));
      for (const query of client.getQueryCache().findAll({ queryKey: galleryKeys.segments(of) })) {
        fresh.delete(query.queryHash);
        if (!keep.has(query.queryHash)) client.getQueryCache().remove(query);
      }
      pump();
    },
    failure: () => wanted.map((span) => failures.get(spanKey(span))).find((error) => error !== undefined) ?? null,
    retry() {
      failures.clear();
      pump();
    },
    stop() {
      wanted = [];
      for (const running of inFlight.values()) giveUp(running);
    },
  };
}
