// Something is made of a photo where it is looked at: in the event's gallery, and of the last shot at the camera, also without a connection.
import type { Page } from '@playwright/test';
import type { components } from '#openapi/api.ts';
import { deliver, gallery, type Person } from '#tests/support/api.ts';
import { acknowledgedShots, waitForDelivery, waitForServiceWorker, openCamera, shoot, signIn } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { waitUntilPersisted, newIsolatedEvent, openMenu } from '#tests/support/e2e-steps.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { picture } from '#tests/support/pictures.ts';

/** The server makes images beside everything else that it does. */
const made = { timeout: 60_000 };

const viewer = (page: Page) => page.getByRole('dialog', { name: 'Photo' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Restyle' });
const style = (page: Page, name: string) => sheet(page).getByRole('button', { name, exact: true });

async function readyPhoto(guest: Person, eventId: string): Promise<string> {
  const { id } = await deliver(guest, eventId, await picture());
  await expect.poll(async () => (await gallery(guest, eventId)).find((photo) => photo.id === id)?.state).toBe('ready');
  return id;
}

const madeBy = async (person: Person): Promise<components['schemas']['Generation'][]> =>
  (await person.call<components['schemas']['GenerationPage']>('GET', '/api/v1/generations')).body.items;

test('a photo of the event is restyled, and the result is in the event’s gallery', async ({ deskPage: page, serverUrl }) => {
  const night = await newIsolatedEvent(serverUrl, { name: 'Night of styles' });
  const guest = await night.newGuest();
  const photo = await readyPhoto(guest, night.id);
  await signIn(page, guest.email, `/event/${night.id}/gallery?photo=${photo}`);

  await test.step('by a press on a style, which is previewed first', async () => {
    await viewer(page).getByRole('button', { name: 'Restyle' }).click();
    await expect(style(page, 'Oil')).toBeVisible();
    await expectAccessible(page, 'the styles over the viewer');
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/api/v1/generations', async (route) => {
      await held;
      await route.continue();
    });
    await style(page, 'Oil').click();
    await expect(sheet(page).getByRole('img', { name: 'Preview of the style' }), 'small and free, before the full image').toBeVisible(made);
    await expectAccessible(page, 'the preview over the viewer');
    await sheet(page).getByRole('button', { name: 'Create (1 credit)' }).click();
    await expect(sheet(page).getByText('Sending the request…'), 'of a photo that the server has').toBeVisible();
    letGo();
    await expect(sheet(page).getByRole('img', { name: 'The result' })).toBeVisible(made);
    await expectAccessible(page, 'the result over the viewer');
    await sheet(page).getByRole('button', { name: 'Post to event' }).dblclick();
    await expect(sheet(page).getByRole('status').filter({ hasText: 'Posted' })).toBeVisible();
    await expect(sheet(page).getByRole('button', { name: 'Post to event' })).toHaveCount(0);
    const file = page.waitForEvent('download');
    await sheet(page).getByRole('button', { name: 'Download' }).click();
    expect(await (await file).failure()).toBeNull();
    await expect.poll(() => gallery(guest, night.id)).toMatchObject([{ source: 'generated', status: 'approved' }, { id: photo }]);
  });
  await test.step('with all options of the form', async () => {
    await sheet(page).getByRole('link', { name: 'All options' }).click();
    await expect(page.getByText('A photo from an event.')).toBeVisible();
    await page.getByRole('group', { name: 'Style' }).getByRole('radio', { name: 'Neon' }).check({ force: true });
    await page.getByRole('button', { name: 'Restyle', exact: true }).click();
    const request = { style: 'neon', source: { kind: 'photo', id: photo, event_id: night.id } };
    await expect.poll(() => madeBy(guest), made).toMatchObject([{ status: 'succeeded', request }, { request: { style: 'oil' } }]);
    const results = page.getByRole('region', { name: 'Results' });
    await results.getByRole('button', { name: 'More for this image' }).first().click();
    await page.getByRole('menuitem', { name: 'Post to event' }).click();
    await page.getByRole('button', { name: 'Post to Night of styles' }).click();
    await expect(page.getByRole('button', { name: 'Undo: withdraw from Night of styles' })).toBeVisible();
    await expect
      .poll(async () => (await gallery(guest, night.id)).map(({ source }) => source))
      .toEqual(['generated', 'generated', 'camera']);
  });
  await test.step('where it is seen', async () => {
    await page.goto(`/event/${night.id}/gallery`);
    await expect(page.getByRole('grid').getByRole('link')).toHaveCount(3);
  });
});

test('of the last shot, asked for without a connection: made once, when photo and request are at the server', async ({
  page,
  phone,
  serverUrl,
}) => {
  const night = await newIsolatedEvent(serverUrl);
  const guest = await night.newGuest();
  await signIn(page, guest.email);
  await openCamera(page, night.id);
  await waitForServiceWorker(page);
  const openLast = async () => {
    await page.getByRole('button', { name: 'Open the last photo' }).click();
    await viewer(page).getByRole('button', { name: 'Restyle' }).click();
    await expect(style(page, 'Comic')).toBeVisible();
  };

  await test.step('the styles were seen once with a connection', async () => {
    await shoot(page, 1);
    await waitForDelivery(page);
    await openLast();
    await waitUntilPersisted(page, '"generation","models"');
  });
  await test.step('offline: a shot, its view, a style', async () => {
    await openCamera(page, night.id);
    await phone.context.setOffline(true);
    await shoot(page, 1);
    await openLast();
    await style(page, 'Comic').click();
    await expect(sheet(page).getByRole('status')).toContainText('Waiting on this phone');
    await expectAccessible(page, 'a request that waits over the viewer');
    await page.goto('/dashboard');
    await openMenu(page);
    await page.getByRole('button', { name: 'Log out' }).click();
    const leaving = page.getByRole('dialog', { name: 'Log out?' });
    await expect(leaving).toContainText('1 of your photos is only on this phone');
    await expect(leaving).toContainText('1 image request is waiting on this phone.');
    await page.keyboard.press('Escape');
  });
  await test.step('online: on every screen', async () => {
    const [, shot] = await acknowledgedShots(page);
    await page.clock.install();
    await openCamera(page, night.id);
    await phone.context.setOffline(false);
    await waitForDelivery(page);
    // What no photo needs is loaded 15 s after the camera was opened.
    await page.clock.fastForward(15_000);
    await expect
      .poll(() => madeBy(guest), made)
      .toMatchObject([{ status: 'succeeded', request: { style: 'comic', source: { kind: 'photo', id: shot!.id } } }]);
  });
});
