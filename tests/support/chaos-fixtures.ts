// Each accident has a server of its own behind a network of its own.
import { demoEvents } from '#server/seed/ids.ts';
import { signIn } from './api.ts';
import { expectExactlyOnServer, type Shot } from './app.ts';
import { test as base } from './fixtures.ts';
import { startServer, type TestServer } from './server.ts';
import { SmallDisk } from './small-disk.ts';

export { expect } from './fixtures.ts';

interface ChaosFixtures {
  server: TestServer;
  /** A small disk to fill; a phone's profile may lie on it. */
  disk: SmallDisk;
  /** The law: this person's photos on the server, beside the demo's, are exactly these shots, each once, each with its hash. */
  expectOnServer: (email: string, shots: Shot[]) => Promise<void>;
}

export const test = base.extend<ChaosFixtures>({
  server: async ({ browserName }, use, info) => {
    const server = await startServer();
    await use(server);
    if (info.status !== info.expectedStatus) await info.attach(`server log (${browserName})`, { body: server.log() });
    await server.dispose();
  },
  disk: async ({ browserName }, use) => {
    const disk = new SmallDisk(200, browserName);
    await use(disk);
    disk.dispose();
  },
  expectOnServer: async ({ server }, use) => {
    const before = new Set((await server.sql<{ id: string }>('select id from photos')).map(({ id }) => id));
    await use(async (email, shots) => expectExactlyOnServer(await signIn(server.url, email), demoEvents.live, shots, before));
  },
  serverUrl: async ({ server }, use) => {
    await use(server.url);
  },
  appUrl: async ({ network }, use) => {
    await use(network.url);
  },
});
