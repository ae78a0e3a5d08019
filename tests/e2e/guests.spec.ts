// People without an account: from a poster to the shutter with only a name, and later an upgrade to a full account.
import { randomUUID } from 'node:crypto';
import { signIn as apiSignIn, demoPassword, freshSignIn, gallery } from '#tests/support/api.ts';
import {
  acknowledgedShots,
  waitForDelivery,
  waitForCamera,
  expectExactlyOnServer,
  waitForServiceWorker,
  readCounts,
  shoot,
} from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { logOut, newIsolatedEvent, openMenu } from '#tests/support/e2e-steps.ts';
import { createEvent, eventPath } from '#tests/support/events.ts';
import { expect, test } from '#tests/support/fixtures.ts';

const typed = (code: string) => `${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`;

test('a guest scans, shoots offline and becomes an account on the same phone', { tag: '@core' }, async ({ phone, page, serverUrl }) => {
  test.setTimeout(180_000);
  const { id, event } = await newIsolatedEvent(serverUrl, { name: 'Guest Night' });
  await test.step('from the scan to the first photo: one field and two taps', async () => {
    await page.goto(`/join/${typed(event.join_code!)}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Guest Night' })).toBeVisible();
    await page.getByLabel('Your name').fill('Mia');
    await page.getByRole('button', { name: 'Continue as guest' }).click();
    await waitForCamera(page);
    await expect(page).toHaveURL(new RegExp(`/event/${id}$`));
    await shoot(page, 1);
  });

  const shots = await test.step('without a network the shutter works; with one, all photos arrive', async () => {
    await waitForServiceWorker(page);
    await phone.context.setOffline(true);
    await shoot(page, 3);
    await phone.context.setOffline(false);
    await waitForDelivery(page);
    await expect.poll(() => readCounts(page)).toEqual({ shot: 4, waiting: 0, stored: 4 });
    return acknowledgedShots(page);
  });

  const email = `mia-${randomUUID().slice(0, 13)}@example.test`;
  await test.step('the menu shows their name, and leads to the upgrade', async () => {
    await openMenu(page);
    await expect(page.getByTitle('Your profile')).toContainText(/Mia.*No account/);
    await page.getByRole('link', { name: 'Create account' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible();
    await expect(page.getByLabel('First name')).toHaveValue('Mia');
    await page.getByLabel('Last name').fill('Lund');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page).not.toHaveURL(/\/register/);
  });

  await test.step('the photos are all still theirs, here and wherever they log in', async () => {
    await page.goto(`/event/${id}`);
    await waitForCamera(page);
    await expect.poll(() => readCounts(page)).toEqual({ shot: 4, waiting: 0, stored: 4 });
    await shoot(page, 1);
    await waitForDelivery(page);
    const account = await freshSignIn(serverUrl, email);
    const last = (await acknowledgedShots(page)).filter((shot) => !shots.some((one) => one.id === shot.id));
    expect(last).toHaveLength(1);
    await expectExactlyOnServer(account, id, [...shots, ...last]);
    expect((await gallery(account, id)).every(({ can }) => can.delete)).toBe(true);
  });
});

test.describe('at the door', () => {
  // Nothing here happens without a network: refusing the worker saves a second of processor time a phone.
  test.use({ serviceWorkers: 'block' });

  test('an event may ask for an account, or for nothing at all; a guest who logs out comes back on this phone', async ({
    page,
    serverUrl,
  }) => {
    const owner = await apiSignIn(serverUrl, 'owner@demo.test');
    const [strict, free] = [
      await createEvent(owner, { name: 'Strict Night', join_identity: 'account' }),
      await createEvent(owner, { name: 'Free Night', join_identity: 'none' }),
    ];
    await page.goto(`/join/${strict.join_code}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Strict Night' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue as guest' })).toHaveCount(0);

    await page.goto(`/join/${free.join_code}`);
    await page.getByRole('button', { name: 'Continue as guest' }).click();
    await waitForCamera(page);

    await page.goto(`/join/${strict.join_code}`);
    await expect(page.getByRole('alert')).toContainText('This event requires an account');
    await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible();

    await page.goto(`/event/${free.id}/gallery`);
    await logOut(page, /linked to this (phone|computer) only/, /Log out/);
    await page.getByRole('button', { name: 'Continue as Guest 1 (no account)' }).click();
    await expect(page).not.toHaveURL(/\/login/);
    await openMenu(page);
    await expect(page.getByTitle('Your profile')).toContainText(/Guest 1.*No account/);
  });

  test('a guest’s camera comes back by itself when its event is restored', async ({ page, serverUrl }) => {
    const owner = await apiSignIn(serverUrl, 'owner@demo.test');
    const event = await createEvent(owner, { name: 'Restored Night' });
    await page.goto(`/join/${event.join_code}`);
    await page.getByLabel('Your name').fill('Mia');
    await page.getByRole('button', { name: 'Continue as guest' }).click();
    await waitForCamera(page);
    await owner.call('DELETE', eventPath(event.id));
    // A camera looks for changes of its event at intervals.
    await expect(page.getByRole('heading', { name: 'You’re no longer in this event' })).toBeVisible({ timeout: 60_000 });
    await owner.call('POST', `${eventPath(event.id)}/restore`);
    await waitForCamera(page);
    await shoot(page, 1);
    await waitForDelivery(page);
  });

  test('a guest leaves an event, and comes back by its code', async ({ page, serverUrl }) => {
    const owner = await apiSignIn(serverUrl, 'owner@demo.test');
    const event = await createEvent(owner, { name: 'Left Night' });
    await page.goto(`/join/${event.join_code}`);
    await page.getByLabel('Your name').fill('Mia');
    await page.getByRole('button', { name: 'Continue as guest' }).click();
    await waitForCamera(page);
    await shoot(page, 1);
    await waitForDelivery(page);
    await page.getByRole('link', { name: 'Gallery', exact: true }).click();
    await page.getByRole('button', { name: 'Event options' }).click();
    await page.getByRole('menuitem', { name: 'Leave event' }).click();
    const question = page.getByRole('dialog', { name: 'Leave Left Night?' });
    await expect(question).toBeVisible();
    await expectAccessible(page, 'the question before leaving');
    await question.getByRole('button', { name: 'Leave event' }).click();
    await expect(page).toHaveURL(/\/dashboard\/events-overview/);
    await expect(page.getByRole('heading', { name: 'Left Night' })).toHaveCount(0);
    const people = await owner.call<{ items: unknown[] }>('GET', `${eventPath(event.id)}/participants`);
    expect(people.body.items).toEqual([]);
    expect(await gallery(owner, event.id)).toHaveLength(1);
    await page.goto(`/event/${event.id}/gallery`);
    await expect(page.getByRole('heading', { name: 'Event not found' })).toBeVisible();

    await page.goto(`/join/${event.join_code}`);
    await page.getByRole('button', { name: 'Join and open the camera' }).click();
    await waitForCamera(page);
  });

  test('a removed guest sees the gallery close; a guest at a renewed code gets a message', async ({ newPhone, serverUrl }) => {
    const owner = await apiSignIn(serverUrl, 'owner@demo.test');
    const event = await createEvent(owner, { name: 'Closing Night' });
    const [inside, outside] = [await (await newPhone()).page(), await (await newPhone()).page()];
    await outside.clock.install();
    await inside.goto(`/join/${event.join_code}`);
    await inside.getByLabel('Your name').fill('Mia');
    await inside.getByRole('button', { name: 'Continue as guest' }).click();
    await waitForCamera(inside);
    await inside.getByRole('link', { name: 'Gallery', exact: true }).click();
    await expect(inside.getByRole('heading', { name: 'No photos yet' })).toBeVisible();
    await outside.goto(`/join/${event.join_code}`);
    await expect(outside.getByLabel('Your name')).toBeVisible();

    const people = await owner.call<{ items: { user_id: string }[] }>('GET', `${eventPath(event.id)}/participants`);
    await owner.call('DELETE', `${eventPath(event.id)}/participants/${people.body.items[0]!.user_id}`);
    await expect(inside.getByRole('heading', { name: 'You’re no longer in this event' })).toBeVisible();
    await owner.call('POST', `${eventPath(event.id)}/join-code`);
    // The waiting page polls every 20 s.
    await outside.clock.fastForward(20_000);
    await expect(outside.getByText('This code has been replaced', { exact: true }).first()).toBeVisible();
  });
});
