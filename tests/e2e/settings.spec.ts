// What a person looks after alone: the name, the password, and where they are logged in.
import { demoPassword, registerPerson } from '#tests/support/api.ts';
import { fillSignIn, signIn, signInByForm } from '#tests/support/app.ts';
import { deskSize } from '#tests/support/browser.ts';
import { expect, test } from '#tests/support/fixtures.ts';

// Nothing here happens without a network.
test.use({ serviceWorkers: 'block' });

const chosen = 'lantern-orbit-quarry-9';

test('a lost phone is logged out from the settings, and a new password logs out the rest', async ({ newPhone, serverUrl }) => {
  const person = await registerPerson(serverUrl);
  const [phone, tablet] = [await (await newPhone()).page(), await (await newPhone()).page()];
  await signInByForm(phone, person.email);
  const desk = await (await newPhone({ viewport: deskSize })).page();
  await signIn(desk, person.email, '/dashboard/settings?tab=security');
  const devices = desk.getByRole('region', { name: 'Logged-in devices' });
  // Twice by the program that made the account, the phone, and here.
  await expect(devices.getByRole('listitem')).toHaveCount(4);
  await expect(devices.getByRole('listitem').filter({ hasText: 'This computer' })).toHaveCount(1);

  await test.step('one is ended: its device is logged out', async () => {
    await devices.getByRole('button', { name: 'Log out Chrome on Linux' }).click();
    await expect(devices.getByRole('listitem')).toHaveCount(3);
    await phone.goto('/dashboard/settings');
    await expect(phone).toHaveURL(/\/login/);
  });

  await test.step('a wrong password and a leaked one are refused at their fields, and the input remains', async () => {
    await signInByForm(tablet, person.email);
    await desk.getByRole('button', { name: 'Change password' }).click();
    const sheet = desk.getByRole('dialog', { name: 'Change password' });
    await expect(sheet.getByLabel('Current password')).toBeFocused();
    await sheet.getByLabel('Current password').fill('not my password');
    await sheet.getByLabel('New password').fill(chosen);
    await sheet.getByRole('button', { name: 'Change password' }).click();
    await expect(sheet.getByLabel('Current password')).toHaveAccessibleDescription(/isn’t your current password/);
    await expect(sheet.getByLabel('New password')).toHaveValue(chosen);
    await sheet.getByLabel('Current password').fill(demoPassword);
    await sheet.getByLabel('New password').fill('password123');
    await sheet.getByRole('button', { name: 'Change password' }).click();
    await expect(sheet.getByLabel('New password')).toHaveAccessibleDescription(/leaked/);
    await sheet.getByLabel('New password').fill(chosen);
    await sheet.getByRole('button', { name: 'Change password' }).click();
    await expect(sheet).toHaveCount(0);
    await expect(devices.getByRole('listitem')).toHaveCount(1);
  });

  await test.step('the tablet is thrown out as well, and comes back by the new password alone', async () => {
    await tablet.goto('/dashboard/settings');
    await expect(tablet).toHaveURL(/\/login/);
    await fillSignIn(tablet, person.email);
    await expect(tablet.getByRole('alert')).toBeVisible();
    await fillSignIn(tablet, person.email, true, chosen);
    await expect(tablet).toHaveURL(/\/dashboard\/settings/);
  });

  await test.step('a name is changed, and appears in the menu at once', async () => {
    await desk.goto('/dashboard/profile');
    await desk.getByRole('button', { name: 'Change name' }).click();
    const sheet = desk.getByRole('dialog', { name: 'Change name' });
    await sheet.getByLabel('First name').fill('Annabel');
    await sheet.getByRole('button', { name: 'Save name' }).click();
    await expect(sheet).toHaveCount(0);
    await expect(desk.getByRole('complementary').getByText(/^Annabel /)).toBeVisible();
    await desk.reload();
    await expect(desk.getByRole('main').getByText(/^Annabel /)).toBeVisible();
  });

  await test.step('offline the list shows its age, and actions that need a connection are disabled', async () => {
    await desk.goto('/dashboard/settings?tab=security');
    await expect(devices.getByRole('listitem')).toHaveCount(2);
    await desk.context().setOffline(true);
    await expect(devices.getByText(/^Offline · Updated/)).toBeVisible();
    for (const button of ['Change password', 'Log out Chrome on Linux'])
      await expect(desk.getByRole('button', { name: button })).toHaveAttribute('aria-disabled', 'true');
    await expect(desk.getByRole('button', { name: 'Change password' })).toHaveAccessibleDescription('This needs a connection.');
  });
});
