// A phone without free space, and a deleted store: acknowledged photos remain, or the user learns which are missing.
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { demoEvents } from '#server/seed/ids.ts';
import {
  acknowledgedShots,
  waitForDelivery,
  expectExactlyOnServer,
  waitForServiceWorker,
  readCounts,
  openCamera,
  readOutbox,
  shoot,
  signIn,
} from '#tests/support/app.ts';
import { expect, test } from '#tests/support/chaos-fixtures.ts';
import { runFullDiskScenario, uploadRequests } from '#tests/support/full-disk-scenario.ts';

test('a disk filled to the last byte: the shutter shows it, and every acknowledged photo arrives', async ({
  disk,
  newPhone,
  network,
  guest,
}) => {
  const phone = await newPhone({ profile: path.join(disk.folder, 'profile'), promised: true });
  const { shots } = await runFullDiskScenario({ phone, email: guest.email, disk, network, fullForMs: 32_000, greedy: false });
  await expectExactlyOnServer(guest, demoEvents.live, shots);
});

test('pictures to cache on a full disk: a browser without persistent storage clears nothing', async ({ disk, newPhone, guest }) => {
  const phone = await newPhone({ profile: path.join(disk.folder, 'profile') });
  const page = await phone.page();
  await signIn(page, guest.email);
  await openCamera(page, demoEvents.live);
  await waitForServiceWorker(page);
  await shoot(page, 2);
  await waitForDelivery(page);
  const pictures = await page.evaluate(async (event) => {
    // Chromium evicts sites if that helps, so they occupy half of the missing space.
    const root = await navigator.storage.getDirectory();
    const much = await (await root.getFileHandle('much', { create: true })).createWritable();
    await much.write(new Uint8Array(30_000_000));
    await much.close();
    const answer = await fetch(`/api/v1/event/${event}/photos`);
    const { items } = (await answer.json()) as { items: { id: string; state: string }[] };
    return items.filter(({ state }) => state === 'ready').map(({ id }) => `/api/v1/event/${event}/photos/${id}/thumb`);
  }, demoEvents.live);
  expect(pictures.length).toBeGreaterThan(3);
  // Without the app, only the worker writes: a record of the app that meets the full disk first would distort this test.
  await page.goto('/favicon.svg');
  // Room that was proved for the last picture is good for so long (`GRANTED_MS` in sw/free-space.ts).
  await pause(3_000);

  // Pictures find no space, small records do. A record that meets a disk without a free byte clears the site in any case
  // (docs/decisions/008-replica.md).
  disk.fill(64 * 1024);
  const shown = await page.evaluate(async (addresses) => {
    const answers = [];
    for (const address of addresses) answers.push((await fetch(address)).ok);
    return answers;
  }, pictures);
  expect(shown, 'they are shown all the same').toEqual(pictures.map(() => true));
  disk.free();
  const left = await page.evaluate(async () => (await (await navigator.storage.getDirectory()).getFileHandle('much')).getFile());
  expect(left).toBeDefined();
  expect((await readOutbox(page)).receipts).toHaveLength(2);
});

test('a store deleted by another tab is restored from the replica; photos without a copy are reported by number', async ({
  phone,
  network,
  guest,
}) => {
  const page = await phone.page();
  await signIn(page, guest.email);
  await openCamera(page, demoEvents.live);
  network.addFault('*', uploadRequests, { kind: 'refuse' });
  await shoot(page, 4);
  const shots = await acknowledgedShots(page);
  const other = await phone.context.newPage();
  await other.goto('/favicon.svg');
  await test.step('one copy falls with the store, the others stay', async () => {
    await other.evaluate(async (id) => {
      const root = await navigator.storage.getDirectory();
      const copies = await root.getDirectoryHandle('outbox-second-copies');
      for await (const name of copies.keys()) {
        const file = await copies.getFileHandle(name).then((handle) => handle.getFile());
        if ((await file.slice(-2048).text()).includes(id)) await copies.removeEntry(name);
      }
      await new Promise((resolve) => indexedDB.deleteDatabase('outbox').addEventListener('success', resolve));
    }, shots[0]!.id);
  });

  const told = page.getByRole('dialog', { name: 'This phone lost 1 photo' });
  await expect(told).toContainText('3 photos were restored from the second copy on this phone');
  await expect(told).toContainText('1 photo is no longer on this phone and had not been uploaded.');
  await page.reload();
  await expect(told, 'a reload does not swallow it').toBeVisible();
  await told.getByRole('button', { name: 'OK' }).click();
  await expect.poll(() => readCounts(page)).toEqual({ shot: 3, waiting: 3, stored: 0 });
  network.clearFaults();
  await waitForDelivery(page);
  await expect.poll(() => readCounts(page)).toEqual({ shot: 3, waiting: 0, stored: 3 });
  expect((await readOutbox(page)).receipts).toHaveLength(3);
  await expectExactlyOnServer(guest, demoEvents.live, shots.slice(1));
  await page.reload();
  await openCamera(page, demoEvents.live);
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('all data of the site is cleared under an open page: the number of lost photos is reported', async ({ phone, network, guest }) => {
  const page = await phone.page();
  await signIn(page, guest.email);
  await openCamera(page, demoEvents.live);
  network.addFault('*', uploadRequests, { kind: 'refuse' });
  await shoot(page, 3);
  const client = await phone.context.newCDPSession(page);
  await client.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: 'all' });
  await expect(page.getByRole('dialog', { name: 'This phone lost 3 photos' })).toBeVisible({ timeout: 30_000 });
});
