import { sql } from 'drizzle-orm';
import { drizzle, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '#server/db/connection-errors.ts';
import type { Db } from '#server/db/types.ts';

/** Where the database is: a `postgres://` address, or the socket of the embedded one. */
export type DatabaseAddress = { connectionString: string } | { host: string; port: number; user: string; database: string };

/**
 * A pool whose connections may break at any time: a restart of the database costs failed queries, never the process.
 * @param kind `jobs` runs long statements (its own migrations); `web` ends what takes longer than any request should
 * @param lane its name, as the database shows it, and how many connections it has
 */
export function openPool(
  connection: DatabaseAddress,
  log: Logger,
  kind: 'web' | 'jobs' = 'web',
  lane: { name: string; size: number } = { name: kind, size: kind === 'web' ? 20 : 6 },
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: lane.size,
    connectionTimeoutMillis: 10_000,
    // A new one costs the database as much as many queries: those of a busy minute are kept for the next.
    idleTimeoutMillis: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: `ai-image-suite ${lane.name}`,
    // A line to another machine may be cut without a word.
    keepAlive: true,
    // The database ends long statements itself; one that is frozen cannot, so a little later nobody waits for it any more.
    ...(kind === 'web' && { statement_timeout: 30_000, lock_timeout: 15_000, query_timeout: 35_000 }),
  });
  const lost = (error: Error) => {
    if (!pool.ending) log.warn({ reason: error.message }, 'lost a database connection');
  };
  pool.on('error', lost);
  // A client that is lent out when the connection breaks tells it on itself, not on the pool.
  pool.on('connect', (client) => client.on('error', lost));
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
  // No answer to wait for: a frozen database would hold the request for a second time.
  if (reason instanceof Error && isDatabaseUnavailable(reason)) return reason;
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
