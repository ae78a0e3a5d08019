// The database of all unit tests of a run.
import type { TestProject } from 'vitest/node';
import type { EmbeddedDatabase } from '#server/db/embedded/cluster.ts';
import { startSharedCluster } from './database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    cluster: EmbeddedDatabase['connection'];
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startSharedCluster();
  project.provide('cluster', cluster.connection);
  return () => cluster.end();
}
