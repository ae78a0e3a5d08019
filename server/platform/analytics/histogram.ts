// A histogram with fixed buckets, each a tenth wider than the one before: those of several days are added up, and a percentile of the sum is off
// by less than five per cent, however many there are.

/** Seconds. What is quicker is in the first bucket. */
export const FIRST_EDGE = 0.1;
export const GROWTH = 1.1;
/** Its lower edge is at a month; what took longer is in it. */
export const LAST_BUCKET = 180;
/** Of a percentile between the first edge and the last: half a bucket, in proportion. */
export const PERCENTILE_ERROR = 0.05;

/** Which bucket holds a delay. In SQL: `bucketSql` of aggregate.ts. */
export const bucketOf = (seconds: number): number =>
  seconds <= FIRST_EDGE ? 0 : Math.min(LAST_BUCKET, Math.ceil(Math.log(seconds / FIRST_EDGE) / Math.log(GROWTH)));

/** What is told of all that lie in a bucket: in proportion as far from its lower edge as from its upper one. */
const middleOf = (bucket: number): number => (bucket === 0 ? FIRST_EDGE : FIRST_EDGE * GROWTH ** (bucket - 0.5));

/**
 * The delay that this part of all did not exceed, in seconds; null where there are none.
 * @param buckets how many in each, in any order
 */
export function percentileOf(buckets: readonly { bucket: number; photos: number }[], part: number): number | null {
  const total = buckets.reduce((sum, { photos }) => sum + photos, 0);
  if (total === 0) return null;
  const rank = Math.max(1, Math.ceil(total * part));
  let counted = 0;
  for (const { bucket, photos } of [...buckets].sort((one, other) => one.bucket - other.bucket)) {
    counted += photos;
    if (counted >= rank) return Number(middleOf(bucket).toPrecision(3));
  }
  return null;
}
