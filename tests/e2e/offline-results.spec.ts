// Loaded results open offline: the list of requests, their images, and each one in full screen.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { components } from '#openapi/api.ts';
import type { Person } from '#tests/support/api.ts';
import { waitForServiceWorker, signIn } from '#tests/support/app.ts';
import { waitUntilPersisted, newGuest } from '#tests/support/e2e-steps.ts';
import { expect, test } from '#tests/support/fixtures.ts';

const words = 'Two boats on a lake at dawn';
const results = (page: Page) => page.getByRole('region', { name: 'Results' });
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Image' });

async function make(person: Person): Promise<void> {
  const id = randomUUID();
  const headers = { 'idempotency-key': id, 'x-account': person.user.id };
  const asked = await person.call('POST', '/api/v1/generations', {
    json: { model: 'builtin:illustrator', prompt: words, count: 2 },
    headers,
  });
  expect(asked.status).toBe(202);
  const made = async () => (await person.call<components['schemas']['Generation']>('GET', `/api/v1/generations/${id}`)).body.status;
  await expect.poll(made).toBe('succeeded');
}

/** How many of the pictures of this size are really there. */
const drawn = (page: Page, size: 'thumb' | 'preview') =>
  page.evaluate(
    (part) =>
      [...document.querySelectorAll<HTMLImageElement>(`img[src*="/generated-images/"][src$="/${part}"]`)].filter(
        ({ complete, naturalWidth }) => complete && naturalWidth > 0,
      ).length,
    size,
  );

test('the gallery has the images that were made since it was open, and says what it lacks offline', async ({ page, phone, serverUrl }) => {
  const person = await newGuest(serverUrl);
  await signIn(page, person.email, '/dashboard/gallery');
  await waitForServiceWorker(page);
  const newer = page.getByText('Newer images load once you’re online.');
  await expect(page.getByText('No images yet')).toBeVisible();
  await expect(newer).toBeHidden();
  await waitUntilPersisted(page, '"shelf"');
  await test.step('empty and offline', async () => {
    await phone.context.setOffline(true);
    await page.reload();
    await expect(page.getByText(/^No images saved on this (phone|computer)$/)).toBeVisible();
    await expect(newer).toBeVisible();
    await phone.context.setOffline(false);
  });
  await test.step('made on another screen', async () => {
    await page.goto('/dashboard/generate');
    await expect(page.getByRole('heading', { name: 'Generate Image', level: 1 })).toBeVisible();
    await make(person);
    await expect(results(page).getByRole('article', { name: words })).toBeVisible();
    await expect.poll(() => drawn(page, 'thumb')).toBe(2);
    await waitUntilPersisted(page, '"shelf"', words);
  });
  await test.step('there offline', async () => {
    await phone.context.setOffline(true);
    await page.goto('/dashboard/gallery');
    await expect.poll(() => drawn(page, 'thumb')).toBe(2);
    await expect(newer).toBeVisible();
  });
});

test('results that were seen open on a start without a line', async ({ page, phone, serverUrl }) => {
  const person = await newGuest(serverUrl);
  await make(person);
  await signIn(page, person.email, '/dashboard/generate');
  await waitForServiceWorker(page);

  const look = async () => {
    const card = results(page).getByRole('article', { name: words });
    await expect(card).toBeVisible();
    await expect.poll(() => drawn(page, 'thumb')).toBe(2);
    await card.getByRole('button', { name: /^Open/ }).first().click();
    await expect(viewer(page)).toBeVisible();
    await expect.poll(() => drawn(page, 'preview')).toBeGreaterThanOrEqual(1);
    await page.keyboard.press('Escape');
    await expect(viewer(page)).toHaveCount(0);
  };
  await test.step('seen with a connection', async () => {
    // The worker's from the first byte.
    await page.reload();
    await look();
    await waitUntilPersisted(page, '"generation","requests"', words);
    await page.goto('/dashboard/gallery');
    await expect.poll(() => drawn(page, 'thumb')).toBe(2);
    await waitUntilPersisted(page, '"shelf"');
  });
  await test.step('and without one', async () => {
    await phone.context.setOffline(true);
    const client = await phone.context.newCDPSession(page);
    await client.send('Network.clearBrowserCache');
    await client.detach();
    await page.goto('/dashboard/generate');
    await look();
    await page.goto('/dashboard/gallery');
    await expect.poll(() => drawn(page, 'thumb')).toBe(2);
  });
});
