// An organization keeps photos from its guests: in a hidden section, and until the reveal of the gallery.
import type { Page } from '@playwright/test';
import { createPhoto, gallery, type Person, photoRequest, signIn as apiSignIn, upload } from '#tests/support/api.ts';
import { signIn } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { deskSize, phoneSize } from '#tests/support/browser.ts';
import { newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { expectStatus, updateEvent } from '#tests/support/events.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { picture } from '#tests/support/pictures.ts';

test.use({ serviceWorkers: 'block' });

/** An event of the demo owner with their photos, and a guest. */
async function eventWithGuest(base: string, count: number): Promise<{ owner: Person; guest: Person; id: string }> {
  const { id, newGuest } = await newIsolatedEvent(base, { name: 'Harbour Wedding' });
  const owner = await apiSignIn(base, 'owner@demo.test');
  for (let number = 0; number < count; number += 1) {
    const shot = await picture();
    const request = photoRequest(shot, await upload(owner, shot.bytes, id));
    expectStatus(await createPhoto(owner, id, request), 201, 'delivering a photo');
  }
  await expect.poll(async () => (await gallery(owner, id)).filter(({ state }) => state === 'ready').length).toBe(count);
  return { owner, id, guest: await newGuest() };
}

const tiles = (page: Page) => page.getByRole('grid', { name: 'Photos of Harbour Wedding' }).getByRole('link');

test('a hidden section: photos leave a guest’s open gallery as they are moved there, and Undo brings them back', async ({
  deskPage: desk,
  newPhone,
  serverUrl,
}) => {
  const { id, guest } = await eventWithGuest(serverUrl, 3);
  const phone = await (await newPhone()).page();
  await signIn(phone, guest.email, `/event/${id}/gallery`);
  await expect(tiles(phone)).toHaveCount(3);

  await test.step('the organization makes a hidden section', async () => {
    await signIn(desk, 'owner@demo.test', `/organization/events/${id}?tab=sections`);
    await desk.getByRole('button', { name: 'New section' }).click();
    const form = desk.getByRole('dialog', { name: 'New section' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Couple only');
    await form.getByRole('radio', { name: 'Hidden' }).check();
    await form.getByRole('button', { name: 'Create section' }).click();
    await expect(desk.getByRole('region', { name: 'Gallery sections' }).getByText('Couple only')).toBeVisible();
    await expectAccessible(desk, 'the sections');
  });

  await test.step('and moves all photos into it', async () => {
    await desk.goto(`/event/${id}/gallery`);
    await expect(tiles(desk)).toHaveCount(3);
    await desk.getByRole('button', { name: 'Select', exact: true }).click();
    await desk.getByRole('button', { name: 'Select all 3 photos' }).click();
    const count = desk.getByRole('toolbar', { name: 'Selected photos' }).getByRole('status');
    for (const size of [phoneSize, deskSize]) {
      await desk.setViewportSize(size);
      await expect(count).toHaveText('3 selected');
      expect(await count.evaluate((element) => element.scrollWidth - element.clientWidth), `what is cut off at ${size.width} pixels`).toBe(
        0,
      );
    }
    await desk.getByRole('button', { name: 'Move to section' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Move to section' });
    await dialog.getByRole('radio', { name: 'Couple only' }).check();
    await expectAccessible(desk, 'moving photos');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await expect(desk.getByText('3 photos moved to “Couple only”', { exact: true })).toBeVisible();
  });
  await expect(phone.getByText('No photos yet')).toBeVisible();

  await test.step('the organization still sees them, by their section', async () => {
    await desk.getByRole('button', { name: 'Section', exact: true }).click();
    await desk.getByRole('menuitemradio', { name: 'Couple only hidden from guests 3' }).click();
    await expect(desk).toHaveURL(/section=/);
    await expect(tiles(desk)).toHaveCount(3);
    await expect(tiles(desk).first()).toHaveAccessibleName(/, hidden from guests$/);
    await expectAccessible(desk, 'photos of a hidden section');
    await desk.getByRole('button', { name: 'Download “Couple only”' }).click();
    await expect(desk.getByRole('dialog', { name: 'Download “Couple only”' })).toContainText('All photos of this section');
    await desk.goto(`/organization/events/${id}?tab=sections`);
    await desk.getByRole('link', { name: 'Couple only' }).click();
    await expect(tiles(desk)).toHaveCount(3);
    await expect(desk.getByRole('button', { name: 'Section: Couple only' })).toBeVisible();
  });

  await test.step('shown to guests again, they are back', async () => {
    await desk.goto(`/organization/events/${id}?tab=sections`);
    await desk.getByRole('button', { name: 'More actions for Couple only' }).click();
    await expect(desk.getByRole('menuitem', { name: 'Delete Guests would see its photos.' })).toHaveAttribute('aria-disabled', 'true');
    await desk.getByRole('menuitem', { name: 'Show to guests' }).click();
    await expect(desk.getByText('Guests see “Couple only”', { exact: true })).toBeVisible();
  });
  await expect(tiles(phone)).toHaveCount(3);
});

test('a visitor of a link filters the gallery by the sections that guests see', async ({ newPhone, serverUrl }) => {
  const { id, owner } = await eventWithGuest(serverUrl, 4);
  const photos = (await gallery(owner, id)).map((photo) => photo.id);
  const sections = { Ceremony: photos.slice(0, 2), Party: photos.slice(2, 3), 'Couple only': photos.slice(3) };
  for (const [name, ids] of Object.entries(sections)) {
    const json = { name, audience: name === 'Couple only' ? 'organization' : 'everyone' };
    const made = expectStatus(await owner.call<{ id: string }>('POST', `/api/v1/event/${id}/sections`, { json }), 201, 'making a section');
    expectStatus(await owner.call('PUT', `/api/v1/event/${id}/photos/section`, { json: { ids, section_id: made.id } }), 200, 'moving');
  }
  const link = await owner.call<{ token: string }>('POST', `/api/v1/event/${id}/links`, { json: { name: 'Guests', scope: 'gallery' } });
  const visitor = await (await newPhone()).page();
  await visitor.goto(`/shared/${expectStatus(link, 201, 'creating a link').token}`);
  const shown = visitor.getByRole('grid', { name: 'Photos' }).getByRole('link');
  await expect(shown).toHaveCount(3);
  await expectAccessible(visitor, 'a gallery link with sections');
  await visitor.getByRole('button', { name: 'Section', exact: true }).click();
  await expect(visitor.getByRole('menuitemradio')).toHaveText([/^Whole gallery$/, /^Ceremony\s*2$/, /^Party\s*1$/]);
  await visitor.getByRole('menuitemradio', { name: 'Ceremony' }).click();
  await expect(shown).toHaveCount(2);
  await visitor.reload();
  await expect(shown).toHaveCount(2);
  await visitor.getByRole('button', { name: 'Section: Ceremony' }).click();
  await visitor.getByRole('menuitemradio', { name: 'Whole gallery' }).click();
  await expect(shown).toHaveCount(3);
});

test('the reveal: a guest and a visitor of a link see a countdown, and the gallery opens as the organization reveals it', async ({
  deskPage: desk,
  newPhone,
  serverUrl,
}) => {
  const { id, owner, guest } = await eventWithGuest(serverUrl, 2);
  await updateEvent(owner, id, { reveals_at: '2099-06-30T20:00:00.000Z', time_zone: 'Europe/Berlin' });
  const link = await owner.call<{ token: string }>('POST', `/api/v1/event/${id}/links`, { json: { name: 'Guests', scope: 'gallery' } });
  const { token } = expectStatus(link, 201, 'creating a link');
  const phone = await (await newPhone()).page();
  const visitor = await (await newPhone()).page();
  await signIn(phone, guest.email, `/event/${id}/gallery`);
  await visitor.goto(`/shared/${token}`);
  for (const page of [phone, visitor]) {
    await expect(page.getByRole('heading', { name: 'The gallery opens soon' })).toBeVisible();
    await expect(page.getByRole('timer')).toHaveText(/^[\d,]+ days \d+ h \d+ min$/);
    await expect(page.getByText(/Jun 30, 2099, 10:00/)).toBeVisible();
    await expectAccessible(page, 'a countdown');
  }
  await expect(tiles(phone)).toHaveCount(0);

  await signIn(desk, 'owner@demo.test', `/organization/events/${id}`);
  await expect(desk.getByText('Scheduled')).toBeVisible();
  await desk.getByRole('button', { name: 'Reveal now' }).click();
  await expect(desk.getByText('Gallery revealed', { exact: true })).toBeVisible();
  await expect(tiles(phone)).toHaveCount(2);
  await expect(phone.getByRole('heading', { name: 'The gallery opens soon' })).toBeHidden();
  await expect(visitor.getByRole('grid', { name: 'Photos' }).getByRole('link')).toHaveCount(2);
});

test('a countdown that ends opens the gallery by itself', async ({ newPhone, serverUrl }) => {
  const { id, owner, guest } = await eventWithGuest(serverUrl, 2);
  // As far ahead as the page needs to show the countdown; however long that takes, the gallery opens after it.
  await updateEvent(owner, id, { reveals_at: new Date(Date.now() + 8000).toISOString() });
  const phone = await (await newPhone()).page();
  await signIn(phone, guest.email, `/event/${id}/gallery`);
  await expect(tiles(phone)).toHaveCount(2);
});
