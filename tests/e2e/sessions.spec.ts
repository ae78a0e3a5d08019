// Sessions that end while photos wait: no photo is lost, and none is delivered in another person's name.
import type { Page } from '@playwright/test';
import { demoEvents } from '#server/seed/ids.ts';
import {
  acknowledgedShots,
  waitForDelivery,
  waitForCamera,
  expectExactlyOnServer,
  fillSignIn,
  waitForServiceWorker,
  readCounts,
  openCamera,
  readOutbox,
  shoot,
  signIn,
  signInByForm,
} from '#tests/support/app.ts';
import { endSessionAtServer, hasPendingLogout, logOut, newGuest } from '#tests/support/e2e-steps.ts';
import { FaultProxy } from '#tests/support/fault-proxy.ts';
import { expect, test } from '#tests/support/fixtures.ts';

const live = demoEvents.live;
const overview = '/dashboard/events-overview';

test('a session that expires at the camera: shooting continues, uploads wait', { tag: '@core' }, async ({ phone, serverUrl }) => {
  const guest = await newGuest(serverUrl);
  const page = await phone.page();
  await signIn(page, guest.email);
  await openCamera(page, live);
  await endSessionAtServer(phone.context, serverUrl);

  await shoot(page, 1);
  const banner = page.getByRole('status').filter({ hasText: 'Your session has ended.' });
  await expect(banner).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/event/${live}$`));
  await shoot(page, 2);
  await expect.poll(() => readCounts(page)).toEqual({ shot: 3, waiting: 3, stored: 0 });
  const shots = await acknowledgedShots(page);

  await test.step('it stays so after a reload', async () => {
    await page.reload();
    await waitForCamera(page);
    await expect(banner).toBeVisible();
    await shoot(page, 1);
  });
  await test.step('the queue shows why they wait', async () => {
    await page.getByRole('button', { name: /Open queue/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Queue' });
    await expect(sheet).toContainText('4 photos are only on this phone.');
    await expect(sheet).toContainText('Log in to upload');
    await page.keyboard.press('Escape');
  });

  await banner.getByRole('link', { name: 'Log in' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(guest.email);
  await fillSignIn(page, guest.email);
  await expect(page).toHaveURL(new RegExp(`/event/${live}$`));
  await expect(banner).toHaveCount(0);
  await waitForDelivery(page);
  const all = await acknowledgedShots(page);
  expect(all).toHaveLength(4);
  expect(all).toEqual(expect.arrayContaining(shots));
  await expectExactlyOnServer(guest, live, all);
});

test('a session that ends elsewhere leads to the sign-in, and back to where one was', async ({ newPhone, serverUrl }) => {
  const guest = await newGuest(serverUrl);
  for (const place of [overview, `/event/${live}/gallery`]) {
    const phone = await newPhone();
    const page = await phone.page();
    await signIn(page, guest.email);
    await page.goto(place);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await endSessionAtServer(phone.context, serverUrl);
    await page.reload();
    await expect(page).toHaveURL(new RegExp(`/login\\?redirect=${encodeURIComponent(place)}`));
    await fillSignIn(page, guest.email);
    await expect(page).toHaveURL(new RegExp(`${place}$`));
  }
});

test('a login can log out all other devices', async ({ newPhone, serverUrl }) => {
  const guest = await newGuest(serverUrl);
  const other = await (await newPhone()).page();
  await signIn(other, guest.email, overview);
  await expect(other.getByRole('heading', { name: 'Events', level: 1 })).toBeVisible();
  const page = await (await newPhone()).page();
  await page.goto('/login');
  await page.getByLabel('Log out all my other devices').check();
  const ended = page.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.url().endsWith('/auth/sessions'));
  await fillSignIn(page, guest.email);
  expect((await ended).status()).toBe(204);
  await other.reload();
  await expect(other).toHaveURL(/\/login/);
  await page.reload();
  await expect(page).not.toHaveURL(/\/login/);
});

test('an unreachable server logs nobody out', async ({ newPhone, serverUrl }) => {
  const guest = await newGuest(serverUrl);
  const network = await FaultProxy.start(serverUrl);
  try {
    const page = await (await newPhone({ baseURL: network.url })).page();
    await signIn(page, guest.email, '/dashboard/events-overview');
    await waitForServiceWorker(page);
    for (const fault of [{ kind: 'refuse' }, { kind: 'portal' }, { kind: 'answer', status: 503 }] as const) {
      const end = network.addFault('POST', /\/auth\/refresh$/, fault);
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Events', level: 1 })).toBeVisible();
      await expect(page).toHaveURL(new RegExp(overview));
      end();
    }
  } finally {
    await network.close();
  }
});

test('logging out with waiting photos locks them until their owner returns', { tag: '@core' }, async ({ newPhone, serverUrl }) => {
  test.setTimeout(240_000);
  const [guest, other] = await Promise.all([newGuest(serverUrl), newGuest(serverUrl)]);
  const network = await FaultProxy.start(serverUrl);
  try {
    const page = await (await newPhone({ baseURL: network.url })).page();
    await signIn(page, guest.email);
    await openCamera(page, live);
    const heal = network.addFault('*', /^\/api\/v1\/uploads/, { kind: 'refuse' });
    await shoot(page, 2);
    const shots = await acknowledgedShots(page);

    await test.step('the dialog counts them, the sign-in page names their account', async () => {
      await logOut(page, /2 of your photos are only on this phone.*locked until/, /^Log out and keep photos locked$/);
      await expect(page.getByText(`2 photos are waiting on this phone for ${guest.email}`)).toBeVisible();
    });
    heal();

    await test.step('the other account sees that they wait, sends its own and none of them', async () => {
      await fillSignIn(page, other.email);
      await expect(page).toHaveURL(/\/dashboard$/);
      await openCamera(page, live);
      await shoot(page, 1);
      await expect.poll(() => readCounts(page)).toEqual({ shot: 1, waiting: 0, stored: 1 });
      await page.getByRole('button', { name: /Open queue/ }).click();
      const sheet = page.getByRole('dialog', { name: 'Queue' });
      await expect(sheet.getByRole('list', { name: 'Other accounts' })).toContainText(
        `2 photos from another account (${guest.email}), locked until that account logs in.`,
      );
      await expect(sheet).toContainText('Nothing to upload.');
      const { waiting } = await readOutbox(page);
      expect(waiting.map(({ account }) => account)).toEqual([guest.id, guest.id]);
      await expectExactlyOnServer(guest, live, []);
      await page.keyboard.press('Escape');
    });

    await test.step('their own account is back: they arrive, as its photos', async () => {
      await logOut(page, /No photos of yours are waiting on this/, /^Log out$/);
      await fillSignIn(page, guest.email);
      await waitForDelivery(page);
      await expectExactlyOnServer(guest, live, shots);
    });
  } finally {
    await network.close();
  }
});

test('the dialog can send what waits before one leaves', async ({ newPhone, serverUrl }) => {
  const guest = await newGuest(serverUrl);
  const network = await FaultProxy.start(serverUrl);
  try {
    const page = await (await newPhone({ baseURL: network.url })).page();
    await signIn(page, guest.email);
    await openCamera(page, live);
    // Busy, and asking for a long pause: nothing is tried again by itself while this story lasts.
    const problem = { type: 'about:blank', title: 'Service Unavailable', status: 503, code: 'unavailable', request_id: 'r1' };
    const heal = network.addFault('*', /^\/api\/v1\/uploads/, {
      kind: 'answer',
      status: 503,
      headers: { 'retry-after': '600', 'content-type': 'application/problem+json', 'x-request-id': 'r1' },
      body: JSON.stringify({ ...problem, detail: 'The server is being restarted.' }),
    });
    await shoot(page, 1);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Log out?' });
    await expect(dialog).toContainText('1 of your photos is only on this phone.');
    heal();
    await dialog.getByRole('button', { name: 'Upload now' }).click();
    await expect(dialog).toContainText('No photos of yours are waiting on this');
    await dialog.getByRole('button', { name: 'Stay logged in' }).click();
    await expect(dialog).toHaveCount(0);
    await expect.poll(() => readCounts(page)).toEqual({ shot: 1, waiting: 0, stored: 1 });
  } finally {
    await network.close();
  }
});

test('the login form that a logout without network shows names what waits, clear of its fields', async ({ newPhone, serverUrl }) => {
  const guest = await newGuest(serverUrl);
  const phone = await newPhone();
  const page = await phone.page();
  await signInByForm(page, guest.email);
  await waitForServiceWorker(page);
  // All opened screens are cached, including those from before the worker was installed.
  const kept = () =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().some(({ url }) => url.includes('/assets/login-'));
    });
  await expect.poll(kept).toBe(true);
  await openCamera(page, live);
  await phone.context.setOffline(true);
  await shoot(page, 1);
  await logOut(page, /1 of your photos is only on this phone/, /^Log out and keep photos locked$/);
  await expect(page.getByText(`1 photo is waiting on this phone for ${guest.email}`)).toBeVisible();
  await expect(page.getByText('Couldn’t open')).toHaveCount(0);
  await page.getByLabel('Email').click();
  await expect(page.getByLabel('Email')).toBeFocused();
});

test('a logout without network is the first thing done with one, before any sign-in', { tag: '@core' }, async ({ newPhone, serverUrl }) => {
  const guest = await newGuest(serverUrl);
  const network = await FaultProxy.start(serverUrl);
  try {
    const phone = await newPhone({ baseURL: network.url });
    const page = await phone.page();
    await signIn(page, guest.email);
    await openCamera(page, live);
    await waitForServiceWorker(page);
    await phone.context.setOffline(true);
    await shoot(page, 1);
    const shots = await acknowledgedShots(page);
    await logOut(page, /1 of your photos is only on this phone/, /^Log out and keep photos locked$/);
    await expectSignedOut(page);
    await page.goto(overview);
    await expectSignedOut(page);
    expect((await phone.context.cookies()).map(({ name }) => name)).toContain('ais_refresh');

    const before = network.requests.length;
    const logouts = () =>
      network.requests.slice(before).filter(({ path, status }) => path.endsWith('/auth/logout') && status === 204).length;
    await phone.context.setOffline(false);
    // No action is needed: the page says that it continues automatically.
    await expect.poll(logouts).toBe(1);
    await expect(async () => expect(await hasPendingLogout(page)).toBe(false)).toPass();
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    await fillSignIn(page, guest.email);
    // Where they wanted to go before they were asked to sign in.
    await expect(page).toHaveURL(new RegExp(`${overview}$`));
    const calls = network.requests
      .slice(before)
      .filter(({ path }) => path.startsWith('/api/'))
      .map(({ method, path, status }) => `${method} ${path} ${status}`);
    expect(calls[0]).toBe('POST /api/v1/auth/logout 204');
    expect(calls.filter((call) => call.includes('/auth/logout'))).toHaveLength(1);
    await waitForDelivery(page);
    await expectExactlyOnServer(guest, live, shots);
  } finally {
    await network.close();
  }
});

async function expectSignedOut(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('session'))).toBeNull();
}
