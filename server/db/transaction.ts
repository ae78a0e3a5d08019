// Transactions that give their connection back however they end. drizzle's own begins outside its `try`: a connection that died while it was
// idle fails there and is never given back, until the pool has none left.
import { sql } from 'drizzle-orm';
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { isDatabaseUnavailable } from '#server/db/connection-errors.ts';
import type { Db } from '#server/db/types.ts';

type None = Record<string, never>;

/** The `transaction` of a database: the error that is thrown is the one that ended the work, not what the rollback after it ran into. */
export function transactions(pool: pg.Pool): Db['transaction'] {
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
