// Limits hold over all servers together.
import { call, demoPassword } from '#tests/support/api.ts';
import { startCluster } from '#tests/support/cluster.ts';
import { expect, test } from '#tests/support/fixtures.ts';

test('eleven logins within a minute on alternating servers: the eleventh is refused', async ({ browserName }) => {
  const cluster = await startCluster({ webs: 2, workers: 1, env: { LOGIN_RATE_LIMIT: '10' } });
  try {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      const { url } = cluster.webs[attempt % 2]!;
      const json = { email: 'user@demo.test', password: demoPassword };
      statuses.push((await call(url, 'POST', '/api/v1/auth/login', { json })).status);
    }
    expect(statuses, browserName).toEqual([...Array<number>(10).fill(200), 429]);
  } finally {
    await cluster.dispose();
  }
});
