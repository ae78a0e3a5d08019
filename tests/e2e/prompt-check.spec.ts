// What Clip art can't draw is said before anything is charged. On a phone, the form and its button are on the first screen.
import type { Locator, Page } from '@playwright/test';
import type { components } from '#openapi/api.ts';
import { signIn } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { newGuest, openMenu } from '#tests/support/e2e-steps.ts';
import { expect, test } from '#tests/support/fixtures.ts';

test.use({ serviceWorkers: 'block' });

const chooseClipArt = (page: Page) => page.getByRole('radio', { name: 'Clip art' }).check({ force: true });
const field = (page: Page) => page.getByLabel('Describe the image');
const generate = (page: Page) => page.getByRole('button', { name: 'Generate', exact: true });
const usedCredits = async (page: Page) => {
  const { used, reserved } = (await (await page.request.get('/api/v1/credits')).json()) as components['schemas']['Credits'];
  return used + reserved;
};

test('a subject that can’t be drawn is named before Generate, and costs nothing', async ({ page, phone, serverUrl }) => {
  const person = await newGuest(serverUrl);
  await signIn(page, person.email, '/dashboard/generate');
  await chooseClipArt(page);

  await test.step('a missing subject is marked and named', async () => {
    await field(page).fill('A golden retriever playing guitar');
    await expect(page.getByText('Clip art can’t draw: retriever. It will draw: guitar.')).toBeVisible();
    await expect(page.locator('mark')).toHaveText(['retriever', 'playing']);
    await expect(generate(page)).not.toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page, 'a description with unknown words');
    await page.getByRole('button', { name: 'Replace retriever with dog' }).click();
    await expect(field(page)).toHaveValue('A golden dog playing guitar');
    await expect(page.getByText('Clip art can’t draw')).toHaveCount(0);
  });

  await test.step('without any drawable subject, nothing can be sent', async () => {
    await field(page).fill('A retriever on the beach');
    await expect(page.getByText('Clip art can’t draw: retriever. Describe something else').first()).toBeVisible();
    await expect(generate(page)).toHaveAttribute('aria-disabled', 'true');
  });

  await test.step('offline it can’t be checked: the server refuses it later, and charges nothing', async () => {
    await phone.context.setOffline(true);
    await field(page).fill('A zeppelin in a storm');
    await expect(page.getByText('We couldn’t check whether Clip art knows these words.')).toBeVisible();
    await generate(page).click();
    const card = page.getByRole('article', { name: 'A zeppelin in a storm' });
    await expect(card).toContainText('Waiting on this');
    await phone.context.setOffline(false);
    await expect(card).toContainText('Clip art can’t draw: zeppelin.');
    expect(await usedCredits(page)).toBe(0);
    await card.getByRole('button', { name: 'Edit' }).click();
    await expect(field(page)).toHaveValue('A zeppelin in a storm');
    await expect(card).toHaveCount(0);
  });

  await test.step('marks are below their words in a long text that wraps', async () => {
    const long = `${'a cat, a dog and a retriever on the beach; '.repeat(23)}a zorblax`.slice(0, 1000);
    await field(page).fill(long);
    await expect(page.locator('mark').last()).toHaveText('zorblax');
    const sizes = await field(page).evaluate((area: HTMLTextAreaElement) => {
      const copy = area.previousElementSibling as HTMLElement;
      return { text: [area.clientWidth, area.scrollHeight], copy: [copy.clientWidth, copy.scrollHeight], own: area.clientHeight };
    });
    expect(sizes.copy).toEqual(sizes.text);
    expect(sizes.own, 'it doesn’t scroll by itself').toBe(sizes.text[1]);
  });
});

const isInView = async (page: Page, part: Locator) => {
  const box = (await part.boundingBox())!;
  return box.y >= 0 && box.y + box.height <= page.viewportSize()!.height;
};

// A phone with and without its browser's toolbar, and a small one.
for (const [width, height] of [
  [390, 844],
  [390, 664],
  [360, 640],
] as const)
  test(`the form and its button are on the first screen of ${width} × ${height}`, async ({ page, serverUrl }) => {
    const person = await newGuest(serverUrl);
    await page.setViewportSize({ width, height });
    await signIn(page, person.email, '/dashboard/generate');
    const button = page.getByRole('button', { name: 'Restyle', exact: true });
    await expect(button).toBeVisible();
    const styles = page.getByRole('group', { name: 'Style' }).locator('label');
    for (const part of [page.getByRole('group', { name: 'Image to restyle' }), styles.first(), styles.nth(2), button])
      expect(await isInView(page, part), String(part)).toBe(true);
    // The bar with the button covers nothing of it.
    const bar = (await button.boundingBox())!;
    const style = (await styles.first().boundingBox())!;
    expect(style.y + style.height).toBeLessThan(bar.y);

    await chooseClipArt(page);
    for (const part of [field(page), generate(page)]) expect(await isInView(page, part), String(part)).toBe(true);
    const prompt = (await field(page).boundingBox())!;
    expect(prompt.y + prompt.height).toBeLessThan((await generate(page).boundingBox())!.y);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await expectAccessible(page, 'the form');
  });

test('a new account sees examples; Try this fills the form with the recipe, and they go with the first image', async ({
  page,
  serverUrl,
}) => {
  const person = await newGuest(serverUrl);
  await signIn(page, person.email, '/dashboard/gallery');
  const examples = page.getByRole('region', { name: 'Examples' });
  await expect(examples.getByText('Example', { exact: true }).first()).toBeVisible();
  await expectAccessible(page, 'the examples');
  await examples.getByRole('button', { name: 'Try this: A table in oil' }).click();
  await expect(page.getByAltText('Chosen image')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Oil', exact: true })).toBeChecked();
  await examples.getByRole('button', { name: 'Try this: A cat on the moon' }).click();
  await expect(field(page)).toHaveValue('A cat on the moon at night with a rocket');
  await generate(page).click();
  const card = page.getByRole('article', { name: 'A cat on the moon at night with a rocket' });
  await expect(card.getByRole('list', { name: 'Results' }).getByRole('listitem')).toHaveCount(1, { timeout: 60_000 });
  await expect(examples).toHaveCount(0);
  const { items } = (await (await page.request.get('/api/v1/generations')).json()) as components['schemas']['GenerationPage'];
  expect(items[0]!.request).toMatchObject({ seed: 41, count: 1, width: 1024, height: 1024 });
  await openMenu(page);
  await page.getByRole('link', { name: 'Gallery', exact: true }).click();
  await expect(page.getByRole('grid', { name: 'Images' })).toBeVisible();
  await expect(examples).toHaveCount(0);
});
