// One pool of connections for each kind of work, so that a photo on its way in never waits behind hundreds of people who browse.
import { AsyncResource } from 'node:async_hooks';
import pg from 'pg';
import type { Logger } from 'pino';
import { TooManyReads } from '#server/db/errors.ts';
import { type DatabaseAddress, openPool } from '#server/db/pool.ts';
import type { PoolState } from '#server/telemetry/metrics.ts';
import type { Tracing } from '#server/telemetry/tracing.ts';
import { currentLane, type PoolLane } from '#server/telemetry/work-context.ts';

/** Connections per lane. More would not help on two cores: each is a process of the database. */
export const LANE_SIZES: Record<PoolLane, number> = { writes: 8, reads: 10, background: 6 };
/** About half a second of reads. Further reads are rejected (503, `busy`), so that the wait of the others stays bounded. */
const MAX_WAITING_READS = 400;
/** Rejected reads are logged as one count per interval. */
const LOG_INTERVAL_MS = 10_000;

/** A pool that lends connections of the current lane. */
class LanePool extends pg.Pool {
  readonly #pools: Record<PoolLane, pg.Pool>;
  readonly #log: Logger;
  readonly #isTraced: boolean;
  #rejected = 0;

  constructor(pools: Record<PoolLane, pg.Pool>, log: Logger, isTraced: boolean) {
    super();
    this.#pools = pools;
    this.#log = log;
    this.#isTraced = isTraced;
  }

  states(): PoolState[] {
    return Object.entries(this.#pools).map(([lane, pool]) => stateOf(lane, pool));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(done: Parameters<pg.Pool['connect']>[0]): void;
  override connect(done?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    const lane = currentLane();
    const pool = this.#pools[lane];
    if (lane === 'reads' && pool.waitingCount >= MAX_WAITING_READS) {
      this.#countRejected();
      const error = new TooManyReads();
      if (!done) return Promise.reject(error);
      return process.nextTick(done, error, undefined, () => undefined);
    }
    if (!done) return pool.connect();
    // A connection that is waited for comes in the context of the request that had it before.
    pool.connect(this.#isTraced ? AsyncResource.bind(done) : done);
  }

  #countRejected(): void {
    this.#rejected += 1;
    if (this.#rejected > 1) return;
    const report = () => {
      this.#log.warn(
        { rejected: this.#rejected, seconds: LOG_INTERVAL_MS / 1000 },
        'rejected reads: too many wait for a database connection',
      );
      this.#rejected = 0;
    };
    setTimeout(report, LOG_INTERVAL_MS).unref();
  }

  override async end(): Promise<void> {
    await Promise.all(Object.values(this.#pools).map((pool) => pool.end()));
    await super.end();
  }
}

export const stateOf = (lane: string, { options, totalCount, idleCount, waitingCount }: pg.Pool): PoolState => ({
  lane,
  limit: options.max,
  total: totalCount,
  idle: idleCount,
  waiting: waitingCount,
});

/** Of a pool that `openLanes` opened, one per lane. */
export const laneStates = (pool: pg.Pool): PoolState[] => (pool instanceof LanePool ? pool.states() : []);

/** Opens the pools of the server. The job runner has a separate pool for its queue (jobs/runner.ts). */
export function openLanes(connection: DatabaseAddress, log: Logger, tracing: Tracing | null = null): pg.Pool {
  const open = (lane: PoolLane) => openPool(connection, log, 'web', { name: lane, size: LANE_SIZES[lane] }, tracing);
  const writes = open('writes');
  const names = new StatementNames();
  writes.on('connect', (client) => prepareOften(client, names));
  return new LanePool({ writes, reads: open('reads'), background: open('background') }, log, tracing !== null);
}

/** Executions after which a statement is prepared. */
const OFTEN = 20;
/** Each takes about 50 kB per connection. */
const MAX_PREPARED = 100;
/** Statements whose executions are counted; the least recently used are evicted first. */
const MAX_COUNTED = 1000;

/** Counts executions and names prepared statements, for all connections of a pool. */
export class StatementNames {
  readonly #counts = new Map<string, number>();
  readonly #names = new Map<string, string>();

  /** Returns the name of the prepared statement, or undefined if it isn’t prepared. */
  of(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= MAX_PREPARED) return name;
    const count = (this.#counts.get(text) ?? 0) + 1;
    this.#counts.delete(text);
    if (count >= OFTEN) {
      this.#names.set(text, `often_${this.#names.size}`);
      return this.#names.get(text);
    }
    this.#counts.set(text, count);
    for (const oldest of this.#counts.keys()) {
      if (this.#counts.size <= MAX_COUNTED) break;
      this.#counts.delete(oldest);
    }
    return undefined;
  }
}

/**
 * Wraps `query` of a new connection so that frequent statements are prepared and planned once per connection: for most writes of an event, planning
 * takes longer than execution. `prepared` (prepared.ts) does the same for single queries by name. Reads of lists are left out: their best plan
 * depends on the size of the event.
 */
function prepareOften(client: pg.ClientBase, names: StatementNames): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((asked: unknown, ...rest: unknown[]) => query(withName(asked, rest[0], names), ...rest)) as typeof client.query;
}

function withName(asked: unknown, values: unknown, names: StatementNames): unknown {
  if (typeof asked !== 'object' || asked === null || !('text' in asked) || typeof asked.text !== 'string') return asked;
  if ('submit' in asked || ('name' in asked && asked.name !== undefined)) return asked;
  // Without values the text may contain several statements, which can't be prepared.
  if (!Array.isArray(values) || values.length === 0) return asked;
  const name = names.of(asked.text);
  return name === undefined ? asked : { ...asked, name };
}
