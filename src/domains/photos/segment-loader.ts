// Which segments are read now: those that somebody looks at or waits for, the nearest first, a few at a time; those flung past are given up.
import { isCancelledError, type QueryClient } from '@tanstack/react-query';
import { NetworkError } from '#src/transport/problem.ts';
import type { Segment } from './apply-changes.ts';
import { galleryKeys, segmentQuery, type GalleryKey } from './queries.ts';
import { spanKey, type Span } from './timeline.ts';

interface Read {
  span: Span;
  done: Promise<void>;
  /** Somebody waits for it. */
  awaited: boolean;
  abort: AbortController;
}

const MAX_CONCURRENT = 4;
/** Cached in memory, over all galleries: about so many segments, and not many more photos than fill them. */
const MAX_CACHED_SEGMENTS = 40;
const MAX_CACHED_PHOTOS = 9_000;

/** Read since this page began, and kept fresh by the stream since: what came from the phone's own copy is read once more. */
const fresh = new Set<string>();
/** When a segment was last looked at, by the hash of its query. */
const seenAt = new Map<string, number>();
let clock = 0;

export interface SegmentLoader {
  /** These are wanted now, the most urgent first; others on the way are given up, unless somebody waits for them. */
  want(spans: readonly Span[]): void;
  /** Reads one and waits for it; one that is read and fresh is answered at once. */
  load(span: Span): Promise<void>;
  isLoading(): boolean;
  /** Read again when it is wanted next. */
  expire(key: string): void;
  expireAll(): void;
  /** Why some that are wanted could not be read; null when none failed. */
  failure(): Error | null;
  retry(): void;
  stop(): void;
}

export interface SegmentLoaderDeps {
  client: QueryClient;
  of: GalleryKey;
  /** An answer has come. */
  onLoad(span: Span, segment: Segment): void;
  /** The failure is another one than before. */
  onFail(): void;
  /** Segments of this gallery that stay however long they were not looked at. */
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
        // Given up, it answers with what was cached before.
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
          // Without a network the others would fare no better.
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

  /** What was not looked at for the longest time leaves memory. */
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
