// 150 photographs are imported on a phone that also uploads them: the cost of the import itself, its effect on the page, and whether the queue
// still opens at once. Reading and hashing are done by the browser and are measured separately with the page's clock.
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { demoEvents } from '#server/seed/ids.ts';
import { Phone } from '#tests/support/browser.ts';
import { cookiesOf } from '#tests/support/cookies.ts';
import { newGuest } from '#tests/support/e2e-steps.ts';
import { drawPhotographs, writeCopies } from '#tests/support/large-photos.ts';
import { spreadOf, type Bench, type Figure } from './bench.ts';
import { watchCpuShare } from './cpu-share.ts';
import { tasksDuring } from './main-thread-tasks.ts';
import { lowerPriorities, withServer } from './server.ts';

const FILES = 150;
/** How often the queue is opened during the import, and the pause in between. */
const LOOKS = 6;
const BETWEEN_MS = 1500;

interface Watched {
  /** Time in which at least one file was being read or hashed, ms. */
  readingMs: number;
  /** Tasks of 50 ms and more as reported by the browser, including the wait for a processor. */
  longest: number;
  /** From the press on the button to the frame with the list. */
  opened: number[];
}

export const importing: Bench = {
  name: 'import',
  minutes: 2,
  description: `${FILES} photographs imported at once on a phone that uploads them`,
  run: () =>
    withServer({}, async (server) => {
      lowerPriorities(server.pid());
      const files = writeCopies(path.join(server.dataDir, 'picked'), await drawPhotographs(), FILES);
      const guest = await newGuest(server.url);
      const phone = await Phone.start({ baseURL: server.url, wholeBrowser: true });
      try {
        await phone.context.addCookies(await cookiesOf(server.url, guest.email));
        await phone.context.addInitScript('globalThis.__name = (named) => named');
        const page = await phone.page();
        await page.goto(`/event/${demoEvents.live}`);
        await page.getByRole('button', { name: 'Take photo' }).waitFor();
        await pause(3000);
        await page.evaluate(watch);
        const share = watchCpuShare(phone.pid());
        let wallMs = 0;
        const tasks = await tasksDuring(page, async () => {
          const started = performance.now();
          await pick(page, files);
          await lookAtQueue(page);
          await page.getByRole('status').getByText(`${FILES} photos saved on this phone`).waitFor({ timeout: 600_000 });
          wallMs = performance.now() - started;
        });
        const got = share();
        const watched = await page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched);
        const opened = spreadOf(watched.opened);
        const spread = spreadOf(tasks);
        const figures: Figure[] = [
          {
            what: 'per file in addition to reading and hashing, without the cores’ time of the server and other processes',
            value: ((wallMs - watched.readingMs) * got) / FILES,
            unit: 'ms',
            limit: { most: 150 },
          },
          { what: 'per file in addition to reading and hashing, wall clock', value: (wallMs - watched.readingMs) / FILES, unit: 'ms' },
          { what: 'a file, reading and hashing included', value: wallMs / FILES, unit: 'ms' },
          { what: 'longest task of the page, processor time', value: spread.most, unit: 'ms', limit: { most: 50 }, spread },
          { what: 'longest task of the page, wall clock', value: watched.longest, unit: 'ms' },
          { what: 'p50, from the press until the queue is visible', value: opened.p50, unit: 'ms', limit: { most: 200 }, spread: opened },
        ];
        return figures;
      } finally {
        await phone.dispose();
      }
    }),
};

async function pick(page: Page, files: string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import photos' }).click();
  await (await chooser).setFiles(files);
  await page.getByRole('progressbar', { name: 'Import' }).waitFor({ state: 'attached' });
}

async function lookAtQueue(page: Page): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    await pause(BETWEEN_MS);
    await page.getByRole('button', { name: /Open queue/ }).click();
    await page.getByRole('list', { name: 'Waiting photos' }).or(page.getByText('All photos are uploaded')).first().waitFor();
    await pause(300);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
}

/** Runs inside the page. */
function watch(): void {
  const watched: Watched = { readingMs: 0, longest: 0, opened: [] };
  Object.assign(globalThis, { watched });
  let under = 0;
  let since = 0;
  const timed = async <T>(work: Promise<T>): Promise<T> => {
    if (under++ === 0) since = performance.now();
    try {
      return await work;
    } finally {
      if (--under === 0) watched.readingMs += performance.now() - since;
    }
  };
  const [read, digest] = [Blob.prototype.arrayBuffer, SubtleCrypto.prototype.digest];
  Blob.prototype.arrayBuffer = function arrayBuffer() {
    return timed(read.call(this));
  };
  SubtleCrypto.prototype.digest = function hash(...args) {
    return timed(digest.apply(this, args));
  };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longest = Math.max(watched.longest, duration);
  }).observe({ type: 'longtask' });
  let pressed: number | null = null;
  addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (/Open queue/.test(button?.getAttribute('aria-label') ?? '')) pressed = event.timeStamp;
    },
    true,
  );
  const stands = () => document.querySelector('ul[aria-label="Waiting photos"] li') ?? document.querySelector('[role="dialog"] dl + *');
  new MutationObserver(() => {
    if (pressed === null || !stands()) return;
    const from = pressed;
    pressed = null;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => watched.opened.push(performance.now() - from), { once: true });
      port1.start();
      port2.postMessage(null);
    });
  }).observe(document.body, { subtree: true, childList: true });
}
