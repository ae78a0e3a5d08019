// Images from words and pictures, with the models that are built in: made, changed, cancelled, deleted and brought back; asked for without a
// network and made once.
import type { Locator, Page } from '@playwright/test';
import type { components } from '#openapi/api.ts';
import { signIn } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { picture } from '#tests/support/pictures.ts';
import { newGuest } from '#tests/support/story.ts';

const results = (page: Page) => page.getByRole('region', { name: 'Results' });
const cardOf = (page: Page, title: string): Locator => results(page).getByRole('article', { name: title });
const imagesIn = (card: Locator) => card.getByRole('list', { name: 'Results' }).getByRole('listitem');

async function madeBy(page: Page): Promise<components['schemas']['Generation'][]> {
  const answer = await page.request.get('/api/v1/generations');
  return ((await answer.json()) as components['schemas']['GenerationPage']).items;
}

test.use({ serviceWorkers: 'block' });

test('words become four images; one is deleted and comes back, another is upscaled and that is cancelled', async ({
  page,
  phone,
  serverUrl,
}) => {
  const person = await newGuest(serverUrl);
  await signIn(page, person.email, '/dashboard/generate');
  const prompt = page.getByLabel('Describe the image');
  const generate = page.getByRole('button', { name: 'Generate', exact: true });
  const words = 'A cat on the moon at night with a rocket';

  await test.step('four images, without asking again', async () => {
    await expect(page.getByText('Nothing generated yet')).toBeVisible();
    await expect(generate).toHaveAttribute('aria-disabled', 'true');
    await prompt.fill(words);
    await page.reload();
    await expect(prompt).toHaveValue(words);
    await expect(page.getByRole('radio', { name: '4', exact: true })).toBeChecked();
    await generate.click();
    await expect(imagesIn(cardOf(page, words))).toHaveCount(4);
    await expectAccessible(page, 'results');
  });

  await test.step('deleted, and brought back', async () => {
    const first = imagesIn(cardOf(page, words)).first();
    await first.getByRole('button', { name: 'More for this image' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(imagesIn(cardOf(page, words))).toHaveCount(3);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(imagesIn(cardOf(page, words))).toHaveCount(4);
  });

  await test.step('cancelled on its way, and costs nothing', async () => {
    await imagesIn(cardOf(page, words)).first().getByRole('button', { name: 'More for this image' }).click();
    await page.getByRole('menuitem', { name: /^Upscale/ }).click();
    await results(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(results(page).getByText('Cancelled')).toBeVisible();
    await expect.poll(async () => (await madeBy(page))[0]).toMatchObject({ status: 'cancelled', credits: 0 });
  });

  await test.step('what is asked for offline waits, and is made once', async () => {
    const later = 'Three balloons over the sea';
    await phone.context.setOffline(true);
    await prompt.fill(later);
    await page.getByRole('radio', { name: '1', exact: true }).press(' ');
    await expect(page.getByRole('radio', { name: '1', exact: true })).toBeChecked();
    await generate.click();
    await expect(cardOf(page, later)).toContainText('Waits on this');
    await expectAccessible(page, 'a request that waits');
    await phone.context.setOffline(false);
    await expect(imagesIn(cardOf(page, later))).toHaveCount(1);
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
  });
});

test('a photo of one’s own becomes a drawing', async ({ deskPage: page, serverUrl }) => {
  const person = await newGuest(serverUrl);
  await signIn(page, person.email, '/dashboard/generate');
  await page.getByRole('radio', { name: 'Restyle' }).check({ force: true });
  const restyle = page.getByRole('button', { name: 'Restyle', exact: true });
  await expect(restyle).toHaveAttribute('aria-disabled', 'true');
  const photo = await picture();
  await page.getByLabel('Choose a file: file').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo.bytes });
  await expect(page.getByAltText('The chosen picture')).toBeVisible();
  await page.getByRole('group', { name: 'Style' }).getByRole('radio').first().check({ force: true });
  await restyle.click();
  await expect(results(page).getByRole('list', { name: 'Results' }).getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page, 'a restyled photo');
});
