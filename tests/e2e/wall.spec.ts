// A television at the venue shows an event's new photos: it is paired by a code, follows what happens, and leaves when it is unpaired.
import type { Page } from '@playwright/test';
import type { components } from '#openapi/api.ts';
import { deliver, type Person, signIn as apiSignIn } from '#tests/support/api.ts';
import { signIn } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { expectStatus, updateEvent } from '#tests/support/events.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { picture } from '#tests/support/pictures.ts';
import { keepToastOpen } from '#tests/support/toasts.ts';

test.use({ serviceWorkers: 'block' });

type Screen = components['schemas']['Screen'];

async function newEvent(base: string): Promise<{ owner: Person; id: string }> {
  const { id } = await newIsolatedEvent(base, { name: 'Harbour Wedding' });
  return { owner: await apiSignIn(base, 'owner@demo.test'), id };
}

const shown = (page: Page, id: string) => page.locator(`img[data-photo="${id}"]`);
const newPhoto = async (owner: Person, eventId: string) => (await deliver(owner, eventId, await picture())).id;

async function readCode(page: Page): Promise<string> {
  const code = page.getByLabel(/^Code( \d){6}$/);
  await expect(code).toBeVisible();
  return (await code.innerText()).replaceAll(/\s/g, '');
}

async function pair(owner: Person, eventId: string, screen: Page): Promise<Screen> {
  await screen.goto('/wall');
  const json = { code: await readCode(screen), name: 'Foyer' };
  return expectStatus(await owner.call<Screen>('POST', `/api/v1/event/${eventId}/screens`, { json }), 201, 'pairing');
}

test('a screen is paired by its code, shows a new photo without reload, and leaves when it is unpaired', async ({
  deskPage: desk,
  newPhone,
  serverUrl,
}) => {
  const { owner, id } = await newEvent(serverUrl);
  const screen = await (await newPhone()).page();
  await test.step('the screen shows a code, and the organization enters it', async () => {
    await screen.goto('/wall');
    const code = await readCode(screen);
    await expectAccessible(screen, 'a screen with its code');
    await signIn(desk, 'owner@demo.test', `/organization/events/${id}?tab=screens`);
    await expect(desk.getByRole('heading', { name: 'No screens yet' })).toBeVisible();
    await expectAccessible(desk, 'no screens');
    await desk.getByRole('button', { name: 'Pair a screen' }).click();
    const form = desk.getByRole('dialog', { name: 'Pair a screen' });
    await form.getByRole('textbox', { name: 'Code on the screen' }).fill(code === '000000' ? '000001' : '000000');
    await form.getByRole('button', { name: 'Pair screen' }).click();
    await expect(form.getByText('No screen shows this code now.', { exact: false })).toBeVisible();
    await form.getByRole('textbox', { name: 'Code on the screen' }).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await form.getByRole('textbox', { name: 'Name' }).fill('Foyer');
    await form.getByRole('button', { name: 'Pair screen' }).click();
    await expect(form).toBeHidden();
    await expect(desk.getByRole('region', { name: 'Screens' }).getByRole('listitem')).toContainText('Connected');
    await expect(screen.getByRole('heading', { name: 'Photos appear here as they are taken' })).toBeVisible();
    await expectAccessible(screen, 'an empty wall');
  });

  let first = '';
  await test.step('a new photo appears, and leaves when it is deleted', async () => {
    first = await newPhoto(owner, id);
    await expect(shown(screen, first)).toBeVisible();
    const second = await newPhoto(owner, id);
    await expect(shown(screen, second)).toBeVisible();
    await expectAccessible(screen, 'the wall of a screen');
    expectStatus(await owner.call('DELETE', `/api/v1/event/${id}/photos/${second}`), 204, 'deleting');
    await expect(shown(screen, second)).toHaveCount(0);
    await expect(shown(screen, first)).toBeVisible();
  });

  await test.step('before the reveal it counts down, large, with the code to join', async () => {
    const code = screen.getByRole('img', { name: 'QR code to join Harbour Wedding' });
    await expect(code).toBeVisible();
    await updateEvent(owner, id, { reveals_at: '2099-06-30T20:00:00.000Z' });
    await expect(screen.getByRole('timer')).toHaveText(/^[\d,]+ days \d+ h \d+ min$/);
    await expect(code).toBeVisible();
    await expectAccessible(screen, 'a wall before the reveal');
    await desk.reload();
    await expect(desk.getByRole('region', { name: 'Screens' }).getByRole('listitem')).toContainText('Waits for the reveal');
    await updateEvent(owner, id, { reveals_at: null });
    await expect(shown(screen, first)).toBeVisible();
  });

  await test.step('the organization turns the join code off', async () => {
    await desk.getByRole('button', { name: 'Edit Foyer' }).click();
    const form = desk.getByRole('dialog', { name: 'Edit screen' });
    await form.getByRole('switch', { name: 'QR code to join' }).uncheck();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(screen.getByRole('img', { name: 'QR code to join Harbour Wedding' })).toBeHidden();
    await expectAccessible(desk, 'the screens');
  });

  await test.step('it survives a restart, is unpaired, and paired again by Undo', async () => {
    await screen.reload();
    await expect(screen.locator('img[data-photo]')).toBeVisible();
    const undo = await keepToastOpen(desk, '“Foyer” unpaired', () => desk.getByRole('button', { name: 'Unpair Foyer' }).click());
    await readCode(screen);
    await expect(screen.locator('img[data-photo]')).toHaveCount(0);
    await undo.click();
    await expect(screen.locator('img[data-photo]')).toBeVisible();
  });
});

test('the wall on a laptop: keyboard, pause, controls that vanish, and back to the gallery', async ({ deskPage: desk, serverUrl }) => {
  const { owner, id } = await newEvent(serverUrl);
  const photos = [await newPhoto(owner, id), await newPhoto(owner, id), await newPhoto(owner, id)];
  await expect
    .poll(async () => {
      const { items } = expectStatus(
        await owner.call<components['schemas']['PhotoPage']>('GET', `/api/v1/event/${id}/photos`),
        200,
        'reading the gallery',
      );
      return items.filter(({ state }) => state === 'ready').length;
    })
    .toBe(photos.length);
  await desk.clock.install();
  await signIn(desk, 'owner@demo.test', `/event/${id}/gallery`);
  await desk.getByRole('button', { name: 'Event options' }).click();
  await desk.getByRole('menuitem', { name: 'Live wall' }).click();
  await expect(desk).toHaveURL(/view=wall/);
  const current = desk.locator('[data-slide]').last().locator('img');
  await expect(current).toBeVisible();
  const controls = desk.getByRole('toolbar', { name: 'Wall controls' });
  await desk.keyboard.press('Space');
  await expect(controls.getByRole('button', { name: 'Play' })).toBeVisible();
  const first = await current.getAttribute('data-photo');
  await expectAccessible(desk, 'the wall');
  await desk.keyboard.press('ArrowRight');
  await expect(current).not.toHaveAttribute('data-photo', first!);
  await desk.keyboard.press('ArrowLeft');
  await expect(current).toHaveAttribute('data-photo', first!);
  await desk.keyboard.press('Enter');
  await expect(controls.getByRole('button', { name: 'Play' })).toBeFocused();
  await desk.keyboard.press('Enter');
  await expect(controls.getByRole('button', { name: 'Pause' })).toBeFocused();
  await desk.clock.runFor(3_100);
  await expect(controls).toHaveCSS('opacity', '0');
  await desk.mouse.move(200, 200);
  await desk.mouse.move(220, 220);
  await expect(controls).toHaveCSS('opacity', '1');
  await desk.keyboard.press('Escape');
  await expect(desk).toHaveURL(new RegExp(`/event/${id}/gallery$`));
  await expect(desk.getByRole('grid', { name: 'Photos' })).toBeVisible();
});

test('without a connection the wall goes on with the photos it has, and says so', async ({ newPhone, serverUrl }) => {
  const { owner, id } = await newEvent(serverUrl);
  const phone = await newPhone();
  const screen = await phone.page();
  await pair(owner, id, screen);
  const photos = [await newPhoto(owner, id), await newPhoto(owner, id)];
  for (const photo of photos) await expect(shown(screen, photo).or(screen.locator('[data-slide]')).first()).toBeVisible();
  await phone.context.setOffline(true);
  await expect(screen.getByText(/^Offline since/)).toBeVisible();
  await expect(screen.locator('img[data-photo]').first()).toBeVisible();
  const missed = await newPhoto(owner, id);
  await phone.context.setOffline(false);
  await expect(screen.getByText(/^Offline since/)).toBeHidden();
  await expect(shown(screen, missed)).toBeVisible();
});
