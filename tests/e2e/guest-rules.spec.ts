// Guests who see only their own photos, the removal of all photos of one person, and a reported photo that the organization decides on.
import type { Page } from '@playwright/test';
import { createPhoto, gallery, type Person, photoRequest, signIn as apiSignIn, upload } from '#tests/support/api.ts';
import { openCamera, shoot, signIn } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { eventPath, expectStatus, newParticipant, updateEvent } from '#tests/support/events.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { picture } from '#tests/support/pictures.ts';
import { keepToastOpen } from '#tests/support/toasts.ts';

test.use({ serviceWorkers: 'block' });

const ready = async (owner: Person, id: string) => (await gallery(owner, id)).filter(({ state }) => state === 'ready').length;
const tiles = (page: Page) => page.getByRole('grid').getByRole('link');

async function bring(person: Person, eventId: string): Promise<string> {
  const shot = await picture();
  const request = photoRequest(shot, await upload(person, shot.bytes, eventId));
  return expectStatus(await createPhoto(person, eventId, request), 201, 'delivering a photo').id;
}

test('guests who take photos only see their own; a change of the rules reaches their open pages', async ({
  deskPage: desk,
  page,
  serverUrl,
}) => {
  const { id, event } = await newIsolatedEvent(serverUrl, { name: 'Quiet Night' });
  const owner = await apiSignIn(serverUrl, 'owner@demo.test');
  await bring(owner, id);
  const guest = await newParticipant(serverUrl, event, { firstName: 'Mia', lastName: 'Guest' });
  await expect.poll(() => ready(owner, id)).toBe(1);

  await test.step('the organization lets guests take photos only', async () => {
    await signIn(desk, 'owner@demo.test', `/organization/events/${id}?tab=settings`);
    await desk.getByRole('radio', { name: 'Take photos only' }).check();
    await desk.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await owner.call<{ guest_access: string }>('GET', eventPath(id))).body.guest_access).toBe('capture');
    await expectAccessible(desk, 'the settings of an event');
  });

  await test.step('the guest takes a photo, and sees that one alone', async () => {
    await signIn(page, guest.email);
    await openCamera(page, id);
    await shoot(page, 1);
    await expect.poll(() => ready(owner, id)).toBe(2);
    await page.goto(`/event/${id}/gallery`);
    await expect(page.getByText('You see only your own photos here.')).toBeVisible();
    await updateEvent(owner, id, { reveals_at: '2099-06-30T20:00:00.000Z' });
    await page.reload();
    await expect(tiles(page)).toHaveCount(1);
    await expect(page.getByRole('timer')).toHaveCount(0);
    await updateEvent(owner, id, { reveals_at: null });
    await expect(tiles(page)).toHaveCount(1);
    await expectAccessible(page, 'a gallery of one’s own photos');
  });

  await test.step('allowed to look again, the open gallery has both, and the camera says why it is closed', async () => {
    await updateEvent(owner, id, { guest_access: 'view' });
    await expect(tiles(page)).toHaveCount(2);
    const ways = page.getByRole('navigation', { name: 'Event' }).getByRole('link');
    await expect(ways).toHaveText(['Gallery']);
    await page.goto(`/event/${id}`);
    await expect(
      page.getByText('Guests of this event can look at photos, but not take any. Ask the organization for access.'),
    ).toBeVisible();
    await updateEvent(owner, id, { guest_access: 'view_and_capture' });
  });

  await test.step('the organization removes all photos of the guest, and undoes it', async () => {
    await desk.goto(`/organization/events/${id}?tab=participants`);
    await desk.getByRole('button', { name: 'Remove all photos of Mia Guest' }).click();
    const undo = await keepToastOpen(desk, '1 photo of Mia Guest removed', () =>
      desk.getByRole('button', { name: 'Remove 1 photo', exact: true }).click(),
    );
    await expect.poll(async () => (await gallery(owner, id)).length).toBe(1);
    await undo.click();
    await expect.poll(async () => (await gallery(owner, id)).length).toBe(2);
  });
});

test('a guest and a visitor of a link report a photo; the organization removes it, and can take that back', async ({
  deskPage: desk,
  page,
  newPhone,
  serverUrl,
}) => {
  const { id, event } = await newIsolatedEvent(serverUrl, { name: 'Reported Night' });
  const owner = await apiSignIn(serverUrl, 'owner@demo.test');
  const photo = await bring(owner, id);
  const guest = await newParticipant(serverUrl, event, { firstName: 'Mia', lastName: 'Guest' });
  await expect.poll(() => ready(owner, id)).toBe(1);

  await test.step('the guest, who is in it', async () => {
    await signIn(page, guest.email, `/event/${id}/gallery?photo=${photo}`);
    await page.getByRole('button', { name: 'Details', exact: true }).click();
    await page.getByRole('button', { name: 'Report this photo' }).click();
    const form = page.getByRole('dialog', { name: 'Report this photo' });
    await expect(form.getByRole('radio', { name: 'I’m in it and want it removed' })).toBeChecked();
    await expectAccessible(page, 'reporting a photo');
    await form.getByRole('button', { name: 'Report', exact: true }).click();
    await expect(form).toBeHidden();
    await page.getByRole('button', { name: 'Report this photo' }).click();
    await expect(page.getByText('The organization hasn’t decided yet.')).toBeVisible();
    await page.getByRole('dialog', { name: 'Report this photo' }).getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('a visitor of a link, without an account', async () => {
    const link = expectStatus(
      await owner.call<{ token: string }>('POST', `${eventPath(id)}/links`, { json: { name: 'For all', scope: 'gallery' } }),
      201,
      'creating a link',
    );
    const visitor = await (await newPhone()).page();
    await visitor.goto(`/shared/${link.token}`);
    await tiles(visitor).first().click();
    await visitor.getByRole('button', { name: 'Report this photo' }).click();
    const form = visitor.getByRole('dialog', { name: 'Report this photo' });
    await form.getByRole('radio', { name: 'Something else' }).check();
    await form.getByRole('button', { name: 'Report', exact: true }).click();
    await expect(form.getByText('Say what is wrong with the photo.')).toBeVisible();
    await form.getByRole('textbox', { name: 'Details' }).fill('Our child is in it.');
    await form.getByRole('textbox', { name: 'How to reach you' }).fill('kim@example.org');
    await form.getByRole('button', { name: 'Report', exact: true }).click();
    await expect(form).toBeHidden();
  });

  const undo = await test.step('the organization sees both reports together and removes the photo', async () => {
    await signIn(desk, 'owner@demo.test', `/organization/events/${id}?tab=moderation&view=reported`);
    const reported = desk.getByRole('region', { name: 'Reported photos' }).getByRole('article');
    await expect(reported).toHaveCount(1);
    for (const words of ['I’m in it and want it removed', 'Our child is in it.', 'Contact: kim@example.org', 'Mia Guest'])
      await expect(reported.getByText(words, { exact: false }).first()).toBeVisible();
    await expect(desk.getByRole('tab', { name: 'Moderation 1 reported' })).toBeVisible();
    await reported.getByRole('button', { name: 'View the photo' }).click();
    await expect(desk.getByRole('dialog', { name: 'View photo' }).getByRole('img')).toBeVisible();
    await expectAccessible(desk, 'a reported photo');
    await desk.keyboard.press('Escape');
    await expectAccessible(desk, 'reported photos');
    const button = await keepToastOpen(desk, 'Photo removed', () => reported.getByRole('button', { name: 'Remove the photo' }).click());
    await expect.poll(async () => (await gallery(owner, id)).length).toBe(0);
    await expect(desk.getByText('No reported photos')).toBeVisible();
    return button;
  });

  await test.step('the guest is told; the decision can be taken back', async () => {
    const report = () => guest.call<{ state: string }>('GET', `${eventPath(id)}/photos/${photo}/report`);
    expect((await report()).body.state).toBe('removed');
    await undo.click();
    await expect.poll(async () => (await report()).body.state).toBe('open');
    await expect(desk.getByRole('button', { name: 'Keep the photo' })).toBeVisible();
    await desk.getByRole('button', { name: 'Keep the photo' }).click();
    await expect.poll(async () => (await report()).body.state).toBe('kept');
    await desk.getByText('Decided', { exact: true }).click();
    await expect(desk.getByText('Kept by', { exact: false }).first()).toBeVisible();
  });
});
