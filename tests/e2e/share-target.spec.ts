// Photos from the system's share sheet: a form that the worker holds, the confirmation, and the delivery, each exactly once.
import type { Page } from '@playwright/test';
import { gallery, type Person } from '#tests/support/api.ts';
import { openCamera, readOutbox, signIn, signInByForm, waitForDelivery } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { type IsolatedEvent, logOut, newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { picture, sha256 } from '#tests/support/pictures.ts';

interface Shared {
  name: string;
  bytes: Buffer;
}

const photos = (count: number): Promise<Shared[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => ({ name: `shared-${index}.jpg`, bytes: (await picture({ noise: true })).bytes })),
  );

const hashes = (files: readonly Shared[]) => files.map(({ bytes }) => sha256(bytes)).toSorted();

/** Posts the form as the system does: a navigation with the files in its body, of another site. */
async function share(page: Page, appUrl: string, files: readonly Shared[]): Promise<void> {
  await page.goto('about:blank');
  await page.setContent(
    `<form action="${new URL('/share', appUrl).href}" method="post" enctype="multipart/form-data"><input type="file" name="photos" multiple /></form>`,
  );
  await page.locator('input').setInputFiles(files.map(({ name, bytes }) => ({ name, mimeType: 'image/jpeg', buffer: bytes })));
  await page.locator('form').evaluate((form: HTMLFormElement) => form.submit());
}

/** Signed in, with the worker in control and the event known to the phone. */
async function enter(page: Page, person: Person, night: IsolatedEvent): Promise<void> {
  await signIn(page, person.email);
  await openCamera(page, night.id);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto('/dashboard/events-overview');
  await expect(page.getByRole('heading', { name: night.event.name })).toBeVisible();
}

const importButton = (page: Page, night: IsolatedEvent) => page.getByRole('button', { name: `Import into ${night.event.name}` });

const heldFiles = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('held-share-'));
    const files = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).filter(({ url }) => url.includes('/file/'))),
    );
    return files.flat().length;
  });

async function expectOnce(person: Person, night: IsolatedEvent, files: readonly Shared[]): Promise<void> {
  const own = (await gallery(person, night.id)).filter(({ uploader }) => uploader.id === person.id);
  expect(own.map((photo) => photo.sha256).toSorted()).toEqual(hashes(files));
  expect(new Set(own.map(({ source }) => source))).toEqual(new Set(['share']));
}

test('photos shared offline are held, and imported once confirmed', { tag: '@core' }, async ({ phone, page, appUrl, serverUrl }) => {
  const night = await newIsolatedEvent(serverUrl);
  const guest = await night.newGuest();
  const files = await photos(3);
  await enter(page, guest, night);

  await test.step('offline, the form leads to the page, which has taken nothing in', async () => {
    await phone.context.setOffline(true);
    await share(page, appUrl, files);
    await expect(page).toHaveURL(/\/share\?received=/);
    await expect(page.getByRole('heading', { name: '3 photos shared with this app' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Photos' }).getByRole('img')).toHaveCount(3);
    expect((await readOutbox(page)).waiting).toEqual([]);
    expect(await heldFiles(page)).toBe(3);
    await expectAccessible(page, 'shared photos');
  });

  await test.step('the import stores them on the phone, and nothing is held any more', async () => {
    await importButton(page, night).click();
    await expect(page.getByRole('heading', { name: 'Import complete' })).toBeVisible();
    expect((await readOutbox(page)).waiting).toHaveLength(3);
    await expect.poll(() => heldFiles(page)).toBe(0);
  });

  await test.step('online, each is delivered once', async () => {
    await phone.context.setOffline(false);
    await page.getByRole('link', { name: 'Open queue', exact: true }).click();
    await waitForDelivery(page);
    await expectOnce(guest, night, files);
  });

  await test.step('the same photos shared again are already in the event', async () => {
    await share(page, appUrl, files);
    await importButton(page, night).click();
    await expect(page.getByRole('region', { name: 'Import' }).getByRole('status')).toHaveText('3 files skipped: already in this event');
    await expect.poll(() => heldFiles(page)).toBe(0);
    await expectOnce(guest, night, files);
  });
});

test('a form of another site takes nothing in without a confirmation', async ({ page, appUrl, serverUrl }) => {
  const night = await newIsolatedEvent(serverUrl);
  const guest = await night.newGuest();
  await enter(page, guest, night);
  await share(page, appUrl, await photos(2));
  await expect(page.getByRole('heading', { name: /^2 photos shared/ })).toBeVisible();

  await test.step('elsewhere a notice leads back', async () => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: /^Choose event/ }).click();
    await expect(page).toHaveURL(/\/share$/);
  });

  await test.step('discarded, they are gone', async () => {
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('heading', { name: 'Nothing shared yet' })).toBeVisible();
    expect(await heldFiles(page)).toBe(0);
  });
  expect((await readOutbox(page)).waiting).toEqual([]);
  expect(await gallery(guest, night.id)).toEqual([]);
});

/** Opens files with the app, as the system does on a desktop: the launch waits for the page's consumer. No test can press "Open with". */
async function openWithApp(page: Page, files: readonly Shared[]): Promise<void> {
  const sent = files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }));
  await page.addInitScript((launched) => {
    const fileOf = ({ name, base64 }: (typeof launched)[number]) =>
      new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type: 'image/jpeg', lastModified: 0 });
    const pending = [{ files: launched.map((file) => ({ getFile: async () => fileOf(file) })) }];
    const setConsumer = (consumer: (launch: object) => void) => queueMicrotask(() => pending.splice(0).forEach(consumer));
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer } });
  }, sent);
  await page.goto('/share');
}

test('files opened with the app are imported once confirmed', async ({ page, serverUrl }) => {
  const night = await newIsolatedEvent(serverUrl);
  const guest = await night.newGuest();
  const files = await photos(2);
  await enter(page, guest, night);
  await openWithApp(page, files);
  await expect(page.getByRole('heading', { name: '2 photos shared with this app' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Photos' }).getByRole('img')).toHaveCount(2);
  expect((await readOutbox(page)).waiting).toEqual([]);
  await importButton(page, night).click();
  await expect(page.getByRole('heading', { name: 'Import complete' })).toBeVisible();
  await page.getByRole('link', { name: 'Open queue', exact: true }).click();
  await waitForDelivery(page);
  await expectOnce(guest, night, files);
});

test('what one account began to import is not shown to the next one on this phone', async ({ page, appUrl, serverUrl }) => {
  const night = await newIsolatedEvent(serverUrl);
  const [guest, other] = [await night.newGuest(), await night.newGuest()];
  await enter(page, guest, night);
  await share(page, appUrl, await photos(2));
  const held = page.getByRole('heading', { name: /photos shared with this app$/ });
  await expect(held).toBeVisible();
  // As an import that was interrupted leaves it.
  await page.evaluate(
    async ([account, eventId]) => {
      const [name = ''] = (await caches.keys()).filter((each) => each.startsWith('held-share-'));
      const cache = await caches.open(name);
      const list = (await (await cache.match('/share/list'))?.json()) as object;
      await cache.put('/share/list', Response.json({ ...list, target: { account, eventId } }));
    },
    [guest.id, night.id] as const,
  );
  await page.goto('/dashboard');
  await logOut(page, /You’re logged in/, /^Log out/);
  await signInByForm(page, other.email);
  await page.goto('/share');
  await expect(page.getByRole('heading', { name: 'Nothing shared yet' })).toBeVisible();
  await page.goto('/dashboard');
  await logOut(page, /You’re logged in/, /^Log out/);
  await signInByForm(page, guest.email);
  await page.goto('/share');
  await expect(held).toBeVisible();
});

test('without a worker the server says that nothing was received', async ({ newPhone, appUrl, serverUrl }) => {
  const night = await newIsolatedEvent(serverUrl);
  const guest = await night.newGuest();
  const phone = await newPhone({ serviceWorkers: 'block' });
  const page = await phone.page();
  await signIn(page, guest.email);
  await share(page, appUrl, await photos(1));
  await expect(page).toHaveURL(/\/share\?failed=setup$/);
  await expect(page.getByRole('alert')).toContainText('The app wasn’t ready yet');
});

test.describe('on a phone that dies', () => {
  test.use({ onDisk: true });

  test('in the middle of the import, the rest is found again and each photo is delivered once', async ({ phone, appUrl, serverUrl }) => {
    const night = await newIsolatedEvent(serverUrl);
    const guest = await night.newGuest();
    const files = await photos(40);
    let page = await phone.page();
    await enter(page, guest, night);
    await share(page, appUrl, files);
    await importButton(page, night).click();
    await expect.poll(() => heldFiles(page)).toBeLessThan(files.length);
    await phone.kill();
    await phone.restart();
    page = await phone.page();
    // The browser may not have written the cookies of the session yet.
    await signIn(page, guest.email, '/share');
    const rest = page.getByRole('heading', { name: /photos? shared with this app$/ });
    await expect(rest).toBeVisible();
    expect(await heldFiles(page)).toBeLessThanOrEqual(files.length);
    await importButton(page, night).click();
    await expect.poll(() => heldFiles(page)).toBe(0);
    await page.goto(`/event/${night.id}?queue=open`);
    await waitForDelivery(page);
    await expectOnce(guest, night, files);
  });
});
