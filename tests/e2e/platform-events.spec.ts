// Platform staff and other organizations’ events: they view them, and take down photos.
import { randomUUID } from 'node:crypto';
import { deliver, gallery } from '#tests/support/api.ts';
import { signIn } from '#tests/support/app.ts';
import { deskSize } from '#tests/support/browser.ts';
import { newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { picture } from '#tests/support/pictures.ts';
import { keepToastOpen } from '#tests/support/toasts.ts';

// Nothing here happens without a network.
test.use({ serviceWorkers: 'block' });

test('a photo is found, looked at and taken down: it leaves the open gallery, is put back by Undo, and goes for good', async ({
  deskPage: page,
  newPhone,
  serverUrl,
}) => {
  const name = `Dotterel ${randomUUID().slice(0, 6)}`;
  // No space, no hyphen: nothing to break a line at.
  const night = await newIsolatedEvent(serverUrl, { name, location: 'Donaudampfschifffahrt'.repeat(9) });
  const [author, onlooker] = await Promise.all([night.newGuest(), night.newGuest()]);
  const { id } = await deliver(author, night.id, await picture());
  await expect
    .poll(async () => (await gallery(author, night.id)).find((photo) => photo.id === id)?.state, { message: 'the photo is made ready' })
    .toBe('ready');

  const theirs = await (await newPhone()).page();
  await signIn(theirs, onlooker.email, `/event/${night.id}/gallery`);
  const tile = theirs.locator(`[data-photo="${id}"]`);
  await expect(tile).toBeVisible();

  const takeDown = async () => {
    await page.getByRole('button', { name: /^Photo by Test Person/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take down' }).click();
    const form = page.getByRole('dialog', { name: 'Take down photo' });
    await form.getByLabel('Reason').fill('The person on it has asked for it.');
    await form.getByRole('button', { name: 'Take down' }).click();
  };

  await test.step('the event is found among all, and the photo in it', async () => {
    await signIn(page, 'super@demo.test', `/super-admin/event-management?q=${encodeURIComponent(name)}`);
    await page.getByRole('link', { name: name }).click();
    const thumb = page.getByRole('list', { name: `Photos of ${name}` }).locator('img');
    await expect.poll(() => thumb.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(deskSize.width);
  });
  await test.step('taken down, it leaves the open gallery; Undo brings it back there', async () => {
    const undo = await keepToastOpen(page, 'Photo taken down', takeDown);
    await expect(tile).toBeHidden();
    await undo.click();
    await expect(tile).toBeVisible();
  });
  await test.step('taken down again, it stays away', async () => {
    await takeDown();
    await expect(tile).toBeHidden();
    await expect(page.getByText('No photos')).toBeVisible();
    await page.reload();
    await expect(page.getByText('No photos')).toBeVisible();
    await theirs.reload();
    await expect(theirs.getByRole('heading', { name: 'No photos yet' })).toBeVisible();
  });
  await test.step('the event is removed with a reason, which its organization reads in its trash, and cannot take back', async () => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Delete with a reason' }).click();
    const form = page.getByRole('dialog', { name: `Delete ${name}` });
    await form.getByLabel('Reason').fill('It shows people who did not agree.');
    await form.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('Removed by the platform. Its organization can’t restore it.')).toBeVisible();
    const desk = await (await newPhone({ viewport: deskSize })).page();
    await signIn(desk, 'owner@demo.test', `/organization/events?deleted=true&q=${encodeURIComponent(name)}`);
    const row = desk.getByRole('row').filter({ hasText: name });
    await expect(row).toContainText('removed by the platform');
    await expect(row).toContainText('It shows people who did not agree.');
    await expect(desk.getByRole('button', { name: `Restore ${name}` })).toHaveCount(0);
    await desk.getByRole('link', { name }).click();
    await expect(desk.getByRole('heading', { name: 'Removed by the platform' })).toBeVisible();
    await expect(desk.getByRole('button', { name: 'Restore' })).toHaveCount(0);
  });
});
