import { appendFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { copyData, demoData } from './demo-data.ts';
import { makeDataDir, startServerOn, type ServerOptions, type TestServer } from './server-process.ts';

export type { TestServer } from './server-process.ts';

/** Starts a server on a copy of the demo data, which is removed with it. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const dataDir = makeDataDir();
  copyData(await demoData(), dataDir);
  if (options.isDurable === false)
    appendFileSync(path.join(dataDir, 'postgres', 'postgresql.auto.conf'), 'fsync = off\nfull_page_writes = off\n');
  return startServerOn(dataDir, options, () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
}
