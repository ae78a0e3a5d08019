// The phone's system kills the browser in the middle of a burst, each time at another moment.
import { setTimeout as pause } from 'node:timers/promises';
import { demoEvents } from '#server/seed/ids.ts';
import {
  waitForDelivery,
  expectExactlyOnServer,
  waitForServiceWorker,
  readCounts,
  openCamera,
  readOutbox,
  signIn,
} from '#tests/support/app.ts';
import { expect, test } from '#tests/support/chaos-fixtures.ts';
import { reportCounts } from '#tests/support/report-counts.ts';

// The browser is killed.
test.use({ onDisk: true });

test('browser killed in a burst', async ({ phone, network, guest }) => {
  let page = await phone.page();
  await signIn(page, guest.email);
  await openCamera(page, demoEvents.live);
  await waitForServiceWorker(page);
  await phone.cookieOnDisk('ais_refresh');
  network.addFault('*', /^\/api\/v1\/(uploads|event\/[^/]+\/photos$)/, { kind: 'refuse' });
  await page.getByRole('button', { name: 'Take photo' }).focus();
  await page.keyboard.down('Space');
  await expect.poll(async () => (await readCounts(page)).shot).toBeGreaterThan(0);
  const after = Math.round(Math.random() * 2000);
  await pause(after);
  const said = (await readCounts(page)).shot;
  await phone.kill();

  await phone.restart();
  page = await phone.page();
  await openCamera(page, demoEvents.live);
  const kept = (await readOutbox(page)).waiting.map(({ id, sha256 }) => ({ id, sha256 }));
  expect(kept.length, 'the number on the screen').toBeGreaterThanOrEqual(said);
  network.clearFaults();
  await waitForDelivery(page);
  await expectExactlyOnServer(guest, demoEvents.live, kept);
  reportCounts(`killed after ${after} ms: ${said} acknowledged, ${kept.length} stored`);
});
