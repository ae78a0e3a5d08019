// A photographer shares a gallery by links; visitors open them without an account, and a couple picks its favorites.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { components } from '#openapi/api.ts';
import { createPhoto, gallery, type Person, photoRequest, signIn as apiSignIn, upload } from '#tests/support/api.ts';
import { signIn } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { expectStatus } from '#tests/support/events.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { picture } from '#tests/support/pictures.ts';
import { unzip } from '#tests/support/zip.ts';

test.use({ serviceWorkers: 'block' });

type Link = components['schemas']['GalleryLink'];

/** Brings photos to a new event of the demo owner. */
async function eventWithPhotos(base: string, count: number): Promise<{ owner: Person; id: string; photos: string[] }> {
  const { id } = await newIsolatedEvent(base, { name: 'Harbour Wedding' });
  const owner = await apiSignIn(base, 'owner@demo.test');
  const photos: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const shot = await picture();
    const request = {
      ...photoRequest(shot, await upload(owner, shot.bytes, id)),
      source: 'import' as const,
      file_name: `DSC_100${number}.jpg`,
    };
    photos.push(expectStatus(await createPhoto(owner, id, request), 201, 'delivering a photo').id);
  }
  await expect.poll(async () => (await gallery(owner, id)).filter(({ state }) => state === 'ready').length).toBe(count);
  return { owner, id, photos };
}

async function createLink(owner: Person, eventId: string, json: components['schemas']['CreateGalleryLinkRequest']): Promise<Link> {
  return expectStatus(await owner.call<Link>('POST', `/api/v1/event/${eventId}/links`, { json }), 201, 'creating a link');
}

const tiles = (page: Page) => page.getByRole('grid', { name: 'Photos' }).getByRole('link');

test('a link with a password and an end: a visitor unlocks it, sees and downloads photos, and loses it when it is revoked', async ({
  deskPage: desk,
  newPhone,
  serverUrl,
}) => {
  const { id } = await eventWithPhotos(serverUrl, 2);
  const address = await test.step('the photographer creates it', async () => {
    await signIn(desk, 'owner@demo.test', `/organization/events/${id}?tab=links`);
    await desk.getByRole('button', { name: 'New link' }).first().click();
    const form = desk.getByRole('dialog', { name: 'New link' });
    // With an empty name, whose error must not move the switch away from under the pointer.
    await form.getByRole('switch', { name: 'Password' }).check();
    await form.getByRole('textbox', { name: 'Name' }).fill('For the couple');
    await form.getByRole('textbox', { name: 'Password to enter' }).fill('lighthouse');
    await form.getByLabel('Works until').fill('2099-06-30');
    await form.getByRole('radio', { name: 'Full size' }).check();
    await form.getByRole('button', { name: 'Create link' }).click();
    const ready = desk.getByRole('dialog', { name: 'Link created' });
    await expect(ready.getByRole('img', { name: 'QR code of For the couple' })).toBeVisible();
    await expect(ready.getByRole('textbox', { name: 'Address' })).toBeFocused();
    const link = await ready.getByRole('textbox', { name: 'Address' }).inputValue();
    await ready.getByRole('button', { name: 'Done' }).click();
    await expect(desk.getByText('Password · Until', { exact: false })).toBeVisible();
    await expectAccessible(desk, 'the links');
    return link;
  });

  const visitor = await (await newPhone()).page();
  await test.step('a visitor needs the password', async () => {
    await visitor.goto(address);
    await expect(visitor.getByRole('heading', { name: 'This gallery has a password' })).toBeVisible();
    await expectAccessible(visitor, 'a locked gallery');
    const password = visitor.getByRole('textbox', { name: 'Password' });
    await expect(password).toBeFocused();
    await expect(visitor.getByText('Harbour Wedding')).toBeHidden();
    await password.fill('wrong one');
    await visitor.getByRole('button', { name: 'Open gallery' }).click();
    await expect(visitor.getByText('This password is wrong.')).toBeVisible();
    await password.fill('lighthouse');
    await visitor.getByRole('button', { name: 'Open gallery' }).click();
    await expect(visitor.getByRole('heading', { name: 'Harbour Wedding' })).toBeVisible();
    await expect(tiles(visitor)).toHaveCount(2);
    await expect(visitor.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    await expectAccessible(visitor, 'a shared gallery');
  });

  await test.step('and downloads a photo in full screen', async () => {
    await tiles(visitor).first().click();
    const viewer = visitor.getByRole('dialog', { name: 'Photo' });
    const download = visitor.waitForEvent('download');
    await viewer.getByRole('button', { name: 'Download' }).click();
    expect((await readFile(await (await download).path())).subarray(0, 2).toString('hex')).toBe('ffd8');
    await visitor.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
    await expect(tiles(visitor).first()).toBeFocused();
  });

  await test.step('revoked, it closes the open page; the photographer can restore it', async () => {
    await desk.reload();
    await expect(
      desk
        .getByRole('row', { name: /For the couple/ })
        .getByRole('cell', { name: '1' })
        .first(),
    ).toBeVisible();
    await desk.getByRole('button', { name: 'More actions for For the couple' }).click();
    await desk.getByRole('menuitem', { name: 'Revoke' }).click();
    await expect(visitor.getByRole('heading', { name: 'This gallery has ended' })).toBeVisible();
    await expect(tiles(visitor)).toHaveCount(0);
    await desk.getByText('Revoked', { exact: true }).first().click();
    await desk.getByRole('button', { name: 'Restore For the couple' }).click();
    await expect(desk.getByText('No revoked links')).toBeVisible();
    await expect(desk.getByText('“For the couple” works again', { exact: true })).toBeVisible();
    await visitor.getByRole('button', { name: 'Try again' }).click();
    await expect(tiles(visitor)).toHaveCount(2);
  });
});

test('a visitor downloads all photos of a link as one ZIP file, and no others', async ({ newPhone, serverUrl }) => {
  const { owner, id, photos } = await eventWithPhotos(serverUrl, 3);
  const link = await createLink(owner, id, {
    name: 'Speeches',
    scope: 'selection',
    photo_ids: photos.slice(0, 2),
    downloads: 'full',
    watermark: true,
  });
  const visitor = await (await newPhone()).page();
  await visitor.goto(`/shared/${link.token}`);
  await visitor.getByRole('button', { name: 'Download all' }).click();
  const dialog = visitor.getByRole('dialog', { name: 'Download photos' });
  await dialog.getByRole('button', { name: 'Prepare download' }).click();
  await expect(dialog.getByText(/^2 photos · /)).toBeVisible();
  await expectAccessible(visitor, 'a download that is ready');
  const download = visitor.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download ZIP' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('harbour-wedding-photos.zip');
  const names = [...unzip(await readFile(await file.path())).keys()];
  expect(names.map((name) => photos.findIndex((photo) => name.includes(photo.slice(-4)))).toSorted((one, other) => one - other)).toEqual([
    0, 1,
  ]);
});

test('a browser resumes a ZIP file that broke off where it stopped', async ({ newPhone, serverUrl, network }) => {
  const { owner, id } = await eventWithPhotos(serverUrl, 3);
  const link = await createLink(owner, id, { name: 'For all', scope: 'gallery', downloads: 'full', watermark: true });
  const visitor = await (await newPhone({ baseURL: network.url })).page();
  await visitor.goto(`/shared/${link.token}`);
  await visitor.getByRole('button', { name: 'Download all' }).click();
  const dialog = visitor.getByRole('dialog', { name: 'Download photos' });
  await dialog.getByRole('button', { name: 'Prepare download' }).click();
  const zip = dialog.getByRole('link', { name: 'Download ZIP' });
  const { pathname, search } = new URL((await zip.getAttribute('href'))!);
  const answer = await fetch(new URL(`${pathname}${search}`, serverUrl));
  const whole = Buffer.from(await answer.arrayBuffer());
  const stoppedAt = Math.floor(whole.length * 0.6);
  network.addFault('GET', /\/downloads\/.*zip/, { kind: 'cut-answer', afterBytes: stoppedAt }, 1);
  const download = visitor.waitForEvent('download');
  await zip.click();
  expect((await readFile(await (await download).path())).equals(whole)).toBe(true);
  const asked = network.requests.filter(({ method, path }) => method === 'GET' && /\/downloads\/.*zip/.test(path));
  expect(asked.map(({ headers, status }) => [status, headers.range, headers['if-range']])).toEqual([
    [200, undefined, undefined],
    [206, `bytes=${stoppedAt}-`, answer.headers.get('etag')],
  ]);
});

test('a visitor selects photos and downloads just these, or just the picks', async ({ newPhone, serverUrl }) => {
  const { owner, id, photos } = await eventWithPhotos(serverUrl, 3);
  const link = await createLink(owner, id, { name: 'Album', scope: 'gallery', downloads: 'full', watermark: true, picks_limit: 5 });
  const visitor = await (await newPhone()).page();
  await visitor.goto(`/shared/${link.token}`);
  const bar = visitor.getByRole('toolbar', { name: 'Selected photos' });
  const zip = async () => {
    const dialog = visitor.getByRole('dialog', { name: /^Download/ });
    await dialog.getByRole('button', { name: 'Prepare download' }).click();
    const download = visitor.waitForEvent('download');
    await dialog.getByRole('link', { name: 'Download ZIP' }).click();
    const names = [...unzip(await readFile(await (await download).path())).keys()];
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    return names.map((name) => photos.findIndex((photo) => name.includes(photo.slice(-4)))).toSorted((one, other) => one - other);
  };

  await test.step('it selects two of them, and reaches the bar by keyboard', async () => {
    await visitor.getByRole('button', { name: 'Select', exact: true }).click();
    await expect(bar).toBeFocused();
    await expect(bar.getByRole('button', { name: 'Download' })).toHaveAttribute('aria-disabled', 'true');
    await tiles(visitor).nth(0).click();
    await tiles(visitor).nth(1).click();
    await expect(bar.getByText('2 selected')).toBeVisible();
    await expectAccessible(visitor, 'selected photos of a gallery link');
    await bar.getByRole('button', { name: 'Download' }).click();
    expect(await zip()).toEqual([1, 2]);
    await bar.getByRole('button', { name: 'Select all' }).click();
    await expect(bar.getByText('3 selected')).toBeVisible();
    await bar.getByRole('button', { name: 'Cancel' }).click();
    await expect(visitor.getByRole('button', { name: 'Select', exact: true })).toBeFocused();
  });

  await test.step('its picks are downloaded alone where the page shows them', async () => {
    await visitor
      .getByRole('button', { name: /^Pick: / })
      .first()
      .click();
    await visitor.getByRole('textbox', { name: 'Your name' }).fill('Ines');
    await visitor.getByRole('dialog').getByRole('button', { name: 'Start picking' }).click();
    await expect(visitor.getByText('1 of 5 picked')).toBeVisible();
    await visitor.getByText('My picks', { exact: true }).click();
    await expect(tiles(visitor)).toHaveCount(1);
    await visitor.getByRole('button', { name: 'Download my picks' }).click();
    expect(await zip()).toEqual([2]);
  });
});

test('a chat that is sent a link shows its name and picture; with a password it learns nothing', async ({ serverUrl, request }) => {
  const { owner, id, photos } = await eventWithPhotos(serverUrl, 1);
  const open = await createLink(owner, id, { name: 'For all', scope: 'gallery', downloads: 'off', watermark: true });
  const locked = await createLink(owner, id, {
    name: 'For the couple',
    scope: 'gallery',
    downloads: 'off',
    watermark: true,
    password: 'lighthouse',
  });
  const page = async (token: string | null) =>
    (await request.get(`${serverUrl}/shared/${token}`, { headers: { accept: 'text/html' } })).text();
  const html = await page(open.token);
  expect(html).toContain('<meta property="og:title" content="Harbour Wedding: For all" />');
  const picture = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
  expect(picture).toBe(`${serverUrl}/api/v1/links/${open.token}/photos/${photos[0]}/preview`);
  expect((await request.get(picture)).headers()['content-type']).toBe('image/jpeg');
  expect(await page(locked.token)).not.toMatch(/og:|Harbour/);
});

test('a visitor picks photos up to the limit, writes a note and submits; the photographer exports them', async ({
  deskPage: desk,
  newPhone,
  serverUrl,
}) => {
  const { owner, id } = await eventWithPhotos(serverUrl, 3);
  const link = await createLink(owner, id, { name: 'Album', scope: 'gallery', watermark: true, picks_limit: 2 });
  const visitor = await (await newPhone()).page();

  await test.step('the first pick asks for a name', async () => {
    await visitor.goto(`/shared/${link.token}`);
    await expect(visitor.getByText('0 of 2 picked')).toBeVisible();
    await visitor
      .getByRole('button', { name: /^Pick:/ })
      .first()
      .click();
    const dialog = visitor.getByRole('dialog', { name: 'Who is picking?' });
    await dialog.getByRole('textbox', { name: 'Your name' }).fill('Ines');
    await dialog.getByRole('button', { name: 'Start picking' }).click();
    await expect(visitor.getByText('1 of 2 picked')).toBeVisible();
  });

  await test.step('by keyboard up to the limit, with a note', async () => {
    await tiles(visitor).nth(1).focus();
    await visitor.keyboard.press(' ');
    await expect(visitor.getByText('2 of 2 picked')).toBeVisible();
    await visitor.keyboard.press('ArrowRight');
    await visitor.keyboard.press(' ');
    await expect(visitor.getByText('You can pick 2 photos', { exact: true })).toBeVisible();
    await expect(visitor.getByText('2 of 2 picked')).toBeVisible();
    await tiles(visitor).first().click();
    await visitor.getByRole('button', { name: 'Add note' }).click();
    // Dialogs open above the viewer.
    await expect(visitor.locator('.pswp')).toHaveCSS('z-index', '40');
    await visitor.getByRole('textbox', { name: 'Note' }).fill('Black and white please');
    await visitor.getByRole('button', { name: 'Save note' }).click();
    await expect(visitor.getByRole('button', { name: 'Edit note' })).toBeVisible();
    await visitor.keyboard.press('Escape');
    await expect(tiles(visitor).first()).toBeFocused();
  });

  await test.step('a reload changes nothing; submitted picks can be withdrawn', async () => {
    await visitor.reload();
    await expect(visitor.getByText('2 of 2 picked')).toBeVisible();
    await visitor.getByText('My picks').click();
    await expect(tiles(visitor)).toHaveCount(2);
    await visitor.getByRole('button', { name: 'Submit' }).click();
    await expect(visitor.getByText('2 picks submitted')).toBeVisible();
    await expectAccessible(visitor, 'submitted picks');
    await visitor.getByRole('button', { name: 'Withdraw and change' }).click();
    await expect(visitor.getByText('2 of 2 picked')).toBeVisible();
    await visitor.getByRole('button', { name: 'Submit' }).click();
    await expect(visitor.getByText('2 picks submitted')).toBeVisible();
  });

  await test.step('the photographer sees and exports them', async () => {
    await signIn(desk, 'owner@demo.test', `/organization/events/${id}?tab=links`);
    await desk.getByRole('button', { name: 'Picks of Album: 1 of 1 submitted' }).click();
    const sheet = desk.getByRole('dialog', { name: 'Picks: Album' });
    await desk.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await sheet.getByRole('button', { name: 'Copy file names' }).click();
    await desk.getByRole('menuitem', { name: '2 submitted picks of Ines' }).click();
    await expect(desk.getByText('File names copied', { exact: true })).toBeVisible();
    await expect(desk.getByText('2 submitted picks of Ines. In Lightroom').first()).toBeVisible();
    expect(await desk.evaluate(() => navigator.clipboard.readText())).toMatch(/^DSC_100\d, DSC_100\d$/);
    await sheet.getByRole('button', { name: /Ines/ }).click();
    await expect(sheet.getByText('Black and white please')).toBeVisible();
    await expect(sheet.getByText(/DSC_100\d\.jpg/)).toHaveCount(2);
    await expectAccessible(desk, 'the picks');
    const download = desk.waitForEvent('download');
    await sheet.getByRole('button', { name: 'CSV' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv).toMatch(/Ines,.*DSC_100\d\.jpg,Black and white please/);
    await sheet.getByRole('button', { name: 'Copy file names' }).click();
    await expect(desk.getByText('File names copied', { exact: true }).last()).toBeVisible();
    expect(await desk.evaluate(() => navigator.clipboard.readText())).toMatch(/^DSC_100\d, DSC_100\d$/);
  });
});
