// A cold start where the network hangs takes no longer than one where it refuses: the app waits for neither.
import { demoEvents } from '#server/seed/ids.ts';
import { waitForCamera, waitForServiceWorker, openCamera, signIn } from '#tests/support/app.ts';
import { waitUntilPersisted, newGuest } from '#tests/support/e2e-steps.ts';
import type { Fault } from '#tests/support/fault-proxy.ts';
import { test as base, expect } from '#tests/support/fixtures.ts';

const live = demoEvents.live;

const test = base.extend({
  appUrl: async ({ network }, use) => {
    await use(network.url);
  },
});

test('a network that hangs delays the camera by less than 1.5 s', async ({ phone, network, serverUrl }) => {
  const guest = await newGuest(serverUrl);
  const page = await phone.page();
  await signIn(page, guest.email);
  await openCamera(page, live);
  await waitForServiceWorker(page);
  await waitUntilPersisted(page, `"events","one","${live}"`);
  await page.close();

  const coldStart = async () => {
    const start = await phone.context.newPage();
    const begun = Date.now();
    await start.goto('/dashboard?open=camera');
    await waitForCamera(start);
    const took = Date.now() - begun;
    await start.close();
    return took;
  };
  const startsWith = async (fault: Fault) => {
    const heal = network.failEverything(fault);
    const times = [await coldStart(), await coldStart(), await coldStart()];
    heal();
    return times;
  };
  const refused = await startsWith({ kind: 'refuse' });
  const hanging = await startsWith({ kind: 'hold-request' });
  console.log(`  launch to camera: ${refused.join(', ')} ms where the network refuses, ${hanging.join(', ')} ms where it hangs`);
  expect(Math.min(...hanging) - Math.min(...refused)).toBeLessThan(1500);
});
