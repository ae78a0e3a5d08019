// A table filled with very many rows at once, as a restored dump fills it: indexes are built afterwards, and what the rows refer to is known to be there.
import type { TestServer } from './server-process.ts';

/** @param insert one statement that inserts them */
export async function fillTable(server: TestServer, table: string, insert: string, values: unknown[]): Promise<void> {
  const indexes = await server.sql<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = $1::regclass and not indisunique`,
    [table],
  );
  await server.sql(`drop index ${indexes.map(({ name }) => name).join(', ')}`);
  await server.sql(`alter table ${table} disable trigger all`);
  await server.sql(insert, values);
  await server.sql(`alter table ${table} enable trigger all`);
  for (const { definition } of indexes) await server.sql(`set maintenance_work_mem = '512MB'; ${definition}`);
}
