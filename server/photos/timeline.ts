// The shape of a gallery: how many photos there are in each stretch of time. Pure.

export const resolutions = ['minute', 'hour', 'day', 'month'] as const;
export type Resolution = (typeof resolutions)[number];

/** More stretches than this are told in longer ones. */
export const MAX_BUCKETS = 2000;

export interface PhotoCounts {
  resolution: Resolution;
  /** Photos by the beginning of their stretch (milliseconds since 1970, UTC). */
  buckets: ReadonlyMap<number, number>;
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
