// What operations and jobs are built with: `build(deps)` in app.ts and `main.ts` make it once, tests make it too.
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type { SecretStore } from '#server/db/secret-store.ts';
import type { Db } from '#server/db/types.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { LiveHub } from '#server/live/hub.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { Metrics } from '#server/telemetry/metrics.ts';
import type { Tracing } from '#server/telemetry/tracing.ts';

export interface Deps {
  config: Config;
  log: Logger;
  pool: pg.Pool;
  db: Db;
  secrets: SecretStore;
  storage: Storage;
  jobs: Jobs;
  /** Notifies open streams of this process about changes of their topic, by LISTEN/NOTIFY across processes. */
  hub: LiveHub;
  /** Null if none are served. */
  metrics: Metrics | null;
  /** Null if nothing is traced. */
  tracing: Tracing | null;
}
