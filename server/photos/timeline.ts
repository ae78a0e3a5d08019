// The number of photos of a gallery per stretch of time, and the cache of these counts.

// The shape of a gallery: how many photos there are in each stretch of time. Pure.

const resolutions = ['minute', 'hour', 'day', 'month'] as const;
export type Resolution = (typeof resolutions)[number];

/** With more buckets, the resolution becomes coarser. */
export const MAX_BUCKETS = 2000;

export interface PhotoCounts {
  resolution: Resolution;
  /** Photos by the beginning of their stretch (milliseconds since 1970, UTC). */
  buckets: ReadonlyMap<number, number>;
}

export interface CountsAt extends PhotoCounts {
  /** Number of the event's last change that is counted: read in the same moment. */
  position: number;
}

const lengths = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

export function startOf(at: number, resolution: Resolution): number {
  if (resolution !== 'month') return Math.floor(at / lengths[resolution]) * lengths[resolution];
  const date = new Date(at);
  // `Date.UTC` takes the years 0 to 99 for those after 1900.
  return new Date(0).setUTCFullYear(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

function coarser(counts: PhotoCounts, resolution: Resolution): PhotoCounts {
  const stretches = new Map<number, number>();
  for (const [at, count] of counts.buckets) {
    const start = startOf(at, resolution);
    stretches.set(start, (stretches.get(start) ?? 0) + count);
  }
  return { resolution, buckets: stretches };
}

/** Two counts of different photos as one, in the shortest stretches that fit. */
export function joinPhotoCounts(one: PhotoCounts, other: PhotoCounts): PhotoCounts {
  const at = Math.max(resolutions.indexOf(one.resolution), resolutions.indexOf(other.resolution));
  for (const resolution of resolutions.slice(at)) {
    const stretches = new Map(coarser(one, resolution).buckets);
    for (const [start, count] of coarser(other, resolution).buckets) stretches.set(start, (stretches.get(start) ?? 0) + count);
    if (stretches.size <= MAX_BUCKETS || resolution === 'month') return { resolution, buckets: stretches };
  }
  throw new Error('months always fit');
}

// A hundred phones that open the same gallery after the same change cost one count.

/** The largest entries have two thousand buckets: about 100 kB. */
const MOST_ENTRIES = 64;
/** Rows that were written without a change, as an import of a backup does, are seen after this. */
const KEPT_MS = 30_000;

interface Entry {
  isPending: boolean;
  /** Includes all changes up to this one, possibly more. */
  since: number;
  madeAt: number;
  counts: Promise<CountsAt>;
}

interface TimelineCache {
  /**
   * @param key event, scope and filters, independent of the reader
   * @param since the result includes all changes up to this one
   */
  get(key: string, since: number, count: () => Promise<CountsAt>): Promise<CountsAt>;
}

export function createTimelineCache(now: () => number = Date.now): TimelineCache {
  // In the order of their last use.
  const entries = new Map<string, Entry>();

  const cache: TimelineCache = {
    async get(key, since, count) {
      const known = entries.get(key);
      // Each guest who joins is a change. A running count may include this one; if not, all waiting calls share the next count.
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
