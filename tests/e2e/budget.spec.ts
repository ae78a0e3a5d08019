// The size of the files that a phone loads before it can shoot, and of the files that the worker precaches for offline starts.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { demoEvents } from '#server/seed/ids.ts';
import { waitForDelivery, readCounts, openCamera, readOutbox, shoot, signInByForm } from '#tests/support/app.ts';
import type { Phone } from '#tests/support/browser.ts';
import { newGuest } from '#tests/support/e2e-steps.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { root } from '#tests/support/source.ts';

const captureBudget = 170_000;
const workerBudget = 60_000;
const precacheBudget = 1_048_576;

const web = path.join(root, 'dist/web');

/** As `gzip -9` makes it: what any server may send. */
const gzipped = (bytes: Uint8Array): number => execFileSync('gzip', ['-9', '-c', '-n'], { input: bytes, maxBuffer: 2 ** 26 }).length;

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** Every script that any part of the app asks for, web workers' included; their bytes as the server has them. */
function watchScripts(phone: Phone): Set<string> {
  const scripts = new Set<string>();
  phone.context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.serviceWorker() === null && (request.resourceType() === 'script' || /\.m?js$/.test(pathname))) scripts.add(pathname);
  });
  return scripts;
}

test('the camera up to its first delivered photo: at most 170 kB of scripts', { tag: '@core' }, async ({ newPhone, serverUrl }, info) => {
  const guest = await newGuest(serverUrl);
  const phone = await newPhone();
  await test.step('somebody logged in earlier; nothing of the app is on the phone', async () => {
    const page = await phone.page();
    await signInByForm(page, guest.email);
    await page.goto('about:blank');
    const client = await phone.context.newCDPSession(page);
    await client.send('Network.clearBrowserCache');
    await client.send('Storage.clearDataForOrigin', {
      origin: serverUrl,
      storageTypes: 'service_workers,cache_storage,indexeddb,local_storage',
    });
    await client.detach();
  });

  const scripts = watchScripts(phone);
  const page = await phone.page();
  const failed: string[] = [];
  phone.context.on('requestfailed', (request) => failed.push(`${request.method()} ${request.url()} ${request.failure()?.errorText}`));
  // What src/main.tsx loads a while after a start at the camera does not count, however long a busy machine takes to deliver the photo.
  await page.addInitScript(() => {
    const begin = window.setTimeout.bind(window);
    window.setTimeout = ((handler: TimerHandler, ms?: number, ...rest: unknown[]) => {
      if (!ms || !String(handler).includes('/background-')) return begin(handler, ms, ...rest);
      performance.mark('following put off');
      return 0;
    }) as typeof setTimeout;
  });
  await openCamera(page, demoEvents.live);
  await shoot(page, 1);
  await waitForDelivery(page);
  await expect.poll(() => readCounts(page)).toEqual({ shot: 1, waiting: 0, stored: 1 });
  expect((await readOutbox(page)).receipts).toHaveLength(1);
  expect(await page.evaluate(() => performance.getEntriesByName('following put off').length)).toBe(1);
  expect(failed, 'no request of the delivery is listed as failed').toEqual([]);

  const files = [...scripts]
    .filter((name) => name !== '/sw.js')
    .map((name) => ({ name, bytes: gzipped(readFileSync(path.join(web, name))) }))
    .toSorted((a, b) => b.bytes - a.bytes);
  const sum = files.reduce((total, { bytes }) => total + bytes, 0);
  for (const { name, bytes } of files) console.log(`  ${kB(bytes).padStart(9)}  ${name}`);
  say(info.annotations, `scripts up to the first delivered photo: ${kB(sum)} gzip of ${kB(captureBudget)}, ${files.length} files`);
  expect(
    files.map(({ name }) => name).some((name) => /\/index-/.test(name)),
    'the app itself was counted',
  ).toBe(true);
  expect(files.length).toBeGreaterThan(5);
  expect(sum).toBeLessThanOrEqual(captureBudget);
});

test('the worker: at most 60 kB', ({ serverUrl: _serverUrl }, info) => {
  const size = gzipped(readFileSync(path.join(web, 'sw.js')));
  say(info.annotations, `worker: ${kB(size)} gzip of ${kB(workerBudget)}`);
  expect(size).toBeLessThanOrEqual(workerBudget);
});

/** The precache manifest in the built worker: `{url:"assets/x.js",revision:null}` in any order. */
function manifestOf(worker: string): string[] {
  const found = [...worker.matchAll(/\{[^{}]*?(?:"url"|url):\s*[`"']([^`"']+)[`"'][^{}]*?\}/g)].filter(([entry]) => /revision/.test(entry));
  return found.map(([, url]) => url!).toSorted();
}

test('the precache: at most 1 MB, and nothing but shell, capture and gallery', async ({ phone }, info) => {
  const listed = manifestOf(readFileSync(path.join(web, 'sw.js'), 'utf8'));
  const page = await phone.page();
  const kept = await test.step('the precached files are those of the manifest', async () => {
    await page.goto('/login');
    await page.evaluate(() => navigator.serviceWorker.ready);
    return page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.includes('precache'));
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests
        .flat()
        .map(({ url }) => new URL(url).pathname.slice(1))
        .toSorted();
    });
  });
  expect(listed.length).toBeGreaterThan(10);
  expect(kept).toEqual(listed);

  const sum = listed.reduce((total, url) => total + statSync(path.join(web, url)).size, 0);
  say(info.annotations, `precache: ${kB(sum)} raw of ${kB(precacheBudget)}, ${listed.length} files`);
  expect(sum).toBeLessThanOrEqual(precacheBudget);

  // A chunk is named after the module it begins with.
  const names = /login|register|unauthorized|pending-approval|error-test|_bare|kit|swagger/i;
  // Without its hash, which can contain any letters.
  const isOther = (file: string) => names.test(file.replace(/-[\w-]{8}(?=\.\w+$)/, ''));
  const built = readdirSync(path.join(web, 'assets')).filter((name) => /\.(m?js|css)$/.test(name));
  expect(built.filter(isOther).length, 'there are such chunks, by these names').toBeGreaterThan(1);
  expect(listed.filter(isOther)).toEqual([]);
  const notFiles = listed.filter(
    (url) => !/^(index\.html|favicon\.svg|icons\/icon-192\.png|manifest\.webmanifest|assets\/[\w.-]+\.(js|css))$/.test(url),
  );
  expect(notFiles).toEqual([]);

  // The worker caches other files when they are first used, so it lists each of them.
  const worker = readFileSync(path.join(web, 'sw.js'), 'utf8');
  const files = readdirSync(path.join(web, 'assets'));
  const isCompressed = (name: string) => /\.(br|gz)$/.test(name) && files.includes(name.replace(/\.(br|gz)$/, ''));
  // A file's compressed forms go out by its own name.
  expect(files.filter((name) => !isCompressed(name) && !worker.includes(name))).toEqual([]);
});

/** On the terminal, and in the report. */
function say(annotations: { type: string; description?: string }[], words: string): void {
  console.log(`  ${words}`);
  annotations.push({ type: 'figure', description: words });
}
