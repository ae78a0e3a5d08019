// A hundred phones that open the same gallery after the same change cost one count.
import type { CountsAt } from '#server/photos/timeline-repository.ts';

/** The largest hold two thousand stretches: about 100 kB. */
const MOST_ENTRIES = 64;
/** Rows that were written without a change, as an import of a backup does, are seen after this. */
const KEPT_MS = 30_000;

interface Entry {
  isPending: boolean;
  /** Holds all changes up to this one, maybe more. */
  since: number;
  madeAt: number;
  counts: Promise<CountsAt>;
}

export interface TimelineCache {
  /**
   * @param key what is counted: event, scope and filters, and nothing of the reader
   * @param since the answer holds all changes up to this one
   */
  get(key: string, since: number, count: () => Promise<CountsAt>): Promise<CountsAt>;
}

export function createTimelineCache(now: () => number = Date.now): TimelineCache {
  // In the order of their last use.
  const entries = new Map<string, Entry>();

  const cache: TimelineCache = {
    async get(key, since, count) {
      const known = entries.get(key);
      // Each guest who joins is a change. A count under way may hold this one already; if not, all who wait share the next.
      if (known?.isPending && known.since < since) {
        await known.counts.catch(() => undefined);
        return cache.get(key, since, count);
      }
      entries.delete(key);
      if (known && known.since >= since && now() - known.madeAt < KEPT_MS) {
        entries.set(key, known);
        return known.counts;
      }
      const entry: Entry = { isPending: true, since, madeAt: now(), counts: count() };
      entries.set(key, entry);
      entry.counts.then(
        (counts) => {
          entry.since = Math.max(entry.since, counts.position);
          entry.isPending = false;
        },
        () => {
          entry.isPending = false;
          if (entries.get(key) === entry) entries.delete(key);
        },
      );
      for (const oldest of entries.keys()) {
        if (entries.size <= MOST_ENTRIES) break;
        entries.delete(oldest);
      }
      return entry.counts;
    },
  };
  return cache;
}
