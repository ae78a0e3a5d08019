// A first visit shows its screen before the script has arrived, and the app takes it over without a jump.
import type { Page } from '@playwright/test';
import { demoEvents, demoJoinCode } from '#server/seed/ids.ts';
import { demoPassword } from '#server/seed/people.ts';
import { registerPerson } from '#tests/support/api.ts';
import { signIn } from '#tests/support/app.ts';
import { newGuest } from '#tests/support/e2e-steps.ts';
import { expect, test } from '#tests/support/fixtures.ts';

test.use({ serviceWorkers: 'block' });

/** What the first screen shows, each with its place and look. Parts further down follow later. */
const partsOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body, header, h1, p, a, label, input, form button, img')].flatMap((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      if (y >= window.innerHeight) return [];
      const { color, backgroundColor, borderColor } = getComputedStyle(element);
      const isChecked = element instanceof HTMLInputElement && element.checked;
      const text = element === document.body ? '' : element.textContent;
      return [element.tagName, text, ...[x, y, width, height].map(Math.round), color, backgroundColor, borderColor, isChecked].join(' ');
    }),
  );

/** Until the app shows its own. */
const firstScreen = (page: Page) => page.locator('#first-screen');

/** The app's script arrives when the returned function is called. */
async function holdScript(page: Page, files = '**/assets/index-*.js'): Promise<() => void> {
  let arrive = () => undefined as void;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(files, async (route) => {
    await arrived;
    await route.continue();
  });
  return arrive;
}

/** At an address by number there are no passkeys, which the login shows. */
const named = (serverUrl: string, address: string) => new URL(address, serverUrl.replace('127.0.0.1', 'localhost')).href;

for (const [address, heading] of [
  ['/', 'Capture events. Create images.'],
  ['/login', 'Log in'],
] as const) {
  test(`${address} is readable without its styles and script, which then change nothing in it`, async ({ newPhone, serverUrl }) => {
    const page = await (await newPhone()).page();
    const bringStyles = await holdScript(page, '**/assets/*.css');
    const arrive = await holdScript(page);
    await page.goto(named(serverUrl, address), { waitUntil: 'commit' });
    await expect(page.locator('h1')).toHaveText(heading);
    const before = await partsOf(page);
    bringStyles();
    await expect.poll(() => page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(1);
    expect(await partsOf(page)).toEqual(before);
    await expect(firstScreen(page)).toBeAttached();
    arrive();
    await expect(firstScreen(page)).not.toBeAttached();
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    expect(await partsOf(page)).toEqual(before);
  });
}

test('a first screen has the theme that was chosen on this device', async ({ newPhone }) => {
  const page = await (await newPhone()).page();
  await page.goto('/');
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await holdScript(page, '**/assets/*');
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('h1')).toBeVisible();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
});

test('what is typed into the login before its script has arrived stays, with focus and caret', async ({ newPhone, serverUrl }) => {
  const page = await (await newPhone()).page();
  const arrive = await holdScript(page);
  await page.goto(named(serverUrl, '/login'), { waitUntil: 'commit' });
  await page.getByLabel('Password', { exact: true }).fill('some words');
  await page.getByLabel('Log out all my other devices').check();
  await page.getByLabel('Stay logged in').uncheck();
  await page.getByLabel('Email').click();
  await page.keyboard.type('an@example.org');
  for (let step = 0; step < '@example.org'.length; step += 1) await page.keyboard.press('ArrowLeft');
  await expect(firstScreen(page)).toBeAttached();
  arrive();
  await expect(firstScreen(page)).not.toBeAttached();
  await page.keyboard.type('n');
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue('ann@example.org');
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('some words');
  await expect(page.getByLabel('Log out all my other devices')).toBeChecked();
  await expect(page.getByLabel('Stay logged in')).not.toBeChecked();
});

for (const how of ['button', 'Enter'] as const) {
  test(`a login that was sent by ${how} before its script has arrived is sent by the app, and never by the browser`, async ({
    newPhone,
    serverUrl,
  }) => {
    const guest = await registerPerson(serverUrl);
    const page = await (await newPhone()).page();
    const arrive = await holdScript(page);
    const addresses: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && addresses.push(request.url()));
    await page.goto(named(serverUrl, '/login'), { waitUntil: 'commit' });
    await page.getByLabel('Email').fill(guest.email);
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    const button = page.getByRole('button', { name: 'Log in', exact: true });
    if (how === 'button') await button.click();
    else await page.keyboard.press('Enter');
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await expect(button).toHaveCSS('opacity', '0.55');
    await expect(firstScreen(page)).toBeAttached();
    arrive();
    await expect(page).not.toHaveURL(/login/);
    expect(addresses).toEqual([named(serverUrl, '/login')]);
  });
}

test('a form of a first screen is sent nowhere even where its script is forbidden', async ({ newPhone, serverUrl }) => {
  const phone = await newPhone();
  phone.console.allow(/Executing inline script violates/, 'forbidden here');
  const page = await phone.page();
  await page.route('**/login', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': "script-src 'none'" } });
  });
  await page.goto(named(serverUrl, '/login'));
  await page.getByLabel('Password', { exact: true }).fill('some words');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForLoadState('networkidle');
  expect(page.url()).toBe(named(serverUrl, '/login'));
});

test('a press on a first screen leads on at once where there is another, and else as soon as the app is there', async ({
  newPhone,
  serverUrl,
}) => {
  const page = await (await newPhone()).page();
  const arrive = await holdScript(page);
  await page.goto(named(serverUrl, '/'), { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await expect(firstScreen(page)).toBeAttached();
  const link = page.getByRole('link', { name: 'Create an account' });
  await link.click();
  await expect(link).toHaveAttribute('aria-busy', 'true');
  await expect(link).toHaveCSS('opacity', '0.55');
  await expect(firstScreen(page)).toBeAttached();
  arrive();
  await expect(page).toHaveURL(/\/register$/);
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible();
});

test('a code that is sent before the script has arrived opens its event', async ({ newPhone }) => {
  const page = await (await newPhone()).page();
  const arrive = await holdScript(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('textbox').fill(demoJoinCode);
  await page.keyboard.press('Enter');
  await expect(firstScreen(page)).toBeAttached();
  arrive();
  await expect(page.getByRole('heading', { name: 'Harbour Lights' })).toBeVisible();
});

test('a way of an event that is pressed before the script has arrived is taken by the app', async ({ newPhone, serverUrl }) => {
  const guest = await newGuest(serverUrl);
  const page = await (await newPhone()).page();
  await signIn(page, guest.email);
  const arrive = await holdScript(page);
  await page.goto(`/event/${demoEvents.live}/gallery`, { waitUntil: 'commit' });
  const way = page.getByRole('link', { name: 'Camera' }).filter({ visible: true });
  await expect(way).toHaveAttribute('href', `/event/${demoEvents.live}`);
  await way.click();
  await expect(way).toHaveAttribute('aria-busy', 'true');
  arrive();
  await expect(page).toHaveURL(new RegExp(`/event/${demoEvents.live}$`));
});

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

test('the page of a join code shows the event and a small cover without its script, in their colors and places', async ({ newPhone }) => {
  const page = await (await newPhone()).page();
  const covers: number[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/cover') && (await firstScreen(page).count()) > 0) covers.push((await response.body()).length);
  });
  const arrive = await holdScript(page);
  await page.goto(`/join/${demoJoinCode}`, { waitUntil: 'commit' });
  const cover = page.locator('#main img');
  const isDrawn = () => cover.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
  await expect.poll(isDrawn).toBe(true);
  await expect(firstScreen(page)).toBeAttached();
  const name = page.getByRole('heading', { name: 'Harbour Lights' });
  await expect(name).toBeVisible();
  const look = async () => [
    await cover.boundingBox(),
    await name.boundingBox(),
    await name.locator('..').evaluate((ground) => getComputedStyle(ground).backgroundColor),
  ];
  const before = await look();
  expect(covers).toEqual([expect.any(Number)]);
  expect(covers[0]).toBeLessThan(40_000);
  arrive();
  await expect(firstScreen(page)).not.toBeAttached();
  expect(await look()).toEqual(before);
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
    await expect(firstScreen(page)).toBeAttached();
    await expect(firstScreen(page).locator('header')).toContainText('Harbour Lights');
    await expect.poll(() => calls.toSorted()).toEqual([...first].toSorted());
    arrive();
    await expect(firstScreen(page)).not.toBeAttached();
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
  const first = page.locator('#first-screen img').first();
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
  await expect(firstScreen(page)).toBeAttached();
  await expect(firstScreen(page)).not.toBeAttached();
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
  await expect(firstScreen(page)).not.toBeAttached();
  expect(pages).toBe(2);
});
