// Offline starts: after any way into the app, the home-screen icon leads back to the shutter.
import type { Page } from '@playwright/test';
import { demoEvents } from '#server/seed/ids.ts';
import { readCounts, shoot, signInByForm, uploadStatus, waitForCamera, waitForDelivery, waitForServiceWorker } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { waitUntilPersisted, newGuest, newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { expect, test } from '#tests/support/fixtures.ts';

const live = demoEvents.live;
const overview = '/dashboard/events-overview';
const goOn = (page: Page, name: string) => page.getByRole('link', { name: `Continue in ${name}` });

test('a user who came by a link and never saw the list finds the camera again offline', { tag: '@core' }, async ({ phone, serverUrl }) => {
  const guest = await newGuest(serverUrl);
  const page = await phone.page();
  await signInByForm(page, guest.email, { from: `/login?redirect=/event/${live}` });
  await waitForCamera(page);
  await waitForServiceWorker(page);
  await waitUntilPersisted(page, `"events","one","${live}"`);
  await page.close();
  await phone.context.setOffline(true);

  // A new tab has no session storage: a cold start.
  const start = await phone.context.newPage();
  await test.step('the home-screen icon', async () => {
    await start.goto('/dashboard');
    await expect(start.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await expect(start.getByRole('article').getByRole('link', { name: 'Harbour Lights', exact: true })).toBeVisible();
    await goOn(start, 'Harbour Lights').click();
    await waitForCamera(start);
    await shoot(start, 1);
    const icon = () => start.evaluate(async () => (await fetch('/icons/icon-192.png')).ok);
    expect(await icon(), 'browsers ask for it by the manifest at each start').toBe(true);
  });
  await test.step('the dashboard shows waiting photos, and links to the queue', async () => {
    await start.goto('/dashboard');
    const waiting = start.getByRole('region', { name: '1 photo waiting on this phone' });
    await waiting.getByRole('link', { name: 'Open queue for Harbour Lights' }).click();
    await expect(start.getByRole('dialog', { name: 'Queue' })).toBeVisible();
  });
  await test.step('the plain address', async () => {
    await start.goto('/');
    await goOn(start, 'Harbour Lights').click();
    await waitForCamera(start);
  });
  await test.step('a screen that is not cached on this phone', async () => {
    await start.goto('/unauthorized');
    await goOn(start, 'Harbour Lights').click();
    await waitForCamera(start);
  });
});

test('every listed event opens its camera offline, even one never opened before', { tag: '@core' }, async ({ phone, serverUrl }) => {
  const night = await newIsolatedEvent(serverUrl, { name: 'Never opened before' });
  const guest = await night.newGuest();
  const page = await phone.page();
  await signInByForm(page, guest.email, { from: `/login?redirect=${overview}` });
  await expect(page.getByRole('link', { name: 'Never opened before', exact: true })).toBeVisible();
  await waitForServiceWorker(page);
  await waitUntilPersisted(page, '"events","list"', 'Never opened before');
  await page.close();
  await phone.context.setOffline(true);

  const start = await phone.context.newPage();
  await start.goto('/dashboard');
  await start.getByRole('link', { name: 'Never opened before', exact: true }).click();
  await waitForCamera(start);
});

test(
  'a guest who joins by code, shoots and closes the browser at once finds the camera offline',
  { tag: '@core' },
  async ({ phone, serverUrl }) => {
    const { id, event } = await newIsolatedEvent(serverUrl, { name: 'Basement Night' });
    const page = await phone.page();
    await page.goto(`/join/${event.join_code}`);
    await page.getByLabel('Your name').fill('Ida');
    await page.getByRole('button', { name: 'Continue as guest' }).click();
    await waitForCamera(page);
    await waitForServiceWorker(page);
    await phone.context.setOffline(true);
    await shoot(page, 1);
    await page.close();

    // A new tab has no session storage: a cold start, at the event's own address.
    const start = await phone.context.newPage();
    await start.goto(`/event/${id}`);
    await waitForCamera(start);
    await expect.poll(() => readCounts(start)).toEqual({ shot: 1, waiting: 1, stored: 0 });

    await test.step('a phone that lost the event’s data says what waits, and still offers the camera', async () => {
      await start.close();
      const lost = await phone.context.newPage();
      await lost.goto('/favicon.svg');
      await lost.evaluate(() => new Promise((resolve) => indexedDB.deleteDatabase('query-cache').addEventListener('success', resolve)));
      await lost.goto(`/event/${id}`);
      await expect(lost.getByText('1 photo from Basement Night is waiting on this phone.')).toBeVisible();
      await expect(goOn(lost, 'Basement Night'), 'it would lead back to this page').toBeHidden();
      await expectAccessible(lost, 'an event that is not stored on the phone');
      await lost.getByRole('button', { name: 'Open the camera' }).click();
      await waitForCamera(lost);
      await shoot(lost, 1);
      await expect.poll(() => readCounts(lost)).toEqual({ shot: 2, waiting: 2, stored: 0 });
      await uploadStatus(lost).click();
      await expect(lost.getByRole('dialog', { name: 'Queue' }).getByText('2 photos are only on this phone.')).toBeVisible();
      await lost.keyboard.press('Escape');
      await phone.context.setOffline(false);
      await waitForDelivery(lost);
      await expect(lost.getByRole('link', { name: 'Gallery', exact: true }), 'the event’s own camera is back').toBeVisible();
    });
  },
);
