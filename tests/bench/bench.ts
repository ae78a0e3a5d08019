// Types and output of benches: measured values beside a limit or a peer.

/** One figure. Its `value` is compared; `spread` has the numbers it is derived from. */
export interface Figure {
  what: string;
  value: number;
  unit: string;
  /** Minimum or maximum of the value. The run fails if it is violated. Without a limit the line is informational. */
  limit?: Limit;
  /** Measured in the same run, in alternation, for comparison. A `limit` of the kind `times` refers to it. */
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
  /** Relative to the limit, where more than 1 is a violation; without a limit, relative to the peer. */
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
  // A limit of zero requires a value of zero.
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
