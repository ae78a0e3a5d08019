// The phone's system kills the browser, or a power failure kills the server: exactly the acknowledged photos arrive.
import { demoEvents } from '#server/seed/ids.ts';
import {
  acknowledgedShots,
  waitForDelivery,
  waitForCamera,
  expectExactlyOnServer,
  waitForServiceWorker,
  openCamera,
  readOutbox,
  shoot,
  signIn,
} from '#tests/support/app.ts';
import { expect, test, testWithServer } from '#tests/support/chaos-fixtures.ts';
import { newGuest } from '#tests/support/e2e-steps.ts';

// The browser is killed.
test.use({ onDisk: true });
testWithServer.use({ onDisk: true });

const live = demoEvents.live;
const commits = /\/photos$/;
const uploads = /^\/api\/v1\/uploads/;

test('browser killed between acknowledgement and first byte', { tag: '@core' }, async ({ phone, network, guest }) => {
  let page = await phone.page();
  await signIn(page, guest.email);
  await openCamera(page, live);
  await waitForServiceWorker(page);
  await phone.cookieOnDisk('ais_refresh');
  network.addFault('*', uploads, { kind: 'refuse' });
  await shoot(page, 3);
  const shots = await acknowledgedShots(page);
  await phone.kill();
  expect(shots).toHaveLength(3);
  expect(network.count('POST', commits)).toBe(0);

  network.clearFaults();
  await phone.restart();
  page = await phone.page();
  await page.goto(`/event/${live}`);
  await waitForDelivery(page);
  await expectExactlyOnServer(guest, live, shots);
});

test('browser killed after the server’s commit but before its answer', async ({ phone, network, guest }) => {
  let page = await phone.page();
  await signIn(page, guest.email);
  await openCamera(page, live);
  await waitForServiceWorker(page);
  await phone.cookieOnDisk('ais_refresh');
  network.addFault('POST', commits, { kind: 'hold-answer' });
  await shoot(page, 3);
  const shots = await acknowledgedShots(page);
  expect((await network.answered('POST', commits)).status).toBe(201);
  await phone.kill();

  network.clearFaults();
  await phone.restart();
  page = await phone.page();
  await page.goto(`/event/${live}`);
  await waitForCamera(page);
  await waitForDelivery(page);
  expect((await readOutbox(page)).receipts).toHaveLength(3);
  expect(
    network.requests.some((one) => one.method === 'POST' && commits.test(one.path) && one.status === 200),
    'a repeat was answered with the same photo',
  ).toBe(true);
  await expectExactlyOnServer(guest, live, shots);
});

testWithServer('server and its database killed under load', async ({ phone, newPhone, network, server }) => {
  const second = await newPhone();
  const people = [
    { page: await phone.page(), guest: await newGuest(server.url), context: phone.context },
    { page: await second.page(), guest: await newGuest(server.url), context: second.context },
  ];
  const taken = await Promise.all(
    people.map(async ({ page, guest, context }) => {
      await signIn(page, guest.email);
      await openCamera(page, live);
      await waitForServiceWorker(page);
      await context.setOffline(true);
      await shoot(page, 6);
      return acknowledgedShots(page);
    }),
  );

  await Promise.all(people.map(({ context }) => context.setOffline(false)));
  await network.answered('POST', commits);
  await server.killWithDatabase();
  await server.restart();

  await Promise.all(people.map(({ page }) => waitForDelivery(page, 120_000)));
  for (const [index, { guest }] of people.entries()) await expectExactlyOnServer(guest, live, taken[index]!);
});
