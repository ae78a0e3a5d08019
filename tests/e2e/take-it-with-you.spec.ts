// A result goes somewhere: into the event in few taps, once whatever is pressed, out again, on paper, and to people without an account.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { deliver, gallery, registerPerson } from '#tests/support/api.ts';
import { signIn, waitForCamera, waitForDelivery } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { requestImages, waitForGeneration } from '#tests/support/generations.ts';
import { picture } from '#tests/support/pictures.ts';

/** The server makes images beside everything else that it does. */
const made = { timeout: 60_000 };
const MOST_TAPS = 6;

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Restyle' });
const post = (page: Page) => sheet(page).getByRole('button', { name: 'Post to event' });
const posted = (page: Page) => sheet(page).getByRole('status').filter({ hasText: 'Posted' });
const undo = (page: Page) => sheet(page).getByRole('button', { name: /^Undo/ });

test.setTimeout(90_000);
test.use({ serviceWorkers: 'block', actionTimeout: 20_000 });

test(
  'own photo, restyled and posted to the event: six taps, once, withdrawn and posted again',
  { tag: '@core' },
  async ({ page, serverUrl }) => {
    const night = await newIsolatedEvent(serverUrl, { name: 'Night in six taps' });
    const guest = await registerPerson(serverUrl);
    const taps: string[] = [];
    const tap = async (what: string, control: Locator) => {
      await control.tap();
      taps.push(what);
    };
    const shown = async () => (await gallery(guest, night.id)).filter(({ source }) => source === 'generated');

    await test.step('a new person joins, and comes back later', async () => {
      await signIn(page, guest.email, `/join/${night.event.join_code}`);
      await page.getByRole('button', { name: 'Join and open the camera' }).tap();
      await waitForCamera(page);
      await page.goto('/');
    });
    await test.step('from the camera to the gallery', async () => {
      await page.getByRole('link', { name: /^Continue in/ }).tap();
      await waitForCamera(page);
      await tap('Shutter', page.getByRole('button', { name: 'Take photo' }));
      await tap('Last photo', page.getByRole('button', { name: 'Open the last photo' }));
      await tap('Restyle', page.getByRole('dialog', { name: 'Photo' }).getByRole('button', { name: 'Restyle' }));
      await tap('Style', sheet(page).getByRole('button', { name: 'Comic', exact: true }));
      await tap('Create', sheet(page).getByRole('button', { name: 'Create (1 credit)' }));
      await expect(sheet(page).getByRole('img', { name: 'The result' })).toBeVisible(made);
      await expect(post(page)).toBeInViewport({ ratio: 1 });
      await tap('Post', post(page));
      await expect(posted(page)).toBeVisible();
      console.log(`${taps.length} taps: ${taps.join(', ')}`);
      expect(taps.length).toBeLessThanOrEqual(MOST_TAPS);
      await expect.poll(shown).toMatchObject([{ status: 'approved', uploader: { id: guest.id } }]);
      await expect(post(page)).toHaveCount(0);
      await expectAccessible(page, 'a posted result over the viewer');
    });
    await test.step('undone by its reverse, and posted again, once, by a double click', async () => {
      await expect(undo(page)).toBeEnabled();
      await undo(page).tap();
      await expect(post(page)).toBeVisible();
      expect(await shown()).toEqual([]);
      await post(page).dblclick();
      await expect(posted(page)).toBeVisible();
      await expect.poll(shown).toHaveLength(1);
    });
    await test.step('another tab and a reload know it from the server', async () => {
      await waitForDelivery(page);
      const tab = await page.context().newPage();
      await tab.goto((await sheet(page).getByRole('link', { name: 'Open in my gallery' }).getAttribute('href')) ?? '');
      for (const name of ['Download', 'Share', 'Posted to Night in six taps'])
        await expect(tab.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
      await tab.getByRole('button', { name: 'More for this image' }).tap();
      const menu = tab.getByRole('menu');
      await expect(menu.getByRole('menuitem').first()).toBeInViewport({ ratio: 1 });
      await expect(menu.getByRole('menuitem').last(), 'nothing of the menu is cut off').toBeInViewport({ ratio: 1 });
      await tab.keyboard.press('Escape');
      await tab.getByRole('button', { name: 'Posted to Night in six taps' }).tap();
      const events = tab.getByRole('dialog', { name: 'Post to event' });
      await expect(events.getByRole('status').filter({ hasText: 'Posted' })).toBeVisible();
      await expect(events.getByRole('button', { name: 'Post', exact: true })).toHaveCount(0);
      await expectAccessible(tab, 'the events of an image over the viewer');
      expect(await shown()).toHaveLength(1);
      await tab.close();
    });
    await test.step('labeled as generated in the event’s gallery', async () => {
      const [photo] = await shown();
      await page.goto(`/event/${night.id}/gallery?photo=${photo?.id}`);
      await page
        .getByRole('dialog', { name: 'Photo' })
        .getByRole('button', { name: /[Dd]etails/ })
        .tap();
      await expect(page.getByText('Generated image', { exact: true })).toBeVisible();
    });
  },
);

test('from the page that makes images: an own photo and one of an event in five taps, and the result is in view', async ({
  page,
  serverUrl,
}) => {
  const night = await newIsolatedEvent(serverUrl, { name: 'Night from the page' });
  const guest = await night.newGuest();
  const { id: photoId } = await deliver(guest, night.id, await picture());
  await expect.poll(async () => (await gallery(guest, night.id)).find(({ id }) => id === photoId)?.state).toBe('ready');
  const results = page.getByRole('region', { name: 'Results' });
  const taps: string[] = [];
  const tap = async (what: string, control: Locator) => {
    await control.tap();
    taps.push(what);
  };
  const create = async () => {
    await tap('Create', page.getByRole('button', { name: 'Restyle', exact: true }));
    await expect(results.getByRole('article').first().getByRole('button', { name: /^Open/ })).toBeVisible(made);
    const card = results.getByRole('article').first();
    await expect(card.getByRole('button', { name: 'Post to event' })).toBeInViewport({ ratio: 1 });
    await expect(card.getByRole('button', { name: 'Download' })).toBeInViewport({ ratio: 1 });
    await tap('Post', card.getByRole('button', { name: 'Post to event' }));
    return card;
  };
  const shown = async () => (await gallery(guest, night.id)).filter(({ source }) => source === 'generated').length;

  await test.step('a file of one’s own', async () => {
    await signIn(page, guest.email, '/dashboard/generate');
    const { bytes, contentType, fileName } = await picture({ width: 900, height: 1200 });
    const chooser = page.waitForEvent('filechooser');
    await tap('File', page.getByRole('button', { name: 'Choose a file', exact: true }));
    await (await chooser).setFiles({ name: fileName, mimeType: contentType, buffer: bytes });
    await expect(page.getByRole('img', { name: 'Chosen image' })).toBeVisible();
    await tap('Style', page.getByRole('group', { name: 'Style' }).getByText('Oil', { exact: true }));
    await create();
    const events = page.getByRole('dialog', { name: 'Post to event' });
    await tap('Event', events.getByRole('button', { name: 'Post to Night from the page' }));
    await expect(events.getByRole('status').filter({ hasText: 'Posted' })).toBeVisible();
    console.log(`${taps.length} taps: ${taps.join(', ')}`);
    expect(taps.length).toBeLessThanOrEqual(5);
    await expect.poll(shown).toBe(1);
    await events.getByRole('button', { name: 'Close' }).tap();
  });
  await test.step('a photo of the event', async () => {
    taps.length = 0;
    await page.getByRole('button', { name: 'Remove image' }).tap();
    await tap('Event photos', page.getByRole('button', { name: 'Event photos' }));
    await tap('Event', page.getByRole('dialog').getByRole('button', { name: /^Night from the page/ }));
    await tap(
      'Photo',
      page
        .getByRole('dialog')
        .getByRole('button', { name: /^Photo by/ })
        .last(),
    );
    const card = await create();
    await expect(card.getByRole('status').filter({ hasText: 'Posted' })).toBeVisible();
    console.log(`${taps.length} taps: ${taps.join(', ')}`);
    expect(taps.length).toBeLessThanOrEqual(MOST_TAPS - 1);
    await expect.poll(shown).toBe(2);
    await expectAccessible(page, 'a result that was posted from its card');
  });
  await test.step('examples stay within reach, and so does the tutorial', async () => {
    const examples = page.getByRole('region', { name: 'Examples' });
    await expect(examples).toHaveCount(0);
    await results.getByRole('button', { name: 'Examples' }).tap();
    await expect(examples.getByRole('button', { name: /^Try this/ }).first()).toBeVisible();
    await page.getByRole('link', { name: 'How it works' }).tap();
    await expect(page.getByRole('heading', { name: 'Create and restyle images' })).toBeVisible();
  });
});

test('on paper, as a recipe, and by a link to somebody without an account', async ({ deskPage: page, newPhone, serverUrl }) => {
  const [first, second] = [
    await newIsolatedEvent(serverUrl, { name: 'First night' }),
    await newIsolatedEvent(serverUrl, { name: 'Second night', require_approval: true }),
  ];
  const guest = await first.newGuest();
  await guest.call('POST', '/api/v1/event/join', { json: { code: second.event.join_code } });
  const { id } = await requestImages(guest, { prompt: 'A cat on the moon', count: 1, seed: 7 });
  await waitForGeneration(guest, id);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, guest.email, '/dashboard/generate');
  const choose = async (item: string) => {
    await page.getByRole('region', { name: 'Results' }).getByRole('button', { name: 'More for this image' }).first().click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const fileOf = async (press: () => Promise<void>) => {
    const [file] = await Promise.all([page.waitForEvent('download'), press()]);
    return readFile(await file.path());
  };

  await test.step('a download says that it is done, and has its recipe', async () => {
    const file = await fileOf(() => choose('Download'));
    await expect(page.getByText('Image downloaded', { exact: true })).toBeVisible();
    expect((await sharp(file).metadata()).xmp?.toString()).toContain('&quot;seed&quot;:7');
  });
  await test.step('a file for the paper has its shape, its resolution and the provenance', async () => {
    await choose('Print');
    const dialog = page.getByRole('dialog', { name: 'Print' });
    await expect(dialog).toContainText(/Prints sharp up to [\d.]+ × [\d.]+ cm \(300 dpi\)/);
    await dialog.getByRole('radio', { name: 'A4' }).check();
    await expect(dialog.getByRole('status')).toContainText(/Soft: \d+ dpi/);
    const shape = () => dialog.getByRole('img', { name: /^Preview/ }).evaluate((preview) => preview.clientWidth / preview.clientHeight);
    expect(Math.abs(Math.log((await shape()) * Math.SQRT2))).toBeLessThan(0.03);
    await dialog.getByRole('radio', { name: '10 × 15 cm' }).check();
    expect(await shape()).toBeCloseTo(2 / 3, 1);
    await expectAccessible(page, 'the print dialog');
    const {
      width,
      height,
      density = 0,
      xmp,
    } = await sharp(await fileOf(() => dialog.getByRole('button', { name: 'Download print file' }).click())).metadata();
    expect(width / height).toBeCloseTo(2 / 3, 2);
    expect(Math.abs((width / density) * 25.4 - 100)).toBeLessThan(1);
    expect(xmp?.toString()).toContain('DigitalSourceType');
    await page.evaluate(() =>
      Object.assign(window, {
        print: () => document.body.setAttribute('data-printed', document.querySelector('.image-print style')?.textContent ?? ''),
      }),
    );
    await dialog.getByRole('button', { name: 'Print', exact: true }).click();
    await expect(page.locator('body')).toHaveAttribute('data-printed', /size: 100mm 150mm/);
    await expect(page.locator('.image-print')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Close' }).click();
  });
  await test.step('a copied recipe fills the form, pasted or by its link', async () => {
    await choose('Copy recipe');
    await expect(page.getByText('Recipe copied', { exact: true })).toBeVisible();
    await page.getByRole('radio', { name: 'Clip art' }).check({ force: true });
    const prompt = page.getByLabel('Describe the image');
    await prompt.fill('something else');
    await prompt.press('ControlOrMeta+a');
    await prompt.press('ControlOrMeta+v');
    await expect(prompt).toHaveValue('A cat on the moon');
    await expect(page.getByText('Form filled from the recipe', { exact: true })).toBeVisible();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toContain('Seed: 7');
    const other = await newIsolatedEvent(serverUrl);
    const tab = await (await newPhone()).page();
    await signIn(tab, (await other.newGuest()).email, text.split('\n').at(-1));
    await expect(tab.getByLabel('Describe the image')).toHaveValue('A cat on the moon');
  });
  await test.step('posted to several events, each once, with its state', async () => {
    await choose('Post to event');
    const dialog = page.getByRole('dialog', { name: 'Post to event' });
    await dialog.getByRole('button', { name: 'Post to First night' }).click();
    await dialog.getByRole('button', { name: 'Post to Second night' }).click();
    await expect(dialog.getByRole('status').filter({ hasText: 'Waiting for approval' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: /^Undo/ })).toHaveCount(2);
    await expectAccessible(page, 'the events of an image');
    await dialog.getByRole('button', { name: 'Close' }).click();
  });
  await test.step('a visitor opens the link on their phone, until it is revoked', async () => {
    await choose('Share link');
    const dialog = page.getByRole('dialog', { name: 'Share' });
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const address = await dialog.getByText(/\/shared\/[\w-]{43}\/image$/).innerText();
    await expectAccessible(page, 'a link to an image');
    const visit = async (colorScheme: 'light' | 'dark') => {
      const visitor = await (await newPhone({ colorScheme })).page();
      const answer = await visitor.goto(address);
      expect(answer?.headers()['x-robots-tag']).toBe('noindex');
      await expect(visitor.getByRole('img', { name: 'Shared image', exact: true })).toBeVisible();
      await expect(visitor.getByText(/This link works until/)).toBeVisible();
      await expect(visitor.getByText(/cat on the moon|First night/)).toHaveCount(0);
      await expectAccessible(visitor, `the page of a link, ${colorScheme}`);
      return visitor;
    };
    await visit('dark');
    const visitor = await visit('light');
    const [file] = await Promise.all([visitor.waitForEvent('download'), visitor.getByRole('button', { name: 'Download' }).tap()]);
    expect((await sharp(await file.path()).metadata()).xmp?.toString()).toContain('DigitalSourceType');
    await dialog.getByRole('button', { name: /^Revoke/ }).click();
    await expect(page.getByText('Link revoked', { exact: true })).toBeVisible();
    await expect(dialog.getByText(address), 'a link that has ended is not offered').toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Create link' })).toBeVisible();
    await visitor.reload();
    await expect(visitor.getByRole('heading', { name: 'This link has ended' })).toBeVisible();
    await expectAccessible(visitor, 'a link that has ended');
    await visitor.goto(address.replace(/[\w-]{43}/, 'A'.repeat(43)));
    await expect(visitor.getByRole('heading', { name: 'This link doesn’t exist' })).toBeVisible();
  });
});

test('the link of a recipe opens the workspace that it was made in, for those who belong to it', async ({
  deskPage: page,
  newPhone,
  serverUrl,
}) => {
  const night = await newIsolatedEvent(serverUrl);
  const recipe = encodeURIComponent('A cat on the moon\nModel: Clip art (builtin:illustrator), Seed: 7');
  const link = `/dashboard/generate?organization=${night.event.organization_id}&recipe=${recipe}`;
  await signIn(page, 'owner@demo.test', link);
  await expect(page.getByLabel('Describe the image')).toHaveValue('A cat on the moon');
  await expect(page).toHaveURL(/\/organization\/generate-image/);
  const guest = await (await newPhone()).page();
  await signIn(guest, (await night.newGuest()).email, link);
  await expect(guest.getByText('Opened with your own credits', { exact: true })).toBeVisible();
  await expect(guest.getByLabel('Describe the image')).toHaveValue('A cat on the moon');
  await expect(guest).toHaveURL(/\/dashboard\/generate$/);
});
