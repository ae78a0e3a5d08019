import { appendFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { copyData, demoData } from './demo-data.ts';
import { makeDataDir, startServerOn, type ServerOptions, type TestServer } from './server-process.ts';

export type { TestServer } from './server-process.ts';

interface Options extends ServerOptions {
  /** False: nothing happens to its machine, so that its database need not wait for the disk. */
  isDurable?: boolean;
}

/** Starts a server on a copy of the demo data, which goes with it. */
export async function startServer({ isDurable = true, ...options }: Options = {}): Promise<TestServer> {
  const dataDir = makeDataDir();
  copyData(await demoData(), dataDir);
  if (!isDurable) appendFileSync(path.join(dataDir, 'postgres', 'postgresql.auto.conf'), 'fsync = off\nfull_page_writes = off\n');
  return startServerOn(dataDir, options, () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
}
