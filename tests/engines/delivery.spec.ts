// Killed browsers, lost answers, killed servers and offline starts in browsers other than Chromium. These have no Background Sync: after a restart
// the page itself delivers.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { demoEvents } from '#server/seed/ids.ts';
import { acknowledgedShots, expectExactlyOnServer, readOutbox, waitForServiceWorker } from '#tests/support/app.ts';
import {
  expect,
  expectDelivery,
  formsOfStoredPhotos,
  importFiles,
  openCamera,
  PHOTOS,
  shoot,
  test,
  testWithServer,
  useBrowser,
  waitForCamera,
} from '#tests/support/engine-fixtures.ts';
import { firefox } from '#tests/support/firefox.ts';
import { writeCopies } from '#tests/support/large-photos.ts';
import { picture } from '#tests/support/pictures.ts';
import { reportCounts } from '#tests/support/report-counts.ts';
import { privateWebkit, webkit } from '#tests/support/webkit.ts';

const live = demoEvents.live;
const commits = /\/photos$/;
const deliveries = /^\/api\/v1\/(uploads|event\/[^/]+\/photos$)/;

test.describe.configure({ mode: 'parallel' });

for (const browser of [firefox, webkit]) {
  test.describe(browser.name, () => {
    useBrowser(browser);

    test(`${browser.name} killed between acknowledgement and first byte`, async ({ otherPhone: phone, network, guest }) => {
      await phone.cookieOnDisk('ais_refresh');
      network.addFault('*', deliveries, { kind: 'refuse' });
      await shoot(phone.page, PHOTOS);
      const shots = await acknowledgedShots(phone.page);
      await phone.kill();
      expect(shots.length).toBeGreaterThanOrEqual(PHOTOS);
      expect(network.requests.filter(({ path, status }) => deliveries.test(path) && status !== null)).toEqual([]);

      network.clearFaults();
      await phone.restart();
      await openCamera(phone.page, network.url);
      await expectDelivery(phone.page, shots);
      await expectExactlyOnServer(guest, live, shots);
      reportCounts(`${browser.name} killed: ${shots.length} acknowledged, ${shots.length} on the server`);
    });

    test(`${browser.name} killed after the server’s commit but before its answer`, async ({ otherPhone: phone, network, guest }) => {
      await phone.cookieOnDisk('ais_refresh');
      network.addFault('POST', commits, { kind: 'hold-answer' });
      await shoot(phone.page, 3);
      const shots = await acknowledgedShots(phone.page);
      expect((await network.answered('POST', commits)).status).toBe(201);
      await phone.kill();

      network.clearFaults();
      await phone.restart();
      await openCamera(phone.page, network.url);
      await expectDelivery(phone.page, shots);
      expect((await readOutbox(phone.page)).receipts).toHaveLength(shots.length);
      const repeats = network.requests.filter(({ method, path, status }) => method === 'POST' && commits.test(path) && status === 200);
      expect(repeats.length, 'a repeat was answered with the same photo').toBeGreaterThan(0);
      await expectExactlyOnServer(guest, live, shots);
    });

    test(`${browser.name}: answers lost after the commit`, async ({ otherPhone: phone, network, guest }) => {
      network.addFault('POST', commits, { kind: 'lose-answer' }, PHOTOS);
      await shoot(phone.page, PHOTOS);
      const shots = await acknowledgedShots(phone.page);
      await expectDelivery(phone.page, shots);
      expect(network.requests.filter(({ fault, status }) => fault === 'lose-answer' && status === 201).length).toBeGreaterThan(0);
      await expectExactlyOnServer(guest, live, shots);
    });

    test(`${browser.name} killed with imported photos waiting`, async ({ otherPhone: phone, network, guest }, info) => {
      await phone.cookieOnDisk('ais_refresh');
      network.addFault('*', deliveries, { kind: 'refuse' });
      const { bytes } = await picture({ width: 1600, height: 1200, noise: true });
      const files = writeCopies(info.outputPath('files'), [bytes], PHOTOS);
      await importFiles(phone.page, files);
      const shots = await acknowledgedShots(phone.page);
      await phone.kill();
      const hashes = files.map((file) => createHash('sha256').update(readFileSync(file)).digest('hex'));
      expect(shots.map(({ sha256 }) => sha256).toSorted()).toEqual(hashes.toSorted());

      network.clearFaults();
      await phone.restart();
      await openCamera(phone.page, network.url);
      await expectDelivery(phone.page, shots);
      await expectExactlyOnServer(guest, live, shots);
      reportCounts(`${browser.name} killed: ${shots.length} imported, ${shots.length} on the server`);
    });

    test(`${browser.name} reloaded, killed and started without a network`, async ({ otherPhone: phone, network, guest }) => {
      await waitForServiceWorker(phone.page);
      await phone.cookieOnDisk('ais_refresh');
      phone.allowFailedFetch('the phone is offline');
      await network.unplug();
      await phone.page.reload();
      await waitForCamera(phone.page);
      await shoot(phone.page, 2);
      await phone.kill();
      await phone.restart();
      await openCamera(phone.page, network.url);
      await shoot(phone.page, 1);
      const shots = await acknowledgedShots(phone.page);
      expect(shots.length).toBeGreaterThanOrEqual(3);

      await network.plugIn();
      await expectDelivery(phone.page, shots);
      await expectExactlyOnServer(guest, live, shots);
    });

    testWithServer(`${browser.name}: server and database killed during delivery`, async ({ otherPhone: phone, network, server, guest }) => {
      network.addFault('*', deliveries, { kind: 'refuse' });
      await shoot(phone.page, PHOTOS);
      const shots = await acknowledgedShots(phone.page);
      network.clearFaults();
      await network.answered('POST', commits, 90_000);
      phone.allowFailedFetch('the server is dead');
      await server.killWithDatabase();
      await server.restart();

      await expectDelivery(phone.page, shots);
      await expectExactlyOnServer(guest, live, shots);
    });
  });
}

test.describe(privateWebkit.name, () => {
  useBrowser(privateWebkit);

  test('a browser that refuses Blobs in IndexedDB stores buffers and delivers', async ({ otherPhone: phone, network, guest }) => {
    const undo = network.addFault('*', deliveries, { kind: 'refuse' });
    await shoot(phone.page, 3);
    const shots = await acknowledgedShots(phone.page);
    expect(await formsOfStoredPhotos(phone.page)).toEqual(shots.map(() => 'ArrayBuffer'));
    undo();
    network.addFault('POST', commits, { kind: 'lose-answer' }, 2);
    await phone.page.reload();
    await waitForCamera(phone.page);
    await expectDelivery(phone.page, shots);
    await expectExactlyOnServer(guest, live, shots);
  });
});
