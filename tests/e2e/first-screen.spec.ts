// A first visit shows its screen before the script has arrived, and the app takes it over without a jump.
import type { Page } from '@playwright/test';
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

for (const [address, heading] of [
  ['/', 'Capture events. Create images.'],
  ['/login', 'Log in'],
] as const) {
  test(`${address} is readable without its script, which then changes nothing in it`, async ({ newPhone, serverUrl }) => {
    const page = await (await newPhone()).page();
    let arrive = () => undefined as void;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/assets/index-*.js', async (route) => {
      await arrived;
      await route.continue();
    });
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
