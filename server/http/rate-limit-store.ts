// Rate limits in the database: they hold over all processes together, and a restart of one forgets nothing. See docs/decisions/049-rate-limits.md.
import { createHmac } from 'node:crypto';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { type CounterReturn, type CounterTake, returnToCounters, takeFromCounters } from '#server/http/rate-limits-repository.ts';
import { newSecret } from '#server/secrets.ts';

/** A burst, then a steady rate. */
export interface BucketLimit {
  /** Counters of different limits are apart. */
  name: string;
  burst: number;
  perHour: number;
}

/** So many in a fixed window, which begins with the first. */
export interface WindowLimit {
  name: string;
  most: number;
  windowMs: number;
}

export interface Count {
  limit: BucketLimit | WindowLimit;
  /** Whom or what it counts: an address, an account. Stored as a hash. */
  of: string;
  /** Of a bucket. */
  tokens?: number;
  /** Of a window: reserves one until it is known whether the attempt missed. */
  isAttempt?: boolean;
}

export interface Counted {
  count: Count;
  key: string;
  /** `busy`: attempts in progress may still use up the limit. */
  state: 'taken' | 'busy' | 'refused';
  /** Until it may be tried again, if it was refused. */
  waitMs: number;
  /** Until the counter says nothing any more. */
  leftMs: number;
  untilMs: number;
}

const HOUR_MS = 3_600_000;

export type RateLimitStore = Awaited<ReturnType<typeof openRateLimitStore>>;

/** @param clock ms since 1970, for tests. By default the database's, which all processes share */
export async function openRateLimitStore({ db, secrets }: Pick<Deps, 'db' | 'secrets'>, clock?: () => number) {
  const secret = await secrets.getOrCreate('rate-limit-key', newSecret);
  const keyOf = ({ limit, of }: Count) => createHmac('sha256', secret).update(`${limit.name}\0${of}`).digest('base64url').slice(0, 22);

  /** Takes each count that its limit allows, whatever the others do. The answers are in the order of the counts, which have different counters. */
  async function takeEach(counts: readonly Count[], of: Queryable = db): Promise<Counted[]> {
    const takes = counts.map((count) => ({ count, take: takeOf(count, keyOf(count)) }));
    const rows = await takeFromCounters(
      of,
      takes.map(({ take }) => take),
      clock?.() ?? null,
    );
    return takes.map(({ count, take }) => {
      const row = rows.find(({ key }) => key === take.key);
      if (!row) throw new Error(`the database did not answer for the limit ${count.limit.name}`);
      const isBusy = row.isRefused && take.most !== null && row.used < take.most;
      const waitMs = take.capacityMs === null ? row.leftMs : row.leftMs + take.spanMs - take.capacityMs;
      return {
        count,
        key: take.key,
        state: isBusy ? 'busy' : row.isRefused ? 'refused' : 'taken',
        waitMs: row.isRefused ? Math.max(1, Math.ceil(waitMs)) : 0,
        leftMs: row.leftMs,
        untilMs: row.untilMs,
      };
    });
  }

  return {
    takeEach,

    /**
     * Takes all counts, or none.
     * @param tx the transaction that the caller is in, which must roll back if it is refused: it would otherwise wait for a second connection
     * @returns the first that was refused, or null; and a function that gives all back
     */
    async take(counts: readonly Count[], tx?: Queryable): Promise<{ refused: Counted | null; giveBack: () => Promise<void> }> {
      const counted = await takeEach(counts, tx);
      const taken = counted.filter(({ state }) => state === 'taken');
      const refused = counted.find(({ state }) => state !== 'taken') ?? null;
      const giveBack = () => returnToCounters(tx ?? db, taken.map(returnOf));
      if (refused && taken.length > 0 && !tx) await giveBack();
      return { refused, giveBack };
    },

    /** Gives back what was taken; attempts that missed are counted instead. */
    async settle(taken: readonly Counted[], missed: boolean): Promise<void> {
      if (taken.length > 0)
        await returnToCounters(
          db,
          taken.map((one) => (missed ? missOf(one) : returnOf(one))),
        );
    },
  };
}

function takeOf({ limit, tokens = 1, isAttempt = false }: Count, key: string): CounterTake {
  if ('burst' in limit) {
    const perToken = HOUR_MS / limit.perHour;
    return { key, used: 0, reserved: 0, most: null, spanMs: tokens * perToken, capacityMs: limit.burst * perToken };
  }
  const one = isAttempt ? { used: 0, reserved: 1 } : { used: 1, reserved: 0 };
  return { key, ...one, most: limit.most, spanMs: limit.windowMs, capacityMs: null };
}

function returnOf({ count, key, untilMs }: Counted): CounterReturn {
  const { used, reserved, spanMs, capacityMs } = takeOf(count, key);
  return capacityMs === null ? { key, used, reserved, spanMs: 0, untilMs } : { key, used, reserved, spanMs, untilMs: null };
}

const missOf = (taken: Counted): CounterReturn => ({ ...returnOf(taken), used: -1 });
