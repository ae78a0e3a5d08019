// A first visit shows its screen before the script has arrived, and the app takes it over without a jump.
import type { Page } from '@playwright/test';
import { demoEvents, demoJoinCode } from '#server/seed/ids.ts';
import { registerPerson } from '#tests/support/api.ts';
import { signIn } from '#tests/support/app.ts';
import { newGuest } from '#tests/support/e2e-steps.ts';
import { expect, test } from '#tests/support/fixtures.ts';

test.use({ serviceWorkers: 'block' });

/** What the first screen shows, each with its place. Parts further down follow later. */
const placesOf = (page: Page) =>
  page.locator('#root').evaluate((root) =>
    [...root.querySelectorAll('header, h1, p, a, label, input, form button, img')].flatMap((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      if (y >= window.innerHeight) return [];
      return [element.tagName, element.textContent, ...[x, y, width, height].map(Math.round)].join(' ');
    }),
  );

/** The app's script arrives when the returned function is called. */
async function holdScript(page: Page): Promise<() => void> {
  let arrive = () => undefined as void;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/assets/index-*.js', async (route) => {
    await arrived;
    await route.continue();
  });
  return arrive;
}

for (const [address, heading] of [
  ['/', 'Capture events. Create images.'],
  ['/login', 'Log in'],
] as const) {
  test(`${address} is readable without its script, which then changes nothing in it`, async ({ newPhone, serverUrl }) => {
    const page = await (await newPhone()).page();
    const arrive = await holdScript(page);
    // At an address by number there are no passkeys, which the login shows.
    await page.goto(new URL(address, serverUrl.replace('127.0.0.1', 'localhost')).href, { waitUntil: 'commit' });
    await expect(page.locator('h1')).toHaveText(heading);
    await expect(page.locator('#root')).toHaveAttribute('inert');
    await expect.poll(() => page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(1);
    const before = await placesOf(page);
    arrive();
    await expect(page.locator('#root')).not.toHaveAttribute('inert');
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    expect(await placesOf(page)).toEqual(before);
  });
}

test('the page of a signed-in person has no screen of visitors', async ({ newPhone, serverUrl }) => {
  const guest = await newGuest(serverUrl);
  const page = await (await newPhone()).page();
  const pageOf = async (address: string) => (await page.request.get(address, { headers: { accept: 'text/html' } })).text();
  await page.goto('/');
  expect(await pageOf('/')).toContain('Create images.');
  expect(await pageOf('/?your_data=x'), 'parameters change what it shows').not.toContain('Create images.');
  await signIn(page, guest.email);
  expect(await pageOf('/')).not.toContain('Create images.');
});

test('the page of a join code shows the cover without its script, in its place', async ({ newPhone }) => {
  const page = await (await newPhone()).page();
  const arrive = await holdScript(page);
  await page.goto(`/join/${demoJoinCode}`, { waitUntil: 'commit' });
  const cover = page.locator('#main img');
  const isDrawn = () => cover.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
  await expect.poll(isDrawn).toBe(true);
  await expect(page.locator('#root')).toHaveAttribute('inert');
  const before = await cover.boundingBox();
  arrive();
  await expect(page.getByRole('heading', { name: 'Harbour Lights' })).toBeVisible();
  expect(await cover.boundingBox()).toEqual(before);
});

const event = `/api/v1/event/${demoEvents.live}`;
const RENEWAL = 'POST /api/v1/auth/refresh';

/** What the page asks the API for, without pictures and streams. */
function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && !/\/(thumb|preview|stream)$/.test(pathname)) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

for (const [name, address, first, shown] of [
  [
    'a gallery',
    `/event/${demoEvents.live}/gallery`,
    [RENEWAL, `GET ${event}`, `GET ${event}/timeline`, `GET ${event}/photos`],
    '[data-tile] img',
  ],
  ['a camera', `/event/${demoEvents.live}`, [RENEWAL, `GET ${event}`], '.camera-shutter'],
] as const) {
  test(`a first visit to ${name} asks for all that it begins with before its script arrives, each once`, async ({
    newPhone,
    serverUrl,
  }) => {
    const guest = await newGuest(serverUrl);
    const page = await (await newPhone()).page();
    await signIn(page, guest.email);
    const arrive = await holdScript(page);
    const calls = watchCalls(page);
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page.locator('#root')).toHaveAttribute('inert');
    await expect(page.locator('#root header')).toContainText('Harbour Lights');
    await expect.poll(() => calls.toSorted()).toEqual([...first].toSorted());
    arrive();
    await expect(page.locator('#root')).not.toHaveAttribute('inert');
    await expect(page.locator(shown).first()).toBeVisible();
    for (const call of first)
      expect(
        calls.filter((one) => one === call),
        call,
      ).toHaveLength(1);
  });
}

test('nothing is asked early in a browser that was here before: it may have a logout to finish', async ({ newPhone, serverUrl }) => {
  const guest = await newGuest(serverUrl);
  const page = await (await newPhone()).page();
  await signIn(page, guest.email, `/event/${demoEvents.live}/gallery`);
  await expect(page.locator('[data-tile] img').first()).toBeVisible();
  await page.goto('about:blank');
  await holdScript(page);
  const calls = watchCalls(page);
  await page.goto(`/event/${demoEvents.live}/gallery`, { waitUntil: 'domcontentloaded' });
  // The page looked for databases before.
  await page.evaluate(() => indexedDB.databases());
  expect(calls).toEqual([]);
});

test('the page of a gallery begins with the photos that this person sees, and nobody else', async ({ newPhone, serverUrl }) => {
  const address = `/event/${demoEvents.live}/gallery`;
  const guest = await newGuest(serverUrl);
  const stranger = await registerPerson(serverUrl);
  const page = await (await newPhone()).page();
  const answerTo = async (email: string | null) => {
    if (email !== null) await signIn(page, email);
    const answer = await page.request.get(address, { headers: { accept: 'text/html' } });
    return { photos: (await answer.text()).match(/photos\/[\w-]+\/thumb/g) ?? [], caching: answer.headers()['cache-control'] };
  };
  expect(await answerTo(null)).toEqual({ photos: [], caching: 'no-cache' });
  expect((await answerTo(stranger.email)).photos).toEqual([]);
  const { photos, caching } = await answerTo(guest.email);
  expect(photos).toHaveLength(3);
  expect(caching).toBe('private, no-store');
  const arrive = await holdScript(page);
  await page.goto(address, { waitUntil: 'commit' });
  const first = page.locator('#root img').first();
  await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
  const { x, y } = (await first.boundingBox()) ?? {};
  arrive();
  const tile = page.locator('[data-tile] img').first();
  await expect(tile).toBeVisible();
  expect(await tile.boundingBox()).toMatchObject({ x, y });
});

test('an app whose script the line lost is asked for again', async ({ newPhone }) => {
  const page = await (await newPhone()).page();
  let asked = 0;
  await page.route('**/assets/index-*.js', async (route) => {
    asked += 1;
    await (asked > 2 ? route.continue() : route.abort('connectionreset'));
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('#root')).toHaveAttribute('inert');
  await expect(page.locator('#root')).not.toHaveAttribute('inert');
});

test('a page whose files belong to another version is asked for again', async ({ newPhone }) => {
  const page = await (await newPhone()).page();
  let pages = 0;
  await page.route('**/', async (route) => {
    pages += 1;
    await route.continue();
  });
  await page.route('**/assets/index-*.js', (route) => (pages > 1 ? route.continue() : route.fulfill({ status: 404 })));
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('#root')).not.toHaveAttribute('inert');
  expect(pages).toBe(2);
});
