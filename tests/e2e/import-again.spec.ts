// Imports record their files: after an interruption the missing files are listed by name, and only they are imported again.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { openCamera, signIn } from '#tests/support/app.ts';
import { newIsolatedEvent, openMenu } from '#tests/support/e2e-steps.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { choose, expectEachOnce, importCard, importIsAt, reloadInTheMiddle } from '#tests/support/import-steps.ts';
import { picture } from '#tests/support/pictures.ts';

// Nothing here happens without a network.
test.use({ serviceWorkers: 'block' });

const FILES = 12;
/** So many are read ahead, and compared with the server in one question. */
const AT_ONCE = 8;
/** The number of files imported before the interruption, which falls between two files. */
const TAKEN = AT_ONCE;

/** The phone takes for ever to hand this file over, for as long as the page lives. */
const holdBack = (page: Page, held: string) =>
  page.evaluate((name) => {
    const handOver = File.prototype.arrayBuffer;
    File.prototype.arrayBuffer = function (this: File) {
      return this.name === name ? new Promise<ArrayBuffer>(() => undefined) : handOver.call(this);
    };
  }, held);

test(
  'an interrupted import names the missing files and resumes without duplicates',
  { tag: '@core' },
  async ({ page, serverUrl }, info) => {
    const night = await newIsolatedEvent(serverUrl);
    const guest = await night.newGuest();
    const folder = info.outputPath('files');
    mkdirSync(folder, { recursive: true });
    const pictures = await Promise.all(Array.from({ length: FILES }, () => picture({ width: 160, height: 120 })));
    const files = pictures.map(({ bytes }, number) => {
      const file = path.join(folder, `IMG_${1000 + number}.jpg`);
      writeFileSync(file, bytes);
      return file;
    });
    const names = files.map((file) => path.basename(file));
    await signIn(page, guest.email);
    await openCamera(page, night.id);
    const card = importCard(page);

    await test.step('while it runs, the event is not left unasked', async () => {
      await holdBack(page, names[TAKEN]!);
      await choose(page, files);
      await expect.poll(() => importIsAt(page), { timeout: 60_000 }).toBe(TAKEN + 1);
      await openMenu(page);
      await page.getByRole('link', { name: 'Events' }).click();
      const question = page.getByRole('dialog', { name: 'Photos are still importing' });
      await expect(question).toContainText('The import continues while the app is open.');
      await question.getByRole('button', { name: 'Stay' }).click();
      await page.keyboard.press('Escape');
      await expect(page).toHaveURL(new RegExp(`/event/${night.id}$`));
      await page.getByRole('link', { name: 'Gallery' }).click();
      await expect(page).toHaveURL(/\/gallery/);
      await page.getByRole('link', { name: 'Camera' }).click();
      await expect(card).toContainText('Importing');
    });

    await test.step('a reload asks first, and then lists the remaining files by name', async () => {
      const missing = await reloadInTheMiddle(page);
      expect(missing).toEqual(names.slice(TAKEN));
      await expect(card.getByRole('status')).toHaveText(`${missing.length} files not imported`);
      await expect(card).toContainText('Choose them again. Photos already imported are skipped.');

      await choose(page, files, 'Choose again');
      await expect(card.getByRole('status')).toHaveText(
        `${missing.length} photos saved on this phone, ${TAKEN} skipped: already in this event`,
        { timeout: 60_000 },
      );
      await card.getByText('Show file names').click();
      await expect(card.getByRole('list', { name: 'Skipped' }).getByRole('listitem')).toHaveText(names.slice(0, TAKEN));
      await expectEachOnce(
        page,
        guest,
        night.id,
        pictures.map(({ sha256 }) => sha256),
      );
    });

    await test.step('skipped files are imported on request, and imported ones are not listed again', async () => {
      await card.getByRole('button', { name: 'Dismiss' }).click();
      await expect(card).toHaveCount(0);
      await choose(page, files.slice(0, 1));
      await expect(card.getByRole('status')).toHaveText('1 file skipped: already in this event');
      await card.getByRole('button', { name: 'Import anyway' }).click();
      await expect(card.getByRole('status')).toHaveText('1 photo saved on this phone');
      await expectEachOnce(
        page,
        guest,
        night.id,
        [...pictures, pictures[0]!].map(({ sha256 }) => sha256),
      );
      await openCamera(page, night.id);
      await expect(card).toHaveCount(0);
    });
  },
);
