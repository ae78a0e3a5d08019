// Registration, login and logout, and the errors that strangers and newcomers meet.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { demoEvents } from '#server/seed/ids.ts';
import { demoPassword, registerPerson } from '#tests/support/api.ts';
import { waitForCamera, fillSignIn, waitForServiceWorker, signIn, signInByForm } from '#tests/support/app.ts';
import { deskSize, type Phone } from '#tests/support/browser.ts';
import { waitUntilPersisted, logOut, openMenu } from '#tests/support/e2e-steps.ts';
import { FaultProxy } from '#tests/support/fault-proxy.ts';
import { expect, test } from '#tests/support/fixtures.ts';

const overview = '/dashboard/events-overview';
const eventsList = '/organization/events';
const pathOf = (page: Page) => {
  const { pathname, search, hash } = new URL(page.url());
  return pathname + search + hash;
};

// Nothing here happens without a network: refusing the worker saves a second of processor time a phone.
test.use({ serviceWorkers: 'block' });

test('a stranger is sent to sign in and ends at the full path of the original link', { tag: '@core' }, async ({ newPhone }) => {
  for (const meant of [`/event/${demoEvents.live}?queue=open#top`, overview]) {
    const phone = await newPhone();
    const page = await phone.page();
    await page.goto(meant);
    await expect(page).toHaveURL(/\/login\?redirect=/);
    await fillSignIn(page, 'member@demo.test');
    await expect.poll(() => pathOf(page)).toBe(meant);
  }
});

test('a return target of another site is not followed', async ({ page, appUrl }) => {
  for (const target of ['https://example.com/', '//example.com/', '/\\example.com', '/login']) {
    await page.goto(`/login?redirect=${encodeURIComponent(target)}`);
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  }
  await page.goto(`/login?redirect=${encodeURIComponent('//example.com/')}`);
  await fillSignIn(page, 'member@demo.test');
  await expect(page).toHaveURL(`${appUrl}/organization`);
});

test('a wrong password shows a message, and the input remains', async ({ page }) => {
  await page.goto('/login');
  await fillSignIn(page, 'member@demo.test', false, 'not the password');
  const alert = page.getByRole('alert').filter({ hasText: 'You couldn’t log in' });
  await expect(alert).toContainText('The email address or password is wrong.');
  await expect(page.getByLabel('Email')).toHaveValue('member@demo.test');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not the password');
  await expect(page.getByLabel(/Stay logged in/)).not.toBeChecked();
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/organization$/);
});

const newEmail = () => `r-${randomUUID().slice(0, 13)}@example.test`;

async function fillRegistration(page: Page, email: string, organization?: string): Promise<void> {
  if (organization !== undefined) {
    await page.getByRole('radio', { name: /Organization/ }).check();
    await page.getByLabel('Organization name').fill(organization);
  }
  await page.getByLabel('First name').fill('Ida');
  await page.getByLabel('Last name').fill('Vale');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('three plain words');
  await page.getByRole('button', { name: 'Create account' }).click();
}

test('a personal registration lands on the dashboard; home leads back there', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await fillRegistration(page, newEmail());
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'No events yet' })).toBeVisible();
  await page.goto('/');
  await page.getByRole('link', { name: 'Go to your events' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a missing value shows a message at its field, and the rest remains', async ({ page }) => {
  await page.goto('/register');
  await page.getByLabel('Email').fill('ida at example');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('First name')).toHaveAccessibleDescription(/Enter your first name/);
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Enter a valid email address/);
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/Choose a password/);
  await expect(page.getByLabel('First name')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue('ida at example');
});

test('a new organization waits: no sidebar, and no way into the app', { tag: '@core' }, async ({ newPhone }) => {
  const phone = await newPhone({ viewport: deskSize });
  const page = await phone.page();
  await page.goto('/register');
  const name = `Vale Weddings ${randomUUID().slice(0, 4)}`;
  await fillRegistration(page, newEmail(), name);
  await waitsForApproval(page, name);
  for (const meant of [overview, '/dashboard', eventsList, `/event/${demoEvents.live}`, `/event/${demoEvents.live}/gallery`]) {
    await page.goto(meant);
    await waitsForApproval(page, name);
  }
});

async function waitsForApproval(page: Page, organization: string): Promise<void> {
  await expect(page).toHaveURL(/\/pending-approval$/);
  await expect(page.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
  await expect(page.getByText(organization)).toBeVisible();
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /menu/i })).toHaveCount(0);
}

test('an email that has an account shows a message at its field, values remain', async ({ page }) => {
  await page.goto('/register');
  await fillRegistration(page, 'member@demo.test');
  const email = page.getByLabel('Email');
  await expect(email).toHaveAccessibleDescription(/An account with this email address already exists/);
  await expect(email).toHaveValue('member@demo.test');
  await expect(email).toBeFocused();
  await expect(page.getByLabel('First name')).toHaveValue('Ida');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('three plain words');
  await expect(page).toHaveURL(/\/register$/);
});

// The last of the chain, 'Failed to register', is for failures without any words: registration-failure.test.ts.
test('a failed registration shows the server’s detail, else a general message', async ({ newPhone, serverUrl }) => {
  const network = await FaultProxy.start(serverUrl);
  try {
    const phone = await newPhone({ baseURL: network.url });
    const page = await phone.page();
    await page.goto('/register');
    const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t create your account' });
    const calls = /^\/api\/v1\/auth\/register$/;

    const problem = { type: 'about:blank', title: 'Too Many Requests', status: 429, code: 'rate_limited', request_id: 'r1' };
    const refused = { ...problem, detail: 'Too many accounts were opened from here. Try again in a minute.' };
    network.addFault('POST', calls, {
      kind: 'answer',
      status: 429,
      headers: { 'content-type': 'application/problem+json', 'x-request-id': 'r1' },
      body: JSON.stringify(refused),
    });
    await fillRegistration(page, newEmail());
    await expect(alert).toContainText(refused.detail);

    const again = page.getByRole('button', { name: 'Create account' });
    network.addFault('POST', calls, {
      kind: 'answer',
      status: 502,
      headers: { 'content-type': 'text/html' },
      body: '<h1>Bad gateway</h1>',
    });
    await again.click();
    await expect(alert).toContainText('Something went wrong on our side. Try again.');

    network.addFault('POST', calls, { kind: 'refuse' });
    await again.click();
    await expect(alert).toContainText('Can’t reach the server.');

    network.clearFaults();
    await expect(page.getByLabel('First name')).toHaveValue('Ida');
    await again.click();
    await expect(page).toHaveURL(/\/dashboard$/);
  } finally {
    await network.close();
  }
});

test('the pages for no access, for no page, and the one that only leads home', async ({ page, appUrl }) => {
  await page.goto('/unauthorized');
  await expect(page.getByRole('heading', { name: 'You don’t have access' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();

  await page.goto('/error-test');
  await expect(page).toHaveURL(`${appUrl}/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to home' }).click();
  await expect(page).toHaveURL(`${appUrl}/`);
});

test('a user without access to any event is led to /unauthorized; a hidden event is not found', async ({ newPhone, serverUrl }) => {
  const admin = await (await newPhone()).page();
  await signInByForm(admin, 'admin@demo.test');
  await expect.poll(() => pathOf(admin), { message: 'platform admins land on the home page' }).toBe('/');
  for (const meant of [`/event/${demoEvents.live}`, `/event/${demoEvents.live}/gallery`]) {
    await admin.goto(meant);
    await expect(admin).toHaveURL(/\/unauthorized$/);
    await expect(admin.getByText(/admin@demo.test doesn’t have permission to open that page/)).toBeVisible();
  }
  await admin.getByRole('link', { name: 'Go to your events' }).click();
  await expect(admin).toHaveURL(/\/dashboard$/);

  const stranger = await registerPerson(serverUrl);
  const page = await (await newPhone()).page();
  await signIn(page, stranger.email);
  for (const id of [demoEvents.live, '0199aa00-0000-7000-8000-0000000000ef', 'none']) {
    await page.goto(`/event/${id}`);
    await expect(page.getByRole('heading', { name: 'Event not found' })).toBeVisible();
  }
});

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a signed-in person starts the app without network', { tag: '@core' }, async ({ phone }) => {
    let page = await phone.page();
    await signIn(page, 'member@demo.test', overview);
    const event = (shown: Page) => shown.getByRole('link', { name: 'Harbour Lights', exact: true });
    await expect(event(page)).toBeVisible();
    await waitForServiceWorker(page);
    await waitUntilPersisted(page, '"events","list"', 'Harbour Lights');
    await page.close();

    await phone.context.setOffline(true);
    page = await phone.context.newPage();
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await expect(event(page)).toBeVisible();
    await expect(page.getByText('Offline', { exact: true })).toBeVisible();
    await event(page).click();
    await waitForCamera(page);
  });
});

test('logging out deletes the user’s data', { tag: '@core' }, async ({ phone }) => {
  const page = await phone.page();
  await signIn(page, 'member@demo.test', eventsList);
  await openMenu(page);
  await logOut(page, /You’re logged in as member@demo.test/, /^Log out$/);
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('session'))).toBeNull();
  await noSessionLeft(phone);
  await page.goto(overview);
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
});

async function noSessionLeft(phone: Phone): Promise<void> {
  await expect.poll(async () => (await phone.context.cookies()).filter(({ value }) => value !== '').map(({ name }) => name)).toEqual([]);
}
