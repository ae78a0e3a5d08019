// A gallery of two thousand photos: jump by time, restored scroll position, selection by keyboard and touch, filters, live updates while scrolled
// down, and offline.
import type { Locator, Page } from '@playwright/test';
import { demoOrganizationIds } from '#server/seed/ids.ts';
import { demoPeople } from '#server/seed/people.ts';
import { uuid7 } from '#server/uuid.ts';
import { signIn as apiSignIn, deliver, gallery as galleryOf } from '#tests/support/api.ts';
import { waitForServiceWorker, signIn } from '#tests/support/app.ts';
import { deskSize } from '#tests/support/browser.ts';
import { addLiveEvent, addManyPhotos } from '#tests/support/bulk-insert.ts';
import { waitUntilPersisted } from '#tests/support/e2e-steps.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { picture } from '#tests/support/pictures.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { keepToastOpen } from '#tests/support/toasts.ts';

const PHOTOS = 2000;
const { user, member } = demoPeople;
const [from, to] = [new Date('2026-11-20T17:00:00Z'), new Date('2026-11-21T01:00:00Z')];

let server: TestServer;
let night = '';

test.use({ appUrl: async ({ browserName }, use) => use(browserName && server.url) });

test.beforeAll(async () => {
  server = await startServer({ isDurable: false });
  night = uuid7();
  await addLiveEvent(server, { id: night, organizationId: demoOrganizationIds.aurora, name: 'A long night', participantIds: [user.id] });
  await addManyPhotos(server, { eventId: night, count: PHOTOS, uploaderIds: [member.id, user.id], from, to, hasFiles: true });
});

test.afterAll(() => server.dispose());

const grid = (page: Page) => page.getByRole('grid', { name: 'Photos of A long night' });
const photos = (page: Page) => grid(page).locator('[data-photo]');
const slider = (page: Page) => page.getByRole('slider', { name: 'Jump to date' });
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Selected photos' });
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Photo' });
const scrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

async function open(page: Page, search = ''): Promise<void> {
  await page.goto(`/event/${night}/gallery${search}`);
  await expect(photos(page).first()).toBeVisible();
}

/** The topmost visible photo below the fixed header. */
async function firstInSight(page: Page): Promise<string> {
  const found = () =>
    page.evaluate(() => {
      for (let y = 170; y < innerHeight - 150; y += 10) {
        const photo = document.elementFromPoint(60, y)?.closest<HTMLElement>('[data-photo]');
        if (photo) return photo.dataset.photo ?? '';
      }
      return '';
    });
  let photo = '';
  await expect.poll(async () => (photo = await found()), { message: 'a photo is in sight' }).not.toBe('');
  return photo;
}

/** Waits until the page has not moved for ten frames. Returns its scroll position. */
const restsAt = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let [last, same] = [-1, 0];
        const look = (): void => {
          same = window.scrollY === last ? same + 1 : 0;
          last = window.scrollY;
          if (same === 10) resolve(Math.round(last));
          else requestAnimationFrame(look);
        };
        look();
      }),
  );

/** Position of a square in the window. */
const topOf = (square: Locator) => square.evaluate((element) => Math.round(element.getBoundingClientRect().top));

test('jumps by time; the position is restored after a reload, the viewer and the back button', async ({ newPhone }) => {
  const page = await (await newPhone({ viewport: deskSize })).page();
  await signIn(page, user.email);
  await open(page);
  await expect(grid(page)).toHaveAttribute('aria-rowcount', /\d+/);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);

  await test.step('by dragging the handle', async () => {
    const box = (await slider(page).boundingBox())!;
    await page.mouse.move(box.x + box.width - 10, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 10, 500, { steps: 12 });
    await page.mouse.up();
    await expect.poll(() => restsAt(page)).toBeGreaterThan(height / 4);
  });
  await test.step('by keys: a screen, a group, the end, the beginning', async () => {
    await expect(slider(page)).toBeFocused();
    const index = async () => Number(await slider(page).getAttribute('aria-valuenow'));
    const before = await index();
    await page.keyboard.press('PageDown');
    await expect.poll(index).toBeGreaterThan(before);
    await page.keyboard.press('End');
    await expect(page.getByText('2,000 photos', { exact: true })).toBeInViewport();
    await page.keyboard.press('Home');
    await expect.poll(() => scrollY(page)).toBe(0);
  });

  await page.mouse.wheel(0, 9_000);
  await expect.poll(() => restsAt(page)).toBeGreaterThan(8_900);
  const seen = await firstInSight(page);
  const top = await topOf(page.locator(`[data-photo="${seen}"]`));
  expect(await page.evaluate(() => document.documentElement.scrollHeight), 'nothing moved while photos were read').toBe(height);
  await test.step('over a reload', async () => {
    await page.reload();
    await expect(page.locator(`[data-photo="${seen}"]`)).toBeInViewport();
    const moved = async () => Math.abs((await topOf(page.locator(`[data-photo="${seen}"]`))) - top);
    await expect.poll(moved).toBeLessThanOrEqual(2);
  });
  await test.step('over the viewer, which steps on from there', async () => {
    await page.locator(`[data-photo="${seen}"]`).click();
    await expect(viewer(page)).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(page).not.toHaveURL(new RegExp(seen));
    await expect(page).toHaveURL(/photo=/);
    await page.goBack();
    await expect(viewer(page)).toHaveCount(0);
    await expect(page.locator(`[data-photo="${seen}"]`)).toBeInViewport();
  });
  await test.step('over another page', async () => {
    const here = await firstInSight(page);
    await page.getByRole('link', { name: 'Camera' }).click();
    await expect(page).not.toHaveURL(/gallery/);
    await page.goBack();
    await expect(page.locator(`[data-photo="${here}"]`)).toBeInViewport();
  });
});

test('by keyboard alone: walked through, a range chosen and shortened, all chosen at the far end', async ({ newPhone }) => {
  const page = await (await newPhone({ viewport: deskSize })).page();
  await signIn(page, user.email);
  await open(page);
  const { columns } = await grid(page).evaluate((element) => ({ columns: Number(element.getAttribute('aria-colcount')) }));
  await photos(page).first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(grid(page).locator('[data-index="1"] [data-photo]')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(grid(page).locator(`[data-index="${columns + 1}"] [data-photo]`)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(grid(page).locator('[data-index="0"] [data-photo]')).toBeFocused();

  await page.keyboard.press('Space');
  await expect(toolbar(page).getByRole('status')).toHaveText('1 selected');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(toolbar(page).getByRole('status')).toHaveText('4 selected');
  await expect(grid(page).getByRole('gridcell', { selected: true })).toHaveCount(4);
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(toolbar(page).getByRole('status')).toHaveText('3 selected');
  await page.keyboard.press('Escape');
  await expect(toolbar(page)).toHaveCount(0);

  await page.keyboard.press('End');
  await expect(grid(page).locator(`[data-index="${PHOTOS - 1}"] [data-photo]`)).toBeFocused();
  await page.keyboard.press('Control+a');
  await expect(toolbar(page).getByRole('status')).toHaveText(/^1,000 selected|^2,000 selected/, { timeout: 20_000 });
  await page.keyboard.press('Escape');
  await expect(toolbar(page)).toHaveCount(0);
});

test('by touch: a long press selects, a swipe extends the selection; deleted together and restored', async ({ newPhone }) => {
  const phone = await newPhone();
  const page = await phone.page();
  await signIn(page, user.email);
  await open(page, '?show=mine');
  const boxes = await Promise.all([0, 1, 2].map(async (index) => (await photos(page).nth(index).boundingBox())!));
  const middle = (index: number) => ({ x: boxes[index]!.x + boxes[index]!.width / 2, y: boxes[index]!.y + boxes[index]!.height / 2 });
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove', points: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [middle(0)]);
  await expect(toolbar(page).getByRole('status')).toHaveText(/^1/);
  for (const [step, count] of [
    [0.3, 2],
    [0.7, 2],
    [1, 3],
  ] as const) {
    await touch('touchMove', [{ x: middle(0).x + step * (middle(2).x - middle(0).x), y: middle(0).y }]);
    await expect(grid(page).getByRole('gridcell', { selected: true })).toHaveCount(count);
  }
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await client.detach();

  const ids = await photos(page).evaluateAll((all) => all.slice(0, 3).map((photo) => (photo as HTMLElement).dataset.photo!));
  const undo = await keepToastOpen(page, '3 photos deleted', () => toolbar(page).getByRole('button', { name: 'Delete' }).click());
  const menu = (await page.getByRole('button', { name: 'Open menu' }).boundingBox())!;
  const message = (await undo.locator('xpath=ancestor::li').boundingBox())!;
  expect(message.y, 'the message is below the menu’s button').toBeGreaterThanOrEqual(menu.y + menu.height);
  for (const id of ids) await expect(page.locator(`[data-photo="${id}"]`)).toHaveCount(0);
  await undo.click();
  for (const id of ids) await expect(page.locator(`[data-photo="${id}"]`)).toHaveCount(1);
});

test('filters are in the URL: mine, by photographer, by hour; the back button undoes them', async ({ newPhone }) => {
  const page = await (await newPhone({ viewport: deskSize })).page();
  await signIn(page, user.email);
  await open(page);
  await page.getByRole('radio', { name: 'Mine' }).check({ force: true });
  await expect(page).toHaveURL(/show=mine/);
  await expect(page.getByText('1,000 photos', { exact: true })).toBeAttached();
  await page.goBack();
  await expect(page.getByText('2,000 photos', { exact: true })).toBeAttached();

  await page.getByRole('button', { name: 'Photographer' }).click();
  const names = page.getByRole('menuitemradio');
  await expect(names).toHaveCount(3);
  await names.nth(1).click();
  await expect(page).toHaveURL(/by=/);
  await expect(page.getByText('1,000 photos', { exact: true })).toBeAttached();
  await page.getByRole('button', { name: 'Hour', exact: true }).click();
  await names.nth(2).click();
  await expect(page).toHaveURL(/hour=/);
  await expect(grid(page).getByRole('rowheader')).toHaveCount(1);
  await page.reload();
  await expect(photos(page).first()).toBeVisible();
  await expect(grid(page).getByRole('rowheader')).toHaveCount(1);
  await page.getByRole('radio', { name: 'Liked' }).check({ force: true });
  await expect(page.getByRole('heading', { name: 'No liked photos' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all photos' }).click();
  await expect(page.getByText('2,000 photos', { exact: true })).toBeAttached();
});

test('photos that arrive while scrolled down move nothing and show a message; offline, loaded photos remain', async ({ newPhone }) => {
  const phone = await newPhone();
  const page = await phone.page();
  await signIn(page, user.email);
  await open(page);
  await waitForServiceWorker(page);
  await page.evaluate(() => window.scrollTo(0, 5_000));
  await restsAt(page);
  const seen = await firstInSight(page);
  const square = page.locator(`[data-photo="${seen}"]`);
  const top = await topOf(square);
  const owner = await apiSignIn(server.url, 'owner@demo.test');
  const { id } = await deliver(owner, night, await picture());

  const told = page.getByRole('button', { name: '1 new photo' });
  await expect(told).toBeVisible();
  expect(Math.abs((await topOf(square)) - top), 'the visible photo does not move').toBeLessThanOrEqual(1);
  await told.click();
  await expect(page.locator(`[data-photo="${id}"]`)).toBeVisible();
  await expect(told).toHaveCount(0);
  await expect.poll(async () => (await galleryOf(owner, night)).find((photo) => photo.id === id)?.state).toBe('ready');

  await test.step('without network', async () => {
    await waitUntilPersisted(page, '"segment"', id);
    await phone.context.setOffline(true);
    await page.reload();
    await expect(page.getByText(/Offline · Updated/)).toBeVisible();
    await expect(photos(page).first()).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, 60_000));
    await expect(page.getByText('Some photos aren’t on this phone. They’ll load once the server responds.')).toBeVisible();
    await phone.context.setOffline(false);
    await expect(photos(page).first()).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText('Some photos aren’t on this phone. They’ll load once the server responds.')).toHaveCount(0, {
      timeout: 20_000,
    });
  });
});
