import { rmSync } from 'node:fs';
import { copyData, demoData } from './demo-data.ts';
import { makeDataDir, startServerOn, type ServerOptions, type TestServer } from './server-process.ts';

export type { TestServer } from './server-process.ts';

/** Starts a server on a copy of the demo data, which goes with it. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const dataDir = makeDataDir();
  copyData(await demoData(), dataDir);
  return startServerOn(dataDir, options, () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
}
