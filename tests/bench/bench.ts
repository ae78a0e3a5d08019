// What a bench is, and what it says: lines of a measured value beside a limit or a peer.

/** One figure. Its `value` is what is judged; the numbers it comes from stand in `spread`. */
export interface Figure {
  what: string;
  value: number;
  unit: string;
  /** The value may be at most, or must be at least, this. Broken: the run fails. Absent: the line only tells. */
  limit?: Limit;
  /** What was measured in the same run, by turns, to hold the value against. A `limit` of the kind `times` is of this. */
  peer?: { what: string; value: number };
  spread?: Spread;
}

export type Limit = { most: number } | { least: number } | { times: number };

export interface Spread {
  count: number;
  least: number;
  p50: number;
  p95: number;
  most: number;
}

export interface Bench {
  name: string;
  /** One sentence for the table of benches. */
  description: string;
  run(): Promise<Figure[]>;
}

export interface Judged extends Figure {
  bench: string;
  /** Of the limit, 1 being just kept and more broken; where there is none, of the peer. */
  ratio: number | null;
  verdict: 'kept' | 'broken' | 'told';
}

export function judge(bench: string, figure: Figure): Judged {
  const { value, limit, peer } = figure;
  if (!limit) return { ...figure, bench, ratio: peer ? value / peer.value : null, verdict: 'told' };
  if ('times' in limit) {
    if (!peer) throw new Error(`${bench}: "${figure.what}" is limited by a peer that it does not have`);
    const ratio = value / peer.value;
    return { ...figure, bench, ratio, verdict: ratio <= limit.times ? 'kept' : 'broken' };
  }
  // A limit of nothing is kept by nothing alone.
  const ratio = 'least' in limit ? limit.least / value : value === 0 ? 0 : value / limit.most;
  return { ...figure, bench, ratio, verdict: ratio <= 1 ? 'kept' : 'broken' };
}

/** @param share 0.95 for the 95th percentile: the smallest value that so many do not exceed */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error('no values to take a percentile of');
  return value;
}

export function spreadOf(values: readonly number[]): Spread {
  return {
    count: values.length,
    least: Math.min(...values),
    p50: percentile(values, 0.5),
    p95: percentile(values, 0.95),
    most: Math.max(...values),
  };
}
