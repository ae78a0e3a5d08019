// Passkeys in a real browser with a virtual authenticator: added, used, removed; and as the only way into an account that began as a guest's.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { registerPerson } from '#tests/support/api.ts';
import { acknowledgedShots, waitForDelivery, waitForCamera, readCounts, openCamera, shoot, signIn } from '#tests/support/app.ts';
import { deskSize } from '#tests/support/browser.ts';
import { newIsolatedEvent } from '#tests/support/e2e-steps.ts';
import { expect, test } from '#tests/support/fixtures.ts';

// Nothing here happens without a network.
test.use({ serviceWorkers: 'block' });

/** Browsers make passkeys for domains alone, and an address of digits is none. */
const onDomain = (url: string) => url.replace('127.0.0.1', 'localhost');

/** What verifies its owner at once, and presses by itself. */
async function giveAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setVerified: (isUserVerified: boolean) => client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

async function forgetSession(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/favicon.svg');
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/login');
}

const logInByPasskey = (page: Page) => page.getByRole('button', { name: 'Log in with a passkey' }).click();

test('a passkey logs in without a password, and not after it was removed', async ({ newPhone, serverUrl }) => {
  const { email } = await registerPerson(serverUrl);
  const page = await (await newPhone({ viewport: deskSize, baseURL: onDomain(serverUrl) })).page();
  await signIn(page, email, '/dashboard/settings?tab=security');
  const authenticator = await giveAuthenticator(page);
  const section = page.getByRole('region', { name: 'Passkeys' });
  const sheet = page.getByRole('dialog');
  await expect(section.getByText('You don’t have any passkeys yet.')).toBeVisible();
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  await sheet.getByLabel('Name').fill('Blue laptop');
  await sheet.getByLabel('Your password').fill('not my password');
  await sheet.getByRole('button', { name: 'Continue' }).click();
  await expect(sheet.getByLabel('Your password')).toHaveAccessibleDescription(/isn’t your current password/);
  await sheet.getByLabel('Your password').fill('demo-password');
  await sheet.getByRole('button', { name: 'Continue' }).click();
  await expect(section.getByText('Blue laptop')).toBeVisible();
  await expect(section.getByText(/Never used/)).toBeVisible();

  await forgetSession(page);
  await authenticator.setVerified(false);
  await logInByPasskey(page);
  await expect(page.getByRole('alert')).toContainText('Couldn’t confirm');
  await authenticator.setVerified(true);
  await logInByPasskey(page);
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.goto('/dashboard/settings?tab=security');
  await expect(section.getByText(/Last used just now/)).toBeVisible();
  await section.getByRole('button', { name: 'Remove Blue laptop' }).click();
  await sheet.getByRole('button', { name: 'Use a passkey instead' }).click();
  await sheet.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(section.getByText('You don’t have any passkeys yet.')).toBeVisible();

  await forgetSession(page);
  await logInByPasskey(page);
  await expect(page.getByRole('alert')).toContainText('no longer registered');
});

test('a guest becomes an account by a passkey alone, and loses nothing', async ({ newPhone, serverUrl }) => {
  test.setTimeout(180_000);
  const { id, event } = await newIsolatedEvent(serverUrl, { name: 'Passkey Night' });
  const page = await (await newPhone({ baseURL: onDomain(serverUrl) })).page();
  await giveAuthenticator(page);
  await page.goto(`/join/${event.join_code}`);
  await page.getByLabel('Your name').fill('Mia');
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await waitForCamera(page);
  await shoot(page, 2);
  await waitForDelivery(page);
  const shots = await acknowledgedShots(page);

  await page.goto('/register');
  await page.getByLabel('Last name').fill('Lund');
  await page.getByLabel('Email').fill(`mia-${randomUUID().slice(0, 13)}@example.test`);
  await page.getByRole('button', { name: 'Use a passkey instead of a password' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Create account with a passkey' }).click();
  await expect(page).not.toHaveURL(/\/register/);

  await page.goto('/dashboard/settings?tab=security');
  const section = page.getByRole('region', { name: 'Passkeys' });
  await expect(section.getByText('This passkey is your only way to log in', { exact: false })).toBeVisible();
  await expect(section.getByRole('button', { name: /^Remove/ })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('button', { name: 'Set password' })).toBeVisible();

  await forgetSession(page);
  await logInByPasskey(page);
  await expect(page).toHaveURL(/\/dashboard$/);
  await openCamera(page, id);
  await expect.poll(() => readCounts(page)).toEqual({ shot: 2, waiting: 0, stored: 2 });
  expect(await acknowledgedShots(page)).toEqual(shots);
});
