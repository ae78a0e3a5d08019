// Many photos in one style: selected in the event's gallery, looked at after the first three, made, posted, undone and restored as one.
import type { Page } from '@playwright/test';
import { deliver, gallery } from '#tests/support/api.ts';
import { signIn } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { picture } from '#tests/support/pictures.ts';
import { keepToastOpen } from '#tests/support/toasts.ts';

/** The server makes images beside everything else that it does. */
const made = { timeout: 60_000 };
const COUNT = 5;

const sheet = (page: Page) => page.getByRole('dialog', { name: `Restyle ${COUNT} photos` });
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Selected photos' });

test('five photos of an event get one style, and are posted, undone and restored together', async ({ deskPage: page, serverUrl }) => {
  const night = await newIsolatedEvent(serverUrl, { name: 'Night of batches' });
  const guest = await night.newGuest();
  for (let at = 0; at < COUNT; at++) await deliver(guest, night.id, await picture());
  const states = async () => (await gallery(guest, night.id)).map(({ state }) => state);
  await expect.poll(states).toEqual(Array.from({ length: COUNT }, () => 'ready'));
  const sources = async () => (await gallery(guest, night.id)).filter(({ source }) => source === 'generated').length;
  await signIn(page, guest.email, `/event/${night.id}/gallery`);

  const choose = async () => {
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await toolbar(page)
      .getByRole('button', { name: /^Select all/ })
      .click();
    await toolbar(page).getByRole('button', { name: 'Restyle', exact: true }).click();
    await sheet(page).getByRole('button', { name: 'Oil', exact: true }).click();
    await expect(sheet(page).getByText(`${COUNT} photos × 1 credit = ${COUNT} credits`)).toBeVisible();
  };

  await test.step('with the cost before, and a pause after three', async () => {
    await choose();
    await sheet(page).getByRole('checkbox', { name: 'Also post to Night of batches' }).check();
    await expectAccessible(page, 'the options of a batch');
    await sheet(page)
      .getByRole('button', { name: `Restyle ${COUNT} photos` })
      .dblclick();
    await expect(sheet(page).getByText('3 of 5 made · 0 posted')).toBeVisible(made);
    await expect(sheet(page).getByText('Happy with these?')).toBeVisible();
    await expect(sheet(page).getByRole('list', { name: 'Newest results' }).getByRole('listitem')).toHaveCount(3);
    await expectAccessible(page, 'a paused batch');
    expect(await sources(), 'nothing is posted before').toBe(0);
  });
  await test.step('going on, also while the page is elsewhere', async () => {
    await sheet(page).getByRole('button', { name: 'Resume' }).click();
    await page.goto('/dashboard/generate/batches');
    const row = page.getByRole('button', { name: /^Oil, 5 photos/ });
    await expect(row).toContainText('5 of 5 made · 5 posted', made);
    await expect.poll(sources).toBe(COUNT);
    await row.click();
    await expectAccessible(page, 'a batch that is done');
  });
  await test.step('undone and restored as one', async () => {
    const batch = page.getByRole('dialog', { name: 'Oil, 5 photos' });
    await batch.getByRole('button', { name: 'Undo: remove all results' }).click();
    await expect(batch.getByRole('button', { name: 'Restore all results' })).toBeVisible();
    await expect.poll(sources).toBe(0);
    await batch.getByRole('button', { name: 'Restore all results' }).click();
    await expect(batch.getByRole('list', { name: 'Newest results' }).getByRole('listitem')).toHaveCount(COUNT);
    await expect.poll(sources).toBe(COUNT);
    await batch.getByRole('button', { name: 'Undo: remove all results' }).click();
    await expect.poll(sources).toBe(0);
  });
  await test.step('another one is canceled after three: the rest is refunded', async () => {
    await page.goto(`/event/${night.id}/gallery`);
    await choose();
    await sheet(page)
      .getByRole('button', { name: `Restyle ${COUNT} photos` })
      .click();
    await expect(sheet(page).getByText('Happy with these?')).toBeVisible(made);
    await sheet(page).getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(sheet(page).getByText('3 of 5 made · 2 canceled')).toBeVisible();
    const { body } = await guest.call<{ used: number; reserved: number }>('GET', '/api/v1/credits');
    expect([body.used, body.reserved]).toEqual([COUNT + 3, 0]);
  });
  await test.step('a third one, which goes on while the page is closed, offers Undo on the next screen', async () => {
    await page.goto(`/event/${night.id}/gallery`);
    await choose();
    await sheet(page)
      .getByRole('button', { name: `Restyle ${COUNT} photos` })
      .click();
    await expect(sheet(page).getByText('Happy with these?')).toBeVisible(made);
    const [third] = (await guest.call<{ items: { id: string }[] }>('GET', '/api/v1/generation-batches')).body.items;
    await guest.call('POST', `/api/v1/generation-batches/${third?.id}/resume`);
    await page.goto('/dashboard');
    const undo = await keepToastOpen(page, '5 photos restyled', async () => undefined);
    await undo.click();
    await expect(page.getByText('All results of the batch removed', { exact: true })).toBeVisible();
  });
});
