// Photos that other people see: live arrival, likes, deletion with undo, the viewer, and what opens without network.
import type { Page } from '@playwright/test';
import { demoEvents, demoPhoto } from '#server/seed/ids.ts';
import { signIn as apiSignIn, deliver, gallery, type Person } from '#tests/support/api.ts';
import { acknowledgedShots, waitForServiceWorker, openCamera, shoot, signIn } from '#tests/support/app.ts';
import { deskSize, phoneSize } from '#tests/support/browser.ts';
import { expectClickable } from '#tests/support/clickable.ts';
import { waitUntilPersisted, newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { picture } from '#tests/support/pictures.ts';
import { keepToastOpen } from '#tests/support/toasts.ts';

// Only phones that lose the network have a service worker here.
test.use({ serviceWorkers: 'block' });

const live = demoEvents.live;

const tile = (page: Page, id: string) => page.locator(`[data-photo="${id}"]`);
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Photo' });

async function openGallery(page: Page, eventId: string): Promise<void> {
  await page.goto(`/event/${eventId}/gallery`);
  await expect(page.getByRole('grid')).toBeVisible();
}

async function openPhoto(page: Page, id: string, eventId = live): Promise<void> {
  await page.goto(`/event/${eventId}/gallery?photo=${id}`);
  await expect(viewer(page).getByRole('button', { name: 'Close' })).toBeVisible();
}

/** A guest's own photo, made ready by the server. */
async function readyPhoto(guest: Person, eventId: string): Promise<string> {
  const { id } = await deliver(guest, eventId, await picture());
  await expect
    .poll(async () => (await gallery(guest, eventId)).find((photo) => photo.id === id)?.state, { message: 'the photo is made ready' })
    .toBe('ready');
  return id;
}

test('what one shoots, another sees without a reload, and then in full', { tag: '@core' }, async ({ newPhone, serverUrl }) => {
  const night = await newIsolatedEvent(serverUrl);
  const [photographer, onlooker] = await Promise.all([night.newGuest(), night.newGuest()]);
  const theirs = await (await newPhone()).page();
  await signIn(theirs, onlooker.email);
  await theirs.goto(`/event/${night.id}/gallery`);
  await expect(theirs.getByRole('heading', { name: 'No photos yet' })).toBeVisible();

  const mine = await (await newPhone()).page();
  await signIn(mine, photographer.email);
  await openCamera(mine, night.id);
  await shoot(mine, 1);
  const [shot] = await acknowledgedShots(mine);
  await expect.poll(async () => (await gallery(photographer, night.id)).some(({ id }) => id === shot!.id)).toBe(true);
  await expect(tile(theirs, shot!.id)).toBeVisible();
  // Its own thumbnail, decoded, as the server made it.
  const thumb = tile(theirs, shot!.id).locator(`img[src*="/photos/${shot!.id}/thumb"]`);
  await expect.poll(() => thumb.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
  await expect(tile(theirs, shot!.id)).toHaveAccessibleName(/^Photo by Test Person/);
});

test('an offline like shows at once, survives a reload and syncs later', { tag: '@core' }, async ({ newPhone, network, serverUrl }) => {
  const night = await newIsolatedEvent(serverUrl);
  const [author, fan] = await Promise.all([night.newGuest(), night.newGuest()]);
  const id = await readyPhoto(author, night.id);
  const likes = async () => {
    const { likes: count, is_liked } = (await gallery(fan, night.id)).find((photo) => photo.id === id)!;
    return { count, is_liked };
  };
  const phone = await newPhone({ baseURL: network.url, serviceWorkers: 'allow' });
  const page = await phone.page();
  await signIn(page, fan.email);
  await openGallery(page, night.id);
  await expect(tile(page, id)).toBeVisible();
  await waitForServiceWorker(page);
  await waitUntilPersisted(page, '"segment"', id);
  // The viewer's code and this photo come from the phone: the app has been here before.
  await tile(page, id).click();
  await expect(viewer(page).getByRole('button', { name: 'Like' })).toBeVisible();

  // The browser's own offline switch does not apply to a worker that restarts in the meantime.
  network.failEverything({ kind: 'refuse' });
  await phone.context.setOffline(true);
  await viewer(page).getByRole('button', { name: 'Like' }).click();
  await expect(viewer(page).getByRole('button', { name: 'Unlike' })).toBeVisible();
  await expect(viewer(page).getByText('1 like', { exact: true })).toBeAttached();
  await page.reload();
  await expect(viewer(page).getByRole('button', { name: 'Unlike' })).toBeVisible();
  await expect(tile(page, id)).toHaveAccessibleName(/1 like/);
  expect(await likes()).toEqual({ count: 0, is_liked: false });

  network.clearFaults();
  await phone.context.setOffline(false);
  await expect.poll(likes, { timeout: 20_000 }).toEqual({ count: 1, is_liked: true });
  await viewer(page).getByRole('button', { name: 'Unlike' }).click();
  await expect(viewer(page).getByRole('button', { name: 'Like' })).toBeVisible();
  await expect.poll(likes).toEqual({ count: 0, is_liked: false });
});

test('a deletion can be undone; one that is not is seen by all', { tag: '@core' }, async ({ newPhone, serverUrl }) => {
  const night = await newIsolatedEvent(serverUrl);
  const [author, onlooker] = await Promise.all([night.newGuest(), night.newGuest()]);
  const kept = await readyPhoto(author, night.id);
  const deleted = await readyPhoto(author, night.id);
  const theirs = await (await newPhone()).page();
  await signIn(theirs, onlooker.email);
  await openGallery(theirs, night.id);
  await expect(tile(theirs, deleted)).toBeVisible();
  const mine = await (await newPhone()).page();
  await signIn(mine, author.email);

  await test.step('undone: it stays', async () => {
    await openPhoto(mine, kept, night.id);
    const undo = await keepToastOpen(mine, 'Photo deleted', () => viewer(mine).getByRole('button', { name: 'Delete' }).click());
    await expect(tile(mine, kept)).toHaveCount(0);
    await expect(tile(theirs, kept)).toHaveCount(0);
    await undo.click();
    await expect(tile(mine, kept)).toHaveCount(1);
    await expect(tile(theirs, kept)).toHaveCount(1);
  });
  await test.step('not undone: it goes everywhere', async () => {
    await openPhoto(mine, deleted, night.id);
    await keepToastOpen(mine, 'Photo deleted', () => viewer(mine).getByRole('button', { name: 'Delete' }).click());
    await expect(mine.getByText('Photo deleted', { exact: true })).toBeVisible();
    await expect(tile(mine, deleted)).toHaveCount(0);
    await expect(tile(theirs, deleted)).toHaveCount(0);
  });
  await test.step('restored after a reload, from the trash of this screen', async () => {
    await openGallery(mine, night.id);
    await mine.getByRole('button', { name: 'Deleted photos' }).click();
    await mine.getByRole('menuitem', { name: /^Restore 1 photo,/ }).click();
    await expect(tile(mine, deleted)).toHaveCount(1);
    await expect(tile(theirs, deleted)).toHaveCount(1);
    await expect(mine.getByRole('button', { name: 'Deleted photos' })).toHaveCount(0);
    await tile(mine, deleted).click();
    await viewer(mine).getByRole('button', { name: 'Delete' }).click();
    await expect(tile(theirs, deleted)).toHaveCount(0);
  });
  await expect(tile(theirs, kept)).toHaveCount(1);
  const left = (await gallery(author, night.id)).filter(({ uploader }) => uploader.id === author.id).map(({ id }) => id);
  expect(left).toEqual([kept]);
});

test('a link to a photo opens it; keys step through, Escape gives the focus back', async ({ deskPage: page }) => {
  await signIn(page, 'user@demo.test');
  const [first, second] = [demoPhoto(12), demoPhoto(11)];
  await openPhoto(page, first);
  await expect(viewer(page).getByText(/^Photo by /)).toBeAttached();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(new RegExp(`photo=${second}`));
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(new RegExp(`photo=${first}`));
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/event/${live}/gallery$`));
  await expect(tile(page, first)).toBeFocused();

  await test.step('opened from the grid, the way back closes it', async () => {
    await page.keyboard.press('Enter');
    await expect(viewer(page)).toBeVisible();
    await page.goBack();
    await expect(viewer(page)).toHaveCount(0);
    await expect(tile(page, first)).toBeFocused();
  });
  await test.step('a missing photo shows a message and closes', async () => {
    await page.goto(`/event/${live}/gallery?photo=0199aa00-0000-7000-8000-0000000000ff`);
    await expect(page.getByText('This photo is no longer available', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/event/${live}/gallery$`));
  });
});

test.describe('controls of the viewer', () => {
  for (const [device, viewport] of [
    ['phone', phoneSize],
    ['desktop', deskSize],
  ] as const) {
    test(`can be pressed before, while and after a photo loads, on a ${device}`, async ({ newPhone }) => {
      const page = await (await newPhone({ viewport })).page();
      await signIn(page, 'owner@demo.test');
      const close = () => viewer(page).getByRole('button', { name: 'Close' });
      const photos = page.getByRole('grid').locator('a[data-photo]');
      let answer = () => {};
      const held = new Promise<void>((resolve) => (answer = resolve));
      await page.route('**/preview*', async (route) => {
        await held;
        await route.continue();
      });
      await openGallery(page, live);
      await photos.first().click();
      await expect(close()).toBeVisible();
      await expectClickable(viewer(page), 'while the photo loads');
      await close().click();
      await expect(viewer(page)).toHaveCount(0);

      answer();
      await photos.nth(1).click();
      await expect.poll(() => viewer(page).locator('img.pswp__img:not(.pswp__img--placeholder)').count()).toBeGreaterThan(0);
      await viewer(page).getByRole('button', { name: 'Details', exact: true }).click();
      await expectClickable(viewer(page), 'with the details');
      await viewer(page).getByRole('button', { name: 'Close details' }).click();
      await expectClickable(viewer(page), 'after the photo has loaded');
      await close().click();
      await expect(viewer(page)).toHaveCount(0);
    });
  }
});

test(
  'the gallery opens offline with the loaded photos, and shows that it is offline',
  { tag: '@core' },
  async ({ newPhone, serverUrl }) => {
    const night = await newIsolatedEvent(serverUrl);
    const guest = await night.newGuest();
    const id = await readyPhoto(guest, night.id);
    const phone = await newPhone({ serviceWorkers: 'allow' });
    let page = await phone.page();
    await signIn(page, guest.email, '/dashboard/events-overview');
    await waitForServiceWorker(page);
    await openGallery(page, night.id);
    await expect(tile(page, id).locator('img[src$="/thumb"]')).toBeVisible();
    await waitUntilPersisted(page, '"segment"', id);
    const cached = () => page.evaluate(async (url) => Boolean(await caches.match(url)), `/api/v1/event/${night.id}/photos/${id}/thumb`);
    await expect.poll(cached, { message: 'the thumbnail is cached on the phone' }).toBe(true);
    await page.close();

    await phone.context.setOffline(true);
    page = await phone.context.newPage();
    await page.goto(`/event/${night.id}/gallery`);
    await expect(tile(page, id)).toBeVisible();
    const thumb = tile(page, id).locator('img[src$="/thumb"]');
    await expect.poll(() => thumb.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
    await expect(page.getByText(/Offline · Updated/)).toBeVisible();
    await tile(page, id).click();
    const refused = viewer(page).getByRole('button', { name: 'Delete' });
    await expect(refused).toHaveAttribute('aria-disabled', 'true');
    await expect(refused).toHaveAccessibleDescription('Deleting needs a connection.');
  },
);

test('selecting by keys: the focus goes with the bar, and Escape ends it', async ({ phone, serverUrl }) => {
  const night = await newIsolatedEvent(serverUrl, {});
  const author = await night.newGuest();
  const id = await readyPhoto(author, night.id);
  const page = await phone.page();
  await signIn(page, author.email);
  await openGallery(page, night.id);
  await expect(tile(page, id)).toBeVisible();
  await page.getByRole('button', { name: 'Select', exact: true }).focus();
  await page.keyboard.press('Enter');
  const actions = page.getByRole('toolbar', { name: 'Selected photos' });
  await expect(actions.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await actions.getByRole('button', { name: /^Select all/ }).click();
  for (const width of [320, 390, 768]) {
    await page.setViewportSize({ width, height: 700 });
    for (const button of await actions.getByRole('button').all()) {
      const what = `${await button.getAttribute('aria-label')} at ${width}`;
      const box = (await button.boundingBox())!;
      expect(Math.min(box.width, box.height), what).toBeGreaterThanOrEqual(44);
      expect(box.x + box.width, what).toBeLessThanOrEqual(width);
      expect(await button.evaluate((element) => element.scrollWidth <= element.clientWidth), what).toBe(true);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Select', exact: true })).toBeFocused();
});

test('with approval on, other guests do not see a pending photo', async ({ newPhone, serverUrl }) => {
  const night = await newIsolatedEvent(serverUrl, { require_approval: true });
  const [author, other] = await Promise.all([night.newGuest(), night.newGuest()]);
  const id = await readyPhoto(author, night.id);

  const mine = await (await newPhone()).page();
  await signIn(mine, author.email);
  await openGallery(mine, night.id);
  await expect(tile(mine, id)).toHaveAccessibleName(/waiting for approval/);
  await expect(tile(mine, id)).toContainText('Pending');

  const theirs = await (await newPhone()).page();
  await signIn(theirs, other.email);
  await theirs.goto(`/event/${night.id}/gallery`);
  await expect(theirs.getByRole('grid').or(theirs.getByRole('heading', { name: 'No photos yet' }))).toBeVisible();
  await expect(tile(theirs, id)).toHaveCount(0);
  await theirs.goto(`/event/${night.id}/gallery?photo=${id}`);
  await expect(theirs.getByText('This photo is no longer available', { exact: true })).toBeVisible();
});

test('where downloads are turned off, only one’s own photo can be downloaded', async ({ page, serverUrl }) => {
  const night = await newIsolatedEvent(serverUrl, { allow_downloads: false });
  const [guest, other] = await Promise.all([night.newGuest(), night.newGuest()]);
  const [own, theirs] = await Promise.all([readyPhoto(guest, night.id), readyPhoto(other, night.id)]);
  await signIn(page, guest.email);
  const download = viewer(page).getByRole('button', { name: 'Download' });
  await openPhoto(page, theirs, night.id);
  await expect(download).toHaveAttribute('aria-disabled', 'true');
  await expect(download).toHaveAccessibleDescription('The organizer has turned downloads off.');
  await expect(viewer(page).getByRole('button', { name: 'Delete' })).toHaveCount(0);
  expect((await guest.call('GET', `/api/v1/event/${night.id}/photos/${theirs}/download`)).status).toBe(403);

  await openPhoto(page, own, night.id);
  const file = page.waitForEvent('download');
  await download.click();
  expect(await (await file).failure()).toBeNull();
});

test('a visitor looks at a public event: no capture, no like, no download', async ({ deskPage: page, serverUrl }) => {
  const owner = await apiSignIn(serverUrl, 'owner@demo.test');
  const { id } = await deliver(owner, demoEvents.active, await picture());
  // Super admins may view events; they belong to none.
  await signIn(page, 'super@demo.test');
  await page.goto(`/event/${demoEvents.active}`);
  await expect(
    page.getByText('You can view photos, but not take them. To join, ask the organization for an invitation or the event’s code.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /Take photo/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /import/i })).toHaveCount(0);
  await openGallery(page, demoEvents.active);
  const strip = () => page.getByRole('grid').evaluate((grid) => document.documentElement.clientWidth - grid.getBoundingClientRect().right);
  await expect.poll(strip, { message: 'a few photos leave no empty strip beside them' }).toBeLessThanOrEqual(1);

  await openPhoto(page, id, demoEvents.active);
  const like = viewer(page).getByRole('button', { name: 'Like' });
  await expect(like).toHaveAttribute('aria-disabled', 'true');
  await expect(like).toHaveAccessibleDescription(/Only people who joined/);
  await expect(viewer(page).getByRole('button', { name: 'Download' })).toHaveAttribute('aria-disabled', 'true');
  await expect(viewer(page).getByRole('button', { name: 'Delete' })).toHaveCount(0);
});

test('an event that cannot be loaded shows the header, the menu and a back link', async ({ deskPage: page }) => {
  await signIn(page, 'user@demo.test');
  await page.route(`**/api/v1/event/${demoEvents.active}`, async (route) => {
    const problem = {
      type: 'about:blank',
      title: 'Failed',
      status: 500,
      code: 'internal',
      detail: 'Something went wrong.',
      request_id: 'req-1',
    };
    await route.fulfill({
      status: 500,
      headers: { 'x-request-id': 'req-1' },
      contentType: 'application/problem+json',
      body: JSON.stringify(problem),
    });
  });
  const menu = page.getByRole('button', { name: 'Open menu' });
  await page.goto(`/event/${demoEvents.active}/gallery`);
  await expect(page.getByRole('heading', { name: 'This page didn’t load' })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to home' })).toBeVisible();
  await menu.click();
  await expect(page.getByRole('navigation').first()).toBeVisible();
});
