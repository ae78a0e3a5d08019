// Own data: downloaded as a file with valid checksums, and the account deleted.
import { readFileSync } from 'node:fs';
import { demoJoinCode } from '#server/seed/ids.ts';
import { demoPassword, registerPerson } from '#tests/support/api.ts';
import { fillSignIn, signIn } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { deskSize } from '#tests/support/browser.ts';
import { join } from '#tests/support/events.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { linkMailedTo } from '#tests/support/sent-emails.ts';
import { keepToastOpen } from '#tests/support/toasts.ts';

// Nothing here happens without a network.
test.use({ serviceWorkers: 'block' });

test('a person takes their data along, and deletes their account', async ({ newPhone, serverUrl }) => {
  const person = await registerPerson(serverUrl);
  await join(person, demoJoinCode);
  const page = await (await newPhone({ viewport: deskSize })).page();
  await signIn(page, person.email, '/dashboard/settings?tab=data');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('region', { name: 'Download your data' }).getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^ai-image-suite-[\d-]+\.zip$/);
  expect(readFileSync(await download.path()).toString('latin1')).toContain('SHA256SUMS.txt');

  await page.getByRole('button', { name: 'Delete account' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Your password').fill(demoPassword);
  await sheet.getByRole('button', { name: 'Delete account' }).click();
  await expect(sheet.getByText('Choose what happens to your photos.')).toBeVisible();
  await sheet.getByRole('radio', { name: /Keep them/ }).check();
  await sheet.getByRole('button', { name: 'Delete account' }).click();
  await expect(page).toHaveURL(/\/login/);
  await fillSignIn(page, person.email);
  await expect(page.getByRole('alert').filter({ hasText: 'You couldn’t log in' })).toBeVisible();
});

test('a person who cannot do it themselves sends a request, gets a link to their data, and is deleted on a letter', async ({
  deskPage: desk,
  newPhone,
  serverUrl,
}) => {
  const person = await registerPerson(serverUrl);
  const theirs = await (await newPhone()).page();

  await test.step('the person asks, withdraws it by a slip, and asks again by Undo', async () => {
    await signIn(theirs, person.email, '/dashboard/settings?tab=data');
    await theirs.getByRole('button', { name: 'New request' }).click();
    const form = theirs.getByRole('dialog', { name: 'Request help with your data' });
    await form.getByLabel('Message').fill('I lost the phone with my codes.');
    await form.getByRole('button', { name: 'Send request' }).click();
    const asked = theirs.getByRole('list', { name: 'Your requests' }).getByRole('listitem');
    await expect(asked).toContainText('Open');
    const undo = await keepToastOpen(theirs, 'Request withdrawn', () =>
      asked.getByRole('button', { name: 'Withdraw: A copy of your data' }).click(),
    );
    await undo.click();
    await expect(asked).toHaveCount(2);
    await expect(asked.first()).toContainText('Open');
    await expect(asked.last()).toContainText('Withdrawn');
  });

  const row = desk.getByRole('row').filter({ hasText: person.email });
  await test.step('a super administrator sends a link that needs no login', async () => {
    await signIn(desk, 'super@demo.test', '/super-admin');
    await desk.getByRole('link', { name: /data requests? to answer/ }).click();
    await expect(desk).toHaveURL(/users\?tab=data-requests&status=open/);
    await desk.getByRole('textbox', { name: 'Search data requests' }).fill(person.email);
    await expect(row).toContainText('I lost the phone with my codes.');
    await expectAccessible(desk, 'data requests');
    await row.getByRole('button', { name: /^Send data to/ }).click();
    const form = desk.getByRole('dialog');
    await form.getByRole('radio', { name: /Link without login/ }).check();
    await expectAccessible(desk, 'the form of a data request');
    await form.getByRole('button', { name: 'Create message' }).click();
    await expect(desk.getByText('No matching requests')).toBeVisible();
    const stranger = await (await newPhone()).page();
    await stranger.goto(await linkMailedTo({ dataDir: process.env.TEST_SERVER_DATA ?? '' }, person.email, '\\?your_data'));
    const [download] = await Promise.all([
      stranger.waitForEvent('download'),
      stranger.getByRole('main').getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(readFileSync(await download.path()).toString('latin1')).toContain('SHA256SUMS.txt');
  });

  await test.step('a letter is recorded, and the account deleted after its address is typed', async () => {
    await desk.goto(`/super-admin/users?tab=data-requests&q=${encodeURIComponent(person.email)}`);
    await expect(row.filter({ hasText: 'Downloaded' })).toHaveCount(1);
    await desk.getByRole('button', { name: 'Record request' }).click();
    const form = desk.getByRole('dialog', { name: 'Record request' });
    await form.getByLabel('Person').fill(person.email);
    await form.getByRole('button', { name: new RegExp(person.email) }).click();
    await form.getByRole('radio', { name: /keep its photos/ }).check();
    await form.getByRole('button', { name: 'Record' }).click();
    await row.getByRole('button', { name: /^Delete account for/ }).click();
    const deletion = desk.getByRole('dialog', { name: /^Delete the account of/ });
    await deletion.getByRole('textbox', { name: /^Type/ }).fill('somebody@else.test');
    await deletion.getByRole('button', { name: 'Delete account' }).click();
    await expect(deletion.getByText(`Type ${person.email}`, { exact: true })).toBeVisible();
    await deletion.getByRole('textbox', { name: /^Type/ }).fill(person.email);
    await deletion.getByRole('button', { name: 'Delete account' }).click();
    await expect(deletion).toHaveCount(0);
    await expect(desk.getByText('No matching requests')).toBeVisible();
    await expect(theirs).toHaveURL(/\/login/, { timeout: 60_000 });
  });
});
