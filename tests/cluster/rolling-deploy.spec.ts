// A new version replaces the previous one, server by server, while people use the installation.
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { freshSignIn, gallery, originalHash } from '#tests/support/api.ts';
import { openCamera, shoot, signIn, signInByForm, waitForDelivery, waitForServiceWorker, waitForShots } from '#tests/support/app.ts';
import { expect, test as base } from '#tests/support/cluster-fixtures.ts';
import { startCluster, type Cluster } from '#tests/support/cluster.ts';
import { startLoad, type DeployLoad } from '#tests/support/deploy-load.ts';
import { newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { picture } from '#tests/support/pictures.ts';
import { buildPreviousRelease } from '#tests/support/previous-release.ts';
import { waitUntil } from '#tests/support/processes.ts';
import { reportCounts } from '#tests/support/report-counts.ts';

/** How long each set of servers is used. */
const PHASE_MS = 6_000;
const STOP_MS = 25_000;
/** An upload that is started over leaves one behind, until it counts as abandoned. */
const manyUploads = { MAX_OPEN_UPLOADS: '10000', MAX_OPEN_UPLOAD_BYTES: String(2 ** 40) };

const test = base.extend({
  cluster: async ({ browserName }, use, info) => {
    const cluster = await startCluster({
      webs: 2,
      workers: 1,
      release: buildPreviousRelease(),
      env: { DRAIN_SECONDS: '2', ...manyUploads },
    });
    await use(cluster);
    if (info.status !== info.expectedStatus)
      for (const [number, server] of [...cluster.webs, ...cluster.workers].entries())
        await info.attach(`log of server ${number + 1} (${browserName})`, { body: server.log() });
    await cluster.dispose();
  },
});

/** Replaces the first web server by one of the current version, as an operator would: the new one first. Returns how long the old one took to stop. */
async function replaceWeb(cluster: Cluster): Promise<number> {
  const next = await cluster.start('web', CURRENT);
  const old = cluster.webs.shift()!;
  cluster.webs.push(next);
  // Both until the balancer has noticed.
  cluster.proxy.setServers([old.url, ...cluster.webs.map(({ url }) => url)]);
  await waitUntil(
    () => cluster.proxy.ready().includes(next.url),
    20_000,
    () => 'the new server is not ready',
  );
  const began = performance.now();
  expect(await old.stop(), old.log().slice(-2000)).toBe(0);
  const took = performance.now() - began;
  cluster.balance();
  return took;
}

async function replaceWorker(cluster: Cluster): Promise<void> {
  const next = await cluster.start('worker', CURRENT);
  const old = cluster.workers.shift()!;
  cluster.workers.push(next);
  expect(await old.stop(), old.log().slice(-2000)).toBe(0);
}

/** The folder of the version under test. */
const CURRENT = process.cwd();

const entryOf = (page: Page) => page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src);
const describe = (load: DeployLoad) => [...load.retried].map(([why, times]) => `${times} × ${why}`).join(', ') || 'none';

test('servers of a new version replace those of the previous one without a failed request', async ({ cluster, newPhone }) => {
  const party = await newIsolatedEvent(cluster.url);
  const guests = await Promise.all(Array.from({ length: 6 }, () => party.newGuest()));
  const [onlooker, photographer, ...others] = guests;
  const people = await Promise.all(others.map(({ email }) => freshSignIn(cluster.url, email)));

  // One page stays open during the deploy; the other app is installed, and opened again after it.
  const open = await (await newPhone()).page();
  await signIn(open, onlooker!.email);
  await openCamera(open, party.id);
  await waitForServiceWorker(open);
  const later = await newPhone();
  const installed = await later.page();
  await installed.goto('/login');
  await waitForServiceWorker(installed);
  const previousEntry = await entryOf(installed);

  const { bytes } = await picture({ width: 2400, height: 1800 });
  const load = startLoad(people, party.id, bytes);
  await pause(PHASE_MS);
  const tookToStop: number[] = [];
  const counts: string[] = [];
  await replaceWorker(cluster);
  for (const what of ['old and new', 'new']) {
    tookToStop.push(await replaceWeb(cluster));
    await shoot(open, 1);
    await pause(PHASE_MS);
    counts.push(`${what}: ${describe(load)}`);
    load.forgetRetries();
  }
  expect(load.failed).toEqual([]);

  // From here all servers know how to drain: nothing has to be sent again.
  tookToStop.push(await replaceWeb(cluster), await replaceWeb(cluster));
  await pause(PHASE_MS);
  counts.push(`new and new: ${describe(load)}`);
  expect([...load.retried], 'requests that had to be sent again').toEqual([]);
  await load.end();
  expect(load.failed).toEqual([]);
  expect(Math.max(...tookToStop), 'ms to stop').toBeLessThan(STOP_MS);

  // The previous release's app, against servers of the new version.
  await waitForShots(open);
  await waitForDelivery(open);
  await signInByForm(installed, photographer!.email, { from: '/login' });
  expect(await entryOf(installed), 'the installed app is that of the previous release').toBe(previousEntry);
  await openCamera(installed, party.id);
  await shoot(installed, 2);
  await waitForDelivery(installed);
  await installed.goto(`/event/${party.id}/gallery`);
  await expect(installed.getByRole('grid')).toBeVisible();
  await expect(installed.locator('[data-photo]').first()).toBeVisible();
  expect(await entryOf(installed)).toBe(previousEntry);

  const stored = await gallery(people[0]!, party.id);
  expect(stored.length).toBe(load.delivered.size + 4);
  const owner = await freshSignIn(cluster.url, 'owner@demo.test');
  for (const [id, hash] of load.delivered) expect(stored.filter((photo) => photo.id === id).map(({ sha256 }) => sha256)).toEqual([hash]);
  for (const photo of stored.slice(0, 20)) expect(await originalHash(owner, party.id, photo.id)).toBe(photo.sha256);
  const likes = await cluster.sql<{ n: number }>(
    'select count(*)::int as n from photo_likes join photos on photos.id = photo_id where event_id = $1',
    [party.id],
  );
  expect(likes[0]!.n).toBe(load.liked.size);
  reportCounts(
    `rolling deploy: ${load.answered} requests answered, 0 failed; ${load.delivered.size} photos, each once; ${load.liked.size} likes; ` +
      `${load.streamsOpened} streams; sent again: ${counts.join('; ')}; stops took ${tookToStop.map((ms) => (ms / 1000).toFixed(1)).join(', ')} s`,
  );
});
