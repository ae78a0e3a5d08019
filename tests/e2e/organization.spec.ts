// An organization manages its events on a desktop: search, creation and changes by keyboard, and undo.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { components } from '#openapi/api.ts';
import { signIn as apiSignIn, deliver } from '#tests/support/api.ts';
import { signIn } from '#tests/support/app.ts';
import { newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { createEvent, eventPath, newParticipant } from '#tests/support/events.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { tabTo } from '#tests/support/keyboard.ts';
import { picture } from '#tests/support/pictures.ts';
import { keepToastOpen } from '#tests/support/toasts.ts';

// Nothing here happens without a network: refusing the worker saves a second of processor time a phone.
test.use({ serviceWorkers: 'block' });

type Event = components['schemas']['Event'];
type ParticipantPage = components['schemas']['ParticipantPage'];
type InvitationPage = components['schemas']['InvitationPage'];

test('events are found by text, status and order; the URL has the filters, and the back button leads there', async ({
  deskPage: page,
  serverUrl,
}) => {
  const owner = await apiSignIn(serverUrl, 'owner@demo.test');
  const token = `Q${randomUUID().slice(0, 6)}`;
  for (const [index, name] of ['Cedar', 'Alder', 'Birch'].entries())
    await createEvent(owner, { name: `${token} ${name}`, status: index === 2 ? 'draft' : 'live' });
  await signIn(page, 'owner@demo.test');
  await page.goto('/organization/events');
  const rows = page.getByRole('table', { name: 'Events' }).getByRole('link', { name: new RegExp(`^${token}`) });

  await page.getByRole('textbox', { name: 'Search events' }).fill(token);
  await expect(rows).toHaveCount(3);
  await expect(page).toHaveURL(new RegExp(`q=${token}`));
  await page.getByRole('columnheader', { name: 'Event' }).getByRole('button').click();
  await expect(page.getByRole('columnheader', { name: 'Event' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows).toHaveText([`${token} Alder`, `${token} Birch`, `${token} Cedar`]);
  // A chip's label covers its radio button and intercepts the click.
  await page.getByRole('radio', { name: /^Live/ }).check({ force: true });
  await expect(rows).toHaveText([`${token} Alder`, `${token} Cedar`]);
  await expect(page).toHaveURL(/status=live/);

  await page.reload();
  await expect(rows).toHaveText([`${token} Alder`, `${token} Cedar`]);
  await rows.first().click();
  await expect(page.getByRole('heading', { level: 1, name: `${token} Alder` })).toBeVisible();
  await page.goBack();
  await expect(rows).toHaveText([`${token} Alder`, `${token} Cedar`]);
  await page.getByRole('textbox', { name: 'Search events' }).fill(`${token} nothing`);
  await expect(page.getByRole('heading', { name: 'No matching events' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(page).not.toHaveURL(/q=|status=/);
});

test('the dashboard has the camera of the current event one tap away, and figures that link to their lists', async ({
  deskPage: page,
  serverUrl,
}) => {
  const owner = await apiSignIn(serverUrl, 'owner@demo.test');
  const name = `Now ${randomUUID().slice(0, 8)}`;
  await createEvent(owner, { name, status: 'live', starts_at: new Date().toISOString() });
  await signIn(page, 'owner@demo.test', '/organization');
  await expect(page.getByRole('heading', { level: 1, name: 'Organization Dashboard' })).toBeVisible();
  await expect(
    page
      .getByRole('region', { name: 'Needs attention' })
      .getByRole('link', { name: /photos? to review$/ })
      .first(),
  ).toBeVisible();
  const figures = page.getByRole('region', { name: 'Statistics' });
  await figures.getByText('Live events').locator('..').getByRole('link').click();
  await expect(page).toHaveURL(/\/organization\/events\?status=live/);
  await expect(page.getByRole('table', { name: 'Events' }).getByRole('link', { name })).toBeVisible();
  await page.goBack();
  await page.getByRole('region', { name: 'Events' }).getByRole('article').first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/event\/[0-9a-f-]+$/);
});

test('by keyboard alone: create an event, go live, undo, make it private', async ({ deskPage: page, serverUrl }) => {
  const owner = await apiSignIn(serverUrl, 'owner@demo.test');
  const name = `Keys ${randomUUID().slice(0, 8)}`;
  const press = (key: string) => page.keyboard.press(key);
  await signIn(page, 'owner@demo.test');
  await page.goto('/organization/events');

  await test.step('make it', async () => {
    await tabTo(page, page.getByRole('button', { name: 'New event' }));
    await press('Enter');
    const form = page.getByRole('dialog', { name: 'New event' });
    await tabTo(page, form.getByRole('textbox', { name: 'Name' }));
    await press('Control+Enter');
    await tabTo(page, form.getByRole('button', { name: 'Create event' }));
    await press('Enter');
    await expect(form.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/\w/);
    await expect(form.getByRole('textbox', { name: 'Name' }), 'the first field that is wrong has the focus').toBeFocused();
    await page.keyboard.type(name);
    await tabTo(page, form.getByRole('switch', { name: 'Approve photos first' }));
    await press('Space');
    await tabTo(page, form.getByRole('button', { name: 'Create event' }));
    await press('Enter');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  });
  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  const read = async () => (await owner.call<Event>('GET', eventPath(id))).body;
  expect(await read()).toMatchObject({ name, status: 'draft', require_approval: true });

  await test.step('go live, take it back, go live', async () => {
    const goLive = page.getByRole('button', { name: 'Go live' });
    await tabTo(page, goLive);
    await undoByKeys(page, 'The event is live', () => press('Enter'));
    await expect(goLive).toBeVisible();
    await expect.poll(async () => (await read()).status).toBe('draft');
    await tabTo(page, goLive);
    await press('Enter');
    await expect.poll(async () => (await read()).status).toBe('live');
  });

  await test.step('who may join', async () => {
    const policy = page.getByRole('group', { name: 'Who can join' });
    await tabTo(page, policy.getByRole('radio', { checked: true }));
    await press('ArrowDown');
    await expect(policy.getByRole('radio', { name: /^Invited people only/ })).toBeChecked();
    await expect.poll(async () => (await read()).join_policy).toBe('invited');
  });
});

test('a deleted event can be taken back at once, and restored later', { tag: '@core' }, async ({ deskPage: page, serverUrl }) => {
  const owner = await apiSignIn(serverUrl, 'owner@demo.test');
  const name = `Mistake ${randomUUID().slice(0, 8)}`;
  const { id } = await createEvent(owner, { name });
  const read = async () => (await owner.call<Event>('GET', eventPath(id))).body.deleted_at;
  await signIn(page, 'owner@demo.test');
  await page.goto(`/organization/events?q=${encodeURIComponent(name)}`);
  const link = page.getByRole('link', { name, exact: true });
  const remove = async () => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: `Delete ${name}?` })
      .getByRole('button', { name: 'Delete event' })
      .click();
  };
  const undo = await keepToastOpen(page, 'Event deleted', remove);
  await expect(link).toHaveCount(0);
  await undo.click();
  await expect(link).toBeVisible();
  await expect.poll(read).toBeNull();

  await remove();
  await expect.poll(read).not.toBeNull();
  await page.goto('/organization/events?deleted=true');
  await page.getByRole('button', { name: `Restore ${name}` }).click();
  await expect.poll(read).toBeNull();
});

test('participants by keyboard alone: role, removal and undo, invitation', async ({ deskPage: page, serverUrl }) => {
  const owner = await apiSignIn(serverUrl, 'owner@demo.test');
  const event = await createEvent(owner, { name: `People ${randomUUID().slice(0, 8)}` });
  const [uma, vera] = [
    await newParticipant(serverUrl, event, { firstName: 'Uma', lastName: 'Lind' }),
    await newParticipant(serverUrl, event, { firstName: 'Vera', lastName: 'Moss' }),
  ];
  const people = async () =>
    (await owner.call<ParticipantPage>('GET', `${eventPath(event.id)}/participants`)).body.items
      .map(({ user_id, role }) => `${user_id} ${role}`)
      .toSorted();
  const both = (role: string) => [`${uma.id} ${role}`, `${vera.id} guest`].toSorted();
  const press = (key: string) => page.keyboard.press(key);
  await signIn(page, 'owner@demo.test');
  await page.goto(`/organization/events/${event.id}?tab=participants`);
  const table = page.getByRole('table', { name: 'Participants' });
  const row = (name: string) => table.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
  await expect(row('Uma Lind')).toContainText(uma.email);

  await test.step('Uma becomes a viewer', async () => {
    await tabTo(page, table.getByRole('combobox', { name: 'Role for Uma Lind' }));
    await page.keyboard.type('Viewer');
    await press('Enter');
    await expect(page.getByText('Uma Lind is now a viewer', { exact: true })).toBeVisible();
    await expect.poll(people).toEqual(both('viewer'));
  });
  await test.step('Vera is removed by mistake, and then for good', async () => {
    const remove = table.getByRole('button', { name: 'Remove Vera Moss' });
    await tabTo(page, remove);
    const confirmByKeys = async () => {
      await press('Enter');
      await tabTo(page, page.getByRole('dialog', { name: 'Remove Vera Moss?' }).getByRole('button', { name: 'Remove' }));
      await press('Enter');
    };
    await undoByKeys(page, 'Vera Moss was removed', async () => {
      await confirmByKeys();
      await expect(row('Vera Moss')).toHaveCount(0);
    });
    await expect(row('Vera Moss')).toBeVisible();
    await expect.poll(people).toEqual(both('viewer'));
    await tabTo(page, remove);
    await confirmByKeys();
    await expect.poll(people).toEqual([`${uma.id} viewer`]);
  });
  await test.step('a removed participant is found and restored', async () => {
    const which = page.getByRole('combobox', { name: 'Role in the event' });
    await which.selectOption('Removed');
    await expect(page).toHaveURL(/removed=true/);
    await tabTo(page, row('Vera Moss').getByRole('button', { name: 'Let Vera Moss back in' }));
    await press('Enter');
    await expect.poll(people).toEqual(both('viewer'));
    await expect(page.getByRole('heading', { name: 'No matching people' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect(row('Vera Moss')).toBeVisible();
  });
  await test.step('somebody is invited; the link can be copied', async () => {
    await tabTo(page, page.getByRole('textbox', { name: 'Email addresses' }));
    await page.keyboard.type('ines@example.test');
    await tabTo(page, page.getByRole('button', { name: 'Invite', exact: true }));
    await press('Enter');
    const invitation = page.getByRole('list', { name: 'Pending invitations' }).getByRole('listitem');
    await expect(invitation).toContainText('ines@example.test');
    await expect(invitation.getByRole('button', { name: 'Copy link for ines@example.test' })).toBeVisible();
    await tabTo(page, invitation.getByRole('button', { name: 'Revoke invitation for ines@example.test' }));
    await press('Enter');
    await expect(page.getByText('No pending invitations.')).toBeVisible();
    const left = async () => (await owner.call<InvitationPage>('GET', `${eventPath(event.id)}/invitations`)).body.items.length;
    await expect.poll(left).toBe(0);
    await tabTo(page, page.getByText('Revoked (1)'));
    await press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Restore invitation for ines@example.test' }));
    await press('Enter');
    await expect(invitation).toContainText('ines@example.test');
    await expect.poll(left).toBe(1);
  });
});

test('numbers move while one looks', async ({ deskPage: page, serverUrl }) => {
  const night = await newIsolatedEvent(serverUrl, { name: `Counted ${randomUUID().slice(0, 8)}` });
  await signIn(page, 'owner@demo.test');
  await page.goto(`/organization/events/${night.id}`);
  await expect(page.getByRole('heading', { level: 1, name: night.event.name })).toBeVisible();
  const people = page.getByRole('region', { name: 'Statistics' }).locator('dt', { hasText: 'People' }).locator('+ dd');
  await expect(page.getByRole('region', { name: 'Statistics' })).toHaveText('No one has joined and no photos have been taken yet.');
  const guest = await night.newGuest();
  await expect(people).toHaveText('1');
  await deliver(guest, night.id, await picture());
  const photos = page.getByRole('region', { name: 'Statistics' }).locator('dt', { hasText: 'Photos' }).locator('+ dd');
  await expect(photos).toHaveText('1');
});

/** Does something and undoes it in its message, which F8 leads to. */
async function undoByKeys(page: Page, done: string, act: () => Promise<unknown>): Promise<void> {
  const undo = await keepToastOpen(page, done, act);
  await expect(undo).toHaveAccessibleName(`Undo: ${done}`);
  await page.keyboard.press('F8');
  await tabTo(page, undo);
  await page.keyboard.press('Enter');
}
