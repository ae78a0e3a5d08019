// The database of the shared server, for what no operation does.
import path from 'node:path';
import type pg from 'pg';
import { inject } from 'vitest';
import { findPostmaster } from '#server/db/embedded/cluster.ts';
import { queryDatabase } from '#tests/support/server-process.ts';

export async function sql<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
  const postmaster = findPostmaster(path.join(inject('dataDir'), 'postgres'));
  if (!postmaster) throw new Error('the database of the server was not found');
  return queryDatabase<T>(postmaster.socketDir, text, values);
}
