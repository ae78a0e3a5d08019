import { sql } from 'drizzle-orm';
import type { Queryable, SqlFragment } from '#server/db/types.ts';

/** What is taken from one counter: a request or an attempt of a window, or tokens of a bucket. */
export interface CounterTake {
  key: string;
  /** Requests and attempts of a window, to count now or to reserve. */
  used: number;
  reserved: number;
  /** Null for a bucket. */
  most: number | null;
  /** Of a window: its length. Of a bucket: the time in which the tokens come back. */
  spanMs: number;
  /** Of a bucket: the time in which it fills. Null for a window. */
  capacityMs: number | null;
}

export interface Counter {
  key: string;
  isRefused: boolean;
  used: number;
  untilMs: number;
  /** Until the window ends, or the bucket is full. */
  leftMs: number;
}

/** What is given back to one counter. Negative: is counted after all. */
export interface CounterReturn {
  key: string;
  used: number;
  reserved: number;
  spanMs: number;
  /** The window in which it was taken: of a later one nothing is given back. Null for a bucket. */
  untilMs: number | null;
}

/** @param clock ms since 1970. Null: the database's */
const nowOf = (clock: number | null): SqlFragment =>
  clock === null ? sql`(extract(epoch from now()) * 1000)::float8` : sql`${clock}::float8`;

/** Of one token: repeated additions of fractions must not cost the last one. */
const TOLERANCE = 0.001;
/** Longer than a statement waits for a lock. */
const LATE_MS = 60_000;

/**
 * Takes from each counter what it has left, by one statement: concurrent callers, of any process, wait for each other. Rows are locked by key, so
 * that no two callers wait for each other forever.
 *
 * A bucket is stored as the time at which it is full again (GCRA), so that it needs no update while it fills. Windows begin with their first use.
 * What ends much later than it can has been stored before the clock was set back. A little later is usual: a statement that began earlier may have
 * waited for the counter.
 */
export async function takeFromCounters(db: Queryable, takes: readonly CounterTake[], clock: number | null): Promise<Counter[]> {
  const list = <Value>(of: (take: CounterTake) => Value) => sql.param(takes.map(of));
  const { rows } = await db.execute<{ key: string; refused: boolean; used: number; until: number; left: number }>(sql`
    with given as materialized (
      select g.*, ${nowOf(clock)} as now from unnest(
        ${list(({ key }) => key)}::text[], ${list(({ used }) => used)}::int[], ${list(({ reserved }) => reserved)}::int[],
        ${list(({ most }) => most)}::int[], ${list(({ spanMs }) => spanMs)}::float8[], ${list(({ capacityMs }) => capacityMs)}::float8[]
      ) as g (key, used, reserved, most, span, capacity)
    )
    insert into rate_limits as r (key, used, reserved, until_ms, is_refused)
    select key, used, reserved, case when span > capacity then now else now + span end, coalesce(span > capacity, false)
    from given order by key
    on conflict (key) do update set (used, reserved, until_ms, is_refused) = (
      select
        before.used + case when has.room then g.used else 0 end,
        before.reserved + case when has.room then g.reserved else 0 end,
        before.until + case when has.room and g.capacity is not null then g.span else 0 end,
        not has.room
      from given g
      cross join lateral (
        select
          case when r.until_ms > g.now then r.used else 0 end as used,
          case when r.until_ms > g.now then r.reserved else 0 end as reserved,
          case when r.until_ms > g.now + coalesce(g.capacity, g.span) + ${LATE_MS} then g.now + coalesce(g.capacity, g.span)
            when r.until_ms > g.now then r.until_ms
            when g.capacity is null then g.now + g.span else g.now end as until
      ) before
      cross join lateral (
        select case when g.capacity is null then before.used + before.reserved + g.used + g.reserved <= g.most
          else before.until - g.now + g.span * ${1 - TOLERANCE} <= g.capacity end as room
      ) has
      where g.key = r.key
    )
    returning key, is_refused as refused, used, until_ms as until, until_ms - ${nowOf(clock)} as left`);
  return rows.map(({ key, refused, used, until, left }) => ({ key, isRefused: refused, used, untilMs: until, leftMs: left }));
}

export async function returnToCounters(db: Queryable, returns: readonly CounterReturn[]): Promise<void> {
  const list = <Value>(of: (given: CounterReturn) => Value) => sql.param(returns.map(of));
  await db.execute(sql`
    with given as materialized (
      select * from unnest(
        ${list(({ key }) => key)}::text[], ${list(({ used }) => used)}::int[], ${list(({ reserved }) => reserved)}::int[],
        ${list(({ spanMs }) => spanMs)}::float8[], ${list(({ untilMs }) => untilMs)}::float8[]
      ) as g (key, used, reserved, span, until)
    ), locked as materialized (
      select r.key from rate_limits r join given g on g.key = r.key order by r.key for update of r
    )
    update rate_limits r set
      used = greatest(0, r.used - g.used),
      reserved = greatest(0, r.reserved - g.reserved),
      until_ms = r.until_ms - g.span
    from given g join locked l on l.key = g.key
    where r.key = g.key and (g.until is null or r.until_ms = g.until)`);
}

/** Deletes counters that say nothing any more. Those in use remain until the next time: their order is another, and callers must not wait for this. */
export async function deleteExpiredCounters(db: Queryable): Promise<void> {
  await db.execute(sql`delete from rate_limits where key in (
    select key from rate_limits where until_ms <= ${nowOf(null)} for update skip locked)`);
}
