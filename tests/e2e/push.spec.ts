// A push notification from an announcement to the screen of a device. Real parts: the app's button, the server with its job, its VAPID signature
// and encryption, a push service that speaks RFC 8030 over HTTP and rejects unsigned or unencrypted messages, the built service worker in a full
// Chromium, and the displayed notifications. Simulated parts, because Google's push service is unreachable here: the browser's subscription, whose
// keys belong to this push service; the delivery to the browser, by the DevTools protocol; and the click on a notification, which cannot be
// triggered from outside. Its event is created in the worker, so the browser brings no window to the front.
import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { registerPerson, signIn as signInByApi } from '#tests/support/api.ts';
import { waitForServiceWorker, signIn } from '#tests/support/app.ts';
import { logOut } from '#tests/support/e2e-steps.ts';
import { expectStatus } from '#tests/support/events.ts';
import { startPushService, type PushDevice, type PushService } from '#tests/support/fake-push-service.ts';
import { expect, test } from '#tests/support/fixtures.ts';

// The browser without windows shows no notifications.
test.use({ onDisk: true });

let service: PushService;
test.beforeAll(async () => {
  service = await startPushService();
});
test.afterAll(() => service.close());

/** The browser's part of a subscription, with this push service in place of the vendor's. */
async function standInForSubscribing(context: BrowserContext) {
  let device: PushDevice | null = null;
  await context.exposeFunction('subscribeThere', (serverKey: string) => (device = service.subscribe(serverKey)));
  await context.exposeFunction('subscribedThere', () => device);
  await context.exposeFunction('unsubscribeThere', () => {
    device = null;
    return true;
  });
  await context.addInitScript(() => {
    const there = window as unknown as {
      subscribeThere(key: string): Promise<PushDevice>;
      subscribedThere(): Promise<PushDevice | null>;
      unsubscribeThere(): Promise<boolean>;
    };
    const asSubscription = (given: PushDevice | null) =>
      given && { endpoint: given.endpoint, toJSON: () => given, unsubscribe: () => there.unsubscribeThere() };
    Object.assign(PushManager.prototype, {
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) =>
        asSubscription(await there.subscribeThere(applicationServerKey)),
      getSubscription: async () => asSubscription(await there.subscribedThere()),
    });
  });
  return () => device;
}

/** Hands a push to the browser, as its push service does. */
async function openWayToWorker(page: Page): Promise<(data: string) => Promise<void>> {
  const { origin } = new URL(page.url());
  const client = await page.context().newCDPSession(page);
  const registrations: { registrationId: string; scopeURL: string }[] = [];
  client.on('ServiceWorker.workerRegistrationUpdated', (event) => registrations.push(...event.registrations));
  await client.send('ServiceWorker.enable');
  const own = () => registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
  await expect.poll(own).toBeDefined();
  return async (data) => {
    await client.send('ServiceWorker.deliverPushMessage', { origin, registrationId: own()?.registrationId ?? '', data });
  };
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const { getNotifications } = await navigator.serviceWorker.ready.then((registration) => ({
      getNotifications: () => registration.getNotifications(),
    }));
    return (await getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });

/** As a finger on the only notification would. */
async function press(context: BrowserContext): Promise<void> {
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(async () => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; dispatchEvent(event: Event): boolean };
    const [notification] = await scope.registration.getNotifications();
    let work: Promise<unknown> | undefined;
    const event = Object.assign(new Event('notificationclick'), {
      notification,
      waitUntil: (promise: Promise<unknown>) => (work = promise),
    });
    scope.dispatchEvent(event);
    await work;
  });
}

test('push is enabled, signed, encrypted, shown once to its recipient, clicked, and ends with the logout', async ({
  newPhone,
  serverUrl,
}) => {
  const superAdmin = await signInByApi(serverUrl, 'super@demo.test');
  const owner = await registerPerson(serverUrl, { organization: `Pushed ${randomUUID().slice(0, 6)}` });
  const organization = owner.user.memberships[0]?.organization_id ?? '';
  expectStatus(await superAdmin.call('POST', `/api/v1/organizations/${organization}/approve`), 200, 'approving');
  const announce = async (title: string): Promise<string> => {
    const id = randomUUID();
    const json = {
      id,
      title,
      body: 'At eight.',
      link: '/dashboard/profile',
      target: { kind: 'organization', id: organization },
      by_push: true,
    };
    expectStatus(await superAdmin.call('POST', '/api/v1/platform/announcements', { json }), 201, 'announcing');
    return id;
  };
  const told = async (id: string) =>
    (await superAdmin.call<{ status: string; figures: Record<string, number> }>('GET', `/api/v1/platform/announcements/${id}`)).body;

  const phone = await newPhone({ wholeBrowser: true });
  const { context } = phone;
  await context.grantPermissions(['notifications', 'camera']);
  const deviceHere = await standInForSubscribing(context);
  const page = await phone.page();
  await signIn(page, owner.email, '/dashboard/settings');
  await waitForServiceWorker(page);
  const deliver = await openWayToWorker(page);
  const card = page.getByRole('region', { name: 'Notifications', exact: true });

  await test.step('nothing is asked before the button is pressed', async () => {
    await expect(card.getByRole('status')).toHaveText(/Get announcements/);
    expect(deviceHere()).toBeNull();
    await card.getByRole('button', { name: 'Turn on notifications' }).click();
    await expect(card.getByRole('button', { name: 'Turn off notifications' })).toBeVisible();
    await page.reload();
    await expect(card.getByRole('status')).toHaveText(/until you log out/);
  });

  const text = await test.step('the server signs and encrypts it for this device, and counts it', async () => {
    const id = await announce('Doors open');
    await expect.poll(() => [service.received.length, service.refused]).toEqual([1, []]);
    await expect
      .poll(async () => (await told(id)).figures)
      .toMatchObject({ recipients: 1, pushes: 1, pushes_waiting: 0, pushes_failed: 0 });
    expect(service.received[0]?.device).toBe(deviceHere()?.endpoint);
    return service.received[0]?.text ?? '';
  });
  const message = JSON.parse(text) as Record<'id' | 'account' | 'title', string>;

  await test.step('the worker shows it, once however often it comes', async () => {
    const expected = [{ title: 'Doors open', body: 'At eight.', tag: message.id }];
    await deliver(text);
    await expect.poll(() => shown(page)).toEqual(expected);
    await deliver(text);
    // Sent after the second message, so the second one has been handled when this one is shown.
    await deliver(JSON.stringify({ ...message, id: 'after' }));
    await expect.poll(() => shown(page).then((all) => all.map(({ tag }) => tag).toSorted())).toEqual([message.id, 'after'].toSorted());
    await page.evaluate(async () => {
      const { tag, registration } = await navigator.serviceWorker.ready.then((ready) => ({ tag: 'after', registration: ready }));
      for (const notification of await registration.getNotifications({ tag })) notification.close();
    });
    await expect.poll(() => shown(page)).toEqual(expected);
  });

  await test.step('pressed, it leads the open window there and is gone', async () => {
    await press(context);
    await expect(page).toHaveURL(/\/dashboard\/profile$/);
    await expect.poll(() => shown(page)).toEqual([]);
  });

  await test.step('a notification for another user reveals nothing about them', async () => {
    await deliver(JSON.stringify({ ...message, account: randomUUID(), title: 'Not for you' }));
    await expect
      .poll(() => shown(page).then((all) => all.map(({ title, tag }) => [title, tag])))
      .toEqual([['AI Image Suite', 'something-new']]);
  });

  await test.step('after logout there are no pushes, and the device deletes its subscription', async () => {
    await logOut(page, /./, /log out/i);
    await expect.poll(deviceHere).toBeNull();
    const id = await announce('Doors close');
    await expect.poll(() => told(id)).toMatchObject({ status: 'sent', figures: { recipients: 1, pushes: 0 } });
    expect(service.received).toHaveLength(1);
  });
});
