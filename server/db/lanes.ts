// One pool of connections for each kind of work, so that a photo on its way in never waits behind hundreds of people who browse.
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import type { Logger } from 'pino';
import { TooManyReads } from '#server/db/connection-errors.ts';
import { openPool, type DatabaseAddress } from '#server/db/pool.ts';
import { prepareOften, StatementNames } from '#server/db/prepare-often.ts';

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

/** Opens the pools of the server. The job runner has a pool of its own for its queue (jobs/runner.ts). */
export function openLanes(connection: DatabaseAddress, log: Logger): pg.Pool {
  const open = (lane: PoolLane) => openPool(connection, log, 'web', { name: lane, size: LANE_SIZES[lane] });
  const writes = open('writes');
  const names = new StatementNames();
  writes.on('connect', (client) => prepareOften(client, names));
  return new LanePool({ writes, reads: open('reads'), background: open('background') }, log);
}
