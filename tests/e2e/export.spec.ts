// Waiting photos are exported before a logout: all of them become files, even if the browser limits the number of downloads.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Download } from '@playwright/test';
import { acknowledgedShots, waitForServiceWorker, openCamera, signIn } from '#tests/support/app.ts';
import { deskSize } from '#tests/support/browser.ts';
import { newIsolatedEvent, openMenu } from '#tests/support/e2e-steps.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { importCard } from '#tests/support/import-steps.ts';
import { picture, sha256 } from '#tests/support/pictures.ts';

const COUNT = 80;

test('80 waiting photos that are exported at the logout are 80 files', async ({ newPhone, serverUrl }) => {
  const night = await newIsolatedEvent(serverUrl);
  const guest = await night.newGuest();
  const laptop = await newPhone({ viewport: deskSize });
  const page = await laptop.page();
  const downloads: Download[] = [];
  page.on('download', (download) => downloads.push(download));
  await signIn(page, guest.email);
  await openCamera(page, night.id);
  await waitForServiceWorker(page);
  await laptop.context.setOffline(true);

  await test.step('photos of two cameras wait, which gave them the same names', async () => {
    const pictures = await Promise.all(Array.from({ length: COUNT }, () => picture({ width: 64, height: 48 })));
    const files = pictures.map(({ bytes }, number) => ({
      name: `IMG_${1000 + Math.floor(number / 2)}.JPG`,
      mimeType: 'image/jpeg',
      buffer: bytes,
    }));
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import photos' }).click();
    await (await chooser).setFiles(files);
    await expect(importCard(page).getByRole('status')).toHaveText(`${COUNT} photos saved on this computer`, { timeout: 60_000 });
  });
  const waiting = await acknowledgedShots(page);
  expect(waiting).toHaveLength(COUNT);

  await openMenu(page);
  await page.getByRole('button', { name: 'Log out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Log out?' });
  await expect(dialog).toContainText(`${COUNT} of your photos are only on this computer`);
  await dialog.getByRole('button', { name: `Save ${COUNT} photos to Downloads` }).click();
  await expect(dialog.getByRole('button', { name: 'Log out and keep photos locked' })).toHaveAttribute('aria-disabled', 'true');
  await expect(dialog.getByRole('status')).toHaveText(`${COUNT} of ${COUNT} photos saved`, { timeout: 90_000 });

  await expect.poll(() => downloads.length).toBe(COUNT);
  const saved = await Promise.all(downloads.map(async (download) => sha256(readFileSync(await download.path()))));
  expect(saved.toSorted()).toEqual(waiting.map((shot) => shot.sha256).toSorted());
  const names = downloads.map((download) => path.basename(download.suggestedFilename()));
  expect(new Set(names).size).toBe(COUNT);
  expect(names).toContain('IMG_1000 (2).JPG');
  await expect(dialog.getByRole('button', { name: 'Log out and keep photos locked' })).not.toHaveAttribute('aria-disabled', 'true');
  expect(await acknowledgedShots(page), 'an export takes nothing away').toEqual(waiting);
});
