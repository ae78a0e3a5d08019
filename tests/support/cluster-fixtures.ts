// Tests of several servers: each has an installation of its own, and phones reach it through the balancer.
import { startCluster, type Cluster } from './cluster.ts';
import { test as base } from './fixtures.ts';

export { expect } from './fixtures.ts';

export const test = base.extend<{ cluster: Cluster }>({
  cluster: async ({ browserName }, use, info) => {
    const cluster = await startCluster({ webs: 2, workers: 1 });
    await use(cluster);
    if (info.status !== info.expectedStatus) {
      for (const [number, server] of [...cluster.webs, ...cluster.workers].entries())
        await info.attach(`log of server ${number + 1} (${browserName})`, { body: server.log() });
    }
    await cluster.dispose();
  },
  appUrl: async ({ cluster }, use) => {
    await use(cluster.url);
  },
});
