// Network faults of a venue: every acknowledged photo arrives exactly once.
import { demoEvents } from '#server/seed/ids.ts';
import {
  acknowledgedShots,
  waitForDelivery,
  expectExactlyOnServer,
  waitForServiceWorker,
  readCounts,
  readCountsWithImports,
  openCamera,
  readOutbox,
  shoot,
  signIn,
  type Shot,
} from '#tests/support/app.ts';
import { expect, test } from '#tests/support/chaos-fixtures.ts';
import { picture } from '#tests/support/pictures.ts';

const live = demoEvents.live;
const commits = /\/photos$/;
const uploads = /^\/api\/v1\/uploads/;

test('connection cut in the middle of a body: it resumes at the offset', { tag: '@core' }, async ({ page, network, guest }) => {
  await signIn(page, guest.email);
  await openCamera(page, live);
  network.addFault('PATCH', uploads, { kind: 'cut', afterBytes: 150_000 }, 3);
  const big = await Promise.all([1, 2].map(() => picture({ width: 2400, height: 1800, noise: true })));
  await page
    .getByLabel('Photos to import')
    .setInputFiles(big.map(({ fileName, bytes }) => ({ name: fileName, mimeType: 'image/jpeg', buffer: bytes })));
  await expect.poll(async () => (await readCountsWithImports(page)).imported).toBe(2);
  const shots = await acknowledgedShots(page);
  await waitForDelivery(page);

  expect(shots.map((shot) => shot.sha256).toSorted()).toEqual(big.map((shot) => shot.sha256).toSorted());
  expect(network.requests.filter((one) => one.fault === 'cut').length).toBeGreaterThan(0);
  const resumed = network.requests.filter(
    (one) => one.method === 'PATCH' && Number(one.headers['upload-offset']) > 0 && one.fault === null,
  );
  expect(resumed.length, 'no upload began again from its first byte').toBeGreaterThan(0);
  await expectExactlyOnServer(guest, live, shots);
});

test('answers lost after the commit', { tag: '@core' }, async ({ page, network, guest }) => {
  await signIn(page, guest.email);
  await openCamera(page, live);
  network.addFault('POST', commits, { kind: 'lose-answer' }, 5);
  await shoot(page, 3);
  const shots = await acknowledgedShots(page);
  await waitForDelivery(page);
  expect(network.requests.filter((one) => one.fault === 'lose-answer' && one.status === 201).length).toBeGreaterThan(0);
  await expectExactlyOnServer(guest, live, shots);
});

test('captive portal answering 200 HTML to everything', async ({ phone, network, guest }) => {
  phone.console.allow(
    /service worker|ServiceWorker|script resource|module script|unsupported MIME/i,
    'a portal answers the update of the worker, and what the page loads late, with its page',
  );
  const page = await phone.page();
  await signIn(page, guest.email);
  await openCamera(page, live);
  await waitForServiceWorker(page);
  network.failEverything({ kind: 'portal' });
  await shoot(page, 3);
  const shots = await acknowledgedShots(page);
  // One photo finds the portal; then only looks at the server are made until it is gone.
  const portal = (path: RegExp) => network.requests.filter((one) => one.fault === 'portal' && path.test(one.path)).length;
  await expect.poll(() => portal(uploads), { timeout: 30_000 }).toBeGreaterThan(0);
  await expect.poll(() => portal(/^\/healthz$/), { timeout: 30_000 }).toBeGreaterThan(1);
  await expect.poll(() => readCounts(page)).toEqual({ shot: 3, waiting: 3, stored: 0 });

  await page.reload();
  await shoot(page, 1);
  const all: Shot[] = await acknowledgedShots(page);
  expect(all).toEqual(expect.arrayContaining(shots));
  expect((await readOutbox(page)).receipts, 'a portal’s page is no proof').toEqual([]);

  network.clearFaults();
  await waitForDelivery(page, 90_000);
  await expectExactlyOnServer(guest, live, all);
});

test('two tabs and the worker draining at once', { tag: '@core' }, async ({ phone, network, guest }) => {
  const page = await phone.page();
  await signIn(page, guest.email);
  await openCamera(page, live);
  await waitForServiceWorker(page);
  const second = await phone.context.newPage();
  await second.goto(`/event/${live}/gallery`);
  await expect(second.locator('[data-photo]').first(), 'the gallery has loaded').toBeVisible();
  await phone.context.setOffline(true);
  await page.bringToFront();
  await shoot(page, 6);
  const shots = await acknowledgedShots(page);
  // Going online wakes both tabs, and the sync that each enqueueing registered wakes the worker.
  await phone.context.setOffline(false);
  await Promise.all([page, second].map((tab) => tab.evaluate(() => window.dispatchEvent(new Event('online')))));
  await waitForDelivery(page);
  await expectExactlyOnServer(guest, live, shots);
  expect(network.count('POST', commits), 'one drainer at a time sends each photo once').toBe(6);
});
