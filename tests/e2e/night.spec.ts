// A whole night: an organization creates an event and prints its code, a new guest joins with it and shoots, the organization moderates, and
// everyone else sees it live.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { components } from '#openapi/api.ts';
import { signIn as apiSignIn, gallery } from '#tests/support/api.ts';
import { waitForDelivery, waitForCamera, readOutbox, shoot, signIn } from '#tests/support/app.ts';
import { deskSize } from '#tests/support/browser.ts';
import { newParticipant, photoOf } from '#tests/support/events.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { modulesOf, readModules } from '#tests/support/qr.ts';

const tile = (page: Page, id: string) => page.locator(`[data-photo="${id}"]`);

test('from making an event to taking one of its photos down', { tag: '@core' }, async ({ newPhone, serverUrl, appUrl }) => {
  test.setTimeout(300_000);
  const owner = await apiSignIn(serverUrl, 'owner@demo.test');
  const name = `Night of ${randomUUID().slice(0, 8)}`;
  const desktop = await (await newPhone({ viewport: deskSize, serviceWorkers: 'block' })).page();
  await signIn(desktop, 'owner@demo.test', '/organization/events');

  const eventId = await test.step('the organization makes an event that asks for approval', async () => {
    await desktop.getByRole('button', { name: 'New event' }).click();
    const form = desktop.getByRole('dialog', { name: 'New event' });
    await form.getByRole('textbox', { name: 'Name' }).fill(name);
    await form.getByLabel('Place').fill('The old pier');
    await form.getByRole('radio', { name: /^Private/ }).check();
    await form.getByRole('radio', { name: /^Live/ }).check();
    await form.getByRole('switch', { name: 'Approve photos first' }).check();
    await form.getByRole('button', { name: 'Create event' }).click();
    await expect(desktop.getByRole('heading', { level: 1, name })).toBeVisible();
    return new URL(desktop.url()).pathname.split('/').at(-1)!;
  });
  const event = (await owner.call<components['schemas']['Event']>('GET', `/api/v1/event/${eventId}`)).body;
  const joinUrl = `${appUrl}/join/${event.join_code}`;

  await test.step('its code is shown, and on the paper that is printed', async () => {
    const modules = modulesOf(joinUrl);
    const shown = desktop.getByRole('img', { name: `QR code to join ${name}` });
    await expect(shown).toBeVisible();
    expect(await readModules(shown, modules.length), 'the code on the screen').toEqual(modules);

    await desktop.getByRole('button', { name: 'Poster' }).click();
    await expect(desktop.getByRole('dialog', { name: 'Poster' })).toBeVisible();
    await desktop.emulateMedia({ media: 'print' });
    const paper = desktop.locator('.poster-print');
    await expect(paper.getByText(name, { exact: true })).toBeVisible();
    expect(await readModules(paper.locator('svg'), modules.length), 'the code on the paper').toEqual(modules);
    await expect(desktop.getByRole('heading', { level: 1, name, includeHidden: true }), 'nothing else is printed').toBeHidden();
    await desktop.emulateMedia({ media: 'screen' });
    await desktop.getByRole('dialog', { name: 'Poster' }).getByRole('button', { name: 'Close', exact: true }).first().click();
  });

  const onlooker = await test.step('a second guest is in already, and looks into the empty gallery', async () => {
    const guest = await newParticipant(serverUrl, event);
    const page = await (await newPhone({ serviceWorkers: 'block' })).page();
    await signIn(page, guest.email, `/event/${eventId}/gallery`);
    await expect(page.getByRole('heading', { name: 'No photos yet' })).toBeVisible();
    return page;
  });

  const [camera, ids] = await test.step('another phone scans it; a new user registers and shoots three', async () => {
    const page = await (await newPhone()).page();
    await page.goto(joinUrl);
    await register(page, name);
    await shoot(page, 3);
    await waitForDelivery(page);
    const shots = (await readOutbox(page)).receipts.map(({ id }) => id).toSorted();
    await page.goto(`/event/${eventId}/gallery`);
    expect(shots).toHaveLength(3);
    await expect
      .poll(async () => (await gallery(owner, eventId)).map(({ state, status }) => `${state} ${status}`), { message: 'they are prepared' })
      .toEqual(shots.map(() => 'ready pending'));
    return [page, shots] as const;
  });
  await expect(tile(onlooker, ids[0]!), 'what waits is not shown').toHaveCount(0);

  const rejected = await test.step('two are approved, one is rejected with a reason, by one key each', async () => {
    await desktop.getByRole('tab', { name: /^Moderation/ }).click();
    const photo = desktop.getByRole('img', { name: /^Photo by Nina Novak/ });
    await expect(photo).toBeVisible();
    const region = desktop.getByRole('region', { name: 'Shortcuts' });
    await expect(region).toBeVisible();
    await desktop.keyboard.press('a');
    await expect(desktop.getByRole('radio', { name: 'Pending 2' })).toBeVisible();
    await desktop.keyboard.press('1');
    await expect(desktop.getByRole('radio', { name: 'Pending 1' })).toBeVisible();
    await desktop.keyboard.press('a');
    await expect(desktop.getByRole('heading', { name: 'All caught up' })).toBeVisible();
    const decided = async () => (await gallery(owner, eventId)).map(({ status }) => status).toSorted();
    await expect.poll(decided).toEqual(['approved', 'approved', 'rejected']);
    return (await gallery(owner, eventId)).find(({ status }) => status === 'rejected')!;
  });
  const approved = ids.filter((id) => id !== rejected.id);

  await test.step('everyone sees the two live; the author sees the other one, with the reason', async () => {
    for (const id of approved) await expect(tile(onlooker, id)).toBeVisible();
    await expect(tile(onlooker, rejected.id)).toHaveCount(0);
    const { rejection_reason: reason } = await photoOf(owner, eventId, rejected.id);
    expect(reason).toMatch(/\w/);
    await camera.goto(`/event/${eventId}/gallery?photo=${rejected.id}`);
    const viewer = camera.getByRole('dialog', { name: 'Photo' });
    await viewer.getByRole('button', { name: 'Details' }).click();
    await expect(viewer.getByText(reason!, { exact: true })).toBeVisible();
  });

  await test.step('one is taken down: it leaves the open gallery', async () => {
    const [down] = approved as [string, ...string[]];
    await desktop.goto(`/organization/events/${eventId}?tab=moderation&view=approved`);
    await desktop.getByRole('gridcell').locator(`[data-photo="${down}"]`).click();
    await desktop.getByRole('button', { name: 'Hide', exact: true }).click();
    await expect(tile(onlooker, down)).toHaveCount(0);
    for (const id of approved.slice(1)) await expect(tile(onlooker, id)).toBeVisible();
  });
});

/** From the page behind the code to the camera, as a new user. */
async function register(page: Page, eventName: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: eventName })).toBeVisible();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('article', { name: `Event: ${eventName}` })).toBeVisible();
  await page.getByLabel('First name').fill('Nina');
  await page.getByLabel('Last name').fill('Novak');
  await page.getByLabel('Email').fill(`n-${randomUUID().slice(0, 13)}@example.test`);
  await page.getByLabel('Password', { exact: true }).fill('three plain words');
  await page.getByRole('button', { name: 'Create account and join' }).click();
  await waitForCamera(page);
}
