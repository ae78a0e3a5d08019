// Photos whose account was deleted while they waited, on this device or elsewhere: the user of the phone can export them.
import { readFileSync } from 'node:fs';
import type { BrowserContext, Download, Page } from '@playwright/test';
import { demoPassword } from '#tests/support/api.ts';
import { acknowledgedShots, fillSignIn, waitForServiceWorker, openCamera, readOutbox, shoot, signInByForm } from '#tests/support/app.ts';
import { logOut, newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { expectStatus } from '#tests/support/events.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { sha256 } from '#tests/support/pictures.ts';

const noticeOn = (page: Page) => page.getByText(/^2 photos from an account that no longer exists are only on this/);
const lockedOn = (page: Page) => page.getByText(/Log in with that account to upload them/);

async function exportBoth(page: Page): Promise<string[]> {
  const files: Download[] = [];
  page.on('download', (file) => files.push(file));
  await page.getByRole('button', { name: /^Save 2 photos to / }).click();
  await expect.poll(() => files.length).toBe(2);
  return (await Promise.all(files.map(async (file) => sha256(readFileSync(await file.path()))))).toSorted();
}

const hashesOf = (shots: readonly { sha256: string }[]) => shots.map((shot) => shot.sha256).toSorted();

/** The server asks photos to wait. */
const busy = { kind: 'answer', status: 503, headers: { 'retry-after': '600' } } as const;

/** What a session leaves in the browser. */
const cookiesOf = async (context: BrowserContext) => (await context.cookies()).filter(({ value }) => value !== '').map(({ name }) => name);

test('photos of an account deleted elsewhere are exported and never sent', async ({ newPhone, serverUrl }) => {
  test.setTimeout(180_000);
  const night = await newIsolatedEvent(serverUrl);
  const [person, other] = [await night.newGuest(), await night.newGuest()];
  const phone = await newPhone();
  const page = await phone.page();
  await signInByForm(page, person.email);
  await openCamera(page, night.id);
  await waitForServiceWorker(page);
  await phone.context.setOffline(true);
  await shoot(page, 2);
  const taken = await acknowledgedShots(page);
  const deletion = { password: demoPassword, photos: 'keep' };
  expectStatus(await person.call('POST', '/api/v1/auth/account/delete', { json: deletion }), 204, 'deleting the account');

  const notice = noticeOn(page);
  await test.step('the camera is replaced by an explanation and an offer', async () => {
    await phone.context.setOffline(false);
    await expect(page).toHaveURL(/\/login/, { timeout: 30_000 });
    await expect(notice).toBeVisible();
    await expect(page.getByText(/Log in with that account/)).toHaveCount(0);
  });

  await test.step('another account finds them in its queue and in its settings, and exports them', async () => {
    await fillSignIn(page, other.email);
    await expect(page).not.toHaveURL(/\/login/);
    await page.goto(`/event/${night.id}?queue=open`);
    await expect(page.getByRole('dialog').getByText(/^2 photos from an account that no longer exists/)).toBeVisible();
    await page.goto('/dashboard/settings');
    await expect(notice).toBeVisible();
    expect(await exportBoth(page)).toEqual(hashesOf(taken));
    expect((await readOutbox(page)).waiting).toHaveLength(2);
  });

  await test.step('they are deleted when the user discards them', async () => {
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await page.getByRole('dialog', { name: 'Discard 2 photos?' }).getByRole('button', { name: 'Discard them' }).click();
    await expect(page.getByText(/from an account that no longer exists/)).toHaveCount(0);
    // Sending had begun: the note that the server's copy is to go stays, without bytes.
    for (const { state, actualHash } of (await readOutbox(page)).waiting) expect([state, actualHash]).toEqual(['discarding', null]);
  });
});

test('the page goes while it deletes the account: the next one offers what waits', async ({ newPhone, network, serverUrl }) => {
  test.setTimeout(180_000);
  const night = await newIsolatedEvent(serverUrl);
  const person = await night.newGuest();
  const phone = await newPhone({ baseURL: network.url });
  const { context } = phone;
  const open = await phone.page();
  await signInByForm(open, person.email);
  await openCamera(open, night.id);
  await waitForServiceWorker(open);
  network.addFault('*', /^\/api\/v1\/uploads/, busy);
  await shoot(open, 2);
  const taken = await acknowledgedShots(open);

  await test.step('the call is on its way when its page is closed', async () => {
    network.addFault('POST', /^\/api\/v1\/auth\/account\/delete$/, { kind: 'hold-request' });
    await open.goto('/dashboard/settings?tab=data');
    await open.getByRole('button', { name: 'Delete account' }).click();
    const sheet = open.getByRole('dialog');
    await expect(sheet.getByText(/^2 photos waiting on this/)).toBeVisible();
    await sheet.getByLabel('Your password').fill(demoPassword);
    await sheet.getByRole('radio', { name: /Keep them/ }).check();
    await sheet.getByRole('button', { name: 'Delete account' }).click();
    await expect.poll(() => network.count('POST', /account\/delete$/)).toBe(1);
  });
  const page = await context.newPage();
  await open.close();
  network.release();
  expect((await network.answered('POST', /account\/delete$/)).status).toBe(204);
  await expect.poll(() => cookiesOf(context), { message: 'its answer took the cookies along' }).toEqual([]);

  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
  await expect(noticeOn(page)).toBeVisible();
  await expect(lockedOn(page)).toHaveCount(0);
  expect(await exportBoth(page)).toEqual(hashesOf(taken));
});

test('somebody logs out, and deletes the account elsewhere: the phone is notified', async ({ newPhone, network, serverUrl }) => {
  test.setTimeout(180_000);
  const night = await newIsolatedEvent(serverUrl);
  const person = await night.newGuest();
  const phone = await newPhone({ baseURL: network.url });
  const page = await phone.page();
  await signInByForm(page, person.email);
  await openCamera(page, night.id);
  await waitForServiceWorker(page);
  network.addFault('*', /^\/api\/v1\/uploads/, busy);
  await shoot(page, 2);
  const taken = await acknowledgedShots(page);
  await page.goto('/dashboard');
  await logOut(page, /2 of your photos are only on this phone/, /^Log out and keep photos locked$/);
  await expect.poll(() => cookiesOf(phone.context), { message: 'the logout reached the server' }).toEqual([]);
  await expect(lockedOn(page)).toBeVisible();

  const deletion = { password: demoPassword, photos: 'keep' };
  expectStatus(await person.call('POST', '/api/v1/auth/account/delete', { json: deletion }), 204, 'deleting the account');
  await page.reload();
  await expect(noticeOn(page)).toBeVisible();
  await expect(lockedOn(page)).toHaveCount(0);
  expect(await exportBoth(page)).toEqual(hashesOf(taken));
});
