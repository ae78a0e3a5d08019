import { hostname } from 'node:os';
import { sql } from 'drizzle-orm';
import { drizzle, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '#server/db/errors.ts';
import type { Db } from '#server/db/types.ts';
import { traceQueries } from '#server/telemetry/trace-queries.ts';
import type { Tracing } from '#server/telemetry/tracing.ts';

/** Where the database is: a `postgres://` address, or the socket of the embedded one. */
export type DatabaseAddress = { connectionString: string } | { host: string; port: number; user: string; database: string };

/** PostgreSQL cuts names at 63 bytes. */
const MAX_HOSTNAME = 28;

/** How a connection is named in `pg_stat_activity`: by what it is for, and the process that has it. */
export const applicationName = (use: string): string => `ai-image-suite ${use} ${hostname().slice(0, MAX_HOSTNAME)}:${process.pid}`;

/**
 * A pool whose connections may break at any time: a restart of the database fails queries, never the process.
 * @param kind `command` runs statements as long as they take (the queue's own migrations); `web` cancels statements that take longer than any request should
 * @param lane the name, as shown by the database, and the number of connections
 */
export function openPool(
  connection: DatabaseAddress,
  log: Logger,
  kind: 'web' | 'jobs' | 'command' = 'web',
  lane: { name: string; size: number } = { name: kind, size: kind === 'web' ? 20 : 6 },
  tracing: Tracing | null = null,
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: lane.size,
    connectionTimeoutMillis: 10_000,
    // A new connection costs the database as much as many queries, so connections of a busy minute are reused in the next one.
    idleTimeoutMillis: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: applicationName(lane.name),
    // A line to another machine may be cut without a word. By default it is two hours until the system asks.
    keepAlive: true,
    keepAliveInitialDelayMillis: 15_000,
    // The database cancels long statements itself; a frozen one cannot, so the client gives up a little later.
    ...(kind === 'web' && { statement_timeout: 30_000, lock_timeout: 15_000, query_timeout: 35_000 }),
    ...(kind === 'jobs' && { query_timeout: 120_000 }),
  });
  const lost = (error: Error) => {
    if (!pool.ending) log.warn({ reason: error.message }, 'lost a database connection');
  };
  pool.on('error', lost);
  // A checked-out client reports a broken connection on itself, not on the pool.
  pool.on('connect', (client) => client.on('error', lost));
  if (tracing) pool.on('connect', (client) => traceQueries(client, tracing));
  return pool;
}

/** The only place where a database is made of a pool: its transactions are replaced by ours. */
export function openDb(pool: pg.Pool): Db {
  const db = drizzle(pool);
  db.transaction = transactions(pool);
  return db;
}

type None = Record<string, never>;

/**
 * `db.transaction` that always releases its connection. drizzle's own begins outside its `try`: a connection that died while idle fails there and is
 * never released, until the pool is exhausted. Throws the error that ended the work, not one of the rollback after it.
 */
function transactions(pool: pg.Pool): Db['transaction'] {
  const dialect = new PgDialect();

  return async (work, config?: PgTransactionConfig) => {
    const client = await pool.connect();
    /** Why the connection cannot be used again: then it is closed, which rolls back as well. */
    let broken: Error | undefined;
    try {
      const session = new NodePgSession<None, None>(client, dialect, undefined);
      const tx = new NodePgTransaction<None, None>(dialect, session, undefined);
      await tx.execute(sql`begin`);
      if (config) await tx.setTransaction(config);
      const result = await work(tx);
      const { command } = await tx.execute(sql`commit`);
      // PostgreSQL answers a commit with ROLLBACK if a statement failed and `work` continued anyway: then nothing was written.
      if (command !== 'COMMIT') throw new Error('the transaction was rolled back: a statement in it had failed');
      return result;
    } catch (error) {
      broken = await rollBack(client, error);
      throw error;
    } finally {
      client.release(broken);
    }
  };
}

async function rollBack(client: pg.PoolClient, reason: unknown): Promise<Error | undefined> {
  // No rollback: a frozen database would block the request for a second time.
  if (reason instanceof Error && isDatabaseUnavailable(reason)) return reason;
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
