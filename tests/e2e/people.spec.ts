// The profile picture of a person as others see it, and their email preferences.
import type { Locator } from '@playwright/test';
import { demoOrganizationIds } from '#server/seed/ids.ts';
import { signIn } from '#tests/support/app.ts';
import { deskSize } from '#tests/support/browser.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { picture } from '#tests/support/pictures.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { keepToastOpen } from '#tests/support/toasts.ts';

// Nothing here happens without a network.
test.use({ serviceWorkers: 'block' });

// A separate server: other stories look at the same people.
let server: TestServer;
test.beforeAll(async () => {
  server = await startServer({ isDurable: false });
});
test.afterAll(() => server?.dispose());

/** The pictures of people in a part of the screen that were loaded and are shown. */
const shownIn = (part: Locator) =>
  part
    .locator('img[src*="/avatar/"]')
    .evaluateAll((all) => all.filter((one) => one instanceof HTMLImageElement && one.naturalWidth === 512).length);

test('a picture is shown wherever the person is, and its removal can be undone', async ({ newPhone }) => {
  const page = await (await newPhone({ baseURL: server.url, viewport: deskSize })).page();
  await signIn(page, 'member@demo.test', '/dashboard/profile');
  const aside = page.getByRole('complementary');
  const you = page.getByRole('region', { name: 'You' });
  const { bytes } = await picture();
  await you.getByLabel('Picture file').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(bytes) });
  await expect(page.getByText('Picture saved', { exact: true })).toBeVisible();
  await expect.poll(() => shownIn(you)).toBe(1);
  await expect.poll(() => shownIn(aside)).toBe(1);

  const back = await keepToastOpen(page, 'Picture removed', () => you.getByRole('button', { name: 'Remove' }).click());
  await expect.poll(() => you.locator('img').count()).toBe(0);
  await back.click();
  await expect.poll(() => shownIn(you)).toBe(1);

  await you.getByLabel('Picture file').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
  await expect(you.getByRole('alert')).toContainText('This file type isn’t supported');

  const other = await (await newPhone({ baseURL: server.url, viewport: deskSize })).page();
  await signIn(other, 'owner@demo.test', `/organization/staff?organization=${demoOrganizationIds.aurora}`);
  const row = other.getByRole('row').filter({ hasText: 'member@demo.test' });
  await expect.poll(() => shownIn(row)).toBe(1);
});

test('a kind of mail is switched off, stays off, and is taken back', async ({ newPhone }) => {
  const page = await (await newPhone({ baseURL: server.url, viewport: deskSize })).page();
  await signIn(page, 'owner@demo.test', `/organization/profile?organization=${demoOrganizationIds.aurora}`);
  const invoices = page.getByRole('switch', { name: 'Invoices' });
  await expect(invoices).toBeChecked();
  await invoices.uncheck();
  await expect(page.getByText('Emails “Invoices” are off', { exact: true })).toBeVisible();
  await page.reload();
  await expect(invoices).not.toBeChecked();
  const undo = await keepToastOpen(page, 'Emails “Invoices” are on', () => invoices.check());
  await expect(page.getByText('Emails “Invoices” are on', { exact: true })).toBeVisible();
  await undo.click();
  await expect(invoices).not.toBeChecked();

  await page.goto('/dashboard/settings');
  const answers = page.getByRole('switch', { name: 'Answers from support' });
  await expect(answers).toBeChecked();
  await expect(page.getByText('Security emails and invitations are always sent.')).toBeVisible();
});
