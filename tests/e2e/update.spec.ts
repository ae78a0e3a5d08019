// A new version of the app: it waits, prompts when the app is idle, reloads once, and the queue survives.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { demoEvents } from '#server/seed/ids.ts';
import {
  acknowledgedShots,
  waitForDelivery,
  waitForCamera,
  expectExactlyOnServer,
  waitForServiceWorker,
  waitForShots,
  readCounts,
  openCamera,
  shoot,
  signIn,
} from '#tests/support/app.ts';
import { newGuest } from '#tests/support/e2e-steps.ts';
import type { FaultProxy } from '#tests/support/fault-proxy.ts';
import { test as base, expect } from '#tests/support/fixtures.ts';
import { root } from '#tests/support/source.ts';

const live = demoEvents.live;
const uploads = /^\/api\/v1\/uploads/;

const test = base.extend({
  appUrl: async ({ network }, use) => {
    await use(network.url);
  },
});

/** From now on the server has another release: another shell, and a worker that caches it. */
function release(network: FaultProxy, name: string): void {
  const built = (file: string) => readFileSync(path.join(root, 'dist/web', file), 'utf8');
  const worker = built('sw.js');
  const altered = worker.replace(/\{[^{}]*"url":"index\.html"[^{}]*\}/, (entry) => entry.replace(/[0-9a-f]{32}/, name.padEnd(32, '0')));
  if (altered === worker) throw new Error('the worker does not list index.html as expected');
  const page = built('index.html').replace('<head>', `<head><meta name="release" content="${name}">`);
  const file = (type: string, body: string) =>
    ({ kind: 'answer', status: 200, headers: { 'content-type': type, 'cache-control': 'no-cache' }, body }) as const;
  network.addFault('GET', /^\/sw\.js/, file('text/javascript; charset=utf-8', altered));
  network.addFault('GET', /^\/index\.html/, file('text/html; charset=utf-8', page));
}

/** The browser looks for a new worker, as it does by itself on visits and every hour, and has it wait. */
async function newWorkerWaits(page: Page): Promise<void> {
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state), { message: 'a new worker waits' })
    .toBe('installed');
}

const prompt = (page: Page) => page.getByRole('region', { name: 'Update' });
const releaseOf = (page: Page) => page.evaluate(() => document.querySelector('meta[name="release"]')?.getAttribute('content') ?? 'first');

function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => (loads += 1));
  return () => loads;
}

test('a new version waits, asks, reloads once, and the queue survives', { tag: '@core' }, async ({ phone, network, serverUrl }) => {
  const guest = await newGuest(serverUrl);
  const page = await phone.page();
  await signIn(page, guest.email);
  await openCamera(page, live);
  await waitForServiceWorker(page);
  const heal = network.addFault('*', uploads, { kind: 'refuse' });
  await shoot(page, 2);
  const shots = await acknowledgedShots(page);

  release(network, 'second');
  await newWorkerWaits(page);
  await expect(prompt(page)).toContainText('A new version is ready.', { timeout: 20_000 });
  expect(await releaseOf(page)).toBe('first');

  await test.step('nothing changes by itself, not by a reload either', async () => {
    await page.reload();
    await waitForCamera(page);
    expect(await releaseOf(page)).toBe('first');
    await expect(prompt(page)).toBeVisible({ timeout: 20_000 });
  });

  const loads = countLoads(page);
  await prompt(page).getByRole('button', { name: 'Update' }).click();
  await expect.poll(() => releaseOf(page).catch(() => 'loading'), { timeout: 20_000 }).toBe('second');
  await waitForCamera(page);
  await expect(prompt(page)).toHaveCount(0);
  await expect.poll(() => readCounts(page)).toEqual({ shot: 2, waiting: 2, stored: 0 });
  expect(await acknowledgedShots(page)).toEqual(shots);

  heal();
  await shoot(page, 1);
  await waitForDelivery(page);
  await expectExactlyOnServer(guest, live, await acknowledgedShots(page));
  expect(loads()).toBe(1);
});

test('a page that asks for much in the moment of the takeover gets the new version all the same', async ({ phone, network, serverUrl }) => {
  const guest = await newGuest(serverUrl);
  const page = await phone.page();
  await signIn(page, guest.email, '/dashboard/events-overview');
  await waitForServiceWorker(page);
  release(network, 'second');
  await newWorkerWaits(page);
  await expect(prompt(page)).toBeVisible();
  phone.console.allow(/frame-ancestors/, 'the frame that has the browser look again need not show anything');
  // Each request wakes the worker in office again, as it is about to end.
  await page.evaluate(() => {
    const timer = setInterval(() => void fetch('/healthz').catch(() => undefined), 10);
    setTimeout(() => clearInterval(timer), 3000);
  });
  const loads = countLoads(page);
  await prompt(page).getByRole('button', { name: 'Update' }).click();
  await expect.poll(() => releaseOf(page).catch(() => 'loading'), { timeout: 20_000 }).toBe('second');
  await expect.poll(loads).toBe(1);
  await expect(prompt(page)).toHaveCount(0);
});

test('it does not prompt while somebody shoots or a photo is sent', async ({ phone, network, serverUrl }) => {
  const guest = await newGuest(serverUrl);
  const page = await phone.page();
  await signIn(page, guest.email);
  await openCamera(page, live);
  await waitForServiceWorker(page);
  release(network, 'second');
  await newWorkerWaits(page);
  await expect(prompt(page)).toBeVisible();

  await test.step('a burst', async () => {
    network.addFault('*', uploads, { kind: 'refuse' });
    await page.getByRole('button', { name: 'Take photo' }).hover();
    await page.mouse.down();
    await expect(page.locator('[data-burst]')).toBeVisible();
    await expect(prompt(page)).toHaveCount(0);
    await page.mouse.up();
    await expect(prompt(page)).toBeVisible({ timeout: 20_000 });
    await waitForShots(page);
    const taken = (await acknowledgedShots(page)).length;
    await expect.poll(async () => (await readCounts(page)).shot).toBe(taken);
  });
  await test.step('a photo on its way', async () => {
    network.clearFaults();
    release(network, 'second');
    network.addFault('POST', /\/photos$/, { kind: 'hold-answer' });
    await shoot(page, 1);
    await expect(prompt(page)).toHaveCount(0);
    network.clearFaults();
    await waitForDelivery(page);
    await expect(prompt(page)).toBeVisible({ timeout: 20_000 });
  });
  await test.step('later means later', async () => {
    await prompt(page).getByRole('button', { name: 'Later' }).click();
    await expect(prompt(page)).toHaveCount(0);
    expect(await releaseOf(page)).toBe('first');
  });
});

test('one tab takes the new version; the other one gets a prompt and continues to work', async ({ phone, network, serverUrl }) => {
  const guest = await newGuest(serverUrl);
  const page = await phone.page();
  await signIn(page, guest.email, '/dashboard/events-overview');
  await waitForServiceWorker(page);
  const shooting = await phone.context.newPage();
  await openCamera(shooting, live);
  release(network, 'second');
  await newWorkerWaits(page);
  await expect(prompt(page)).toBeVisible();

  const loads = countLoads(shooting);
  await page.bringToFront();
  await prompt(page).getByRole('button', { name: 'Update' }).click();
  await expect.poll(() => releaseOf(page).catch(() => 'loading'), { timeout: 20_000 }).toBe('second');
  await shooting.bringToFront();
  await expect(prompt(shooting)).toBeVisible();
  expect(await releaseOf(shooting)).toBe('first');
  await shoot(shooting, 1);
  await waitForDelivery(shooting);
  expect(loads()).toBe(0);
  await prompt(shooting).getByRole('button', { name: 'Update' }).click();
  await expect.poll(() => releaseOf(shooting).catch(() => 'loading'), { timeout: 20_000 }).toBe('second');
});

const gone = { kind: 'answer', status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not found' } as const;

test('an old page without a worker retains its camera if a chunk is gone, and one button loads the new version', async ({
  phone,
  network,
  serverUrl,
}) => {
  phone.console.allow(/service worker|ServiceWorker|script resource|fetching the script/i, 'this browser gets no worker');
  const guest = await newGuest(serverUrl);
  const page = await phone.page();
  network.addFault('GET', /^\/sw\.js/, { kind: 'refuse' });
  await signIn(page, guest.email);
  await openCamera(page, live);
  const deployed = network.addFault('GET', /^\/assets\/queue-sheet-/, gone);

  await page.getByRole('button', { name: /Open queue/ }).click();
  await expect(page.getByText('Couldn’t open the queue')).toBeVisible();
  await shoot(page, 1);
  await waitForDelivery(page);

  deployed();
  await page.getByRole('button', { name: 'Load the new version' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Queue' })).toBeVisible({ timeout: 20_000 });
  await page.keyboard.press('Escape');
  await waitForCamera(page);
});

test('an old page under its worker gets past a screen that only the new version has', async ({ phone, network, serverUrl }) => {
  const guest = await newGuest(serverUrl);
  const page = await phone.page();
  await signIn(page, guest.email, '/dashboard/events-overview');
  await waitForServiceWorker(page);
  release(network, 'second');
  const deployed = network.addFault('GET', /^\/assets\/unauthorized-/, gone);

  await page.goto('/unauthorized');
  await expect(page.getByRole('heading', { name: 'This page needs the new version of the app' })).toBeVisible();
  expect(await releaseOf(page)).toBe('first');
  deployed();
  await page.getByRole('button', { name: 'Load the new version' }).click();
  await expect.poll(() => releaseOf(page).catch(() => 'loading'), { timeout: 20_000 }).toBe('second');
  await expect(page.getByRole('heading', { name: /You don’t have access/ })).toBeVisible();
});
