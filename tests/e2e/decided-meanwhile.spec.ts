// What the platform and the organization decide while photos wait on a phone: none of it takes a photo away that was shot before.
import { randomUUID } from 'node:crypto';
import { freshSignIn, registerPerson, signIn as signInByApi } from '#tests/support/api.ts';
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
import type { Phone } from '#tests/support/browser.ts';
import { newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { createEvent, eventPath, newParticipant } from '#tests/support/events.ts';
import { expect, test } from '#tests/support/fixtures.ts';

/** A photographer of an event of a new organization, with the app installed on a phone. No other story uses them. */
async function setUp(newPhone: () => Promise<Phone>, serverUrl: string) {
  const superAdmin = await signInByApi(serverUrl, 'super@demo.test');
  const founder = await registerPerson(serverUrl, { organization: `Curlew ${randomUUID().slice(0, 6)}` });
  const organization = `/api/v1/organizations/${founder.user.memberships[0]?.organization_id}`;
  const decide = async (who: typeof superAdmin, method: string, path: string, json?: object) => {
    const { status, body } = await who.call(method, path, json ? { json } : {});
    expect([200, 204], `${method} ${path}: ${JSON.stringify(body)}`).toContain(status);
  };
  await decide(superAdmin, 'POST', `${organization}/approve`);
  const owner = await freshSignIn(serverUrl, founder.email);
  const event = await createEvent(owner);
  const person = await newParticipant(serverUrl, event);

  const phone = await newPhone();
  const page = await phone.page();
  await signIn(page, person.email, '/');
  await waitForServiceWorker(page);
  const shootOffline = async (times: number) => {
    await openCamera(page, event.id);
    await phone.context.setOffline(true);
    await shoot(page, times);
    return acknowledgedShots(page);
  };
  const expectStates = (states: string[]) =>
    expect.poll(async () => (await readOutbox(page)).waiting.map(({ state }) => state), { timeout: 60_000 }).toEqual(states);
  return { superAdmin, organization, decide, owner, event, person, phone, page, shootOffline, expectStates };
}

test('paused, ended, the photographer removed, the organization suspended: photos shot before arrive once each', async ({
  newPhone,
  serverUrl,
}) => {
  const { superAdmin, organization, decide, owner, event, person, phone, page, shootOffline } = await setUp(newPhone, serverUrl);
  const oversight = `/api/v1/platform/events/${event.id}`;
  const participation = `${eventPath(event.id)}/participants/${person.id}`;
  const shots = await shootOffline(2);
  await decide(superAdmin, 'POST', `${oversight}/pause`, { reason: 'Somebody asked for it.' });
  await decide(superAdmin, 'PUT', `${oversight}/status`, { status: 'ended' });
  await decide(owner, 'DELETE', participation);
  await decide(superAdmin, 'POST', `${organization}/suspend`);
  await phone.context.setOffline(false);
  await waitForDelivery(page);
  await decide(superAdmin, 'POST', `${organization}/reactivate`);
  await decide(owner, 'POST', `${participation}/restore`);
  await expectExactlyOnServer(person, event.id, shots);
});

test('the event is deleted: the photo stays on the phone, and goes when the event is back', async ({ newPhone, serverUrl }) => {
  const { superAdmin, decide, event, person, phone, page, shootOffline, expectStates } = await setUp(newPhone, serverUrl);
  const retention = `/api/v1/platform/events/${event.id}/retention`;
  const shots = await shootOffline(1);
  await decide(superAdmin, 'PUT', retention, {
    deleted: true,
    restorable_until: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    reason: 'It shows people who did not agree.',
  });
  await phone.context.setOffline(false);
  await expectStates(['parked']);
  await decide(superAdmin, 'PUT', retention, { deleted: false, restorable_until: null });
  // Reading the event is enough; no manual retry is needed.
  await page.goto(`/event/${event.id}`);
  await waitForDelivery(page);
  await expectExactlyOnServer(person, event.id, shots);
});

test('the account is suspended: the photo stays, and goes after the next sign-in', async ({ newPhone, serverUrl }) => {
  const { superAdmin, decide, event, person, phone, page, shootOffline, expectStates } = await setUp(newPhone, serverUrl);
  const shots = await shootOffline(1);
  await decide(superAdmin, 'POST', `/api/v1/users/${person.id}/suspend`);
  await phone.context.setOffline(false);
  await expect(page.getByRole('status').filter({ hasText: 'Your session has ended.' })).toBeVisible({ timeout: 60_000 });
  // What the photo's delivery last failed of depends on which call noticed the end of the session first.
  await expectStates(['waiting']);
  await decide(superAdmin, 'POST', `/api/v1/users/${person.id}/reactivate`);
  await signIn(page, person.email, `/event/${event.id}`);
  await waitForDelivery(page);
  await expectExactlyOnServer(await freshSignIn(serverUrl, person.email), event.id, shots);
});

test('a camera in use closes when its event is paused, and opens again', async ({ newPhone, serverUrl }) => {
  const superAdmin = await signInByApi(serverUrl, 'super@demo.test');
  const night = await newIsolatedEvent(serverUrl);
  const guest = await night.newGuest();
  const page = await (await newPhone()).page();
  await signIn(page, guest.email);
  await openCamera(page, night.id);
  // The app looks every twenty seconds.
  const looksAgain = { timeout: 40_000 };
  const oversight = `/api/v1/platform/events/${night.id}`;
  await superAdmin.call('POST', `${oversight}/pause`, { json: { reason: 'Somebody asked for it.' } });
  await expect(page.getByText('The camera is closed for now')).toBeVisible(looksAgain);
  await expect(page.getByRole('button', { name: 'Take photo' })).toHaveCount(0);
  await superAdmin.call('POST', `${oversight}/resume`);
  await expect(page.getByText('The camera is closed for now')).toHaveCount(0, looksAgain);
  await waitForCamera(page);
});
