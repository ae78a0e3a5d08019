// The platform's people at work: who may come in is decided in the browser.
import { randomUUID } from 'node:crypto';
import { registerPerson } from '#tests/support/api.ts';
import { signIn } from '#tests/support/app.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { keepToastOpen } from '#tests/support/toasts.ts';

// Nothing here happens without a network.
test.use({ serviceWorkers: 'block' });

test('an organization is rejected, corrected, approved, suspended', { tag: '@core' }, async ({ deskPage: page, newPhone, serverUrl }) => {
  const name = `Dotterel ${randomUUID().slice(0, 6)}`;
  const founder = await registerPerson(serverUrl, { organization: name });
  const applicant = await (await newPhone()).page();
  // The waiting page polls every 10 s.
  await applicant.clock.install();
  const pageAsks = () => applicant.clock.fastForward(10_000);
  await signIn(applicant, founder.email, '/pending-approval');
  await expect(applicant.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();

  await test.step('a super administrator is notified, and led to the pending organization', async () => {
    await signIn(page, 'super@demo.test', '/super-admin');
    await page.getByRole('link', { name: /organizations? waiting for approval/ }).click();
    await expect(page).toHaveURL(/\/super-admin\/users\?tab=organizations&state=waiting/);
    await page.getByRole('textbox', { name: 'Search organizations' }).fill(founder.email);
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Waiting for approval');
  });
  const row = page.getByRole('row').filter({ hasText: name });

  await test.step('sent back with a reason, which the applicant reads and answers', async () => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Reject with a reason' }).click();
    const form = page.getByRole('dialog', { name: `Reject ${name}` });
    await form.getByRole('button', { name: 'Reject' }).click();
    await expect(form.getByText('Describe what they need to change.').last()).toBeVisible();
    await form.getByLabel('Reason').fill('Tell us what kind of events you run.');
    await form.getByRole('button', { name: 'Reject' }).click();
    await expect(page.getByRole('region', { name: /^Notifications/ }).getByText(`${name} rejected`, { exact: true })).toBeVisible();
    await expect(page.getByText('No matching organizations')).toBeVisible();

    await pageAsks();
    await expect(applicant.getByText('Tell us what kind of events you run.')).toBeVisible({ timeout: 30_000 });
    await applicant.getByRole('button', { name: 'Correct the details' }).click();
    const details = applicant.getByRole('dialog');
    await details.getByRole('textbox', { name: /^Description/ }).fill('Weddings by the sea.');
    await details.getByRole('button', { name: 'Resubmit' }).click();
    await expect(applicant.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
  });

  await test.step('approved: the applicant’s open page continues automatically', async () => {
    await page.goto(`/super-admin/users?tab=organizations&state=waiting&q=${encodeURIComponent(name)}`);
    await expect(page.getByText('Weddings by the sea.')).toBeVisible();
    await page.getByRole('button', { name: `Approve ${name}` }).click();
    await expect(page.getByRole('region', { name: /^Notifications/ }).getByText(`${name} approved`, { exact: true })).toBeVisible();
    await pageAsks();
    await expect(applicant).toHaveURL(/\/organization$/, { timeout: 30_000 });
  });

  await test.step('suspended and let back by Undo, sent at once', async () => {
    await page.goto(`/super-admin/users?tab=organizations&q=${encodeURIComponent(name)}`);
    await expect(row).toContainText('Active');
    const undo = await keepToastOpen(page, `${name} suspended`, async () => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Suspend' }).click();
      await page
        .getByRole('dialog', { name: `Suspend ${name}?` })
        .getByRole('button', { name: 'Suspend' })
        .click();
    });
    await expect(row).toContainText('Suspended');
    await undo.click();
    await expect(row).toContainText('Active');
    await page.reload();
    await expect(row).toContainText('Active');
  });
});

test('an organization is handed over to another admin, who is named by their address', async ({ deskPage: page, newPhone, serverUrl }) => {
  const name = `Dotterel ${randomUUID().slice(0, 6)}`;
  const founder = await registerPerson(serverUrl, { organization: name });
  await signIn(page, 'super@demo.test');
  expect((await page.request.post(`/api/v1/organizations/${founder.user.memberships[0]!.organization_id}/approve`)).status()).toBe(200);
  await page.goto(`/super-admin/users?tab=organizations&q=${encodeURIComponent(name)}`);
  const heir = await registerPerson(serverUrl);
  const heirName = `${heir.user.first_name} ${heir.user.last_name}`;
  await page.getByRole('row').filter({ hasText: name }).getByRole('link', { name }).click();
  const members = page.getByRole('dialog', { name }).getByRole('region', { name: 'Members' });
  await expect(members.getByRole('button', { name: /^Make member: / })).toHaveAttribute('aria-disabled', 'true');
  await members.getByRole('button', { name: 'Add admin' }).click();
  const form = page.getByRole('dialog', { name: `Add an admin to ${name}` });
  await form.getByLabel('Email address').fill(`nobody-${heir.email}`);
  await form.getByRole('button', { name: 'Make admin' }).click();
  await expect(form.getByText('No account has this email address.').last()).toBeVisible();
  await form.getByLabel('Email address').fill(heir.email);
  await form.getByRole('button', { name: 'Make admin' }).click();
  await expect(form.getByText(/^This account’s email address isn’t confirmed/).last()).toBeVisible();
  expect((await page.request.post(`/api/v1/users/${heir.user.id}/verify`)).status()).toBe(200);
  const undo = await keepToastOpen(page, `${heirName} is now an admin of ${name}`, () =>
    form.getByRole('button', { name: 'Make admin' }).click(),
  );
  const theirs = members.getByRole('listitem').filter({ hasText: heir.email });
  await expect(theirs).toContainText('Admin, joined');
  await undo.click();
  await expect(theirs).toBeHidden();

  await members.getByRole('button', { name: 'Add admin' }).click();
  await form.getByLabel('Email address').fill(heir.email);
  await form.getByRole('button', { name: 'Make admin' }).click();
  await expect(theirs).toContainText('Admin, joined');
  const founders = members.getByRole('listitem').filter({ hasText: founder.email });
  await founders.getByRole('button', { name: /^Make member: / }).click();
  await expect(founders).toContainText('Member, joined');
  await page.reload();
  await expect(founders).toContainText('Member, joined');
  const phone = await (await newPhone()).page();
  await signIn(phone, heir.email, '/organization/profile');
  await expect(phone.getByText(name).first()).toBeVisible();
});

test('a platform admin reaches organizations from the start, and nothing else of the platform', async ({ deskPage: page }) => {
  await signIn(page, 'admin@demo.test', '/');
  await page.getByRole('link', { name: 'Users and organizations' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Search people' }).fill('super@demo');
  await expect(page.getByRole('row').filter({ hasText: 'super@demo.test' })).toContainText('Active');
  await page.getByRole('tab', { name: 'Organizations' }).click();
  await page.getByRole('textbox', { name: 'Search organizations' }).fill('Borealis');
  await expect(page.getByRole('row').filter({ hasText: 'Borealis Weddings' })).toContainText('Waiting for approval');
  await page.goto('/super-admin');
  await expect(page).toHaveURL(/\/unauthorized/);
});

test('a person is suspended, which their open page feels, let back, and made a platform admin', async ({
  deskPage: page,
  newPhone,
  serverUrl,
}) => {
  const person = await registerPerson(serverUrl, { lastName: `Plover ${randomUUID().slice(0, 6)}` });
  const name = `${person.user.first_name} ${person.user.last_name}`;
  const theirs = await (await newPhone()).page();
  await signIn(theirs, person.email, '/dashboard/profile');
  await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible();
  await signIn(page, 'super@demo.test', `/super-admin/users?q=${encodeURIComponent(person.email)}`);
  const row = page.getByRole('row').filter({ hasText: person.email });
  const choose = async (action: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };

  await test.step('suspended: their session ends', async () => {
    await choose('Suspend');
    await page
      .getByRole('dialog', { name: `Suspend ${name}?` })
      .getByRole('button', { name: 'Suspend' })
      .click();
    await expect(row).toContainText('Suspended');
    await expect(theirs).toHaveURL(/\/login/, { timeout: 60_000 });
    await page.reload();
    await expect(row).toContainText('Suspended');
  });
  await test.step('let back, confirmed and made an admin', async () => {
    await choose('Reactivate');
    await expect(row).not.toContainText('Suspended');
    const role = page.getByRole('combobox', { name: `Role for ${name}` });
    const question = page.getByRole('dialog', { name: `Make ${name} a platform admin?` });
    await role.selectOption({ label: 'Platform admin' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(role).toHaveValue('user');
    await role.selectOption({ label: 'Platform admin' });
    const undo = await keepToastOpen(page, `${name}: platform admin`, () =>
      question.getByRole('button', { name: 'Make platform admin' }).click(),
    );
    await expect(undo).toBeVisible();
    await signIn(theirs, person.email, '/admin');
    await expect(theirs.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible();
  });
  await test.step('the profile shows the platform’s data on them, and logs them out', async () => {
    // The whole row opens it, not only the name.
    await row.getByText(person.email).click({ force: true });
    const sheet = page.getByRole('dialog', { name });
    await expect(sheet.getByText('Devices logged in')).toBeVisible();
    await expect(sheet.getByText('Two-factor authentication', { exact: true })).toBeVisible();
    await expect(sheet.getByRole('region', { name: 'Activity' }).getByRole('link', { name: 'Logged in' }).first()).toBeVisible();
    await sheet
      .getByRole('button', { name: /^Log out .+ on / })
      .first()
      .click();
    await expect(theirs).toHaveURL(/\/login/, { timeout: 60_000 });
    await sheet.getByRole('link', { name: 'View all in System Logs' }).click();
    await expect(page).toHaveURL(new RegExp(`system-logs\\?who=${person.user.id}`));
  });
});
