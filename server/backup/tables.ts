// The tables of a backup: ours and the queued jobs. Tables of the migrations themselves are left out.
import pg, { type ClientBase } from 'pg';
import { lastMigration } from '#server/db/migrate.ts';

const { escapeIdentifier } = pg;

export interface BackupTable {
  name: string;
  columns: string[];
  /** What its rows are sorted by, so that equal rows make equal backups. */
  key: string[];
}

/** Jobs in progress during the backup run again after a restore. The bytes of unfinished uploads aren't in it: devices send them again. */
const NULLED_COLUMNS: Record<string, string[]> = {
  'public.uploads': ['pieces', 'inspection', 'lease', 'leased_until'],
  'graphile_worker._private_jobs': ['locked_at', 'locked_by'],
  'graphile_worker._private_job_queues': ['locked_at', 'locked_by'],
};

/** By name, the schema first. Unlogged ones hold nothing worth a backup. */
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
    where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname in ('public', 'graphile_worker') and not (n.nspname = 'graphile_worker' and c.relname = 'migrations')
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

/** The versions of both schemas: the product's by its last migration (ms), the job queue's by its own number. Null if either has none yet. */
export async function readSchema(client: ClientBase): Promise<{ schema: number; queue: number } | null> {
  const schema = await lastMigration(client);
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('graphile_worker.migrations') is not null as exists`);
  if (schema === null || !rows[0]?.exists) return null;
  const found = await client.query<{ queue: number }>('select max(id) as queue from graphile_worker.migrations');
  const [row] = found.rows;
  return row ? { schema, queue: row.queue } : null;
}
