// The photo booth: one visitor after the other takes a photo, chooses a style, and sends the picture to the gallery. By touch only.
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { components } from '#openapi/api.ts';
import { signIn as apiSignIn, gallery } from '#tests/support/api.ts';
import { readOutbox, signIn } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { deskSize, phoneSize } from '#tests/support/browser.ts';
import { newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { picture } from '#tests/support/pictures.ts';
import { modulesOf, readModules } from '#tests/support/qr.ts';

const at = (eventId: string) => `/fullscreen-image-generation?event=${eventId}`;
const shutter = (page: Page) => page.getByRole('button', { name: 'Take photo' });
const looks = (page: Page) => page.getByRole('heading', { name: 'Choose a style' });
const look = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const send = (page: Page) => page.getByRole('button', { name: /^Send to gallery/ });

const code = (page: Page) => page.getByRole('img', { name: 'QR code that opens your image on your phone' });

async function takePhoto(page: Page): Promise<void> {
  await expect(shutter(page)).toBeVisible();
  await shutter(page).tap();
  await expect(looks(page)).toBeVisible();
}

/** By this person, for themselves. */
async function madeBy(page: Page): Promise<components['schemas']['Generation'][]> {
  const answer = await page.request.get('/api/v1/generations');
  return ((await answer.json()) as components['schemas']['GenerationPage']).items;
}

/** Lets time pass until this is shown: in steps that are shorter than the countdown, so that none jumps over it. */
async function later(page: Page, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(4_000);
    await expect(shown).toBeVisible({ timeout: 250 });
  }).toPass({ timeout: 60_000 });
}

test.use({ serviceWorkers: 'block' });

test('a visitor’s picture is sent to the event’s gallery once, without approval; then the next visitor starts', async ({
  page,
  newPhone,
  serverUrl,
}) => {
  const name = `Booth ${randomUUID().slice(0, 6)}`;
  /** Addresses of the links that the booth made. */
  const links: string[] = [];
  page.on('response', async (answer) => {
    if (!answer.url().endsWith('/links') || answer.status() !== 201) return;
    const { token } = (await answer.json()) as components['schemas']['NewImageLink'];
    links.push(`${new URL(page.url()).origin}/shared/${token}/image`);
  });
  const night = await newIsolatedEvent(serverUrl, { name, require_approval: true });
  const owner = await apiSignIn(serverUrl, 'owner@demo.test');
  await page.clock.install();
  await signIn(page, 'owner@demo.test', '/organization/generate-image');
  const staff = page.getByRole('dialog', { name: 'For staff' });

  await test.step('the event is chosen once, with a PIN to leave', async () => {
    await page.getByRole('link', { name: 'Photo booth' }).tap();
    const event = page.getByRole('button', { name: new RegExp(`^${name}`) });
    await page.getByLabel('Staff PIN').fill('12');
    await event.tap();
    await expect(page.getByText('Enter 4 to 8 digits.')).toBeVisible();
    await expectAccessible(page, 'the setup of the booth');
    await page.getByLabel('Staff PIN').fill('2468');
    await event.tap();
    await expect(page).toHaveURL(new RegExp(`event=${night.id}`));
    await expect(shutter(page)).toBeVisible();
    await page.evaluate(() => history.back());
    await expect(staff.getByLabel('PIN')).toBeVisible();
    await expectAccessible(page, 'the PIN');
    await staff.getByLabel('PIN').fill('1357');
    await staff.getByRole('button', { name: 'Unlock' }).tap();
    await expect(staff.getByText('Wrong PIN.')).toBeVisible();
    await staff.getByRole('button', { name: 'Close' }).tap();
    // The browser has gone back from the dialog's history entry: that would end the navigation.
    await expect.poll(() => page.evaluate(() => (history.state as { layer?: number } | null)?.layer ?? 0)).toBe(0);
    // Not by an address either.
    await page.goto('/organization/staff');
    await expect(page).toHaveURL(new RegExp(`event=${night.id}`));
    await expect(shutter(page)).toBeVisible();
    await page.reload();
    await expect(shutter(page)).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expectAccessible(page, 'the camera of the booth');
  });
  await test.step('a photo, and a style with an example of it', async () => {
    await takePhoto(page);
    // The visitor’s own photo from the first moment, and never another one.
    await expect(look(page, 'Pencil').locator('img')).toHaveCount(1);
    expect(await look(page, 'Pencil').locator('img').getAttribute('src')).toMatch(/^blob:/);
    await expect(look(page, 'Pencil').locator('img:not(.look-own)')).toHaveAttribute('src', /^blob:/);
    await expectAccessible(page, 'the styles');
    await look(page, 'Pencil').tap();
  });
  await test.step('the picture is seen large beside the photo, and everything stays within reach', async () => {
    await expect(send(page)).toBeVisible();
    await expect(page.getByRole('img', { name: 'Your image: Pencil' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'The original' })).toBeVisible();
    await expectAccessible(page, 'the picture beside the photo');
    for (const size of [phoneSize, { width: 844, height: 390 }, { width: 820, height: 1180 }, { width: 1180, height: 820 }, deskSize]) {
      await page.setViewportSize(size);
      for (const name of [/^Send to gallery/, 'Restyle', 'Discard', 'Get QR code', 'Print']) {
        const button = page.getByRole('button', { name });
        await expect(button).toBeInViewport({ ratio: 1 });
        expect((await button.boundingBox())?.height, `${size.width}×${size.height}: ${name}`).toBeGreaterThanOrEqual(48);
      }
      await expect(page.getByRole('img', { name: 'Your image: Pencil' })).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('img', { name: 'The original' })).toBeInViewport({ ratio: 1 });
    }
    await page.setViewportSize(phoneSize);
  });
  await test.step('sent once, and pending', async () => {
    await send(page).dblclick();
    await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible();
    await expect(page.getByText(/in the gallery once the organizers approve it/)).toBeVisible();
    await expect.poll(() => gallery(owner, night.id)).toMatchObject([{ source: 'generated', status: 'pending' }]);
    await expect.poll(async () => (await readOutbox(page)).receipts).toHaveLength(1);
    await expect.poll(() => links).toHaveLength(1);
    const modules = modulesOf(links.at(-1) ?? '');
    expect(await readModules(code(page), modules.length)).toEqual(modules);
    await expect(page.getByText(/Scan to take your image home\. The link works until/)).toBeVisible();
    await later(page, page.getByRole('timer'));
    await expect(page.getByRole('timer')).toHaveText(/Starting over in \d+ seconds?/);
    await expectAccessible(page, 'a picture that was sent');
  });
  await test.step('the visitor takes it home on a phone without an account, before the organizers approve it', async () => {
    const visitor = await (await newPhone()).page();
    await visitor.goto(links.at(-1) ?? '');
    await expect(visitor.getByRole('img', { name: 'Shared image' })).toBeVisible();
    await expect(visitor.getByText(name)).toHaveCount(0);
    const [file] = await Promise.all([visitor.waitForEvent('download'), visitor.getByRole('button', { name: 'Download' }).tap()]);
    expect(await file.failure()).toBeNull();
  });
  await test.step('it restarts automatically, and the next visitor finds nothing of the link', async () => {
    await later(page, shutter(page));
    expect(await gallery(owner, night.id)).toHaveLength(1);
    await expect(code(page)).toHaveCount(0);
    const stored = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), history.state, location.href]),
    );
    expect(stored).not.toContain((links.at(-1) ?? '').split('/').at(-2));
  });
  await test.step('another one only takes it home, and prints it: nothing is in the gallery', async () => {
    await page.evaluate(() => {
      window.print = () => document.body.append(Object.assign(document.createElement('output'), { textContent: 'printed' }));
    });
    await takePhoto(page);
    await look(page, 'Pencil').tap();
    const before = links.length;
    await page.getByRole('button', { name: 'Get QR code' }).tap();
    await expect(page.getByText('It isn’t in the gallery of', { exact: false })).toBeVisible();
    await expect.poll(() => links).toHaveLength(before + 1);
    const modules = modulesOf(links.at(-1) ?? '');
    expect(await readModules(code(page), modules.length)).toEqual(modules);
    await expectAccessible(page, 'a picture that is taken home');
    for (const size of [{ width: 320, height: 640 }, phoneSize, { width: 820, height: 1180 }]) {
      await page.setViewportSize(size);
      const { x, width } = (await code(page).boundingBox())!;
      expect(Math.abs(x + width / 2 - size.width / 2), `the code at ${size.width}`).toBeLessThan(2);
      for (const button of [send(page), page.getByRole('button', { name: 'Print' }), page.getByRole('button', { name: 'Next photo' })]) {
        const box = (await button.boundingBox())!;
        expect(Math.min(box.x, size.width - box.x - box.width), `the margin at ${size.width}`).toBeGreaterThanOrEqual(16);
      }
    }
    await page.setViewportSize(phoneSize);
    await page.getByRole('button', { name: 'Print' }).tap();
    await expect(page.getByText('printed', { exact: true })).toBeAttached();
    await page.getByRole('button', { name: 'Next photo' }).tap();
    await expect(shutter(page)).toBeVisible();
    expect(await gallery(owner, night.id)).toHaveLength(1);
  });
  await test.step('a code that can’t be made says so; staff turn it off', async () => {
    await page.route('**/generated-images/*/links', (route) => route.continue({ postData: JSON.stringify({ hours: 0 }) }));
    await takePhoto(page);
    await look(page, 'Pencil').tap();
    await send(page).tap();
    await expect(page.getByRole('alert').getByText(/Couldn’t make the QR code/)).toBeVisible();
    await expectAccessible(page, 'a code that could not be made');
    await page.unroute('**/generated-images/*/links');
    await page.getByRole('button', { name: 'Try again' }).tap();
    await expect(code(page)).toBeVisible();
    await page.getByRole('button', { name: 'For staff' }).tap();
    await staff.getByLabel('PIN').fill('2468');
    await staff.getByRole('button', { name: 'Unlock' }).tap();
    await staff.getByLabel('The link works for').selectOption('1 hour');
    await expectAccessible(page, 'the settings for staff');
    await staff.getByRole('switch', { name: 'QR code to take the image home' }).uncheck();
    await staff.getByRole('button', { name: 'Close' }).tap();
    await page.getByRole('button', { name: 'Next photo' }).tap();
    await takePhoto(page);
    await look(page, 'Pencil').tap();
    const made = links.length;
    await send(page).tap();
    await expect(page.getByText(/Scan to join the event/)).toBeVisible();
    expect(links).toHaveLength(made);
  });
  await test.step('staff leave with the PIN', async () => {
    await page.getByRole('button', { name: 'For staff' }).tap();
    await staff.getByLabel('PIN').fill('2468');
    await staff.getByRole('button', { name: 'Unlock' }).tap();
    await staff.getByRole('link', { name: 'Exit photo booth' }).tap();
    await expect(page, 'where it was opened').toHaveURL(/\/organization\/generate-image/);
  });
});

test('the self-timer counts, is skipped by another press, and can be turned off', async ({ page, serverUrl }) => {
  const night = await newIsolatedEvent(serverUrl, { name: 'Night of the timer' });
  const guest = await night.newGuest();
  await page.clock.install();
  await signIn(page, guest.email, at(night.id));
  const now = page.getByRole('button', { name: 'Take it now' });
  await expect(shutter(page)).toBeVisible();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await shutter(page).tap();
  await expect(page.getByText('3', { exact: true })).toBeVisible();
  await expect(page.getByText('Press again to take it now')).toBeVisible();
  await now.tap();
  await page.clock.resume();
  await expect(looks(page), 'no second has passed').toBeVisible();
  await page.getByRole('button', { name: 'New photo' }).tap();
  await page.getByRole('button', { name: 'For staff' }).tap();
  const staff = page.getByRole('dialog', { name: 'For staff' });
  await staff.getByRole('switch', { name: 'Self-timer of 3 seconds' }).uncheck();
  await staff.getByRole('button', { name: 'Close' }).tap();
  await expect(shutter(page)).toBeVisible();
  await shutter(page).tap();
  await expect(looks(page)).toBeVisible();
});

test('offline the photo is stored and continues automatically; a visitor who leaves makes room for the next', async ({
  page,
  phone,
  serverUrl,
}) => {
  const night = await newIsolatedEvent(serverUrl, { name: 'Night without a line' });
  const guest = await night.newGuest();
  await page.clock.install();
  await signIn(page, guest.email, at(night.id));
  await takePhoto(page);
  await expect(look(page, 'Mosaic')).toBeVisible();

  await test.step('a style chosen offline is generated once, when the network is back', async () => {
    await page.getByRole('button', { name: 'New photo' }).tap();
    await expect(shutter(page)).toBeVisible();
    await phone.context.setOffline(true);
    await takePhoto(page);
    await expect(page.getByRole('status').filter({ hasText: 'Can’t reach the server' })).toBeVisible();
    await look(page, 'Mosaic').tap();
    await expect(page.getByText('Waiting for a connection…')).toBeVisible();
    await expectAccessible(page, 'a photo that waits');
    await page.clock.fastForward(120_000);
    await expect(page.getByText('Waiting for a connection…'), 'the visitor is not interrupted').toBeVisible();
    await page.route('**/api/v1/generation-sources', (route) => route.abort());
    await phone.context.setOffline(false);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Mosaic' }), 'a reload continues at the same step').toBeVisible();
    await expect(page.getByRole('img', { name: 'The original' })).toBeVisible();
    await page.unroute('**/api/v1/generation-sources');
    await expect(send(page)).toBeVisible();
    await page.reload();
    await expect(send(page), 'the generated image is not lost either').toBeVisible();
    expect(await madeBy(page)).toHaveLength(1);
  });
  await test.step('another style of the same photo', async () => {
    await page.getByRole('button', { name: 'Restyle' }).tap();
    await look(page, 'Duotone').tap();
    await expect(page.getByRole('img', { name: 'Your image: Duotone' })).toBeVisible();
    await expect(send(page)).toBeVisible();
    expect(await madeBy(page)).toHaveLength(2);
  });
  await test.step('without a visitor: a countdown, stopped by a touch, and then the camera', async () => {
    const countdown = page.getByRole('timer');
    await later(page, countdown);
    await page.getByRole('button', { name: 'I’m still here' }).tap();
    await expect(countdown).toHaveCount(0);
    await later(page, countdown);
    await later(page, shutter(page));
    expect(await madeBy(page)).toHaveLength(2);
    expect((await readOutbox(page)).receipts).toHaveLength(0);
  });
});

test('where the camera is not allowed a file is picked; a file that is no picture is refused in words; discarded is gone', async ({
  page,
  serverUrl,
}) => {
  const night = await newIsolatedEvent(serverUrl, { name: 'Night in the dark' });
  const guest = await night.newGuest();
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
  });
  await signIn(page, guest.email, at(night.id));
  await expect(page.getByRole('alert')).toContainText('Camera access is blocked');
  await expectAccessible(page, 'the booth without a camera');

  const choose = async (name: string, buffer: Buffer) => {
    const opening = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a photo' }).tap();
    await (await opening).setFiles({ name, mimeType: 'image/jpeg', buffer });
    await expect(looks(page)).toBeVisible();
  };
  await choose('letter.jpg', Buffer.from('Dear visitors, this is no picture.'));
  await look(page, 'Poster').tap();
  await expect(page.getByRole('alert')).toContainText('Couldn’t create the image');
  await expectAccessible(page, 'a file that is refused');
  await page.getByRole('button', { name: 'New photo' }).tap();

  await choose('photo.jpg', (await picture()).bytes);
  await look(page, 'Poster').tap();
  await expect(send(page)).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).tap();
  await expect(page.getByRole('button', { name: 'Choose a photo' })).toBeVisible();
  await expect
    .poll(async () => (await madeBy(page)).flatMap(({ images }) => images.filter((image) => image.deleted_at === null)))
    .toEqual([]);
  expect((await readOutbox(page)).waiting).toEqual([]);
});
