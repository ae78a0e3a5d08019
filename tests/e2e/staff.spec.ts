// The people of an organization: found, changed, taken back, invited.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { components } from '#openapi/api.ts';
import { demoOrganizationIds } from '#server/seed/ids.ts';
import { signIn as apiSignIn, registerPerson, type Person } from '#tests/support/api.ts';
import { fillSignIn, signIn } from '#tests/support/app.ts';
import { deskSize } from '#tests/support/browser.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { linkMailedTo } from '#tests/support/sent-emails.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { confirmDialog, keepToastOpen } from '#tests/support/toasts.ts';

type Schemas = components['schemas'];

// Nothing here happens without a network.
test.use({ serviceWorkers: 'block' });

// A separate server: other stories count the members of the organization.
let server: TestServer;
test.beforeAll(async () => {
  server = await startServer({ isDurable: false });
});
test.afterAll(() => server?.dispose());

const members = `/api/v1/organizations/${demoOrganizationIds.aurora}/members`;

/** A new member of the organization. */
async function newMember(owner: Person, firstName: string): Promise<Person> {
  const person = await registerPerson(server.url, { firstName, lastName: 'Quill' });
  await owner.call('POST', `${members}/invite`, { json: { email: person.email } });
  const token = (await linkMailedTo(server, person.email, 'invite')).split('/').at(-1);
  const joined = await person.call('POST', `/api/v1/invitations/${token}/accept`);
  if (joined.status !== 200) throw new Error(`joining: ${joined.status} ${JSON.stringify(joined.body)}`);
  return person;
}

test('staff are found, changed and taken back; the only admin stays', async ({ newPhone }) => {
  const owner = await apiSignIn(server.url, 'owner@demo.test');
  await newMember(owner, 'Uma');
  await newMember(owner, 'Vera');
  const read = async (query = '') => (await owner.call<Schemas['MemberPage']>('GET', `${members}?q=Quill${query}`)).body.items;
  const uma = async () => (await read()).find(({ first_name: name }) => name === 'Uma');
  const page = await (await newPhone({ baseURL: server.url, viewport: deskSize })).page();
  await signIn(page, 'owner@demo.test', '/organization/staff');
  const table = page.getByRole('table', { name: 'Staff' });
  const row = (name: string) => table.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
  const act = async (name: string, item: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
    if (item === 'Suspend' || item === 'Remove') await confirmDialog(page, item);
  };

  await test.step('names can be read on a small laptop too', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const name of ['Uma Quill', 'Vera Quill']) {
      const isCut = () =>
        row(name)
          .getByText(name, { exact: true })
          .evaluate((text) => text.scrollWidth > text.clientWidth);
      await expect.poll(isCut, { message: `${name} is cut off` }).toBe(false);
    }
    await page.setViewportSize(deskSize);
  });
  await test.step('the only admin cannot be changed, and the reason is shown', async () => {
    const own = table.getByRole('row').filter({ hasText: 'owner@demo.test' });
    await expect(own).toContainText('Only admin');
    await expect(own.getByRole('combobox')).toBeDisabled();
    await own.getByRole('button', { name: /^Actions for/ }).click();
    const remove = page.getByRole('menuitem', { name: /^Remove/ });
    await expect(remove).toHaveAttribute('aria-disabled', 'true');
    await expect(remove).toContainText('Make someone else an admin first.');
    await page.keyboard.press('Escape');
  });
  await test.step('found by name; the URL has the search', async () => {
    await page.getByRole('textbox', { name: 'Search staff' }).fill('quill');
    await expect(table.getByRole('combobox', { name: /^Role for/ })).toHaveCount(2);
    await expect(page).toHaveURL(/q=quill/);
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await expect(page).toHaveURL(/sort=-name/);
    await page.reload();
    await expect(table.getByRole('row').nth(1)).toContainText('Vera Quill');
  });
  await test.step('a role, taken back', async () => {
    const undo = await keepToastOpen(page, 'Uma Quill is now an admin', () =>
      page.getByRole('combobox', { name: 'Role for Uma Quill' }).selectOption('Admin'),
    );
    await expect(page.getByText('Uma Quill is now an admin', { exact: true })).toBeVisible();
    await expect.poll(async () => (await uma())?.role).toBe('organization');
    await undo.click();
    await expect.poll(async () => (await uma())?.role).toBe('member');
  });
  await test.step('suspended, found by status, and active again', async () => {
    await act('Uma Quill', 'Suspend');
    await expect(row('Uma Quill')).toContainText('Suspended');
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Suspended');
    await expect(row('Vera Quill')).toHaveCount(0);
    await act('Uma Quill', 'Reactivate');
    await expect.poll(async () => (await uma())?.status).toBe('active');
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Any status');
  });
  await test.step('a permission that the role does not give', async () => {
    await act('Uma Quill', 'Permissions');
    const form = page.getByRole('dialog', { name: 'Permissions for Uma Quill' });
    const manage = form.getByRole('switch', { name: 'Manage staff' });
    await expect(manage).toHaveAccessibleDescription(/Off by default for members/);
    await manage.press('Space');
    await expect(form.getByText('Changed for Uma')).toBeVisible();
    await form.getByRole('button', { name: 'Save permissions' }).click();
    await expect(form).toHaveCount(0);
    await expect.poll(async () => (await uma())?.overrides).toEqual({ manage_org_members: true });
  });
  await test.step('removed by mistake, and then for good', async () => {
    const undo = await keepToastOpen(page, 'Vera Quill was removed', () => act('Vera Quill', 'Remove'));
    await expect(row('Vera Quill')).toHaveCount(0);
    await undo.click();
    await expect(row('Vera Quill')).toBeVisible();
    await expect.poll(async () => (await read('&removed=true')).length).toBe(0);
    await act('Vera Quill', 'Remove');
    await expect.poll(async () => (await read('&removed=true')).length).toBe(1);
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Removed');
    await page.getByRole('button', { name: 'Restore Vera Quill' }).click();
    await expect.poll(async () => (await read()).length).toBe(2);
  });
  await test.step('two are invited; one again, one not any more', async () => {
    await page.getByRole('button', { name: 'Invite staff' }).click();
    await page.getByRole('dialog').getByLabel('Email addresses').fill('ines@example.test, jo@example.test');
    await page.getByRole('dialog').getByRole('button', { name: 'Create invitations' }).click();
    await expect(page.getByRole('dialog', { name: '2 invitation links created' })).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    const open = page.getByRole('list', { name: 'Pending invitations' }).getByRole('listitem');
    await expect(open).toHaveCount(2);
    await expect(open.first()).toContainText(/Member · expires \w/);
    await page.getByRole('button', { name: 'New link for ines@example.test' }).click();
    await expect(page.getByRole('button', { name: 'Copy link for ines@example.test' })).toBeVisible();
    await page.getByRole('button', { name: 'Revoke invitation for jo@example.test' }).click();
    await expect(open).toHaveCount(1);
  });
});

test('several at once: selected, suspended, taken back, removed, let back in; and the list as a file', async ({ newPhone }) => {
  const owner = await apiSignIn(server.url, 'owner@demo.test');
  for (const name of ['Wanda', '=Xeno']) await newMember(owner, name);
  const read = async (query: string) => (await owner.call<Schemas['MemberPage']>('GET', `${members}?${query}`)).body.items;
  const statuses = async (query = 'q=Quill') => (await read(query)).map(({ first_name: name, status }) => `${name} ${status}`);
  const page = await (await newPhone({ baseURL: server.url, viewport: deskSize })).page();
  await signIn(page, 'owner@demo.test', '/organization/staff');
  const select = (name: string) => page.getByRole('checkbox', { name });
  const bar = page.getByRole('toolbar', { name: 'Selected people' });
  await expect(select('Select Wanda Quill')).toBeVisible();
  await expect(select('Select Olga Haas')).toBeDisabled();

  await test.step('all that were found are selected, suspended, and taken back by one Undo', async () => {
    await page.getByRole('textbox', { name: 'Search staff' }).fill('Quill');
    await expect(page.getByRole('table', { name: 'Staff' })).not.toContainText('owner@demo.test');
    const before = (await statuses()).length;
    await select('Select all').check({ force: true });
    await expect(bar.getByRole('status')).toHaveText(`${before} people selected`);
    await bar.getByRole('button', { name: 'Suspend' }).click();
    const undo = await keepToastOpen(page, `${before} people suspended`, () => confirmDialog(page, 'Suspend'));
    await expect(bar).toHaveCount(0);
    await expect.poll(async () => (await read('q=Quill&status=suspended')).length).toBe(before);
    await undo.click();
    await expect.poll(async () => (await read('q=Quill&status=suspended')).length).toBe(0);
  });

  await test.step('two get another role; of two are removed, both are let back in', async () => {
    for (const name of ['Wanda', '=Xeno']) await select(`Select ${name} Quill`).check({ force: true });
    await bar.getByRole('button', { name: 'Change role' }).click();
    await keepToastOpen(page, 'Role of 2 people changed to admin', () => page.getByRole('menuitem', { name: 'Admin' }).click());
    await expect(page.getByText('Role of 2 people changed to admin', { exact: true })).toBeVisible();
    await expect.poll(async () => (await read('q=Quill&role=organization')).length).toBe(2);
    for (const name of ['Wanda', '=Xeno']) await select(`Select ${name} Quill`).check({ force: true });
    await bar.getByRole('button', { name: 'Remove' }).click();
    await confirmDialog(page, 'Remove');
    await expect
      .poll(async () => (await read('removed=true&q=Quill')).map(({ first_name: name }) => name).toSorted())
      .toEqual(['=Xeno', 'Wanda']);
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Removed');
    await select('Select all').check({ force: true });
    await bar.getByRole('button', { name: 'Restore' }).click();
    await expect.poll(async () => (await read('removed=true')).length).toBe(0);
  });

  await test.step('the file has the matches, and no formula', async () => {
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Any status');
    await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('Admin');
    await expect(page.getByRole('table', { name: 'Staff' }).getByRole('combobox')).toHaveCount(2);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
    expect(download.suggestedFilename()).toMatch(/^staff-aurora-events-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await download.path(), 'utf8');
    const [head, ...rows] = text.trimEnd().split('\r\n');
    expect(head).toBe('\ufeffName,Email,Role,Status,Since (UTC),Removed (UTC)');
    expect(rows.map((row) => row.split(',')[0])).toEqual(["'=Xeno Quill", 'Wanda Quill']);
  });
});

test('invited by mail: one accepts with a new account, one with an old', async ({ newPhone }) => {
  const newcomer = `new-${randomUUID().slice(0, 8)}@example.test`;
  const old = await registerPerson(server.url, { firstName: 'Olaf', lastName: 'Reed' });
  const desk = await (await newPhone({ baseURL: server.url, viewport: deskSize })).page();
  await signIn(desk, 'owner@demo.test', '/organization/staff');

  await test.step('both are invited', async () => {
    await desk.getByRole('button', { name: 'Invite staff' }).click();
    const form = desk.getByRole('dialog', { name: 'Invite staff' });
    await form.getByLabel('Email addresses').fill(`${newcomer}, ${old.email}`);
    await form.getByLabel('Message').fill('See you on Saturday!');
    await form.getByRole('button', { name: 'Create invitations' }).click();
    await expect(desk.getByText('Email isn’t set up')).toBeVisible();
    await desk.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  });
  const link = await linkMailedTo(server, newcomer, 'invite');

  await test.step('an invited person without an account creates one, and returns to accept', async () => {
    const page = await (await newPhone({ baseURL: server.url })).page();
    await page.goto(link);
    await expect(page.getByText(`Olga Haas invited ${newcomer} to join Aurora Events as a member.`)).toBeVisible();
    await expect(page.getByText('See you on Saturday!')).toBeVisible();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(page.getByLabel('Email')).toHaveValue(newcomer);
    await expect(page.getByRole('radio', { name: /Organization/ })).toHaveCount(0);
    await page.getByLabel('First name').fill('Nora');
    await page.getByLabel('Last name').fill('Quist');
    await page.getByLabel('Password', { exact: true }).fill('lantern-orbit-quarry-9');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('button', { name: 'Accept invitation' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Organization Dashboard' })).toBeVisible();
    await page.goto(link);
    await expect(page.getByText('This invitation has been used')).toBeVisible();
  });
  await test.step('an invited person with an account sees which one, logs in with it, and accepts', async () => {
    const theirs = await linkMailedTo(server, old.email, 'invite');
    const page = await (await newPhone({ baseURL: server.url })).page();
    await signIn(page, 'user@demo.test', theirs);
    await expect(page.getByText('You’re logged in as user@demo.test')).toBeVisible();
    await expect(page.getByText(`This invitation is for ${old.email}.`)).toBeVisible();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByLabel('Email')).toHaveValue(old.email);
    await fillSignIn(page, old.email);
    await page.getByRole('button', { name: 'Accept invitation' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Organization Dashboard' })).toBeVisible();
  });
  await test.step('both are among the staff', async () => {
    await desk.reload();
    for (const name of ['Nora Quist', 'Olaf Reed']) await expect(desk.getByRole('table', { name: 'Staff' })).toContainText(name);
    await expect(desk.getByRole('listitem').filter({ hasText: newcomer })).toHaveCount(0);
  });
});
