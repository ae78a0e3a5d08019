// The server is restored from an older backup: it has lost photos that it had confirmed, and the phone has dropped their bytes.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { storageKeys } from '#server/storage/storage.ts';
import { gallery } from '#tests/support/api.ts';
import { waitForDelivery, readCountsWithImports, openCamera, readOutbox, shoot, signIn, uploadStatus } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { expect, testWithServer as test } from '#tests/support/chaos-fixtures.ts';
import { newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { choose, importCard } from '#tests/support/import-steps.ts';
import { picture } from '#tests/support/pictures.ts';

// The page alone checks and sends.
test.use({ serviceWorkers: 'block' });

const known = /\/photos\/known$/;
/** Checked after the late scripts have been loaded (src/main.tsx). */
const late = { timeout: 60_000 };
const check = /\/photos\/check$/;

test('photos that the server has lost are named, not counted as stored, and come back once each by another import', async ({
  page,
  network,
  server,
}, info) => {
  const night = await newIsolatedEvent(server.url);
  const guest = await night.newGuest();
  const folder = info.outputPath('files');
  mkdirSync(folder, { recursive: true });
  const pictures = await Promise.all(Array.from({ length: 5 }, () => picture({ width: 160, height: 120 })));
  const files = pictures.map((_, number) => path.join(folder, `IMG_${1000 + number}.jpg`));
  for (const [number, file] of files.entries()) writeFileSync(file, pictures[number]!.bytes);
  const hashes = pictures.map(({ sha256 }) => sha256);
  const own = async () => (await gallery(guest, night.id)).filter(({ uploader }) => uploader.id === guest.id);
  const notice = page.getByRole('region', { name: 'Lost photos' });

  await signIn(page, guest.email);
  await openCamera(page, night.id);
  await shoot(page, 2);
  await choose(page, files);
  await waitForDelivery(page);
  await expect.poll(() => readCountsWithImports(page)).toEqual({ shot: 2, imported: 5, waiting: 0, stored: 7 });
  const before = await own();
  expect(before).toHaveLength(7);

  await test.step('silence is no proof', async () => {
    const lost = before.filter(({ sha256 }) => hashes.includes(sha256));
    await server.sql('delete from photos where id = any($1)', [lost.map(({ id }) => id)]);
    for (const photo of lost) rmSync(path.join(server.dataDir, 'photos', storageKeys.original(photo)));
    const heal = network.addFault('POST', check, { kind: 'portal' });
    await openCamera(page, night.id);
    await expect.poll(() => network.requests.filter((one) => one.fault === 'portal' && check.test(one.path)).length, late).toBe(1);
    await expect.poll(() => readCountsWithImports(page)).toEqual({ shot: 2, imported: 5, waiting: 0, stored: 7 });
    await expect(notice).toHaveCount(0);
    heal();
  });

  await test.step('the lost ones are named, and the numbers follow', async () => {
    await openCamera(page, night.id);
    await expect(uploadStatus(page)).toContainText('5 lost by the server', late);
    await expect.poll(() => readCountsWithImports(page)).toEqual({ shot: 2, imported: 5, waiting: 0, stored: 2 });
    await expect(notice).toContainText('The server lost 5 photos of yours.');
    await notice.getByRole('link', { name: 'Show' }).click();
    const queue = page.getByRole('dialog', { name: 'Queue' });
    await expect(queue).toContainText(`The server lost 5 photos from ${night.event.name}`);
    await expect(queue.getByRole('list', { name: 'Lost photos' }).getByRole('listitem')).toHaveText(
      files.map((file) => new RegExp(`^${path.basename(file)} · `)),
    );
    await expect(queue).not.toContainText('All photos are uploaded');
    await expectAccessible(page, 'the queue with lost photos');
    await page.keyboard.press('Escape');
  });

  await test.step('an import is taken in while the server is silent; each file is there once afterwards', async () => {
    const heal = network.addFault('POST', known, { kind: 'portal' });
    await choose(page, files.slice(0, 4));
    await expect(importCard(page).getByRole('status')).toHaveText('4 photos saved on this phone');
    await expect(uploadStatus(page)).toContainText('1 lost by the server', { timeout: 60_000 });
    heal();
    await expect.poll(async () => (await own()).length, { timeout: 60_000 }).toBe(6);
    await choose(page, files);
    await waitForDelivery(page);
    await expect.poll(() => readCountsWithImports(page)).toEqual({ shot: 2, imported: 5, waiting: 0, stored: 7 });
    await expect(notice).toHaveCount(0);
    expect((await own()).map(({ sha256 }) => sha256).toSorted()).toEqual(before.map(({ sha256 }) => sha256).toSorted());
    expect((await readOutbox(page)).receipts).toHaveLength(7);
  });

  await test.step('the same files again while the server is silent are not sent twice', async () => {
    const heal = network.addFault('POST', known, { kind: 'portal' });
    await openCamera(page, night.id);
    await choose(page, files);
    await expect(importCard(page).getByRole('status')).toHaveText('5 photos saved on this phone');
    await expect.poll(() => readCountsWithImports(page)).toEqual({ shot: 2, imported: 5, waiting: 5, stored: 2 });
    heal();
    await waitForDelivery(page, 60_000);
    await expect.poll(() => readCountsWithImports(page)).toEqual({ shot: 2, imported: 5, waiting: 0, stored: 7 });
    expect(await own()).toHaveLength(7);
  });
});
