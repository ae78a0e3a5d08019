// What operations and jobs are built with: `build(deps)` in app.ts and `main.ts` make it once, tests make it too.
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type * as schema from '#server/db/schema.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { EventHub } from '#server/photos/hub.ts';
import type { Storage } from '#server/storage/storage.ts';

export type Db = NodePgDatabase<typeof schema>;
/** What repositories take: the database, or the transaction that a caller is in. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
export type Queryable = Db | Tx;

export interface Deps {
  config: Config;
  log: Logger;
  pool: pg.Pool;
  db: Db;
  storage: Storage;
  jobs: Jobs;
  /** Tells open streams of this process that an event changed, by LISTEN/NOTIFY of whichever process wrote it. */
  hub: EventHub;
}
