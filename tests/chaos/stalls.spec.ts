// Something on the line is in the way of one photo: the others do not wait for it, and it does not wait longer than its own trouble.
import { demoEvents } from '#server/seed/ids.ts';
import {
  acknowledgedShots,
  waitForDelivery,
  expectExactlyOnServer,
  waitForShots,
  readCountsWithImports,
  openCamera,
  readOutbox,
  shoot,
  signIn,
} from '#tests/support/app.ts';
import { expect, test } from '#tests/support/chaos-fixtures.ts';
import { picture } from '#tests/support/pictures.ts';

const live = demoEvents.live;
const commits = /\/photos$/;

test('a proxy accepts at most 1 MB at once: large photos arrive in pieces, and nobody is asked to log in to the network', async ({
  page,
  network,
  guest,
}) => {
  await signIn(page, guest.email);
  await openCamera(page, live);
  network.failEverything({ kind: 'limit', bytes: 1_000_000 });
  const large = await Promise.all([1, 2, 3].map(() => picture({ width: 2400, height: 1800, noise: true })));
  await page
    .getByLabel('Photos to import')
    .setInputFiles(large.map(({ fileName, bytes }) => ({ name: fileName, mimeType: 'image/jpeg', buffer: bytes })));
  await expect.poll(async () => (await readCountsWithImports(page)).imported).toBe(3);
  await shoot(page, 2);
  // On a busy machine a press can last long enough to start a burst.
  await waitForShots(page);
  const shots = await acknowledgedShots(page);
  const said = new Set<string | null>();
  await expect
    .poll(
      async () => {
        const { waiting } = await readOutbox(page);
        for (const { lastError } of waiting) said.add(lastError);
        return waiting.length;
      },
      { timeout: 60_000 },
    )
    .toBe(0);
  expect([...said]).not.toContain('portal');
  expect(Math.min(...large.map(({ bytes }) => bytes.length))).toBeGreaterThan(1_000_000);
  await expectExactlyOnServer(guest, live, shots);
});

test('one commit hangs: photos shot in the meantime do not wait, and the return of the network aborts it', async ({
  page,
  network,
  guest,
}) => {
  await signIn(page, guest.email);
  await openCamera(page, live);
  network.addFault('POST', commits, { kind: 'hold-answer' }, 1);
  await shoot(page, 1);
  const [held] = await acknowledgedShots(page);
  await network.answered('POST', commits);
  await shoot(page, 4);
  const shots = await acknowledgedShots(page);
  // What hangs is given up after 30 s. If the others had waited for that, it would be sent again before them.
  let first: string[] = [];
  await expect
    .poll(async () => (first = (await readOutbox(page)).receipts.map(({ id }) => id)).length, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(4);
  expect(first).not.toContain(held!.id);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await waitForDelivery(page, 20_000);
  expect(network.count('POST', commits), 'the commit that hung was sent again').toBeGreaterThan(5);
  await expectExactlyOnServer(guest, live, shots);
});
