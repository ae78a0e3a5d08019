// The life of an organization, from its registration to the day one of its people leaves: its mails by a real SMTP server.
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { eventTheme } from '#src/lib/color.ts';
import { signIn as apiSignIn, deliver, demoPassword, freshSignIn, registerPerson } from '#tests/support/api.ts';
import { fillSignIn } from '#tests/support/app.ts';
import { deskSize } from '#tests/support/browser.ts';
import { startSmtp, type SmtpServer } from '#tests/support/fake-smtp.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { picture } from '#tests/support/pictures.ts';
import { freePort } from '#tests/support/server-process.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { confirmDialog } from '#tests/support/toasts.ts';
import { sumsOf, unzip } from '#tests/support/zip.ts';

// Nothing here happens without a network.
test.use({ serviceWorkers: 'block' });

let smtp: SmtpServer;
let server: TestServer;
test.beforeAll(async () => {
  smtp = await startSmtp();
  const port = await freePort();
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'Photos <photos@example.org>', PUBLIC_URL: `http://127.0.0.1:${port}` };
  server = await startServer({ isDurable: false, port, env });
});
test.afterAll(async () => {
  await server?.dispose();
  await smtp?.close();
});

/** The path of the link in the invitation to this address, once it has come by mail. */
async function invitationOf(email: string): Promise<string> {
  const link = () =>
    smtp.received
      .filter(({ envelope }) => envelope.to.includes(email))
      .map(({ mail }) => /http\S+(\/invite\/\S+)/.exec(mail.text ?? '')?.[1])
      .find((found) => found !== undefined);
  await expect.poll(link, { message: `the invitation of ${email}`, timeout: 30_000 }).toBeTruthy();
  return link() ?? '';
}

async function fillPerson(page: Page, firstName: string, lastName: string): Promise<void> {
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill(lastName);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Create account' }).click();
}

const dashboard = (page: Page) => page.getByRole('heading', { level: 1, name: 'Organization Dashboard' });

test('an organization is registered, corrected, approved, staffed and branded; one of its people leaves with their data', async ({
  newPhone,
}) => {
  const token = randomUUID().slice(0, 6);
  const name = `Linden ${token}`;
  const [founder, newcomer] = [`founder-${token}@example.test`, `nora-${token}@example.test`];
  const old = await registerPerson(server.url, { firstName: 'Olaf', lastName: 'Reed' });
  const platform = await apiSignIn(server.url, 'admin@demo.test');
  const open = async (viewport = deskSize) => (await newPhone({ baseURL: server.url, viewport })).page();
  const desk = await open();

  const organizationId = await test.step('registered, it waits: without a sidebar', async () => {
    await desk.goto('/register');
    await desk.getByRole('radio', { name: /Organization/ }).check();
    await desk.getByLabel('Organization name').fill(name);
    await desk.getByLabel('Email').fill(founder);
    await fillPerson(desk, 'Fritzi', 'Lind');
    await expect(desk.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
    await expect(desk.getByRole('complementary')).toHaveCount(0);
    return (await freshSignIn(server.url, founder)).user.organizations[0]!.id;
  });

  await test.step('turned down with a reason, it is corrected and sent again', async () => {
    const reason = 'Tell us which events you photograph.';
    await platform.call('POST', `/api/v1/organizations/${organizationId}/reject`, { json: { reason } });
    await expect(desk.getByRole('heading', { name: 'Not approved yet' })).toBeVisible({ timeout: 30_000 });
    await expect(desk.getByText(reason)).toBeVisible();
    await desk.getByRole('button', { name: 'Correct the details' }).click();
    const form = desk.getByRole('dialog', { name: 'Correct the details' });
    await form.getByRole('button', { name: 'Resubmit' }).click();
    await expect(form.getByLabel('Name')).toHaveAccessibleDescription(/Make the requested changes first/);
    await form.getByLabel(/^Description/).fill('Concerts in Berlin, two hundred a year.');
    await form.getByRole('button', { name: 'Resubmit' }).click();
    await expect(desk.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
  });

  await test.step('approved, its page continues automatically', async () => {
    await platform.call('POST', `/api/v1/organizations/${organizationId}/approve`);
    await expect(dashboard(desk)).toBeVisible({ timeout: 30_000 });
  });

  await test.step('two are invited by mail', async () => {
    await desk.getByRole('link', { name: 'Staff Management' }).click();
    await desk.getByRole('button', { name: 'Invite staff' }).click();
    const form = desk.getByRole('dialog', { name: 'Invite staff' });
    await form.getByLabel('Email addresses').fill(`${newcomer}, ${old.email}`);
    await form.getByRole('button', { name: 'Send invitations' }).click();
    await expect(desk.getByRole('dialog', { name: '2 people invited' })).toBeVisible();
    await desk.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  });

  const noras = await open();
  await test.step('one accepts with a new account', async () => {
    await noras.goto(await invitationOf(newcomer));
    await noras.getByRole('link', { name: 'Create an account' }).click();
    await expect(noras.getByLabel('Email')).toHaveValue(newcomer);
    await fillPerson(noras, 'Nora', 'Quist');
    await noras.getByRole('button', { name: 'Accept invitation' }).click();
    await expect(dashboard(noras)).toBeVisible();
  });
  const phone = await open({ width: 390, height: 844 });
  await test.step('one with the account they had', async () => {
    await phone.goto(await invitationOf(old.email));
    await phone.getByRole('link', { name: 'Log in' }).click();
    await expect(phone.getByLabel('Email')).toHaveValue(old.email);
    await fillSignIn(phone, old.email);
    await phone.getByRole('button', { name: 'Accept invitation' }).click();
    await expect(dashboard(phone)).toBeVisible();
  });

  await test.step('a permission is felt in the open tab', async () => {
    await noras.getByRole('link', { name: 'Staff Management' }).click();
    await expect(noras.getByRole('table', { name: 'Staff' })).toContainText('Olaf Reed');
    await expect(noras.getByRole('button', { name: 'Invite staff' })).toHaveCount(0);
    await desk.reload();
    await desk.getByRole('button', { name: 'Actions for Nora Quist' }).click();
    await desk.getByRole('menuitem', { name: 'Permissions' }).click();
    const form = desk.getByRole('dialog', { name: 'Permissions for Nora Quist' });
    // By keyboard: the track of the switch covers its checkbox and intercepts the click while the sheet is still moving.
    await form.getByRole('switch', { name: 'Manage staff' }).press('Space');
    await expect(form.getByRole('switch', { name: 'Manage staff' })).toBeChecked();
    await form.getByRole('button', { name: 'Save permissions' }).click();
    await expect(form).toHaveCount(0);
    await expect(noras.getByRole('button', { name: 'Invite staff' })).toBeVisible({ timeout: 60_000 });
  });

  const colour = '#0e7490';
  await test.step('its settings and colors', async () => {
    await desk.getByRole('link', { name: 'Organization Settings' }).click();
    await expect(desk.getByLabel(/^Description/)).toHaveValue('Concerts in Berlin, two hundred a year.');
    await desk.getByRole('tab', { name: 'Branding' }).click();
    await desk.getByRole('textbox', { name: 'Primary color', exact: true }).fill(colour);
    await desk.getByRole('button', { name: 'Save changes' }).click();
    await expect(desk.getByText('Changes saved').first()).toBeVisible();
  });

  const eventId = await test.step('an event, live', async () => {
    await desk.getByRole('link', { name: 'Event Management' }).click();
    await desk.getByRole('button', { name: 'New event' }).click();
    const form = desk.getByRole('dialog', { name: 'New event' });
    await form.getByRole('textbox', { name: 'Name' }).fill(`Night ${token}`);
    await form.getByRole('button', { name: 'Create event' }).click();
    await desk.getByRole('button', { name: 'Go live' }).click();
    await expect(desk.getByText('The event is live', { exact: true })).toBeVisible();
    return new URL(desk.url()).pathname.split('/').at(-1)!;
  });

  await test.step('in those colors on a phone', async () => {
    await phone.goto(`/event/${eventId}/gallery`);
    await expect(phone.getByRole('heading', { level: 1 })).toBeVisible();
    const accent = () =>
      phone
        .locator('main')
        .evaluate((main) => getComputedStyle(main.querySelector('[style*="--accent"]') ?? main).getPropertyValue('--accent'));
    await expect.poll(accent).toContain(eventTheme({ primary_color: colour })!.light.accent);
  });

  const shot = await picture();
  await deliver(await freshSignIn(server.url, old.email), eventId, shot);

  await test.step('a removed member is led out of it', async () => {
    await phone.goto('/organization');
    await expect(dashboard(phone)).toBeVisible();
    await desk.getByRole('link', { name: 'Staff Management' }).click();
    await desk.getByRole('button', { name: 'Actions for Olaf Reed' }).click();
    await desk.getByRole('menuitem', { name: 'Remove' }).click();
    await confirmDialog(desk, 'Remove');
    await expect(phone).not.toHaveURL(/\/organization/, { timeout: 60_000 });
  });

  await test.step('they export their data, with valid checksums', async () => {
    await phone.goto('/dashboard/settings?tab=data');
    const button = phone.getByRole('region', { name: 'Download your data' }).getByRole('button', { name: 'Download' });
    const [download] = await Promise.all([phone.waitForEvent('download'), button.click()]);
    const files = unzip(readFileSync(await download.path()));
    const sums = sumsOf(files);
    for (const [file, sum] of sums) expect(createHash('sha256').update(files.get(file)!).digest('hex'), file).toBe(sum);
    expect([...sums.values()], 'the photo itself').toContain(createHash('sha256').update(shot.bytes).digest('hex'));
  });

  await test.step('and delete their account', async () => {
    await phone.getByRole('button', { name: 'Delete account' }).click();
    const sheet = phone.getByRole('dialog');
    await sheet.getByLabel('Your password').fill(demoPassword);
    await sheet.getByRole('button', { name: 'Delete account' }).click();
    await sheet.getByRole('radio', { name: /Keep them/ }).check();
    await sheet.getByRole('button', { name: 'Delete account' }).click();
    await expect(phone).toHaveURL(/\/login/);
    await expect(freshSignIn(server.url, old.email)).rejects.toThrow('401');
  });
});
