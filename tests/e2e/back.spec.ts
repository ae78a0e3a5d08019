// The phone's Back, on image making: it closes what is on top, one layer at a time, and then leaves the page.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { components } from '#openapi/api.ts';
import type { Person } from '#tests/support/api.ts';
import { signIn } from '#tests/support/app.ts';
import { newGuest } from '#tests/support/e2e-steps.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { picture } from '#tests/support/pictures.ts';

test.use({ serviceWorkers: 'block' });

const results = (page: Page) => page.getByRole('region', { name: 'Results' });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const back = (page: Page) => page.evaluate(() => history.back());
/** Above the page. */
const entries = (page: Page) => page.evaluate(() => (history.state as { layer?: number }).layer ?? 0);

async function make(person: Person, words: string): Promise<void> {
  const id = randomUUID();
  const headers = { 'idempotency-key': id, 'x-account': person.user.id };
  await person.call('POST', '/api/v1/generations', { json: { model: 'builtin:illustrator', prompt: words, count: 2 }, headers });
  const made = async () => (await person.call<components['schemas']['Generation']>('GET', `/api/v1/generations/${id}`)).body.status;
  await expect.poll(made, { timeout: 60_000 }).toBe('succeeded');
}

test('Back closes sheets, the mask editor, comparisons and menus of image making, and loses nothing', async ({ page, serverUrl }) => {
  const person = await newGuest(serverUrl);
  const words = 'Two boats on a lake';
  await make(person, words);
  // The first page of the app: before it there is nothing of the app to go back to.
  await signIn(page, person.email, '/dashboard/generate');
  await page.getByRole('radio', { name: 'Clip art' }).check({ force: true });
  const opened = async (name: string, layers = 1) => {
    await expect(dialog(page, name)).toBeVisible();
    await expect.poll(() => entries(page)).toBe(layers);
  };
  const closed = async (name: string, layers = 0) => {
    await expect(dialog(page, name)).toHaveCount(0);
    await expect.poll(() => entries(page)).toBe(layers);
    await expect(page).toHaveURL(/\/dashboard\/generate/);
  };

  await test.step('the prompts, with a form above them', async () => {
    await page.getByRole('button', { name: 'Prompts' }).click();
    await opened('Prompts');
    await back(page);
    await closed('Prompts');
  });

  await test.step('closed by its button: no entry is left', async () => {
    const length = await page.evaluate(() => history.length);
    await page.getByRole('button', { name: 'Prompts' }).click();
    await opened('Prompts');
    await dialog(page, 'Prompts').getByRole('button', { name: 'Close' }).click();
    await closed('Prompts');
    // The entry that was left before has been taken again.
    expect(await page.evaluate(() => history.length)).toBe(length);
  });

  await test.step('the painting of the mask editor, which stays', async () => {
    await page.getByRole('radio', { name: 'Erase' }).check({ force: true });
    const { bytes } = await picture({ width: 1200, height: 800 });
    await page.getByLabel('Choose a file: file').setInputFiles({ name: 'own.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(bytes) });
    await page.getByRole('button', { name: 'Paint over it' }).click();
    const use = dialog(page, 'Paint over it').getByRole('button', { name: 'Use this area' });
    const canvas = dialog(page, 'Paint over it').locator('canvas');
    const box = (await canvas.boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.3);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.5, { steps: 8 });
    await page.mouse.up();
    await expect(use).not.toHaveAttribute('aria-disabled', 'true');
    await opened('Paint over it');
    await back(page);
    await closed('Paint over it');
    await page.getByRole('button', { name: 'Paint over it' }).click();
    await expect(use).not.toHaveAttribute('aria-disabled', 'true');
    await opened('Paint over it');
    await back(page);
    await closed('Paint over it');
  });

  await test.step('a comparison on a card', async () => {
    await results(page).getByRole('button', { name: 'Compare' }).click();
    await opened('Compare 2 images');
    await back(page);
    await closed('Compare 2 images');
  });

  await test.step('a menu, and the dialog that it opens, above the viewer', async () => {
    await results(page).getByRole('button', { name: /^Open/ }).first().click();
    await expect(dialog(page, 'Image')).toBeVisible();
    await expect(page).toHaveURL(/image=/);
    const menu = page.getByRole('menu');
    await dialog(page, 'Image').getByRole('button', { name: 'More for this image' }).click();
    await expect(menu).toBeVisible();
    await expect.poll(() => entries(page)).toBe(1);
    await back(page);
    await expect(menu).toBeHidden();
    await expect(dialog(page, 'Image')).toBeVisible();
    await dialog(page, 'Image').getByRole('button', { name: 'More for this image' }).click();
    await page.getByRole('menuitem', { name: 'Post to event' }).click();
    await opened('Post to event');
    await back(page);
    await closed('Post to event');
    await expect(dialog(page, 'Image')).toBeVisible();
    await back(page);
    await closed('Image');
    await expect(page).not.toHaveURL(/image=/);
  });
});
