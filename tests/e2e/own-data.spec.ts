// One's own data: taken along as a file whose hashes are true, and the account deleted.
import { readFileSync } from 'node:fs';
import { demoJoinCode } from '#server/seed/ids.ts';
import { demoPassword, registerPerson } from '#tests/support/api.ts';
import { fillSignIn, signIn } from '#tests/support/app.ts';
import { deskSize } from '#tests/support/browser.ts';
import { join } from '#tests/support/events.ts';
import { expect, test } from '#tests/support/fixtures.ts';

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
