import pg from 'pg';
import type { Logger } from 'pino';
import { LOCK_SPACES } from '#server/db/advisory-locks.ts';
import type { DatabaseAddress } from '#server/db/pool.ts';
import { withTimeout } from '#server/with-timeout.ts';

const CLOSE_MS = 2_000;

/**
 * Shows which workers live: each holds an advisory lock on a connection that ends with its process, however that ends. A job locked by a
 * worker without such a lock was left by a dead process; graphile-worker itself would wait four hours.
 */
export class WorkerLiveness {
  /** Resolves when the connection is lost: others then take these workers for dead. */
  readonly lost: Promise<Error>;
  private readonly client: pg.Client;
  private readonly log: Logger;

  /** Rejects while the database is not there. */
  static async open(connection: DatabaseAddress, log: Logger): Promise<WorkerLiveness> {
    const client = new pg.Client({
      ...connection,
      application_name: 'ai-image-suite workers',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    });
    const presence = new WorkerLiveness(client, log);
    await client.connect();
    return presence;
  }

  private constructor(client: pg.Client, log: Logger) {
    this.client = client;
    this.log = log;
    this.lost = new Promise((resolve) => {
      client.on('error', resolve);
      client.on('end', () => resolve(new Error('the connection that shows the workers has ended')));
    });
  }

  add(worker: string): void {
    this.client
      .query('select pg_advisory_lock_shared($1, hashtext($2))', [LOCK_SPACES.workers, worker])
      .catch((error: unknown) => this.log.warn({ err: error }, 'could not show a worker'));
  }

  async close(): Promise<void> {
    await withTimeout(CLOSE_MS, this.client.end()).catch((error: unknown) =>
      this.log.warn({ err: error }, 'could not close the connection'),
    );
  }
}

/** Gives back the jobs of workers that nobody shows. */
export async function unlockDeadWorkers(pool: pg.Pool, log: Logger): Promise<void> {
  const { rows } = await pool.query<{ dead: string[] | null }>(
    `with busy as (
       select locked_by from graphile_worker._private_jobs where locked_by is not null
       union select locked_by from graphile_worker._private_job_queues where locked_by is not null)
     select array_agg(locked_by) as dead from busy
     where not exists (select from pg_locks where locktype = 'advisory' and classid = $1::oid
       and objid::bigint = (hashtext(busy.locked_by)::bigint & 4294967295)
       and database = (select oid from pg_database where datname = current_database()))`,
    [LOCK_SPACES.workers],
  );
  const dead = rows[0]?.dead ?? [];
  if (dead.length === 0) return;
  log.warn({ workers: dead }, 'taking back the jobs of workers that died');
  await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [dead]);
}
