import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import type { Logger } from 'pino';
import { packageRoot } from '#server/package-root.ts';
import { LOCKS } from './advisory-locks.ts';
import { openPool, type DatabaseAddress } from './pool.ts';

export const migrationsFolder = path.join(packageRoot, 'server', 'db', 'migrations');

/** Brings the database (ours and the job queue's tables) to what this server needs. */
export async function migrateDatabase(connection: DatabaseAddress, log: Logger): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: 'ai-image-suite migrations' });
  // What breaks the connection is told by the query that needs it.
  client.on('error', (error) => log.warn({ reason: error.message }, 'lost a database connection'));
  await client.connect();
  const pool = openPool(connection, log, 'jobs');
  try {
    await client.query('select pg_advisory_lock($1)', [LOCKS.migrations]);
    await migrate(drizzle(client), { migrationsFolder });
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
    await client.end();
  }
}

/** True when every migration of this server has run. Rejects when the database does not say so in time. */
export async function isMigrated(pool: pg.Pool, withinMs: number): Promise<boolean> {
  const journal = JSON.parse(await readFile(path.join(migrationsFolder, 'meta', '_journal.json'), 'utf8')) as {
    entries: { when: number }[];
  };
  // The driver's types do not know the limit of one query; the driver does.
  const query: pg.QueryConfig & { query_timeout: number } = {
    text: 'select max(created_at) as last from drizzle.__drizzle_migrations',
    query_timeout: withinMs,
  };
  const { rows } = await pool.query<{ last: string | null }>(query);
  return Number(rows[0]?.last ?? 0) >= Math.max(...journal.entries.map((entry) => entry.when));
}
