// The profile: the language of dates, and another email address: asked for there, confirmed at both, and the one to log in by from then on.
import { randomUUID } from 'node:crypto';
import { demoPassword, registerPerson } from '#tests/support/api.ts';
import { fillSignIn, signIn } from '#tests/support/app.ts';
import { deskSize } from '#tests/support/browser.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { linkMailedTo } from '#tests/support/sent-emails.ts';
import { startServer } from '#tests/support/server.ts';

// Nothing here happens without a network.
test.use({ serviceWorkers: 'block' });

test('counts when both addresses have confirmed it', async ({ newPhone }) => {
  const server = await startServer({ isDurable: false });
  try {
    const { email } = await registerPerson(server.url);
    const other = `moved-${randomUUID().slice(0, 13)}@example.test`;
    const page = await (await newPhone({ baseURL: server.url, viewport: deskSize })).page();
    await page.goto(await linkMailedTo(server, email, 'verify-email'));
    await page.getByRole('button', { name: 'Confirm email address' }).click();
    await expect(page.getByText('Your email address is confirmed')).toBeVisible();

    await signIn(page, email, '/dashboard/profile');
    const dates = page.getByRole('region', { name: 'Dates and times' });
    await dates.getByLabel('Date language').selectOption('Deutsch');
    await expect(dates.getByText('Do., 31. Dez. 2026, 18:05')).toBeVisible();
    const card = page.getByRole('region', { name: 'Email' });
    const sheet = page.getByRole('dialog');
    await card.getByRole('button', { name: 'Change email' }).click();
    await sheet.getByLabel('New email address').fill(email);
    await sheet.getByLabel('Your password').fill(demoPassword);
    await sheet.getByRole('button', { name: 'Send links' }).click();
    await expect(sheet.getByLabel('New email address')).toHaveAccessibleDescription(/already your email address/);
    await sheet.getByLabel('New email address').fill(other);
    await sheet.getByRole('button', { name: 'Send links' }).click();
    await expect(card.getByText(`Not confirmed yet: ${other}`)).toBeVisible();
    await expect(card.getByText(/No message was sent/)).toBeVisible();

    await page.goto(await linkMailedTo(server, other, 'change-email'));
    await page.getByRole('button', { name: 'Confirm change' }).click();
    await expect(page.getByText('One more step: open the link we sent to your other address.')).toBeVisible();
    await page.goto(await linkMailedTo(server, email, 'change-email'));
    await page.getByRole('button', { name: 'Confirm change' }).click();
    await expect(page.getByText('Your email address was changed')).toBeVisible();

    // The page that is open knows it.
    await page.goto('/dashboard/profile');
    await expect(card.getByText(other, { exact: true })).toBeVisible();
    await expect(card.getByText(/Not confirmed yet/)).toBeHidden();
    await page.context().clearCookies();
    await page.goto('/favicon.svg');
    await page.evaluate(() => sessionStorage.clear());
    await page.goto('/login');
    await fillSignIn(page, other);
    await expect(page).toHaveURL(/\/dashboard$/);
  } finally {
    await server.dispose();
  }
});
