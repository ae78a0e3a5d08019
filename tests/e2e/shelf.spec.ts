// One shelf of event photos and generated images: searched, narrowed, liked, put into collections, deleted and restored; and seen again without a line.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { components } from '#openapi/api.ts';
import { createPhoto, deliver, photoRequest, upload, type Person } from '#tests/support/api.ts';
import { waitForServiceWorker, signIn } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { deskSize, phoneSize } from '#tests/support/browser.ts';
import { expectClickable } from '#tests/support/clickable.ts';
import { waitUntilPersisted, newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { expectStatus, photoOf } from '#tests/support/events.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { picture } from '#tests/support/pictures.ts';
import { keepToastOpen } from '#tests/support/toasts.ts';

type Schemas = components['schemas'];

const grid = (page: Page) => page.getByRole('grid', { name: 'Images' });
const tile = (page: Page, id: string) => grid(page).locator(`[data-tile][data-photo="${id}"]`);
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Image', exact: true });
const search = (page: Page) => page.getByRole('textbox', { name: /^Search by event/ });
const selection = (page: Page) => page.getByRole('toolbar', { name: 'Selected images' });

async function readyPhoto(person: Person, eventId: string): Promise<string> {
  const { id } = await deliver(person, eventId, await picture());
  await expect.poll(async () => (await photoOf(person, eventId, id)).state, { message: 'the photo is made ready' }).toBe('ready');
  return id;
}

/** Taken two months ago. */
async function oldPhoto(person: Person, eventId: string): Promise<string> {
  const shot = await picture();
  const fact = photoRequest(shot, await upload(person, shot.bytes, eventId));
  const takenAt = new Date(Date.now() - 60 * 86_400_000).toISOString();
  return expectStatus(await createPhoto(person, eventId, { ...fact, taken_at: takenAt }), 201, 'an old photo').id;
}

async function generatedImage(person: Person, prompt: string): Promise<string> {
  const asked = { json: { model: 'builtin:illustrator', prompt, count: 1 }, headers: { 'idempotency-key': randomUUID() } };
  const made = await person.call<Schemas['Generation']>('POST', '/api/v1/generations', asked);
  const { id } = expectStatus(made, 202, 'asking for an image');
  const read = async () => (await person.call<Schemas['Generation']>('GET', `/api/v1/generations/${id}`)).body;
  await expect.poll(async () => (await read()).status, { message: 'the image is made', timeout: 30_000 }).toBe('succeeded');
  return (await read()).images[0]!.id;
}

/** A person who took a photo at a new event and generated an image, and the photo of another guest. */
async function shelfOf(serverUrl: string) {
  const night = await newIsolatedEvent(serverUrl, { name: `Lantern ${randomUUID().slice(0, 6)}` });
  const [person, other] = await Promise.all([night.newGuest(), night.newGuest()]);
  const [photo, theirs, image] = await Promise.all([
    readyPhoto(person, night.id),
    readyPhoto(other, night.id),
    generatedImage(person, 'A cat on the moon at night'),
  ]);
  return { night, person, photo, theirs, image };
}

test.describe('with a line', () => {
  test.use({ serviceWorkers: 'block' });

  test('a photo and a generated image are in one library, and are found, liked, collected, deleted and restored', async ({
    deskPage: page,
    serverUrl,
  }) => {
    test.slow();
    const { night, person, photo, theirs, image } = await shelfOf(serverUrl);
    const old = await oldPhoto(person, night.id);
    await signIn(page, person.email, '/dashboard/gallery');
    const both = async () => {
      await expect(tile(page, photo)).toBeVisible();
      await expect(tile(page, image)).toBeVisible();
    };
    const only = async (shown: string, hidden: string) => {
      await expect(tile(page, hidden)).toHaveCount(0);
      await expect(tile(page, shown)).toBeVisible();
    };

    await test.step('together, each by its name', async () => {
      await both();
      await expect(tile(page, photo)).toHaveAccessibleName(new RegExp(`^Photo by Test Person.*${night.event.name}$`));
      await expect(tile(page, image)).toHaveAccessibleName(/A cat on the moon at night/);
      await expect(tile(page, theirs)).toHaveCount(0);
      await expectAccessible(page, 'the shelf');
    });

    await test.step('searched by event and by prompt, narrowed by source and time', async () => {
      await search(page).fill(night.event.name);
      await only(photo, image);
      await search(page).fill('cat on the moon');
      await only(image, photo);
      await search(page).fill('nothing holds this');
      await expect(page.getByRole('heading', { name: 'No matching images' })).toBeVisible();
      await page.getByRole('button', { name: 'Show all images' }).click();
      await both();
      await page.getByRole('radio', { name: 'Event photos' }).press(' ');
      await only(photo, image);
      await page.getByRole('radio', { name: 'Generated' }).press(' ');
      await only(image, photo);
      await page.reload();
      await only(image, photo);
      await page.getByRole('radio', { name: 'All', exact: true }).press(' ');
      await page.getByRole('combobox', { name: 'Time' }).selectOption('Last 7 days');
      await both();
    });

    await test.step('through time, month by month, and back', async () => {
      await page.getByRole('combobox', { name: 'Time' }).selectOption('Any time');
      await page.getByRole('slider', { name: 'Jump to date' }).press('End');
      await only(old, photo);
      await expect(page).toHaveURL(/month=\d{4}-\d\d/);
      await expectAccessible(page, 'the shelf two months ago');
      await page.getByRole('button', { name: 'Back to newest' }).click();
      await both();
    });

    await test.step('viewed one after the other and liked; both are favorites', async () => {
      await tile(page, image).click();
      await viewer(page).getByRole('button', { name: 'Add to favorites' }).click();
      await expect(viewer(page).getByRole('button', { name: 'Remove from favorites' })).toBeVisible();
      await expectAccessible(page, 'the viewer of the shelf');
      await viewer(page).getByRole('button', { name: 'Next image' }).click();
      await expect(page).toHaveURL(new RegExp(`image=${photo}`));
      await viewer(page).getByRole('button', { name: 'Like', exact: true }).click();
      await expect.poll(async () => (await photoOf(person, night.id, photo)).is_liked, { message: 'the like is delivered' }).toBe(true);
      for (const size of [phoneSize, deskSize]) {
        await page.setViewportSize(size);
        await expectClickable(viewer(page), `the viewer at ${size.width} pixels`);
      }
      await viewer(page).getByRole('button', { name: 'Close' }).click();
      await expect(viewer(page)).toHaveCount(0);
      await page.getByRole('combobox', { name: 'Images to show' }).selectOption('Favorites');
      await both();
      await page.getByRole('combobox', { name: 'Images to show' }).selectOption('Mine and liked');
    });

    await test.step('put into a collection', async () => {
      await page.getByRole('button', { name: 'Select', exact: true }).click();
      await tile(page, photo).click();
      await tile(page, image).click();
      await expect(selection(page)).toContainText('2 images selected');
      await expectAccessible(page, 'a selection on the shelf');
      await selection(page).getByRole('button', { name: 'Add to collection' }).click();
      await page.getByRole('dialog', { name: 'Add to a collection' }).getByRole('button', { name: 'New collection' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('For the album');
      await keepToastOpen(page, '2 images added to “For the album”', () => page.getByRole('button', { name: 'Create collection' }).click());
      await page.getByRole('button', { name: 'Collections', exact: true }).click();
      const sheet = page.getByRole('dialog', { name: 'Collections' });
      await expect(sheet).toContainText('2 images');
      await expectAccessible(page, 'the collections');
      await sheet.getByRole('button', { name: /^For the album/ }).click();
      await expect(page.getByRole('combobox', { name: 'Collection' })).toHaveValue(/.+/);
      await both();
    });

    await test.step('deleted together, undone, deleted again and restored', async () => {
      const choose = async () => {
        await page.getByRole('button', { name: 'Select', exact: true }).click();
        await tile(page, photo).click();
        await tile(page, image).click();
      };
      await choose();
      const undo = await keepToastOpen(page, '2 images deleted', () => selection(page).getByRole('button', { name: 'Delete' }).click());
      await expect(grid(page).getByRole('gridcell')).toHaveCount(0);
      await undo.click();
      await both();
      await choose();
      await selection(page).getByRole('button', { name: 'Delete' }).click();
      await expect(grid(page).getByRole('gridcell')).toHaveCount(0);
      await expect.poll(async () => (await person.call('GET', `/api/v1/event/${night.id}/photos/${photo}`)).status).toBe(410);
      await page.getByRole('combobox', { name: 'Images to show' }).selectOption('Deleted');
      // People who can restore an item still see the picture and its remaining time.
      for (const id of [photo, image]) {
        await expect(tile(page, id)).toHaveAccessibleName(/30 days left$/);
        const thumb = tile(page, id).locator('img[src*="/thumb"]');
        await expect.poll(() => thumb.evaluate((shown: HTMLImageElement) => shown.complete && shown.naturalWidth > 0)).toBe(true);
      }
      await expectAccessible(page, 'what was deleted');
      await choose();
      await selection(page).getByRole('button', { name: 'Restore' }).click();
      await expect(page.getByRole('heading', { name: 'Nothing to restore' })).toBeVisible();
      await page.getByRole('combobox', { name: 'Images to show' }).selectOption('Mine and liked');
      await both();
    });
  });

  test('an organization’s library contains its guests’ photos, including those that wait for approval', async ({
    deskPage: page,
    serverUrl,
  }) => {
    const night = await newIsolatedEvent(serverUrl, { name: `Waiting ${randomUUID().slice(0, 6)}`, require_approval: true });
    const photo = await readyPhoto(await night.newGuest(), night.id);
    await signIn(page, 'member@demo.test', `/organization/image-gallery?q=${encodeURIComponent(night.event.name)}`);
    await expect(tile(page, photo)).toContainText('Pending');
    await tile(page, photo).click();
    await viewer(page).getByRole('button', { name: 'More for this image' }).click();
    await page.getByRole('menuitem', { name: 'Show in event' }).click();
    await expect(page).toHaveURL(new RegExp(`/event/${night.id}/gallery\\?photo=${photo}`));
  });
});

test('loaded items of the library are shown offline', async ({ newPhone, serverUrl }) => {
  const { person, photo, image } = await shelfOf(serverUrl);
  const phone = await newPhone({ viewport: deskSize });
  const page = await phone.page();
  await signIn(page, person.email, '/dashboard/gallery');
  await waitForServiceWorker(page);
  await page.reload();
  const isSeen = async (id: string) => {
    await expect(tile(page, id)).toBeVisible();
    const thumb = tile(page, id).locator('img[src*="/thumb"]');
    await expect.poll(() => thumb.evaluate((picture: HTMLImageElement) => picture.complete && picture.naturalWidth > 0)).toBe(true);
  };
  await isSeen(photo);
  await isSeen(image);
  await tile(page, photo).click();
  const large = viewer(page).locator('img[src*="/preview"]').first();
  await expect.poll(() => large.evaluate((picture: HTMLImageElement) => picture.complete && picture.naturalWidth > 0)).toBe(true);
  await page.keyboard.press('Escape');
  await waitUntilPersisted(page, '"shelf"', photo);

  await phone.context.setOffline(true);
  await page.reload();
  await isSeen(photo);
  await isSeen(image);
  await expect(page.getByText(/^Offline/).first()).toBeVisible();
  await tile(page, photo).click();
  await expect.poll(() => large.evaluate((picture: HTMLImageElement) => picture.complete && picture.naturalWidth > 0)).toBe(true);
  await viewer(page).getByRole('button', { name: 'Like', exact: true }).click();
  await expect(viewer(page).getByRole('button', { name: 'Unlike' })).toBeVisible();
  await phone.context.setOffline(false);
  await expect
    .poll(async () => (await person.call<Schemas['ShelfPage']>('GET', '/api/v1/images?favourite=true')).body.items.map(({ id }) => id))
    .toEqual([photo]);
});
