// Token buckets by name: so many at once, and then one after the other. Kept in memory, the least used forgotten first.

export interface BucketRule {
  /** How many at once. */
  burst: number;
  /** How many come back in an hour. */
  perHour: number;
}

const HOUR_MS = 3_600_000;
/** Names are strangers' to choose. */
const MAX_NAMES = 20_000;

export class TokenBuckets {
  private readonly burst: number;
  private readonly perMs: number;
  private readonly now: () => number;
  private readonly buckets = new Map<string, { tokens: number; at: number }>();

  constructor({ burst, perHour }: BucketRule, now: () => number = Date.now) {
    this.burst = burst;
    this.perMs = perHour / HOUR_MS;
    this.now = now;
  }

  /** Takes one. Answers 0, or how many ms until there is one, when nothing was taken. */
  take(name: string): number {
    const tokens = this.tokensOf(name);
    if (tokens < 1) return Math.ceil((1 - tokens) / this.perMs);
    this.store(name, tokens - 1);
    return 0;
  }

  refund(name: string): void {
    this.store(name, Math.min(this.burst, this.tokensOf(name) + 1));
  }

  private tokensOf(name: string): number {
    const bucket = this.buckets.get(name);
    return bucket ? Math.min(this.burst, bucket.tokens + (this.now() - bucket.at) * this.perMs) : this.burst;
  }

  private store(name: string, tokens: number): void {
    this.buckets.delete(name);
    // A full one is as good as none.
    if (tokens >= this.burst) return;
    this.buckets.set(name, { tokens, at: this.now() });
    const [oldest] = this.buckets.keys();
    if (this.buckets.size > MAX_NAMES && oldest !== undefined) this.buckets.delete(oldest);
  }
}
