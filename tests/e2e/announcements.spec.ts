// An announcement of a super administrator reaches open pages, and its delivery is counted.
import { randomUUID } from 'node:crypto';
import type { components } from '#openapi/api.ts';
import { signIn as apiSignIn, registerPerson } from '#tests/support/api.ts';
import { signIn } from '#tests/support/app.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { keepToastOpen } from '#tests/support/toasts.ts';

type Schemas = components['schemas'];

// Nothing here happens without a network.
test.use({ serviceWorkers: 'block' });

test('an announcement to an organization appears on its open pages at once, is read there, and is counted', async ({
  deskPage: page,
  newPhone,
  serverUrl,
}) => {
  const name = `Whimbrel ${randomUUID().slice(0, 6)}`;
  const founder = await registerPerson(serverUrl, { organization: name });
  const superAdmin = await apiSignIn(serverUrl, 'super@demo.test');
  const approval = `/api/v1/organizations/${founder.user.memberships[0]!.organization_id}/approve`;
  expect((await superAdmin.call('POST', approval)).status).toBe(200);

  const theirs = await (await newPhone()).page();
  await signIn(theirs, founder.email, '/organization');
  await expect(theirs.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();

  const title = `Doors of ${name}`;
  await test.step('it is written, and the form shows the number of recipients first', async () => {
    await signIn(page, 'super@demo.test', '/super-admin/notifications');
    await page.getByRole('button', { name: 'New announcement' }).click();
    const form = page.getByRole('dialog', { name: 'New announcement' });
    await form.getByLabel('Title').fill(title);
    await form.getByLabel('Text').fill('They open at eight.');
    await form.getByRole('radio', { name: 'Members of an organization' }).check();
    await form.getByLabel('Organization', { exact: true }).fill(name);
    await form.getByRole('button', { name, exact: true }).click();
    // This server sends no email.
    await expect(form.getByRole('switch', { name: 'Also by email' })).toBeDisabled();
    await expect(form.getByRole('region', { name: 'Preview' })).toContainText('Reaches 1 person.');
    await form.getByRole('radio', { name: 'Later' }).check();
    await expect(form.getByRole('button', { name: 'Schedule' })).toBeVisible();
    await form.getByRole('radio', { name: 'Now' }).check();
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(form).toBeHidden();
  });
  await test.step('the bell of an open page shows it, and it can be marked as read', async () => {
    await theirs.getByRole('button', { name: 'Notifications, 1 unread' }).click();
    const notices = theirs.getByRole('dialog', { name: 'Notifications' });
    await expect(notices.getByText('They open at eight.')).toBeVisible();
    await notices.getByRole('button', { name: `Mark as read: ${title}` }).click();
    await notices.getByRole('button', { name: 'Close' }).click();
    await expect(theirs.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  });
  await test.step('the author sees that', async () => {
    const counted = async () => {
      const { items } = (await superAdmin.call<Schemas['AnnouncementPage']>('GET', '/api/v1/platform/announcements')).body;
      return items.find((one) => one.title === title)?.figures;
    };
    await expect.poll(counted).toMatchObject({ recipients: 1, read: 1, mails: 0, mails_waiting: 0 });
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: title });
    await expect(row).toContainText('Sent to 1 person, read by 1');
  });
  await test.step('withdrawn, it leaves the open page’s list, and comes back with Undo', async () => {
    await theirs.getByRole('button', { name: 'Notifications', exact: true }).click();
    const text = theirs.getByRole('dialog', { name: 'Notifications' }).getByText('They open at eight.');
    await expect(text).toBeVisible();
    const undo = await keepToastOpen(page, `“${title}” withdrawn from the app.`, () =>
      page.getByRole('button', { name: `Withdraw ${title}` }).click(),
    );
    const row = page.getByRole('row').filter({ hasText: title });
    await expect(text).toBeHidden();
    await undo.click();
    await expect(row).toContainText('Sent to 1 person, read by 1');
    await expect(text).toBeVisible();
  });
});
