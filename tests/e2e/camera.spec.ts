// The camera screen: its messages about photos, the controls at every size, and its text before it requests the camera.
import type { Locator, Page } from '@playwright/test';
import {
  acknowledgedShots,
  waitForDelivery,
  waitForCamera,
  waitForShots,
  readCounts,
  openCamera,
  readOutbox,
  shoot,
  signIn,
  uploadStatus,
} from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { deskSize, type Phone } from '#tests/support/browser.ts';
import { newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { expect, test } from '#tests/support/fixtures.ts';

// Nothing here happens without a network.
test.use({ serviceWorkers: 'block' });

/** A phone at the camera of a new event. */
async function atCamera(phone: Phone, serverUrl: string): Promise<{ page: Page; eventId: string }> {
  const night = await newIsolatedEvent(serverUrl);
  const guest = await night.newGuest();
  const page = await phone.page();
  await signIn(page, guest.email);
  await openCamera(page, night.id);
  return { page, eventId: night.id };
}

test('the status line shows waiting, failed and stored photos, and opens the three numbers', async ({ phone, serverUrl }) => {
  const { page } = await atCamera(phone, serverUrl);
  const line = uploadStatus(page);
  await expect(line).toHaveText('Ready to shoot');
  expect(await line.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))).toBeGreaterThanOrEqual(17);

  await test.step('waiting', async () => {
    await page.route('**/api/v1/uploads**', (route) => route.abort());
    await shoot(page, 2);
    await expect(line).toHaveText('2 waiting');
    await expect.poll(() => readCounts(page)).toEqual({ shot: 2, waiting: 2, stored: 0 });
  });
  await test.step('the three numbers, by their names', async () => {
    await line.click();
    const sheet = page.getByRole('dialog', { name: 'Queue' });
    await expect(sheet.getByLabel('This event')).toHaveText(/Captured\s*2\s*Waiting on this phone\s*2\s*Stored on the server\s*0/);
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
  });
  await test.step('stored', async () => {
    await page.unroute('**/api/v1/uploads**');
    await waitForDelivery(page);
    await expect(line).toHaveText(/^2\s*all stored$/);
    await expect(page.getByRole('status').filter({ hasText: '2 captured, 0 waiting on this phone, 2 stored on the server.' })).toHaveCount(
      1,
    );
  });
  await test.step('a burst is counted beside the shutter, and announced once', async () => {
    const count = page.locator('[data-burst]');
    await expect(count).toHaveCount(0);
    await page.getByRole('button', { name: 'Take photo' }).focus();
    await page.keyboard.down('Space');
    await expect.poll(async () => Number(await count.textContent()), { timeout: 20_000 }).toBeGreaterThan(2);
    await page.keyboard.up('Space');
    await waitForShots(page);
    await expect(count).toHaveCount(0);
    const taken = (await acknowledgedShots(page)).length - 2;
    await expect(page.getByRole('status').filter({ hasText: `Burst of ${taken} photos.` })).toHaveCount(1);
  });
});

test('the last photo opens itself, waiting or stored, also after a reload', async ({ phone, serverUrl }) => {
  const { page, eventId } = await atCamera(phone, serverUrl);
  const last = page.getByRole('button', { name: 'Open the last photo' });
  const opensIt = async (id: string) => {
    await last.click();
    await expect(page).toHaveURL(new RegExp(`/gallery\\?photo=${id}`));
    await expect(page.getByRole('dialog', { name: 'Photo' }).getByRole('button', { name: 'Close' })).toBeVisible();
    await expect(page.getByText('This photo is no longer available')).toHaveCount(0);
    await page.goBack();
    await waitForCamera(page);
  };
  await expect(page.getByRole('button', { name: 'Open gallery' })).toBeVisible();

  await page.route('**/api/v1/uploads**', (route) => route.abort());
  await shoot(page, 2);
  const [, waits] = (await acknowledgedShots(page)) as [unknown, { id: string }];
  await expect(last.locator('img')).toBeVisible();
  await opensIt(waits.id);
  await page.reload();
  await expect(last.locator('img')).toBeVisible();
  await opensIt(waits.id);

  await page.unroute('**/api/v1/uploads**');
  await waitForDelivery(page);
  await opensIt(waits.id);
  await page.goto(`/event/${eventId}`);
  await expect(last.locator('img')).toBeVisible();
  await opensIt(waits.id);
  expect((await readOutbox(page)).receipts).toHaveLength(2);

  await test.step('also while its small picture is still being made', async () => {
    await page.evaluate(() => {
      const { postMessage } = Worker.prototype;
      const holdPictures = function holdPictures(this: Worker, message: object) {
        if (!('turn' in message)) postMessage.call(this, message);
      };
      Object.assign(Worker.prototype, { postMessage: holdPictures });
    });
    await shoot(page, 1);
    const newest = (await acknowledgedShots(page)).at(-1)!;
    expect(newest.id).not.toBe(waits.id);
    await opensIt(newest.id);
  });
});

test('the first photo of an event stays open while it goes from the queue to the gallery', async ({ phone, serverUrl }) => {
  const { page, eventId } = await atCamera(phone, serverUrl);
  await page.route('**/api/v1/uploads**', (route) => route.abort());
  await shoot(page, 1);
  // The gallery is read late: until then the photo is on neither list.
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let held = 0;
  await page.route(`**/api/v1/event/${eventId}/{photos,timeline}**`, async (route) => {
    if (route.request().method() === 'GET') {
      held += 1;
      await released;
    }
    await route.continue();
  });

  await page.getByRole('button', { name: 'Open the last photo' }).click();
  const viewer = page.getByRole('dialog', { name: 'Photo' });
  await expect(viewer.getByRole('button', { name: 'Details' })).toBeVisible();
  await page.unroute('**/api/v1/uploads**');
  await waitForDelivery(page);
  await expect.poll(() => held, { message: 'the gallery is being read' }).toBeGreaterThan(0);
  await expect(viewer.getByRole('button', { name: 'Details' }), 'there is nothing to show of it').toHaveCount(0);
  await expect(viewer.getByRole('button', { name: 'Close' })).toBeVisible();
  release();
  await expect(viewer.getByRole('button', { name: 'Like' })).toBeVisible();
});

const sizes = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 740, height: 360 },
];

test('everything of the camera stays on the screen: small, on its side, with text of twice the size', async ({ phone, serverUrl }) => {
  const { page } = await atCamera(phone, serverUrl);
  await shoot(page, 1);
  await waitForDelivery(page);
  const parts: Record<string, Locator> = {
    shutter: page.getByRole('button', { name: 'Take photo' }),
    'switch camera': page.getByRole('button', { name: 'Switch camera' }),
    options: page.getByRole('button', { name: 'Camera options' }),
    import: page.getByRole('button', { name: 'Import photos' }),
    'last photo': page.getByRole('button', { name: 'Open the last photo' }),
    grid: page.getByRole('button', { name: 'Grid' }),
    line: uploadStatus(page),
    queue: page.getByRole('link', { name: /^Queue/ }),
    gallery: page.getByRole('link', { name: 'Gallery', exact: true }),
  };
  const outside: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const text of ['100%', '200%']) {
      await page.evaluate((value) => (document.documentElement.style.fontSize = value), text);
      const at = `${size.width}×${size.height}, text ${text}`;
      for (const [name, part] of Object.entries(parts)) {
        const fault = await part.evaluate((element) => {
          const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
          const inside = left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
          if (!inside || width < 40 || height < 40) return JSON.stringify([left, top, right, bottom].map(Math.round));
          if (element.scrollWidth > Math.ceil(width) + 1) return `its words are cut: ${element.scrollWidth} of ${width}`;
          // A press on its center hits it and nothing above it.
          const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return hit !== null && element.contains(hit) ? null : `covered by ${hit?.outerHTML.slice(0, 80)}`;
        });
        if (fault !== null) outside.push(`${at}: ${name} ${fault}`);
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      if (wide) outside.push(`${at}: the page scrolls sideways`);
    }
  }
  expect(outside).toEqual([]);
});

test('the camera is asked for after a word about it, and never again', async ({ newPhone, serverUrl }) => {
  const night = await newIsolatedEvent(serverUrl);
  const guest = await night.newGuest();
  const page = await (await newPhone()).page();
  // As a browser that has never been asked. This one answers its question by itself.
  await page.addInitScript(() => {
    const { permissions, mediaDevices } = navigator;
    const prompt = Object.assign(new EventTarget(), { name: 'camera', state: 'prompt' as const, onchange: null });
    const query = permissions.query.bind(permissions);
    permissions.query = async (of) => ((of.name as string) === 'camera' ? prompt : query(of));
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = (constraints) => {
      document.documentElement.dataset.asked = 'yes';
      return open(constraints);
    };
  });
  await signIn(page, guest.email, `/event/${night.id}`);
  const turnOn = page.getByRole('button', { name: 'Turn on camera' });
  await expect(page.getByText(/Your browser will ask to use the camera/)).toBeVisible();
  const box = (await turnOn.boundingBox())!;
  expect(box.y, 'in reach of a thumb').toBeGreaterThan((page.viewportSize()?.height ?? 0) / 2);
  await expectAccessible(page, 'the word before the camera');
  expect(await page.evaluate(() => document.documentElement.dataset.asked), 'the browser was not asked yet').toBeUndefined();
  await turnOn.click();
  await waitForCamera(page);
  await page.reload();
  await waitForCamera(page);
  await expect(turnOn).toHaveCount(0);
});

test('on a computer the texts name the computer, its cameras and options', async ({ newPhone, serverUrl }) => {
  const phone = await newPhone({ viewport: deskSize });
  const { page } = await atCamera(phone, serverUrl);
  await page.route('**/api/v1/uploads**', (route) => route.abort());
  await shoot(page, 1);
  await uploadStatus(page).click();
  const sheet = page.getByRole('dialog', { name: 'Queue' });
  await expect(sheet.getByLabel('This event')).toContainText('Waiting on this computer');
  await expect(sheet).toContainText('1 photo is only on this computer.');
  await expect(sheet).not.toContainText('phone');

  await test.step('one message about the storage, and the result of the request', async () => {
    await expect(sheet).toContainText('If this computer runs low on space, the browser could delete waiting photos.');
    await expect(sheet).not.toContainText(/\bsafe/);
    await sheet.getByRole('button', { name: 'Protect storage' }).click();
    await expect(sheet.getByRole('status').filter({ hasText: /Storage is protected\.|didn’t allow it this time/ })).toHaveCount(1);
    await page.keyboard.press('Escape');
  });
  await page.getByRole('button', { name: 'Camera options' }).click();
  const options = page.getByRole('dialog', { name: 'Camera options' });
  await expect(options.getByRole('radio').first()).toBeVisible();
  await expect(options).not.toContainText('fake_device');
  await options.getByRole('checkbox', { name: 'Grid' }).check();
  await expect(options.getByRole('checkbox', { name: /^Mirror front camera preview/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Grid' })).toHaveAttribute('aria-pressed', 'true');
});
