// Which rows a backup holds: all of ours, and the jobs that wait. What migrations write of themselves they write again.
import pg, { type ClientBase } from 'pg';

const { escapeIdentifier } = pg;

export interface BackupTable {
  name: string;
  columns: string[];
  /** What its rows are sorted by, so that equal rows make equal backups. */
  key: string[];
}

/** A job that was being done when the backup was made is to be done by whoever has the copy. */
const NULLED_COLUMNS: Record<string, string[]> = {
  'graphile_worker._private_jobs': ['locked_at', 'locked_by'],
  'graphile_worker._private_job_queues': ['locked_at', 'locked_by'],
};

/** By name, the schema first. */
export async function listTables(client: ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(`
    select n.nspname || '.' || c.relname as name,
      (select coalesce(array_agg(a.attname::text order by a.attnum), '{}') from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select coalesce(array_agg(a.attname::text order by k.nr), '{}') from pg_index i
        cross join lateral unnest(i.indkey::int[]) with ordinality k(attnum, nr)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker') and not (n.nspname = 'graphile_worker' and c.relname = 'migrations')
    order by 1`);
  return rows;
}

/** Those that were used. */
export async function listSequences(client: ClientBase): Promise<{ name: string; last: string }[]> {
  const { rows } = await client.query<{ name: string; last: string }>(`
    select schemaname || '.' || sequencename as name, last_value::text as last from pg_sequences
    where schemaname in ('public', 'graphile_worker') and last_value is not null order by 1`);
  return rows;
}

/** `schema.name`, for a statement. */
export const quoted = (name: string): string => name.split('.').map(escapeIdentifier).join('.');
export const columnList = (columns: string[]): string => columns.map(escapeIdentifier).join(', ');

export function copyOut({ name, columns, key }: BackupTable): string {
  const free = NULLED_COLUMNS[name] ?? [];
  const chosen = columns.map((column) => (free.includes(column) ? `null as ${escapeIdentifier(column)}` : escapeIdentifier(column)));
  const order = key.length > 0 ? columnList(key) : 't::text';
  return `copy (select ${chosen.join(', ')} from ${quoted(name)} t order by ${order}) to stdout`;
}

/** How far the schemas are: ours by the newest migration, the job queue's by its own count. Null: there is none yet. */
export async function readSchema(client: ClientBase): Promise<{ schema: number; queue: number } | null> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null and to_regclass('graphile_worker.migrations') is not null as "isThere"`,
  );
  if (!rows[0]?.isThere) return null;
  const found = await client.query<{ schema: string; queue: number }>(
    `select (select max(created_at) from drizzle.__drizzle_migrations)::text as schema, (select max(id) from graphile_worker.migrations) as queue`,
  );
  const [row] = found.rows;
  return row ? { schema: Number(row.schema), queue: row.queue } : null;
}
