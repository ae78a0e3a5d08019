import { signIn, signInByForm } from '#tests/support/app.ts';
import { expectClickable } from '#tests/support/clickable.ts';
import { newGuest, openMenu } from '#tests/support/e2e-steps.ts';
import { expect, test } from '#tests/support/fixtures.ts';

// Nothing here happens without a network.
test.use({ serviceWorkers: 'block' });

const sidebars = [
  {
    email: 'user@demo.test',
    title: 'AI Image Suite',
    role: null,
    ways: ['Dashboard', 'Generate Image', 'Gallery', 'Events', 'Model Library', 'Tutorials', 'Help & Support', 'Profile', 'Settings'],
  },
  {
    email: 'member@demo.test',
    title: 'Organization Panel',
    role: 'Role: Organization Member',
    ways: [
      'Organization Dashboard',
      'Generate Image',
      'Image Gallery',
      'Event Management',
      'Staff Management',
      'Profile',
      'Billing & Subscription',
      'Organization Settings',
      'My events',
      'Tutorials',
      'Help & Support',
    ],
  },
  {
    email: 'owner@demo.test',
    title: 'Organization Panel',
    role: 'Role: Organization Admin',
    ways: [
      'Organization Dashboard',
      'Generate Image',
      'Image Gallery',
      'Event Management',
      'Staff Management',
      'Profile',
      'Billing & Subscription',
      'Organization Settings',
      'My events',
      'Tutorials',
      'Help & Support',
    ],
  },
  {
    email: 'super@demo.test',
    title: 'Admin Panel',
    role: null,
    ways: [
      'Dashboard',
      'User Management',
      'Model Management',
      'Analytics Dashboard',
      'Event Management',
      'System Logs',
      'Manage Billing',
      'Notifications',
      'Permissions',
      'Profile',
      'Settings',
    ],
  },
];

for (const { email, title, role, ways } of sidebars) {
  test(`the sidebar of ${email}`, async ({ deskPage: page }) => {
    await signInByForm(page, email);
    const sidebar = page.getByRole('complementary', { name: title });
    await expect(sidebar).toBeVisible();
    await expect(sidebar.getByRole('navigation').getByRole('link')).toHaveText(ways);
    await expect(sidebar.getByRole('link', { name: ways[0], exact: true })).toHaveAttribute('aria-current', 'page');
    // The account link leads to the profile with any menu.
    await expect(sidebar.getByRole('link', { name: email })).toHaveAttribute('href', '/dashboard/profile');
    await expect(sidebar.getByText(/^Role:/)).toHaveText(role === null ? [] : [role]);
    await expect(sidebar.getByRole('button', { name: 'Log out' })).toBeVisible();
    await expect.poll(async () => Math.round((await sidebar.boundingBox())?.width ?? 0)).toBe(255);

    await page.getByRole('button', { name: 'Close menu' }).click();
    await expect(sidebar).toHaveCount(0);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(sidebar).toBeVisible();
  });
}

test('on a phone the sidebar is 20 units wide, with labels and the account', async ({ page }) => {
  await signIn(page, 'owner@demo.test', '/organization/events');
  await openMenu(page);
  const sidebar = page.getByRole('complementary', { name: 'Organization Panel' });
  await expect.poll(async () => (await sidebar.locator('..').boundingBox())?.width).toBe(80);
  // The drawn edge, not only that of the box.
  const rightEdge = () =>
    sidebar.evaluate((element) => Math.max(...[element, ...element.querySelectorAll('*')].map((one) => one.getBoundingClientRect().right)));
  // Text ends on fractions of a pixel.
  expect(Math.floor(await rightEdge())).toBeLessThanOrEqual(80);
  for (const said of ['Event Management', 'My events', 'Olga Haas', 'owner@demo.test', 'Role: Organization Admin', 'Log out']) {
    const text = sidebar.getByText(said, { exact: true });
    await text.scrollIntoViewIfNeeded();
    await expect(text).toBeInViewport({ ratio: 0.98 });
  }
  await page.keyboard.press('Escape');
  await expect(sidebar).toHaveCount(0);
});

test('light or dark is chosen in the menu, and stays chosen', async ({ deskPage: page }) => {
  await signIn(page, 'owner@demo.test', '/organization/events');
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  await expect.poll(scheme).toBe('light dark');
  await page.getByLabel('Theme').selectOption('Dark');
  await expect.poll(scheme).toBe('dark');
  await page.reload();
  await expect(page.getByLabel('Theme')).toHaveValue('dark');
  await expect.poll(scheme).toBe('dark');
  await page.getByLabel('Theme').selectOption('System');
  await expect.poll(scheme).toBe('light dark');
});

test('notices at the bottom of a phone’s screen are under the menu, and a user whose photos cannot be read can log out', async ({
  page,
  serverUrl,
}) => {
  const guest = await newGuest(serverUrl);
  await signIn(page, guest.email, '/dashboard');
  // A newer version of the app has opened the queue.
  await page.evaluate(() => new Promise((resolve) => indexedDB.open('outbox', 999).addEventListener('success', resolve)));
  await page.reload();
  await page.getByRole('dialog', { name: 'Load the new version' }).getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByRole('region', { name: 'Update needed' })).toBeVisible();
  await openMenu(page);
  await expectClickable(page.locator('#sidebar'), 'the menu over a notice');
  await page.getByRole('button', { name: 'Log out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Log out?' });
  await expect(dialog).toContainText('Couldn’t read the photos');
  await dialog.getByRole('button', { name: 'Log out anyway' }).click();
  await expect(page).toHaveURL(/\/login$/);
});
