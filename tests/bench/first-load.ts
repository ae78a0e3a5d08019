// The first load: what a phone loads up to the shutter and stores for offline starts, how soon the first screens are readable on a slow line and phone,
// and how soon the shutter is live after a cold start without network.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { CDPSession, Page } from 'playwright';
import { demoEvents } from '#server/seed/ids.ts';
import { demoPeople } from '#server/seed/people.ts';
import { waitForCamera, waitForServiceWorker } from '#tests/support/app.ts';
import { waitUntilPersisted } from '#tests/support/e2e-steps.ts';
import { root } from '#tests/support/source.ts';
import { percentile, spreadOf, type Bench, type Figure } from './bench.ts';
import { withPage } from './browser.ts';
import { withServer } from './server.ts';
import { gzipped, weighModules } from './weigh-modules.ts';

const web = path.join(root, 'dist/web');
const ROUNDS = 5;
/** As Lighthouse does for phones. */
const SLOW_PHONE = 4;
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: (1_638_400 * 0.9) / 8, uploadThroughput: (750_000 * 0.9) / 8 };
/** The files that the camera loads up to its shutter, and for the delivery of the first photo, by their names without hash. */
const TO_THE_SHUTTER = ['index', 'camera', 'rolldown-runtime'];

export const firstLoad: Bench = {
  name: 'first-load',
  minutes: 2,
  description: 'the first load: bytes, first screens on a slow line and phone, cold start offline',
  run: () =>
    withServer({}, async (server) => {
      const weights = [...(await weighModules(TO_THE_SHUTTER))].toSorted(([, a], [, b]) => b - a);
      for (const [group, bytes] of weights) console.log(`  ${(bytes / 1000).toFixed(1).padStart(6)} kB gzip  ${group}`);
      const figures: Figure[] = [
        { what: 'script to the shutter, gzip', value: scriptBytes() / 1000, unit: 'kB', limit: { most: 170 } },
        { what: 'precache', value: precacheBytes() / 1000, unit: 'kB', limit: { most: 1048.6 } },
      ];
      // The login has its first screen at names only (server/http/static.ts).
      for (const address of ['/', '/login', '/join/HARBOUR26'])
        figures.push(await firstScreen(server.url.replace('127.0.0.1', 'localhost'), address));
      figures.push(await coldStart(server.url));
      return figures;
    }),
};

function scriptBytes(): number {
  const files = readdirSync(path.join(web, 'assets')).filter(
    (file) => file.endsWith('.js') && TO_THE_SHUTTER.some((name) => new RegExp(`^${name}-.{7}\\.js$`).test(file)),
  );
  return files.reduce((sum, file) => sum + gzipped(readFileSync(path.join(web, 'assets', file))), 0);
}

function precacheBytes(): number {
  const worker = readFileSync(path.join(web, 'sw.js'), 'utf8');
  const listed = [...worker.matchAll(/\{[^{}]*?(?:"url"|url):\s*[`"']([^`"']+)[`"'][^{}]*?\}/g)].filter(([entry]) =>
    entry.includes('revision'),
  );
  return listed.reduce((sum, [, url = '']) => sum + statSync(path.join(web, url)).size, 0);
}

/** The largest contentful paint of a first visit. */
async function firstScreen(base: string, address: string): Promise<Figure> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    await withPage(base, null, async (page) => {
      const client = await page.context().newCDPSession(page);
      await client.send('Network.enable');
      await client.send('Network.emulateNetworkConditions', SLOW_LINE);
      await slowDown(client);
      await page.addInitScript(() => {
        new PerformanceObserver((list) => {
          for (const { startTime } of list.getEntries()) Object.assign(window, { largestPaint: startTime });
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      });
      await page.goto(address, { waitUntil: 'networkidle' });
      // The browser tells of a paint some time after it.
      await page.waitForFunction(() => 'largestPaint' in window);
      times.push(await page.evaluate(() => (window as unknown as { largestPaint: number }).largestPaint));
    });
  return {
    what: `largest contentful paint of ${address}`,
    value: percentile(times, 0.5),
    unit: 'ms',
    limit: { most: 1800 },
    spread: spreadOf(times),
  };
}

async function coldStart(base: string): Promise<Figure> {
  const address = `/event/${demoEvents.live}`;
  const times = await withPage(base, demoPeople.member.email, async (page) => {
    await page.goto(address);
    await waitForCamera(page);
    await waitForServiceWorker(page);
    await waitUntilPersisted(page, `"events","one","${demoEvents.live}"`);
    const context = page.context();
    await context.setOffline(true);
    await page.close();
    const took: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // A new tab has no session storage: a cold start.
      const start = await context.newPage();
      await slowDown(await context.newCDPSession(start));
      const begun = performance.now();
      await start.goto(address, { waitUntil: 'commit' });
      await liveShutter(start);
      took.push(performance.now() - begun);
      await start.close();
    }
    return took;
  });
  return {
    what: 'cold start offline, to the live shutter',
    value: percentile(times, 0.5),
    unit: 'ms',
    limit: { most: 2000 },
    spread: spreadOf(times),
  };
}

const slowDown = (client: CDPSession) => client.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PHONE });

const liveShutter = (page: Page) =>
  page.getByRole('button', { name: 'Take photo' }).and(page.locator(':enabled:not([aria-disabled=true])')).waitFor();
