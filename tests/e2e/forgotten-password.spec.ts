// A forgotten password: a reset link is requested, a new password is set, and the old session has ended.
import { registerPerson } from '#tests/support/api.ts';
import { signIn } from '#tests/support/app.ts';
import { deskSize } from '#tests/support/browser.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { linkMailedTo } from '#tests/support/sent-emails.ts';
import { startServer } from '#tests/support/server.ts';

// Nothing here happens without a network.
test.use({ serviceWorkers: 'block' });

const chosen = 'lantern-orbit-quarry-9';

test('is replaced by the link in the mail: the old session ends, and the new password opens the account', async ({ newPhone }) => {
  const server = await startServer({ isDurable: false });
  try {
    const person = await registerPerson(server.url);
    const old = await (await newPhone({ baseURL: server.url })).page();
    await signIn(old, person.email, '/dashboard/events-overview');

    const page = await (await newPhone({ baseURL: server.url, viewport: deskSize })).page();
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    // The page before has a field of this name as well.
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByText('Get your link from an admin')).toBeVisible();
    await expect(page.getByText(/No message was sent/)).toBeVisible();

    const link = await linkMailedTo(server, person.email, 'reset-password');
    await page.goto(link);
    await page.getByLabel('New password').fill('password123');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/leaked/);
    await page.getByLabel('New password').fill(chosen);
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByText('Your password was changed')).toBeVisible();

    await old.reload();
    await expect(old).toHaveURL(/\/login/);

    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(chosen);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);

    await old.goto(link);
    await old.getByLabel('New password').fill('another-good-one-77');
    await old.getByRole('button', { name: 'Save password' }).click();
    await expect(old.getByRole('alert')).toContainText('This link has been used');

    const confirm = await linkMailedTo(server, person.email, 'verify-email');
    await page.goto(confirm);
    await page.getByRole('button', { name: 'Confirm email address' }).click();
    await expect(page.getByText('Your email address is confirmed')).toBeVisible();
  } finally {
    await server.dispose();
  }
});
