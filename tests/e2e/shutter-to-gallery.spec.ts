// The product's main story: a basement, a burst, a killed app, and every photo once in the gallery.
import { signIn as apiSignIn } from '#tests/support/api.ts';
import {
  acknowledgedShots,
  waitForDelivery,
  waitForCamera,
  expectExactlyOnServer,
  waitForServiceWorker,
  readCounts,
  openCamera,
  readOutbox,
  shoot,
  signInByForm,
} from '#tests/support/app.ts';
import { newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { expect, test } from '#tests/support/fixtures.ts';

// The browser is killed.
test.use({ onDisk: true });

test('ten shots without network survive the killed browser and arrive once each', { tag: '@core' }, async ({ newPhone, serverUrl }) => {
  test.setTimeout(180_000);
  const member = await apiSignIn(serverUrl, 'member@demo.test');
  const { id: eventId } = await newIsolatedEvent(serverUrl);
  const phone = await newPhone();
  let page = await phone.page();

  await test.step('log in, remembered, and open the camera once', async () => {
    await signInByForm(page, 'member@demo.test');
    await openCamera(page, eventId);
    await waitForServiceWorker(page);
    await phone.cookieOnDisk('ais_refresh');
  });

  const shots = await test.step('shoot ten with the network off', async () => {
    await phone.context.setOffline(true);
    await shoot(page, 10);
    await expect.poll(() => readCounts(page)).toEqual({ shot: 10, waiting: 10, stored: 0 });
    const taken = await acknowledgedShots(page);
    expect(taken).toHaveLength(10);
    expect(new Set(taken.map((shot) => shot.id)).size).toBe(10);
    return taken;
  });

  await test.step('kill the browser and start it without network: the ten are there, and the shutter works', async () => {
    await phone.kill();
    await phone.restart({ offline: true });
    page = await phone.page();
    await page.goto(`/event/${eventId}`);
    await waitForCamera(page);
    await expect.poll(() => readCounts(page)).toEqual({ shot: 10, waiting: 10, stored: 0 });
    expect(await acknowledgedShots(page)).toEqual(shots);
  });

  await test.step('network on: ten in the gallery, each once, hashes equal', async () => {
    await phone.context.setOffline(false);
    await waitForDelivery(page);
    expect((await readOutbox(page)).receipts).toHaveLength(10);
    await expect.poll(() => readCounts(page)).toEqual({ shot: 10, waiting: 0, stored: 10 });
    await expectExactlyOnServer(member, eventId, shots);
    await page.getByRole('link', { name: 'Gallery', exact: true }).click();
    for (const { id } of shots) await expect(page.locator(`[data-photo="${id}"]`)).toHaveCount(1);
  });
});
