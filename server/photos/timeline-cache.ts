// A hundred phones that open the same gallery after the same change cost one count.
import type { CountsAt } from '#server/photos/timeline-repository.ts';

/** The largest hold two thousand stretches: about 100 kB. */
const MOST_ENTRIES = 64;
/** Rows that were written without a change, as an import of a backup does, are seen after this. */
const KEPT_MS = 30_000;

interface Entry {
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

export function timelineCache(now: () => number = Date.now): TimelineCache {
  // In the order of their last use.
  const entries = new Map<string, Entry>();

  return {
    get(key, since, count) {
      const known = entries.get(key);
      entries.delete(key);
      if (known && known.since >= since && now() - known.madeAt < KEPT_MS) {
        entries.set(key, known);
        return known.counts;
      }
      const entry: Entry = { since, madeAt: now(), counts: count() };
      entries.set(key, entry);
      entry.counts.then(
        (counts) => (entry.since = Math.max(entry.since, counts.position)),
        () => {
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
}
