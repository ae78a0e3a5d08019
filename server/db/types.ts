// The database as repositories take it.
import type { SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

export type Db = NodePgDatabase;
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
/** What repositories take: the database, or the transaction that a caller is in. */
export type Queryable = Db | Tx;
/** A part of an SQL statement, for functions that compose statements of several domains. */
export type SqlFragment = SQL;
