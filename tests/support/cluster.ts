// Several servers on one database and one bucket, behind a balancer, as a large installation has them.
import { rmSync } from 'node:fs';
import type pg from 'pg';
import { startCluster as startDatabase } from '#server/db/embedded/cluster.ts';
import { findDatabasePaths } from '#server/db/embedded/paths.ts';
import { ask } from './database-restarts.ts';
import { waitUntil } from './processes.ts';
import { startRoundRobinProxy, type RoundRobinProxy } from './round-robin-proxy.ts';
import { startS3Server, type S3Server } from './s3-server.ts';
import { freePort, makeDataDir, startServerOn, type TestServer } from './server-process.ts';

export interface ClusterOptions {
  webs: number;
  workers: number;
  /** Of all processes. */
  env?: Record<string, string>;
  /** The folder of the release that the first processes run; the current one if left out. */
  release?: string;
}

export interface Cluster {
  /** Of the balancer. */
  readonly url: string;
  readonly proxy: RoundRobinProxy;
  readonly s3: S3Server;
  readonly webs: TestServer[];
  readonly workers: TestServer[];
  /** Starts another process of this installation; a web process gets requests as soon as it is in `webs` and `balance` was called. */
  start(role: 'web' | 'worker', release?: string): Promise<TestServer>;
  /** Tells the balancer about changes of `webs`. */
  balance(): void;
  sql<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  /** Ends the database by a signal (SIGINT, as an administrator; SIGKILL, as fate) and waits until it answers again. */
  restartDatabase(signal: 'SIGINT' | 'SIGKILL'): Promise<void>;
  dispose(): Promise<void>;
}

/** Of one installation: more processes than one database of the default size has connections for. */
const MAX_CONNECTIONS = 300;

export async function startCluster({ webs, workers, env = {}, release }: ClusterOptions): Promise<Cluster> {
  const closers: (() => Promise<unknown> | void)[] = [];
  const dispose = async () => {
    for (let close = closers.pop(); close; close = closers.pop()) await close();
  };
  try {
    const databaseFolder = makeDataDir();
    const paths = findDatabasePaths(databaseFolder, null);
    const database = await startDatabase(paths, () => undefined);
    closers.push(() =>
      [databaseFolder, paths.folder, paths.socketDir].forEach((folder) => rmSync(folder, { recursive: true, force: true })),
    );
    closers.push(() => database.stop());
    const sql = <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) => ask<T>(database.connection, text, values);
    const restartDatabase = async (signal: 'SIGINT' | 'SIGKILL') => {
      const before = database.pid();
      process.kill(before, signal);
      const isBack = async () => database.pid() !== before && (await sql('select 1').then(Boolean, () => false));
      await waitUntil(isBack, 60_000, () => 'the database did not come back', 100);
    };
    await sql(`alter system set max_connections = ${MAX_CONNECTIONS}`);
    await restartDatabase('SIGINT');

    const s3 = await startS3Server();
    closers.push(() => s3.stop());
    const { host, database: name } = database.connection;
    const shared = {
      ...s3.env,
      DATABASE_URL: `postgres://postgres@localhost/${name}?host=${encodeURIComponent(host)}`,
      SECRET_KEY: 'the same for all servers of this test',
      TRUST_PROXY: 'loopback',
      ...env,
    };
    const start = async (role: 'web' | 'worker', of = release, more: Record<string, string> = {}) => {
      // Servers share no folder.
      const dataDir = makeDataDir();
      // As in production, where metrics are on.
      const metrics = { METRICS_PORT: String(await freePort()) };
      const options = {
        env: { ...shared, ...metrics, ROLE: role, ...more },
        port: await freePort(),
        ...(of !== undefined && { release: of }),
      };
      const server = await startServerOn(dataDir, options, () => rmSync(dataDir, { recursive: true, force: true }));
      closers.push(() => server.dispose());
      return server;
    };
    const started = { webs: [] as TestServer[], workers: [] as TestServer[] };
    // In production the start makes no demo data.
    if (env['NODE_ENV'] === 'production') await (await start('web', release, { NODE_ENV: 'test' })).stop();
    for (let count = 0; count < webs; count += 1) started.webs.push(await start('web'));
    for (let count = 0; count < workers; count += 1) started.workers.push(await start('worker'));
    const urls = () => started.webs.map(({ url }) => url);
    const proxy = await startRoundRobinProxy(urls());
    closers.push(() => proxy.close());
    const balance = () => proxy.setServers(urls());
    return { url: proxy.url, proxy, s3, ...started, start: (role, of) => start(role, of), balance, sql, restartDatabase, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}
