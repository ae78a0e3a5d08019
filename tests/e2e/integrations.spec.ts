// An admin connects the organization's own programs: a token for a script, and a webhook to its server.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { call, registerPerson, signIn as apiSignIn } from '#tests/support/api.ts';
import { signIn } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { createWebhook } from '#tests/support/integrations.ts';

test.use({ serviceWorkers: 'block' });

const screen = '/organization/settings?tab=integrations';

test('an admin creates a token, which a program uses until it is revoked', async ({ deskPage: desk, serverUrl }) => {
  const name = `Website ${Date.now()}`;
  await signIn(desk, 'owner@demo.test', screen);
  const tokens = desk.getByRole('region', { name: 'API tokens' });
  await tokens.getByRole('button', { name: 'New token' }).click();
  const form = desk.getByRole('dialog', { name: 'New API token' });
  await form.getByRole('button', { name: 'Create token' }).click();
  await expect(form.getByText('Enter a name.')).toBeVisible();
  await expect(form.getByText('Choose at least one.')).toBeVisible();
  await expectAccessible(desk, 'the form of a token');
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('checkbox', { name: 'Read events' }).check();
  await expect(form.getByRole('combobox', { name: 'Expires' })).toHaveValue('90');
  await form.getByRole('button', { name: 'Create token' }).click();

  const created = desk.getByRole('dialog', { name: 'Token created' });
  await expect(created.getByRole('textbox', { name: 'Token' })).toBeFocused();
  await expectAccessible(desk, 'a new token');
  const secret = await created.getByRole('textbox', { name: 'Token' }).inputValue();
  expect(secret).toMatch(/^ais_/);
  await created.getByRole('button', { name: 'Done' }).click();
  await expect(desk.getByText(secret)).toHaveCount(0);

  const headers = { authorization: `Bearer ${secret}` };
  expect((await call(serverUrl, 'GET', '/api/v1/event', { headers })).status).toBe(200);
  expect((await call(serverUrl, 'GET', '/api/v1/auth/sessions', { headers })).status).toBe(403);
  await desk.reload();
  const row = tokens.getByRole('listitem').filter({ hasText: name });
  await expect(row.getByText(/Used .* from 127\.0\.0\.1/)).toBeVisible();
  await expectAccessible(desk, 'API and webhooks');

  await row.getByRole('button', { name: `Revoke ${name}` }).click();
  await desk
    .getByRole('dialog', { name: `Revoke “${name}”?` })
    .getByRole('button', { name: 'Revoke token' })
    .click();
  await expect(row.getByText('Revoked', { exact: true })).toBeVisible();
  expect((await call(serverUrl, 'GET', '/api/v1/event', { headers })).body).toMatchObject({ code: 'token_revoked' });
});

test('an admin creates a webhook, tests it, reads what the receiver answered, and sends a message again', async ({ deskPage: desk }) => {
  const received: string[] = [];
  let status = 500;
  const receiver = createServer((request, response) => {
    void text(request).then(() => {
      received.push(String(request.headers['webhook-id']));
      response.writeHead(status).end(status === 500 ? 'Something broke here' : 'thanks');
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  try {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/photos`;
    await signIn(desk, 'owner@demo.test', screen);
    const webhooks = desk.getByRole('region', { name: 'Webhooks' });
    await webhooks.getByRole('button', { name: 'New webhook' }).click();
    const form = desk.getByRole('dialog', { name: 'New webhook' });
    await form.getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.1/photos');
    await form.getByRole('checkbox', { name: 'Event ended' }).check();
    await form.getByRole('button', { name: 'Create webhook' }).click();
    await expect(form.getByText('must be an https address on the internet', { exact: false }).first()).toBeVisible();
    await form.getByRole('textbox', { name: 'Address' }).fill(url);
    await form.getByRole('button', { name: 'Create webhook' }).click();
    const created = desk.getByRole('dialog', { name: 'Webhook created' });
    await expect(created.getByRole('textbox', { name: 'Secret' })).toHaveValue(/^whsec_/);
    await created.getByRole('button', { name: 'Done' }).click();

    await webhooks.getByRole('button', { name: `Deliveries to ${url}` }).click();
    const log = desk.getByRole('dialog', { name: 'Deliveries' });
    await expect(log.getByText('Nothing sent yet')).toBeVisible();
    await expectAccessible(desk, 'an empty log of deliveries');
    await log.getByRole('button', { name: 'Send test event' }).click();
    await expect(log.getByText(/1 attempt · Answer 500 · Next attempt/)).toBeVisible();
    await log.getByText('Message and answer').click();
    await expect(log.getByText('Something broke here')).toBeVisible();
    await expect(log.getByText('"type":"webhook.test"', { exact: false })).toBeVisible();
    await expectAccessible(desk, 'the log of deliveries');
    status = 200;
    await log.getByRole('button', { name: 'Send again' }).click();
    // The log shows what other stories of this organization send, too.
    const sent = log.getByRole('listitem').filter({ hasText: 'webhook.test' });
    await expect(sent.getByText('Delivered', { exact: true })).toBeVisible();
    expect(new Set(received).size).toBe(1);
    await log.getByRole('button', { name: 'Close' }).click();

    await webhooks.getByRole('button', { name: `More actions for ${url}` }).click();
    await desk.getByRole('menuitem', { name: 'Replace secret' }).click();
    await desk.getByRole('dialog', { name: 'Replace the secret?' }).getByRole('button', { name: 'Replace secret' }).click();
    await expect(desk.getByRole('dialog', { name: 'New secret' }).getByRole('textbox', { name: 'Secret' })).toHaveValue(/^whsec_/);
    await desk.getByRole('button', { name: 'Done' }).click();
    await expect(webhooks.getByText('Also signed with the previous secret until', { exact: false })).toBeVisible();
    await webhooks.getByRole('button', { name: `More actions for ${url}` }).click();
    await desk.getByRole('menuitem', { name: 'Turn off' }).click();
    const row = webhooks.getByRole('listitem').filter({ hasText: url });
    await expect(row.getByText('Off', { exact: true })).toBeVisible();
    await webhooks.getByRole('button', { name: `More actions for ${url}` }).click();
    await desk.getByRole('menuitem', { name: 'Delete' }).click();
    await desk.getByRole('dialog', { name: 'Delete this webhook?' }).getByRole('button', { name: 'Delete webhook' }).click();
    await expect(row).toHaveCount(0);
  } finally {
    await new Promise((done) => receiver.close(done));
  }
});

test('an admin is notified in the app of a webhook that was turned off, and opens its deliveries', async ({
  deskPage: desk,
  serverUrl,
}) => {
  const receiver = createServer((_request, response) => void response.writeHead(410).end('gone for good'));
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  try {
    const { email, user } = await registerPerson(serverUrl, { organization: 'Cirrus Nights' });
    const id = user.memberships[0]!.organization_id;
    await (await apiSignIn(serverUrl, 'super@demo.test')).call('POST', `/api/v1/organizations/${id}/approve`);
    const admin = await apiSignIn(serverUrl, email);
    const { port } = receiver.address() as AddressInfo;
    const { id: webhookId } = await createWebhook(admin, id, { url: `http://127.0.0.1:${port}/photos`, events: ['photo.approved'] });
    expect((await admin.call('POST', `/api/v1/organizations/${id}/webhooks/${webhookId}/test`)).status).toBe(201);
    const title = 'A webhook of Cirrus Nights was turned off';
    const titles = async () =>
      (await admin.call<{ items: { title: string }[] }>('GET', '/api/v1/notices')).body.items.map((notice) => notice.title);
    await expect.poll(titles).toContain(title);

    await signIn(desk, email, '/organization');
    await desk.getByRole('button', { name: /^Notifications/ }).click();
    await desk.getByRole('button', { name: `Open: ${title}` }).click();
    const log = desk.getByRole('dialog', { name: 'Deliveries' });
    await expect(log.getByText(/1 attempt · Answer 410/)).toBeVisible();
    await expectAccessible(desk, 'the log of a webhook that was turned off');
    await log.getByRole('button', { name: 'Close' }).click();
    await expect(desk).toHaveURL(/tab=integrations$/);
    await expect(
      desk.getByRole('region', { name: 'Webhooks' }).getByText('The server answered that it no longer takes messages (410).'),
    ).toBeVisible();
  } finally {
    await new Promise((done) => receiver.close(done));
  }
});

test('on a phone, an admin of an organization without either sees what they are for; offline and failed it says so; members see neither', async ({
  newPhone,
  serverUrl,
}) => {
  const { email, user } = await registerPerson(serverUrl, { organization: 'Stratus Nights' });
  const superAdmin = await apiSignIn(serverUrl, 'super@demo.test');
  await superAdmin.call('POST', `/api/v1/organizations/${user.memberships[0]!.organization_id}/approve`);
  const phone = await newPhone();
  const page = await phone.page();
  await signIn(page, email, screen);
  await expect(page.getByText('No tokens yet.')).toBeVisible();
  await expect(page.getByText('No webhooks yet.')).toBeVisible();
  await expectAccessible(page, 'API and webhooks without any, on a phone');
  await page.route('**/webhooks', (route) => route.fulfill({ status: 500, body: '' }));
  await page.reload();
  await expect(page.getByText('Couldn’t load the webhooks')).toBeVisible();
  await page.unroute('**/webhooks');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No webhooks yet.')).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByRole('button', { name: 'New token' })).toHaveAttribute('aria-disabled', 'true');
  await page.context().setOffline(false);

  const member = await (await newPhone()).page();
  await signIn(member, 'member@demo.test', screen);
  await expect(member.getByRole('tab', { name: 'Branding' })).toBeVisible();
  await expect(member.getByRole('tab', { name: 'API and webhooks' })).toHaveCount(0);
});
