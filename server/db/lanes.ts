// One pool of connections for each kind of work, so that a photo on its way in never waits behind hundreds of people who browse.
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import type { Logger } from 'pino';
import { TooManyReads } from '#server/db/errors.ts';
import { type DatabaseAddress, openPool } from '#server/db/pool.ts';

/** `background`: jobs, event streams, and everything else that is not part of a request. */
export type PoolLane = 'writes' | 'reads' | 'background';

/** Connections per lane. More would not help on two cores: each is a process of the database. */
export const LANE_SIZES: Record<PoolLane, number> = { writes: 8, reads: 10, background: 6 };
/** About half a second of reads. Further reads are rejected (503, `busy`), so that the wait of the others stays bounded. */
const MAX_WAITING_READS = 400;
/** Rejected reads are logged as one count per interval. */
const LOG_INTERVAL_MS = 10_000;

const lanes = new AsyncLocalStorage<PoolLane>();

/** Runs `act`, and everything asynchronous that it starts, with connections of this lane. */
export const inLane = <Result>(lane: PoolLane, act: () => Result): Result => lanes.run(lane, act);

export const currentLane = (): PoolLane => lanes.getStore() ?? 'background';

/** A pool that lends connections of the current lane. */
class LanePool extends pg.Pool {
  readonly #pools: Record<PoolLane, pg.Pool>;
  readonly #log: Logger;
  #rejected = 0;

  constructor(pools: Record<PoolLane, pg.Pool>, log: Logger) {
    super();
    this.#pools = pools;
    this.#log = log;
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
    return done ? pool.connect(done) : pool.connect();
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

/** Opens the pools of the server. The job runner has a separate pool for its queue (jobs/runner.ts). */
export function openLanes(connection: DatabaseAddress, log: Logger): pg.Pool {
  const open = (lane: PoolLane) => openPool(connection, log, 'web', { name: lane, size: LANE_SIZES[lane] });
  const writes = open('writes');
  const names = new StatementNames();
  writes.on('connect', (client) => prepareOften(client, names));
  return new LanePool({ writes, reads: open('reads'), background: open('background') }, log);
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
