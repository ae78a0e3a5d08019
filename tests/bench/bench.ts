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
  /** About how long it takes on two quiet cores, in minutes. */
  readonly minutes: number;
  run(): Promise<Figure[]>;
}

export interface Judged extends Figure {
  bench: string;
  /** Relative to the limit: more than 1 misses it. Without a limit, relative to the peer. */
  ratio: number | null;
  verdict: 'kept' | 'missed' | 'no limit';
}

export function judge(bench: string, figure: Figure): Judged {
  const { value, limit, peer } = figure;
  if (!limit) return { ...figure, bench, ratio: peer ? value / peer.value : null, verdict: 'no limit' };
  const ratio = ratioToLimit(bench, figure, limit);
  return { ...figure, bench, ratio, verdict: ratio <= 1 ? 'kept' : 'missed' };
}

function ratioToLimit(bench: string, { what, value, peer }: Figure, limit: Limit): number {
  if ('least' in limit) return limit.least / value;
  if ('times' in limit && !peer) throw new Error(`${bench}: "${what}" is limited by a peer that it does not have`);
  const most = 'times' in limit ? limit.times * peer!.value : limit.most;
  // A limit of zero requires a value of zero.
  return value === 0 ? 0 : value / most;
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
