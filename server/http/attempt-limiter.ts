// Limits attempts that may fail, such as join codes. Failures are counted exactly even for concurrent attempts, and a user is never refused because
// of the failures of others.
import { setTimeout as sleep } from 'node:timers/promises';
import { tooManyAttempts } from '#server/http/problem.ts';

interface AttemptLimits {
  /** Misses of one person, or one device, in a minute. */
  misses: number;
  windowMs?: number;
  /** Between two tries in the slow lane of one device. */
  paceMs?: number;
}

export interface AttemptSource {
  /** Null: not signed in. */
  personId: string | null;
  address: string;
  /** Distinguishes devices behind one address, as far as possible. */
  device: string;
}

/** Of an address, beside those of one person: a venue shares one. */
const ADDRESS_TIMES = 10;
/** In the time of one slow try of a device, so many of all devices behind one address may miss: what names itself a device is free to choose. */
const SLOW_MISSES = 5;
/** Tries that wait in one device's slow lane, and devices with such a lane behind one address. */
const MAX_WAITING = 10;
const MAX_LANES = 50;
const MAX_NAMES = 20_000;
const HOUR_MS = 3_600_000;

interface Count {
  misses: number;
  underWay: number;
  until: number;
  /** Those who wait until a try under way is over. */
  waiting: (() => void)[];
}

export class AttemptLimiter {
  private readonly misses: number;
  private readonly windowMs: number;
  private readonly paceMs: number;
  private readonly slowMisses: TokenBuckets;
  private readonly counts = new Map<string, Count>();
  private readonly lanes = new Map<string, { waiting: number; last: Promise<void> }>();
  private readonly lanesOf = new Map<string, number>();

  constructor({ misses, windowMs = 60_000, paceMs = 1000 }: AttemptLimits) {
    this.misses = misses;
    this.windowMs = windowMs;
    this.paceMs = paceMs;
    this.slowMisses = new TokenBuckets({ burst: SLOW_MISSES, perHour: (SLOW_MISSES * HOUR_MS) / paceMs });
  }

  /**
   * Refuses a signed-in user with too many failures without trying. Anonymous users behind one address cannot be distinguished reliably, so their
   * attempts continue slowly, one after another, and successes are answered. Only failures count against an address: any number of correct attempts
   * pass.
   * @throws {Problem} 429
   */
  async attempt<T>({ personId, address, device }: AttemptSource, isMiss: (error: unknown) => boolean, act: () => Promise<T>): Promise<T> {
    const own = personId === null ? `device ${address} ${device}` : `person ${personId}`;
    const shared = `address ${address}`;
    const isSlow = !(await this.enter(own, this.misses));
    if (isSlow && personId !== null) throw this.refusal(own);
    const isCrowded = !(await this.enter(shared, this.misses * ADDRESS_TIMES));
    let missed = false;
    try {
      if (!isSlow && !isCrowded) return await act();
      await this.queue(address, own);
      await this.takeSlowMiss(address);
      const hit = await act();
      this.slowMisses.refund(address);
      return hit;
    } catch (error) {
      missed = isMiss(error);
      if (missed && (isSlow || isCrowded)) throw this.refusal(isSlow ? own : shared);
      throw error;
    } finally {
      if (!isSlow) this.leave(own, missed);
      if (!isCrowded) this.leave(shared, missed);
    }
  }

  /** Waits while attempts in progress could still use up the limit. Returns false once it is used up. */
  private async enter(name: string, most: number): Promise<boolean> {
    for (;;) {
      const count = this.countOf(name);
      if (count.misses >= most) return false;
      if (count.misses + count.underWay < most) {
        count.underWay += 1;
        return true;
      }
      await new Promise<void>((resolve) => count.waiting.push(resolve));
    }
  }

  private leave(name: string, missed: boolean): void {
    const count = this.countOf(name);
    count.underWay = Math.max(0, count.underWay - 1);
    if (missed) count.misses += 1;
    for (const goOn of count.waiting.splice(0)) goOn();
  }

  private countOf(name: string): Count {
    const now = Date.now();
    let count = this.counts.get(name);
    if (!count) this.counts.set(name, (count = { misses: 0, underWay: 0, until: now + this.windowMs, waiting: [] }));
    if (now >= count.until) Object.assign(count, { misses: 0, until: now + this.windowMs });
    if (this.counts.size > MAX_NAMES) this.forget(now);
    return count;
  }

  private forget(now: number): void {
    const idle = ([, count]: [string, Count]) => count.underWay === 0 && count.waiting.length === 0;
    const [oldest] = [...this.counts].find(idle) ?? [];
    for (const entry of this.counts) if (idle(entry) && now >= entry[1].until) this.counts.delete(entry[0]);
    if (this.counts.size > MAX_NAMES && oldest !== undefined) this.counts.delete(oldest);
  }

  private async queue(address: string, own: string): Promise<void> {
    const lane = this.lanes.get(own) ?? { waiting: 0, last: Promise.resolve() };
    if (lane.waiting >= MAX_WAITING) throw this.refusal(own);
    if (!this.lanes.has(own)) {
      const lanes = this.lanesOf.get(address) ?? 0;
      if (lanes >= MAX_LANES) throw this.refusal(own);
      this.lanesOf.set(address, lanes + 1);
      this.lanes.set(own, lane);
    }
    lane.waiting += 1;
    const turn = lane.last.then(() => sleep(this.paceMs));
    lane.last = turn;
    await turn;
    lane.waiting -= 1;
    if (lane.waiting > 0) return;
    this.lanes.delete(own);
    const left = (this.lanesOf.get(address) ?? 1) - 1;
    if (left > 0) this.lanesOf.set(address, left);
    else this.lanesOf.delete(address);
  }

  /** Waits until one more try behind this address may miss. */
  private async takeSlowMiss(address: string): Promise<void> {
    for (let waitMs = this.slowMisses.take(address); waitMs > 0; waitMs = this.slowMisses.take(address)) await sleep(waitMs);
  }

  private refusal(name: string) {
    return tooManyAttempts((this.counts.get(name)?.until ?? 0) - Date.now());
  }
}

interface BucketRule {
  /** How many at once. */
  burst: number;
  /** How many come back in an hour. */
  perHour: number;
}

/** Token buckets by name: a burst, then a steady rate. In memory; the least recently used are evicted first. */
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
