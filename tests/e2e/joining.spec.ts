// The ways into an event: a scanned code, a typed one, an invitation; and the reasons for a refusal.
import type { Page } from '@playwright/test';
import { signIn as apiSignIn, deliver, registerPerson } from '#tests/support/api.ts';
import { waitForCamera, fillSignIn, signIn } from '#tests/support/app.ts';
import { deskSize } from '#tests/support/browser.ts';
import { newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { createEvent, eventPath, invite, join, photoOf, updateEvent } from '#tests/support/events.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { tabTo } from '#tests/support/keyboard.ts';
import { picture } from '#tests/support/pictures.ts';

// Nothing here happens without a network: refusing the worker saves a second of processor time a phone.
test.use({ serviceWorkers: 'block' });

const typed = (code: string) => `${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`;

test('from a scan to the shutter in one tap; who is in already goes straight on', { tag: '@core' }, async ({ page, serverUrl }) => {
  const { event } = await newIsolatedEvent(serverUrl, { name: 'Scanned Night' });
  const person = await registerPerson(serverUrl);
  await signIn(page, person.email);
  await page.goto(`/join/${typed(event.join_code!)}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Scanned Night' })).toBeVisible();
  await expect(page.getByText(`as ${person.email}`)).toBeVisible();
  await page.getByRole('button', { name: 'Join and open the camera' }).click();
  await waitForCamera(page);
  await expect(page).toHaveURL(new RegExp(`/event/${event.id}$`));

  await page.goto(`/join/${event.join_code}`);
  await waitForCamera(page);
});

test('a user who logs in on the way is in, and joins the event whose name was shown', async ({ page, serverUrl }) => {
  const { event } = await newIsolatedEvent(serverUrl, { name: 'JoinCredential Night' });
  const person = await registerPerson(serverUrl);
  await page.goto(`/join/${event.join_code}`);
  await page.getByRole('link', { name: 'Log in' }).last().click();
  await expect(page.getByRole('article', { name: 'Event: JoinCredential Night' })).toBeVisible();
  await fillSignIn(page, person.email);
  await waitForCamera(page);
  await expect(page).toHaveURL(new RegExp(`/event/${event.id}$`));
});

test('a personal invitation works if the code does not; a guest reaches the gallery', async ({ page, serverUrl }) => {
  const owner = await apiSignIn(serverUrl, 'owner@demo.test');
  const event = await createEvent(owner, { name: 'Invited Night', join_policy: 'invited' });
  const person = await registerPerson(serverUrl);
  const [invitation] = await invite(owner, event.id, { emails: [person.email], role: 'viewer' });
  await signIn(page, person.email);
  await page.goto(`/join/${event.join_code}`);
  await expect(page.getByRole('alert')).toContainText('This event is invitation only');
  await page.goto(`/join/${invitation!.code}`);
  await page.getByRole('button', { name: 'Join and see the gallery' }).click();
  await expect(page).toHaveURL(new RegExp(`/event/${event.id}/gallery$`));
  await expect(page.getByRole('heading', { name: 'No photos yet' })).toBeVisible();
});

test('an invalid code shows the reason', async ({ page, serverUrl }) => {
  const owner = await apiSignIn(serverUrl, 'owner@demo.test');
  const [renewed, closed, over, used, refused] = await Promise.all(
    ['Renewed', 'Closed', 'Over', 'Used', 'Refused'].map((name) => createEvent(owner, { name: `${name} Night` })),
  );
  const [person, other] = await Promise.all([registerPerson(serverUrl), registerPerson(serverUrl)]);
  await owner.call('POST', `${eventPath(renewed!.id)}/join-code`);
  await updateEvent(owner, closed!.id, { join_policy: 'closed' });
  await updateEvent(owner, over!.id, { status: 'ended' });
  const [invitation] = await invite(owner, used!.id, { emails: ['somebody@example.test'] });
  await join(other, invitation!.code);
  await join(person, refused!.join_code);
  await owner.call('DELETE', `${eventPath(refused!.id)}/participants/${person.id}`);

  const says = async (code: string, words: string) => {
    await page.goto(`/join/${code}`);
    await expect(page.getByText(words, { exact: true }).first()).toBeVisible();
  };
  await test.step('logged out', async () => {
    await says('NO-SUCH-EVENT', 'We couldn’t find that event');
    await expect(page.getByLabel('Event code')).toHaveValue('NOSUCHEVENT');
    await says(renewed!.join_code!, 'This code has been replaced');
    await says(closed!.join_code!, 'No one new can join this event');
    await says(over!.join_code!, 'This event is over');
    await says(invitation!.code, 'This invitation has already been used');
  });
  await test.step('logged in', async () => {
    await signIn(page, person.email);
    await says(closed!.join_code!, 'No one new can join this event');
    await page.goto(`/join/${refused!.join_code}`);
    await page.getByRole('button', { name: 'Join and open the camera' }).click();
    await expect(page.getByText('You can’t join this event', { exact: true }).first()).toBeVisible();
  });
  await test.step('in the dialog as well, and the input remains', async () => {
    await page.goto('/dashboard/events-overview');
    await page.getByRole('button', { name: 'Join with a code' }).click();
    const dialog = page.getByRole('dialog', { name: 'Join an event' });
    const code = dialog.getByLabel('Event code');
    await dialog.getByRole('button', { name: 'Join' }).click();
    await expect(code).toHaveAccessibleDescription(/Enter the code from your invitation/);
    await code.fill('NO-SUCH-EVENT');
    await dialog.getByRole('button', { name: 'Join' }).click();
    await expect(dialog.getByRole('alert')).toContainText('We couldn’t find that event.');
    await expect(code).toHaveValue('NO-SUCH-EVENT');
  });
});

test('by keyboard alone: type a code, register, and be at the shutter', { tag: '@core' }, async ({ newPhone, serverUrl }) => {
  const { event } = await newIsolatedEvent(serverUrl, { name: 'Typed Night' });
  const page: Page = await (await newPhone({ viewport: deskSize })).page();
  await page.goto('/join');
  await expect(page.getByRole('heading', { level: 1, name: 'Join an event' })).toBeVisible();
  await tabTo(page, page.getByRole('textbox', { name: 'Event code' }));
  await page.keyboard.type(typed(event.join_code!));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Typed Night' })).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Create an account' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'Event: Typed Night' })).toBeVisible();
  const answers = { 'First name': 'Kai', 'Last name': 'Board', Email: `k-${Date.now()}@example.test`, Password: 'three plain words' };
  for (const [label, text] of Object.entries(answers)) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  await waitForCamera(page);
  await expect(page).toHaveURL(new RegExp(`/event/${event.id}$`));
});

test('a copied link of a photo leads a stranger to the event, in as a guest, and to that photo', async ({
  deskPage,
  newPhone,
  serverUrl,
}) => {
  const { id, event, newGuest } = await newIsolatedEvent(serverUrl, { name: 'Shared Night', type: 'public' });
  const photographer = await newGuest();
  const { id: photo } = await deliver(photographer, id, await picture());
  await expect.poll(async () => (await photoOf(photographer, id, photo)).state, { message: 'the photo is made ready' }).toBe('ready');

  const copied = async (page: Page) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`/event/${id}/gallery?photo=${photo}`);
    await page.getByRole('dialog', { name: 'Photo' }).getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByText('Link copied', { exact: true })).toBeVisible();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  await signIn(deskPage, 'owner@demo.test');
  const link = await copied(deskPage);

  const stranger = await (await newPhone()).page();
  await stranger.goto(link);
  await expect(stranger.getByRole('heading', { level: 1, name: 'Shared Night' })).toBeVisible();
  await expect(stranger.getByText('Someone shared a photo from this event with you. Join to see it.')).toBeVisible();
  await stranger.getByLabel('Your name').fill('Sam Stranger');
  await stranger.getByRole('button', { name: 'Continue as guest' }).click();
  await expect(stranger).toHaveURL(new RegExp(`/event/${id}/gallery\\?photo=${photo}`));
  await expect(stranger.getByRole('dialog', { name: 'Photo' })).toBeVisible();

  await test.step('without a code in it, the stranger is asked for the code', async () => {
    const another = await (await newPhone()).page();
    await another.goto(`/event/${id}/gallery?photo=${photo}`);
    await expect(another.getByRole('heading', { name: 'Someone shared an event photo with you' })).toBeVisible();
    await expect(another.getByRole('article', { name: 'Event: Shared Night' })).toBeVisible();
    await another.getByLabel('Event code').fill(typed(event.join_code!));
    await another.getByRole('button', { name: 'Continue', exact: true }).click();
    await another.getByLabel('Your name').fill('Ola Other');
    await another.getByRole('button', { name: 'Continue as guest' }).click();
    await expect(another).toHaveURL(new RegExp(`/event/${id}/gallery\\?photo=${photo}`));
  });
});
