// Each accident has a person and a network of its own. Those that kill the server have a server of their own; the others share that of the e2e
// stories.
import type { Person } from './api.ts';
import { newGuest } from './e2e-steps.ts';
import { test as base } from './fixtures.ts';
import { startServer, type TestServer } from './server.ts';
import { SmallDisk } from './small-disk.ts';

export { expect } from './fixtures.ts';

interface ChaosFixtures {
  /** A new person, who takes part in the live event and has no photos yet. */
  guest: Person;
  /** A small disk to fill; a phone's profile may lie on it. */
  disk: SmallDisk;
}

export const test = base.extend<ChaosFixtures>({
  guest: async ({ serverUrl }, use) => {
    await use(await newGuest(serverUrl));
  },
  disk: async ({ browserName }, use) => {
    const disk = new SmallDisk(200, browserName);
    await use(disk);
    disk.dispose();
  },
  appUrl: async ({ network }, use) => {
    await use(network.url);
  },
});

/** For accidents of the server or its database. */
export const testWithServer = test.extend<{ server: TestServer }>({
  server: async ({ browserName }, use, info) => {
    const server = await startServer();
    await use(server);
    if (info.status !== info.expectedStatus) await info.attach(`server log (${browserName})`, { body: server.log() });
    await server.dispose();
  },
  serverUrl: async ({ server }, use) => {
    await use(server.url);
  },
});
