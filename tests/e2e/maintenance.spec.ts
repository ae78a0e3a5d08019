// Maintenance: nothing is changed but by super administrators, cameras go on, and what waited arrives once when it is over.
import { demoEvents } from '#server/seed/ids.ts';
import { waitForDelivery, waitForServiceWorker, readCounts, openCamera, readOutbox, shoot, signIn } from '#tests/support/app.ts';
import { deskSize } from '#tests/support/browser.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

// A separate server, because maintenance would stop all other stories.
let server: TestServer;
test.beforeAll(async () => {
  server = await startServer({ isDurable: false });
});
test.afterAll(() => server.dispose());

test('a photo taken during maintenance waits, and arrives once when it is over', async ({ newPhone }) => {
  const desk = await (await newPhone({ viewport: deskSize, baseURL: server.url })).page();
  await signIn(desk, 'super@demo.test', '/super-admin/settings');
  const page = await (await newPhone({ baseURL: server.url })).page();
  await signIn(page, 'member@demo.test', '/');
  await waitForServiceWorker(page);
  await page.clock.install();
  await openCamera(page, demoEvents.live);
  const card = desk.getByRole('region', { name: 'Maintenance' });
  const save = async () => {
    await card.getByRole('button', { name: 'Save changes' }).click();
    await expect(card.getByText('Changes saved.', { exact: true })).toBeVisible();
  };

  await test.step('on: the photo remains on the phone, and the queue shows the reason', async () => {
    await card.getByRole('switch', { name: 'Maintenance mode' }).click();
    await card.getByLabel('Message').fill('We are moving to a larger machine.');
    await save();
    await expect(desk.getByText('Maintenance mode is on. Only super admins can make changes.')).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Maintenance' }).click();
    const words = page.getByRole('dialog', { name: 'Under maintenance' });
    await expect(words).toContainText('We are moving to a larger machine.');
    await page.keyboard.press('Escape');
    await expect(words).toHaveCount(0);
    await shoot(page, 1);
    await expect.poll(async () => (await readOutbox(page)).waiting).toMatchObject([{ state: 'waiting', lastError: 'maintenance' }]);
    await page.getByRole('button', { name: /Open queue\./ }).click();
    await expect(
      page.getByRole('dialog', { name: 'Queue' }).getByText(/We are moving to a larger machine\. We’ll retry automatically\./),
    ).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('off: it is sent automatically, once', async () => {
    await card.getByRole('switch', { name: 'Maintenance mode' }).click();
    await save();
    // The phone was asked to wait so long.
    await page.clock.fastForward(30_000);
    await waitForDelivery(page);
    await expect.poll(() => readCounts(page)).toEqual({ shot: 1, waiting: 0, stored: 1 });
    const [shot] = (await readOutbox(page)).receipts;
    const stored = await server.sql('select id from photos where id = $1', [shot?.id]);
    expect(stored).toHaveLength(1);
  });
});
