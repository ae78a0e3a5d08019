// Images are edited instead of generated again: a part of them is painted anew, they are extended, varied and compared, and their history is known.
import type { Page } from '@playwright/test';
import type { components } from '#openapi/api.ts';
import { registerPerson, type Person } from '#tests/support/api.ts';
import { signIn } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { phoneSize } from '#tests/support/browser.ts';
import { sdServerResponder } from '#tests/support/fake-job-providers.ts';
import { startFakeProvider, type FakeProvider } from '#tests/support/fake-provider.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { picture } from '#tests/support/pictures.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { keepToastOpen } from '#tests/support/toasts.ts';

type Generation = components['schemas']['Generation'];

/** The server makes images beside everything else that it does. */
const made = { timeout: 60_000 };
const MODEL = 'sd-server:default';

let fake: FakeProvider;
let server: TestServer;
test.beforeAll(async () => {
  fake = await startFakeProvider(sdServerResponder(), () => false);
  server = await startServer({ isDurable: false, env: { SD_SERVER_URL: fake.url } });
});
test.afterAll(async () => {
  await server?.dispose();
  await fake?.close();
});
test.use({
  serviceWorkers: 'block',
  appUrl: async ({ browserName }, use) => {
    expect(browserName).toBe('chromium');
    await use(server.url);
  },
});

async function newPerson(): Promise<Person> {
  const person = await registerPerson(server.url);
  await server.sql('update users set is_verified = true where id = $1', [person.id]);
  return person;
}
const madeBy = async (person: Person): Promise<Generation[]> =>
  (await person.call<components['schemas']['GenerationPage']>('GET', '/api/v1/generations')).body.items;

const results = (page: Page) => page.getByRole('region', { name: 'Results' });
const editor = (page: Page) => page.getByRole('dialog', { name: 'Paint over it' });
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Image', exact: true });

test('a part of an own picture is marked and painted anew, then the image is extended, varied and compared', async ({ page }) => {
  const person = await newPerson();
  await signIn(page, person.email, `/dashboard/generate?model=${encodeURIComponent(MODEL)}`);
  await page.getByLabel('Describe the image').fill('A lantern over the harbour');

  await test.step('marked by brush and by keys; undone, redone, and kept over a reload', async () => {
    const { bytes } = await picture({ width: 1200, height: 800 });
    await page.getByLabel('Choose a file: file').setInputFiles({ name: 'own.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(bytes) });
    await page.getByRole('button', { name: 'Paint over it' }).click();
    const use = editor(page).getByRole('button', { name: 'Use this area' });
    await expect(use).toHaveAttribute('aria-disabled', 'true');
    const canvas = editor(page).locator('canvas');
    const box = (await canvas.boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.3);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.5, { steps: 8 });
    await page.mouse.up();
    await expect(use).not.toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Control+z');
    await expect(use).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Control+Shift+z');
    await expect(use).not.toHaveAttribute('aria-disabled', 'true');
    const keys = editor(page).getByRole('button', { name: /^Rectangle in the image/ });
    await keys.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(editor(page).getByText('Rectangle 28% from the left, 30% from the top, 40% wide, 42% high')).toBeAttached();
    await page.keyboard.press('Enter');
    await expectAccessible(page, 'the mask editor');
    await page.reload();
    await page.getByRole('button', { name: 'Paint over it' }).click();
    await expect(use).not.toHaveAttribute('aria-disabled', 'true');
    await editor(page).getByRole('button', { name: 'Undo' }).click();
    await editor(page).getByRole('button', { name: 'Undo' }).click();
    await expect(editor(page).getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true');
    await editor(page).getByRole('button', { name: 'Redo' }).click();
    await use.click();
    await expect(page.getByText('What is white here can change.')).toBeVisible();
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await expect.poll(() => madeBy(person), made).toMatchObject([{ status: 'succeeded', request: { mask: expect.any(String) } }]);
  });

  await test.step('extended to another format, at a price that is told before', async () => {
    await results(page).getByRole('button', { name: 'More for this image' }).click();
    await page.getByRole('menuitem', { name: 'Edit a part, or extend' }).click();
    await page.getByRole('group', { name: 'Extend the image' }).getByRole('radio', { name: '4:3', exact: true }).press(' ');
    await page.getByRole('radio', { name: 'Center' }).press('ArrowRight');
    await expect(page.getByText(/^4 credits, 99,996 left until /)).toBeVisible();
    await expectAccessible(page, 'extending');
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await expect
      .poll(() => madeBy(person), made)
      .toMatchObject([{ status: 'succeeded', request: { width: 1024, height: 768, outpaint: { aspect: '4:3', anchor: 'end' } } }, {}]);
  });

  await test.step('varied by one press, with the price on the button', async () => {
    const vary = results(page).getByRole('button', { name: 'Variation (4 credits)' });
    // The server has the extended image before the page does.
    await expect(vary).toHaveCount(2, made);
    await vary.first().click();
    await expect.poll(async () => (await madeBy(person)).map(({ images }) => images.length), made).toEqual([1, 1, 1]);
    const [variation, parent] = await madeBy(person);
    expect(variation?.request).toMatchObject({ strength: 0.35, source: { kind: 'image', id: parent?.images[0]?.id } });
  });

  await test.step('its history is in the viewer, and leads to every step', async () => {
    await results(page).getByRole('button', { name: /^Open/ }).first().click();
    const history = viewer(page).getByRole('navigation', { name: 'History of this image' });
    await expect(history.getByRole('button', { name: /^Extended: / })).toBeVisible();
    await expect(history.getByText('Variation', { exact: true })).toBeVisible();
    await expectAccessible(page, 'the history');
    await history.getByRole('button', { name: 'Compare' }).click();
    const compare = page.getByRole('dialog', { name: 'Compare 2 images' });
    await compare.getByRole('slider', { name: 'Divider' }).press('ArrowLeft');
    await expect(compare.getByRole('slider', { name: 'Divider' })).toHaveValue('49');
    await expectAccessible(page, 'comparing');
    const desk = page.viewportSize()!;
    for (const size of [phoneSize, { width: 844, height: 390 }]) {
      await page.setViewportSize(size);
      const [dialog, frame] = [(await compare.boundingBox())!, (await compare.getByRole('slider', { name: 'Divider' }).boundingBox())!];
      expect(dialog, 'the whole screen').toEqual({ x: 0, y: 0, ...size });
      // As wide as the screen, or as high as what the title and the captions leave.
      expect(frame.width / size.width > 0.99 || frame.height / size.height > 0.5, JSON.stringify(frame)).toBe(true);
      await expect(compare.getByRole('slider', { name: 'Divider' })).toBeInViewport({ ratio: 1 });
    }
    await page.setViewportSize(desk);
    await page.keyboard.press('Escape');
    await expect(compare).toBeHidden();
    await history.getByRole('button', { name: /^Extended: / }).click();
    await expect(history.getByRole('list', { name: 'Made from this image' }).getByRole('listitem')).toHaveCount(1);
  });
});

test('something is erased from a photo, and the photo extended, without any AI model', async ({ page }) => {
  const person = await newPerson();
  await signIn(page, person.email, '/dashboard/generate?model=builtin%3Aerase');
  const tasks = page.getByRole('group', { name: 'Task' }).locator('label');
  await expect(tasks).toHaveText(['Create', 'Restyle', 'Erase', 'Extend', 'Upscale', 'Cut out']);
  for (const task of await tasks.all()) await expect(task, 'each task is in view on a phone').toBeInViewport({ ratio: 1 });
  const { bytes } = await picture({ width: 1200, height: 900 });
  await page.getByLabel('Choose a file: file').setInputFiles({ name: 'own.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(bytes) });
  await expect(page.getByText('Mark an area first.').first()).toBeVisible();
  await expect(page.getByText(/^Removes what you mark .+ takes about \d+ seconds\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Paint over it' }).click();
  const use = editor(page).getByRole('button', { name: 'Use this area' });
  await expect
    .poll(() => editor(page).boundingBox(), 'on a phone the editor fills the screen')
    .toEqual({ x: 0, y: 0, ...page.viewportSize()! });
  const box = (await editor(page).locator('canvas').boundingBox())!;
  expect(box.width, 'so does the image, from edge to edge').toBe(page.viewportSize()!.width);
  for (const within of [
    editor(page).getByRole('slider', { name: 'Brush size' }),
    editor(page).getByRole('button', { name: 'Undo' }),
    editor(page).getByRole('button', { name: 'Cancel' }),
    use,
  ]) {
    const { y, height } = (await within.boundingBox())!;
    expect(y, 'within reach of a thumb').toBeGreaterThan(page.viewportSize()!.height / 2);
    expect(y + height, 'without scrolling').toBeLessThanOrEqual(page.viewportSize()!.height);
  }
  const paint = async (from: number, to: number) => {
    await page.mouse.move(box.x + box.width * from, box.y + box.height * 0.5);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * to, box.y + box.height * 0.5, { steps: 4 });
    await page.mouse.up();
  };
  await paint(0.1, 0.9);
  await editor(page).getByRole('button', { name: 'Undo' }).click();
  await expect(use).toHaveAttribute('aria-disabled', 'true');
  await paint(0.4, 0.5);
  await use.click();
  await expect(page.getByText('What is white here is erased.')).toBeVisible();
  await expectAccessible(page, 'erasing');
  await page.getByRole('button', { name: 'Erase', exact: true }).click();
  await expect
    .poll(() => madeBy(person), made)
    .toMatchObject([{ status: 'succeeded', request: { model: 'builtin:erase' }, images: [{ width: 1200, height: 900 }] }]);

  await results(page).getByRole('button', { name: 'More for this image' }).click();
  await page.getByRole('menuitem', { name: 'Extend', exact: true }).click();
  await expect(page.getByText('Choose a format first.').first()).toBeVisible();
  const formats = page.getByRole('group', { name: 'Extend to this format' }).locator('label');
  await expect(formats).toHaveCount(9);
  await formats.first().scrollIntoViewIfNeeded();
  for (const format of await formats.all()) await expect(format, 'each format is in view on a phone').toBeInViewport({ ratio: 1 });
  await page.getByRole('radio', { name: '16:9', exact: true }).press(' ');
  await expect(page.getByText('The edges of the image are continued into the new area.')).toBeVisible();
  await page.getByRole('radio', { name: 'Center' }).press('ArrowRight');
  await expect(page.getByText(/^Far edges become soft: the new area is wide, so it is a blurred, darker frame/)).toBeVisible();
  await expectAccessible(page, 'extending without a model');
  await page.getByRole('button', { name: 'Extend', exact: true }).click();
  await expect
    .poll(() => madeBy(person), made)
    .toMatchObject([{ status: 'succeeded', request: { model: 'builtin:extend' }, images: [{ width: 1600, height: 900 }] }, {}]);
});

test('prompts are saved, found again on another device, and deleted with undo', async ({ page, deskPage }) => {
  const person = await newPerson();
  await signIn(page, person.email, '/dashboard/generate');
  await page.getByLabel('Describe the image').fill('A lantern over the harbour at night');
  const library = (on: Page) => on.getByRole('dialog', { name: 'Prompts' });
  await page.getByRole('button', { name: 'Prompts' }).click();
  await expect(library(page).getByText('No saved prompts yet')).toBeVisible();
  await expect(library(page).getByRole('region', { name: 'Templates' }).getByRole('button')).not.toHaveCount(0);
  await library(page).getByRole('button', { name: 'Save current prompt' }).click();
  const form = page.getByRole('dialog', { name: 'Save prompt' });
  await form.getByLabel('Title').fill('Harbour');
  await form.getByRole('checkbox', { name: 'Also save the model and its settings' }).check();
  await form.getByRole('button', { name: 'Save prompt' }).click();
  await library(page).getByRole('button', { name: 'Add Harbour to favorites' }).click();
  await expectAccessible(page, 'the prompt library');
  expect(await madeBy(person), 'saving a prompt generates nothing').toEqual([]);

  await signIn(deskPage, person.email, '/dashboard/generate');
  await deskPage.getByRole('button', { name: 'Prompts' }).click();
  await library(deskPage).getByRole('radio', { name: 'Favorites' }).press(' ');
  await library(deskPage).getByRole('textbox', { name: 'Search prompts' }).fill('LANTERN');
  await library(deskPage)
    .getByRole('button', { name: /^Harbour/ })
    .click();
  await expect(deskPage.getByLabel('Describe the image')).toHaveValue('A lantern over the harbour at night');
  await deskPage.getByRole('button', { name: 'Prompts' }).click();
  const undo = await keepToastOpen(deskPage, '“Harbour” deleted', () =>
    library(deskPage).getByRole('button', { name: 'Delete Harbour' }).click(),
  );
  await expect(library(deskPage).getByText('No saved prompts yet')).toBeVisible();
  await undo.click();
  await expect(library(deskPage).getByRole('button', { name: 'Delete Harbour' })).toBeVisible();
});

test('a style is previewed on the picture for nothing, before the full image', async ({ page }) => {
  const person = await newPerson();
  await signIn(page, person.email, '/dashboard/generate?model=builtin%3Arestyle');
  const { bytes } = await picture({ width: 1600, height: 1200 });
  await page.getByLabel('Choose a file: file').setInputFiles({ name: 'own.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(bytes) });
  const preview = page.getByRole('img', { name: 'Preview of the style' });
  await expect(preview).toBeVisible();
  const shape = () => preview.evaluate((image: HTMLImageElement) => image.naturalWidth > image.naturalHeight);
  for (const isWide of [false, true]) {
    await page.getByRole('button', { name: 'Rotate', exact: true }).click();
    await expect.poll(shape, 'a photo that lies sideways is turned before it is used').toBe(isWide);
  }
  await page.getByRole('group', { name: 'Style' }).getByRole('radio', { name: 'Neon' }).press(' ');
  await expect(page.getByText('Preview, free. The result is larger and sharper.')).toBeVisible();
  const styles = page.getByRole('group', { name: 'Style' }).locator('label');
  for (const style of [styles.first(), styles.last()]) {
    await style.click();
    await expect(style.getByRole('radio')).toBeChecked();
    await expect(style, 'the last style too, with what it does beside it').toBeInViewport({ ratio: 1 });
    await expect(preview).toBeInViewport({ ratio: 1 });
  }
  await expect(page.getByText('Preview, free. The result is larger and sharper.')).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => void (request.url().includes('/style-previews') && asked.push(request.url())));
  await page.getByLabel('Strength').fill('0.2');
  await expect(preview).toHaveCSS('opacity', '0.2');
  await page.getByRole('group', { name: 'Style' }).getByRole('radio', { name: 'Oil' }).press(' ');
  await expect.poll(() => asked.length, 'the strength needs no server, another style does').toBe(1);
  await expectAccessible(page, 'the preview of a style');
  expect(await madeBy(person)).toEqual([]);
  const { body } = await person.call<components['schemas']['Credits']>('GET', '/api/v1/credits');
  expect(body).toMatchObject({ used: 0, reserved: 0 });
});

test('what is erased and what is extended is previewed for nothing, and again after every change', async ({ page }) => {
  const person = await newPerson();
  await signIn(page, person.email, '/dashboard/generate?model=builtin%3Aerase');
  const { bytes } = await picture({ width: 1200, height: 900 });
  await page.getByLabel('Choose a file: file').setInputFiles({ name: 'own.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(bytes) });
  const preview = page.getByRole('img', { name: 'Preview of the result' });
  const free = page.getByText('Preview, free. The result is larger and sharper.');
  const large = page.getByText(/^You marked \d\d% of the image\. So large an area often gets something that doesn’t fit/);
  const mark = async (button: string, [from, to]: readonly [number, number], brush = '0.06') => {
    await page.getByRole('button', { name: button }).click();
    await editor(page).getByRole('slider', { name: 'Brush size' }).fill(brush);
    const box = (await editor(page).locator('canvas').boundingBox())!;
    await page.mouse.move(box.x + box.width * from, box.y + box.height * 0.5);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * to, box.y + box.height * 0.5, { steps: 4 });
    await page.mouse.up();
    await editor(page).getByRole('button', { name: 'Use this area' }).click();
    await expect(editor(page)).toBeHidden();
  };
  await mark('Paint over it', [0.45, 0.5]);
  await expect(free).toBeVisible(made);
  const first = await preview.getAttribute('src');
  expect(await preview.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([640, 480]);
  await expect(large).toBeHidden();
  // The strokes are still there, and more of them are added.
  await mark('Change the area', [0.1, 0.9], '0.2');
  await expect(large, 'also above a preview that fills the screen of a phone').toBeInViewport({ ratio: 1 });
  await expect(free).toBeVisible(made);
  expect(await preview.getAttribute('src')).not.toBe(first);
  await expectAccessible(page, 'the preview of what is erased');

  await page.getByRole('group', { name: 'Task' }).getByRole('radio', { name: 'Extend' }).press(' ');
  await page.getByRole('radio', { name: '1:1', exact: true }).press(' ');
  await expect(free).toBeVisible(made);
  expect(await preview.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([640, 640]);
  await expectAccessible(page, 'the preview of an extension');
  expect(await madeBy(person)).toEqual([]);
  const { body } = await person.call<components['schemas']['Credits']>('GET', '/api/v1/credits');
  expect(body).toMatchObject({ used: 0, reserved: 0 });
});
