// 150 photographs of a whole evening, imported with a reload in the middle and picked again.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openCamera, signIn } from '#tests/support/app.ts';
import { newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { choose, expectEachOnce, importCard, importIsAt, reloadInTheMiddle } from '#tests/support/import-steps.ts';
import { drawPhotographs, writeCopies } from '#tests/support/large-photos.ts';
import { reportCounts } from '#tests/support/report-counts.ts';

const FILES = 150;

test('150 photographs, broken off and picked again, are in the gallery once each', async ({ page, serverUrl }, info) => {
  test.setTimeout(1_200_000);
  const night = await newIsolatedEvent(serverUrl);
  const guest = await night.newGuest();
  const files = writeCopies(info.outputPath('files'), await drawPhotographs(), FILES);
  const hashes = files.map((file) => createHash('sha256').update(readFileSync(file)).digest('hex'));
  await signIn(page, guest.email);
  await openCamera(page, night.id);
  const card = importCard(page);

  await choose(page, files);
  await expect.poll(() => importIsAt(page), { timeout: 240_000, intervals: [100] }).toBeGreaterThan(FILES / 2);
  const missing = await reloadInTheMiddle(page);
  expect(missing.length).toBeGreaterThan(0);
  expect(missing).toEqual(files.slice(-missing.length).map((file) => path.basename(file)));
  const afterReload = (await card.getByRole('status').textContent()) ?? '';
  await page.screenshot({ path: info.outputPath('after-reload.png') });

  await choose(page, files, 'Choose again');
  const ended = `${missing.length} photos saved on this phone, ${FILES - missing.length} skipped`;
  await expect(card.getByRole('status')).toHaveText(ended, { timeout: 240_000 });
  await page.screenshot({ path: info.outputPath('picked-again.png') });
  await expectEachOnce(page, guest, night.id, hashes, 900_000);
  reportCounts(`"${afterReload}"; picked again: "${ended}"; in the gallery ${FILES}, each once`);
});
