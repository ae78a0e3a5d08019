// Sessions end and people change while photos wait: none is lost, none is sent in another's name.
import type { Page } from '@playwright/test';
import { demoEvents } from '#server/seed/ids.ts';
import { demoPeople } from '#server/seed/people.ts';
import {
  acknowledged,
  allDelivered,
  cameraIsOn,
  fillSignIn,
  installed,
  numbers,
  openCamera,
  readOutbox,
  shoot,
  signIn,
  signInByForm,
} from '#tests/support/app.ts';
import { expect, test } from '#tests/support/chaos-fixtures.ts';

const live = demoEvents.live;
const uploads = /^\/api\/v1\/uploads/;

test('session expired for good, and a later sign-in', { tag: '@core' }, async ({ page, server, expectOnServer }) => {
  await signIn(page, 'user@demo.test');
  await openCamera(page, live);
  await installed(page);
  await server.sql(`update sessions set ended_at = now(), end_reason = 'revoked'`);

  await shoot(page, 2);
  await expect(page.getByText('Your session has ended')).toBeVisible({ timeout: 20_000 });
  await shoot(page, 1);
  const shots = await acknowledged(page);
  expect(await numbers(page)).toEqual({ shot: 3, waiting: 3, stored: 0 });

  await page.getByRole('link', { name: 'Log in' }).first().click();
  await fillSignIn(page, 'user@demo.test');
  await expect(page).toHaveURL(new RegExp(`/event/${live}`));
  await cameraIsOn(page);
  await allDelivered(page);
  await expectOnServer('user@demo.test', shots);
});

test('logout with photos waiting, and another account on the same phone', async ({ page, network, expectOnServer }) => {
  await signIn(page, 'user@demo.test');
  await openCamera(page, live);
  await installed(page);
  network.on('*', uploads, { kind: 'refuse' });
  await shoot(page, 3);
  const ofUser = await acknowledged(page);

  await test.step('the dialog says how many wait; they stay, locked', async () => {
    await page.goto('/dashboard/events-overview');
    await logout(page, /Keep locked and log out/, /3 photos/);
    await expect(page.getByText(/3 photos wait/)).toBeVisible();
    expect((await readOutbox(page)).waiting).toHaveLength(3);
  });

  network.heal();

  await test.step('another person’s photos are sent, the locked ones are not', async () => {
    await fillSignIn(page, 'member@demo.test');
    await expect(page).not.toHaveURL(/login/);
    await openCamera(page, live);
    await shoot(page, 2);
    await expect.poll(async () => (await numbers(page)).stored, { timeout: 30_000 }).toBe(2);
    await page.goto(`/event/${live}?queue=open`);
    await expect(page.getByText(/3 photos wait for another account/)).toBeVisible();
    const { waiting, receipts } = await readOutbox(page);
    expect(waiting.map((photo) => photo.account)).toEqual(Array.from({ length: 3 }, () => demoPeople.user.id));
    await expectOnServer('member@demo.test', receipts);
    await expectOnServer('user@demo.test', []);
  });

  await test.step('their own account logs in again: they arrive', async () => {
    await page.goto('/dashboard/events-overview');
    await logout(page, /Log out/, /All your photos are stored/);
    await signInByForm(page, 'user@demo.test');
    await allDelivered(page);
    await expectOnServer('user@demo.test', ofUser);
  });
});

async function logout(page: Page, button: RegExp, says: RegExp): Promise<void> {
  const opener = page.getByRole('button', { name: 'Log out' });
  if (!(await opener.isVisible()))
    await page
      .getByRole('button', { name: /sidebar|menu/i })
      .first()
      .click();
  await opener.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(says);
  await dialog.getByRole('button', { name: button }).click();
  await expect(page).toHaveURL(/\/login/);
}
