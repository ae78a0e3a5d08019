// Two-factor authentication: turned on, asked for at the next login, and a recovery code that lets its owner in once.
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { demoPassword, registerPerson } from '#tests/support/api.ts';
import { fillSignIn, signIn } from '#tests/support/app.ts';
import { deskSize } from '#tests/support/browser.ts';
import { expect, test } from '#tests/support/fixtures.ts';

// Nothing here happens without a network.
test.use({ serviceWorkers: 'block' });

/** The owner's app; `steps` are half minutes from now. */
const codeOf = (secret: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

async function logInAgain(page: Page, email: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/favicon.svg');
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/login');
  await fillSignIn(page, email);
}

const recover = async (page: Page, code: string) => {
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
};

test('a login requires a code; a recovery code replaces it, once', async ({ newPhone, serverUrl }) => {
  const { email } = await registerPerson(serverUrl);
  const page = await (await newPhone({ viewport: deskSize })).page();
  await signIn(page, email, '/dashboard/settings?tab=security');
  const section = page.getByRole('region', { name: 'Two-factor authentication' });
  await section.getByRole('button', { name: 'Turn on' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Your password').fill(demoPassword);
  await sheet.getByRole('button', { name: 'Continue' }).click();
  await expect(sheet.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expect(sheet.getByLabel('6-digit code')).toBeFocused();
  await expect(sheet.getByLabel('6-digit code')).not.toHaveAttribute('aria-invalid');
  const uri = await sheet.getByRole('link', { name: 'Open in your app' }).getAttribute('href');
  const secret = new URL(uri ?? '').searchParams.get('secret') ?? '';
  await sheet.getByLabel('6-digit code').fill(codeOf(secret, 0));
  await sheet.getByRole('button', { name: 'Turn on' }).click();
  const list = sheet.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(list).toHaveCount(10);
  const codes = await list.allTextContents();
  await sheet.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(section.getByText('10 recovery codes left')).toBeVisible();

  await logInAgain(page, email);
  await expect(page.getByLabel('6-digit code')).toBeFocused();
  // An invalid code leaves the input, and shows a message at its field.
  await page.getByLabel('6-digit code').fill('abcdef');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('6-digit code')).toHaveAccessibleDescription(/This code is wrong or has been used/);
  await page.getByLabel('6-digit code').fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  await logInAgain(page, email);
  await recover(page, codes[0] ?? '');
  await expect(page).toHaveURL(/\/dashboard$/);

  await logInAgain(page, email);
  await recover(page, codes[0] ?? '');
  await expect(page.getByLabel('Recovery code')).toHaveAccessibleDescription(/This code is wrong or has been used/);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(demoPassword);
});
