// The database as repositories take it.
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type * as schema from '#server/db/schema.ts';

export type Db = NodePgDatabase<typeof schema>;
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
/** What repositories take: the database, or the transaction that a caller is in. */
export type Queryable = Db | Tx;
