// Images from words and pictures, with the models that are built in: made, changed, cancelled, deleted and brought back; asked for without a
// network and made once.
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import type { components } from '#openapi/api.ts';
import { signIn } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { newGuest } from '#tests/support/e2e-steps.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { picture } from '#tests/support/pictures.ts';
import { keepToastOpen } from '#tests/support/toasts.ts';

/** The server makes images beside everything else that it does. */
const made = { timeout: 60_000 };

const results = (page: Page) => page.getByRole('region', { name: 'Results' });
const cardOf = (page: Page, title: string): Locator => results(page).getByRole('article', { name: title });
const imagesIn = (card: Locator) => card.getByRole('list', { name: 'Results' }).getByRole('listitem');

async function madeBy(page: Page): Promise<components['schemas']['Generation'][]> {
  const answer = await page.request.get('/api/v1/generations');
  return ((await answer.json()) as components['schemas']['GenerationPage']).items;
}

test.use({ serviceWorkers: 'block' });

test('a prompt becomes four images; delete, undo, upscale, cancel', { tag: '@core' }, async ({ page, phone, serverUrl }) => {
  const person = await newGuest(serverUrl);
  await signIn(page, person.email, '/dashboard/generate');
  await page.getByRole('radio', { name: 'Clip art' }).check({ force: true });
  const prompt = page.getByLabel('Describe the image');
  const generate = page.getByRole('button', { name: 'Generate', exact: true });
  const words = 'A cat on the moon at night with a rocket';

  await test.step('four images, without asking again', async () => {
    await expect(page.getByText('Nothing generated yet')).toBeVisible();
    await expect(generate).toHaveAttribute('aria-disabled', 'true');
    await prompt.fill(words);
    await page.reload();
    await expect(prompt).toHaveValue(words);
    await expect(page.getByRole('radio', { name: '1', exact: true })).toBeChecked();
    await page.getByRole('radio', { name: '4', exact: true }).press(' ');
    await expect(page.getByText(/^1 credit per image, 4 in all, [\d,]+ left until /)).toBeVisible();
    await generate.click();
    await expect(imagesIn(cardOf(page, words))).toHaveCount(4, made);
    await expectAccessible(page, 'results');
  });

  await test.step('deleted, and brought back', async () => {
    const first = imagesIn(cardOf(page, words)).first();
    await first.getByRole('button', { name: 'More for this image' }).click();
    const undo = await keepToastOpen(page, 'Image deleted', () => page.getByRole('menuitem', { name: 'Delete' }).click());
    await expect(imagesIn(cardOf(page, words))).toHaveCount(3);
    await undo.click();
    await expect(imagesIn(cardOf(page, words))).toHaveCount(4);
  });

  await test.step('cancelled on its way, and costs nothing', async () => {
    await imagesIn(cardOf(page, words)).first().getByRole('button', { name: 'More for this image' }).click();
    await page.getByRole('menuitem', { name: /^Upscale/ }).click();
    await results(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(results(page).getByText('Canceled')).toBeVisible();
    await expect.poll(async () => (await madeBy(page))[0]).toMatchObject({ status: 'cancelled', credits: 0 });
  });

  await test.step('an offline request waits, and is generated once', async () => {
    const later = 'Three balloons over the sea';
    await phone.context.setOffline(true);
    await prompt.fill(later);
    await page.getByRole('radio', { name: '1', exact: true }).press(' ');
    await expect(page.getByRole('radio', { name: '1', exact: true })).toBeChecked();
    await generate.click();
    await expect(cardOf(page, later)).toContainText('Waiting on this');
    await expectAccessible(page, 'a request that waits');
    await phone.context.setOffline(false);
    await expect(imagesIn(cardOf(page, later))).toHaveCount(1, made);
    expect((await madeBy(page)).filter(({ request }) => request.prompt === later)).toHaveLength(1);
  });

  await test.step('all of it is in the gallery', async () => {
    await page.goto('/dashboard/gallery');
    await expect(page.getByRole('grid', { name: 'Images' }).getByRole('gridcell')).toHaveCount(5);
    await page.getByRole('grid').getByRole('link').first().click();
    await expect(page.getByRole('dialog', { name: 'Image' })).toBeVisible();
    await expectAccessible(page, 'the viewer of images');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Image' })).toHaveCount(0);
    await expect(page.getByRole('grid').getByRole('link').first(), 'the image that was open has the focus').toBeFocused();
  });
});

test('a photo of one’s own becomes a drawing', async ({ deskPage: page, serverUrl }) => {
  const person = await newGuest(serverUrl);
  await signIn(page, person.email, '/dashboard/generate');
  await expect(page.getByRole('radio', { name: 'Restyle' }), 'without a provider, what one’s own photos become comes first').toBeChecked();
  const restyle = page.getByRole('button', { name: 'Restyle', exact: true });
  await expect(restyle).toHaveAttribute('aria-disabled', 'true');
  const photo = await picture();
  await page.getByLabel('Choose a file: file').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo.bytes });
  await expect(page.getByAltText('Chosen image')).toBeVisible();
  await page.getByRole('group', { name: 'Style' }).getByRole('radio').first().check({ force: true });
  await restyle.click();
  await expect(results(page).getByRole('list', { name: 'Results' }).getByRole('listitem')).toHaveCount(1, made);
  await expectAccessible(page, 'a restyled photo');
});

test('a double click on Generate requests one image, moves nothing and selects no text', async ({ deskPage: page, serverUrl }) => {
  const person = await newGuest(serverUrl);
  await signIn(page, person.email, '/dashboard/generate');
  await page.getByRole('radio', { name: 'Clip art' }).check({ force: true });
  await page.getByLabel('Describe the image').fill('A cat');
  const generate = page.getByRole('button', { name: 'Generate', exact: true });
  await generate.scrollIntoViewIfNeeded();
  const scrolled = () => page.evaluate(() => window.scrollY);
  const before = await scrolled();
  await generate.dblclick();
  await expect(imagesIn(cardOf(page, 'A cat'))).toHaveCount(1, made);
  expect(await scrolled()).toBe(before);
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
  expect(await madeBy(page)).toHaveLength(1);
});

test('a mask is drawn over the picture by finger, taken back, and sent with the request', async ({ page, serverUrl }) => {
  const person = await newGuest(serverUrl);
  // None that is built in takes a mask.
  await page.route('**/api/v1/generation-models*', async (route) => {
    const answer = await route.fetch();
    const { items } = (await answer.json()) as components['schemas']['GenerationModelList'];
    const restyle = items.filter(({ task }) => task === 'image-to-image');
    await route.fulfill({
      response: answer,
      json: { items: restyle.map((model) => ({ ...model, capabilities: { ...model.capabilities, mask: true } })) },
    });
  });
  await signIn(page, person.email, '/dashboard/generate');
  const draw = page.getByRole('button', { name: 'Paint over it' });
  const dialog = page.getByRole('dialog', { name: 'Paint over it' });
  await page.getByText('More options').tap();
  await expect(draw).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('Choose a file: file').setInputFiles({ name: 'p.jpg', mimeType: 'image/jpeg', buffer: (await picture()).bytes });
  await expect(page.getByAltText('Chosen image')).toBeVisible();
  await draw.tap();

  const sheet = dialog.getByRole('img', { name: 'Drawing area' });
  const undo = dialog.getByRole('button', { name: 'Undo' });
  await expect(sheet).toBeVisible();
  await expect(undo).toHaveAttribute('aria-disabled', 'true');
  await expect(dialog.getByText('Two fingers zoom.')).toBeVisible();
  await expect(dialog.getByText(/By keyboard/), 'a finger has no keys').toBeHidden();
  await expectAccessible(page, 'the drawing of a mask');
  const box = (await sheet.boundingBox())!;
  const dot = (x: number, y: number) => page.touchscreen.tap(box.x + box.width * x, box.y + box.height * y);
  await dot(0.25, 0.5);
  await dialog.getByRole('button', { name: 'Close' }).tap();
  await draw.tap();
  await expect(undo, 'closed by mistake, nothing is lost').not.toHaveAttribute('aria-disabled');
  await expect(sheet).toBeVisible();
  await dot(0.75, 0.5);
  await undo.tap();
  await dialog.getByRole('button', { name: 'Use this area' }).tap();
  await expect(page.getByAltText('The marked area, in white')).toBeVisible();

  const asking = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/v1/generations'));
  await page.getByRole('button', { name: 'Restyle', exact: true }).tap();
  const { mask } = (await asking).postDataJSON() as components['schemas']['CreateGenerationRequest'];
  const thumb = await (await page.request.get(`/api/v1/generation-sources/${mask}`)).body();
  const { data, info } = await sharp(thumb).greyscale().raw().toBuffer({ resolveWithObject: true });
  const lightAt = (x: number, y: number) => data[Math.round(info.height * y) * info.width + Math.round(info.width * x)];
  expect(lightAt(0.25, 0.5), 'painted').toBeGreaterThan(200);
  expect(lightAt(0.75, 0.5), 'taken back').toBeLessThan(50);
});
