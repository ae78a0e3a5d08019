// Limits attempts that may fail, such as join codes. Failures are counted exactly even for concurrent attempts, by any number of processes, and a
// user is never refused because of the failures of others.
import { setTimeout as sleep } from 'node:timers/promises';
import { tooManyAttempts } from '#server/http/problem.ts';
import type { BucketLimit, Count, Counted, RateLimitStore, WindowLimit } from '#server/http/rate-limit-store.ts';

interface AttemptLimits {
  name: string;
  /** Misses of one person, or one device, in a minute. */
  misses: number;
  windowMs?: number;
  /** Between two tries in the slow lane of one device. */
  paceMs?: number;
  /** How long an attempt waits for others before it takes them for misses. */
  longestWaitMs?: number;
  /** Called with the failure of what happens after the answer. */
  onError: (error: unknown) => void;
}

/** What an attempt counts as besides, in the same statement. */
export interface CountedRequest {
  count: Count;
  onRefused?: () => void;
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
const HOUR_MS = 3_600_000;
/** Between two looks whether attempts of other processes have left something. */
const LOOK_MS = 50;
/** Attempts of a process that died count as in progress until their window ends. Nobody waits that long for them. */
const LONGEST_WAIT_MS = 5_000;

/** Reservations of one attempt. */
interface Entry {
  taken: Counted[];
  /** When the misses that keep it out of the fast lane are forgotten, in ms of `performance.now`. Null: it is in the fast lane. */
  slowUntil: number | null;
  /** Whether these are its own misses, not those of others behind its address. */
  isOwn: boolean;
  /** When the windows of its reservations end. */
  validUntil: number;
}

/** What an attempt that waits is told: to ask the database, or the entry that another one leaves it or was refused with. */
type Signal = 'ask' | Entry;

/** Attempts of one device in this process that wait until others are over. One of them asks the database now and then. */
class WaitingLine {
  private readonly waiting: ((signal: Signal) => void)[] = [];
  private timer: NodeJS.Timeout | undefined;

  get isEmpty(): boolean {
    return this.waiting.length === 0;
  }

  /** @param isFirst it has waited already */
  wait(isFirst: boolean): Promise<Signal> {
    const signal = new Promise<Signal>((resolve) => void (isFirst ? this.waiting.unshift(resolve) : this.waiting.push(resolve)));
    this.lookLater();
    return signal;
  }

  tellFirst(signal: Signal): void {
    this.waiting.shift()?.(signal);
    this.lookLater();
  }

  tellAll(signal: Signal): void {
    for (const tell of this.waiting.splice(0)) tell(signal);
  }

  private lookLater(): void {
    if (this.isEmpty) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.tellFirst('ask');
    }, LOOK_MS);
  }
}

export class AttemptLimiter {
  private readonly store: RateLimitStore;
  private readonly paceMs: number;
  private readonly longestWaitMs: number;
  private readonly own: WindowLimit;
  private readonly shared: WindowLimit;
  private readonly slowMisses: BucketLimit;
  private readonly onError: (error: unknown) => void;
  private readonly lines = new Map<string, WaitingLine>();
  private readonly lanes = new Map<string, { waiting: number; last: Promise<void> }>();
  private readonly lanesOf = new Map<string, number>();
  private readonly slowTurns = new Map<string, Promise<unknown>>();
  private readonly releases = new Set<Promise<void>>();

  constructor(
    store: RateLimitStore,
    { name, misses, windowMs = 60_000, paceMs = 1000, longestWaitMs = LONGEST_WAIT_MS, onError }: AttemptLimits,
  ) {
    this.store = store;
    this.paceMs = paceMs;
    this.longestWaitMs = longestWaitMs;
    this.onError = onError;
    this.own = { name: `${name} own`, most: misses, windowMs };
    this.shared = { name: `${name} address`, most: misses * ADDRESS_TIMES, windowMs };
    this.slowMisses = { name: `${name} slow`, burst: SLOW_MISSES, perHour: (SLOW_MISSES * HOUR_MS) / paceMs };
  }

  /**
   * Refuses a signed-in user with too many failures without trying. Anonymous users behind one address cannot be distinguished reliably, so their
   * attempts continue slowly, one after another, and successes are answered. Only failures count against an address: any number of correct attempts
   * pass.
   * @param counted what each attempt counts as, whatever comes of it
   * @throws {Problem} 429
   */
  async attempt<T>(
    { personId, address, device }: AttemptSource,
    isMiss: (error: unknown) => boolean,
    act: () => Promise<T>,
    counted?: CountedRequest,
  ): Promise<T> {
    const own = personId === null ? `device ${address} ${device}` : `person ${personId}`;
    const line = `${address} ${own}`;
    const attempts: Count[] = [
      { limit: this.own, of: own, isAttempt: true },
      { limit: this.shared, of: address, isAttempt: true },
    ];
    const entry = await this.enter(line, attempts, counted);
    let missed = false;
    try {
      if (entry.slowUntil === null) return await act();
      if (entry.isOwn && personId !== null) throw refusal(entry.slowUntil);
      await this.queue(address, own, entry.slowUntil);
      const giveBack = await this.takeSlowMiss(address);
      const hit = await act();
      this.release(giveBack());
      return hit;
    } catch (error) {
      missed = isMiss(error);
      if (missed && entry.slowUntil !== null) throw refusal(entry.slowUntil);
      throw error;
    } finally {
      if (missed) await this.miss(line, entry);
      else this.leave(line, entry);
    }
  }

  /** Resolves when everything is given back. */
  async close(): Promise<void> {
    await Promise.all(this.releases);
  }

  /**
   * Reserves a miss of the device and one of its address. Waits while attempts in progress could still use up a limit.
   * @throws {Problem} 429, of the request
   */
  private async enter(name: string, attempts: readonly Count[], counted?: CountedRequest): Promise<Entry> {
    const deadline = performance.now() + this.longestWaitMs;
    let request = counted;
    for (let hasWaited = false; ; hasWaited = true) {
      // Requests are counted before they wait.
      if (hasWaited || request || (this.lines.get(name)?.isEmpty ?? true)) {
        const entry = await this.ask(attempts, request, performance.now() > deadline);
        request = undefined;
        const line = this.lines.get(name);
        if (entry?.slowUntil) line?.tellAll({ ...entry, taken: [] });
        else if (entry && hasWaited) line?.tellFirst('ask');
        if (entry) return entry;
      }
      const line = this.lines.get(name) ?? new WaitingLine();
      this.lines.set(name, line);
      const signal = await line.wait(hasWaited);
      if (line.isEmpty && this.lines.get(name) === line) this.lines.delete(name);
      if (signal !== 'ask') return signal;
    }
  }

  /**
   * @param isLate takes attempts in progress for misses
   * @returns null if it has to wait
   * @throws {Problem} 429, of the request
   */
  private async ask(attempts: readonly Count[], request: CountedRequest | undefined, isLate: boolean): Promise<Entry | null> {
    const answers = await this.store.takeEach([...attempts, ...(request ? [request.count] : [])]);
    const [own, shared, counted] = answers;
    if (!own || !shared) throw new Error('the limits of an attempt were not answered');
    const taken = [own, shared].filter(({ state }) => state === 'taken');
    if (request && counted && counted.state !== 'taken') {
      await this.store.settle(taken, false);
      request.onRefused?.();
      throw tooManyAttempts(counted.waitMs);
    }
    const isBusy = own.state === 'busy' || (own.state === 'taken' && shared.state === 'busy');
    if (isBusy) {
      // Nothing is held while it waits, so that no two attempts wait for each other.
      await this.store.settle(taken, false);
      if (!isLate) return null;
    }
    const full = [own, shared].find(({ state }) => state !== 'taken');
    return {
      taken: isBusy ? [] : taken,
      slowUntil: full ? performance.now() + full.waitMs : null,
      isOwn: own.state !== 'taken',
      validUntil: performance.now() + Math.min(own.leftMs, shared.leftMs),
    };
  }

  private async miss(name: string, { taken }: Entry): Promise<void> {
    await this.store.settle(taken, true);
    this.lines.get(name)?.tellFirst('ask');
  }

  /** The next one in line takes over the reservations, which costs the database nothing. */
  private leave(name: string, entry: Entry): void {
    const line = this.lines.get(name);
    const isWanted = line?.isEmpty === false && entry.slowUntil === null && performance.now() < entry.validUntil;
    if (isWanted) line.tellFirst(entry);
    else if (entry.taken.length > 0) this.release(this.store.settle(entry.taken, false));
  }

  /** Does not delay the answer. What could not be given back counts until its window ends. */
  private release(giving: Promise<void>): void {
    const released = giving.catch(this.onError).finally(() => this.releases.delete(released));
    this.releases.add(released);
  }

  private async queue(address: string, own: string, slowUntil: number): Promise<void> {
    const lane = this.lanes.get(own) ?? { waiting: 0, last: Promise.resolve() };
    if (lane.waiting >= MAX_WAITING) throw refusal(slowUntil);
    if (!this.lanes.has(own)) {
      const lanes = this.lanesOf.get(address) ?? 0;
      if (lanes >= MAX_LANES) throw refusal(slowUntil);
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

  /** Waits until one more try behind this address may miss: one after another, so that those who wait ask the database for one only. */
  private async takeSlowMiss(address: string): Promise<() => Promise<void>> {
    const takeTurn = async () => {
      for (;;) {
        const { refused, giveBack } = await this.store.take([{ limit: this.slowMisses, of: address }]);
        if (!refused) return giveBack;
        await sleep(refused.waitMs);
      }
    };
    const before = this.slowTurns.get(address);
    const turn = before ? before.then(takeTurn, takeTurn) : takeTurn();
    this.slowTurns.set(address, turn);
    try {
      return await turn;
    } finally {
      if (this.slowTurns.get(address) === turn) this.slowTurns.delete(address);
    }
  }
}

const refusal = (until: number) => tooManyAttempts(until - performance.now());
