// An organization and its plan: what it has room for, what happens where there is none, another plan, and the invoices.
import { randomUUID } from 'node:crypto';
import type { components } from '#openapi/api.ts';
import { signIn as apiSignIn, demoPassword, freshSignIn, registerPerson } from '#tests/support/api.ts';
import { signIn } from '#tests/support/app.ts';
import { issueInvoice } from '#tests/support/billing.ts';
import { createEvent } from '#tests/support/events.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { keepMessage } from '#tests/support/messages.ts';

type Schemas = components['schemas'];

// Nothing here happens without a network.
test.use({ serviceWorkers: 'block' });

test('a plan that is full says what to do; another one is asked for, withdrawn, asked for again and given; an invoice is read and paid', async ({
  deskPage: page,
  serverUrl,
}) => {
  const name = `Plover ${randomUUID().slice(0, 6)}`;
  const founder = await registerPerson(serverUrl, { organization: name });
  const id = founder.user.memberships[0]!.organization_id;
  const superAdmin = await apiSignIn(serverUrl, 'super@demo.test');
  expect((await superAdmin.call('POST', `/api/v1/organizations/${id}/approve`)).status).toBe(200);
  const owner = await freshSignIn(serverUrl, founder.email, demoPassword);
  for (const event of ['First', 'Second', 'Third']) await createEvent(owner, { name: event });
  const plan = async () => (await owner.call<Schemas['Billing']>('GET', `/api/v1/organizations/${id}/billing`)).body;

  await signIn(page, founder.email, '/organization/events?new=true');
  await test.step('a further event is refused, with the reason, and what was typed stays', async () => {
    const form = page.getByRole('dialog', { name: 'New event' });
    await form.getByRole('textbox', { name: /^Name/ }).fill('Fourth');
    await form.getByRole('button', { name: 'Create event' }).click();
    await expect(form.getByText('The Free plan has room for 3 events that are not over.')).toBeVisible();
    await expect(form.getByRole('textbox', { name: /^Name/ })).toHaveValue('Fourth');
  });

  await test.step('the plan shows what is used', async () => {
    await page.goto('/organization/billing');
    await expect(page.getByRole('heading', { level: 1, name: 'Billing & Subscription' })).toBeVisible();
    const usage = page.getByRole('region', { name: 'Free plan' });
    await expect(usage.getByText('3 of 3')).toBeVisible();
    await expect(usage.getByText('Full', { exact: true })).toBeVisible();
    await expect(usage.getByText('Photos are never refused:')).toBeVisible();
    await expect(page.getByText('No invoices yet')).toBeVisible();
  });

  const request = async () => {
    await page.getByRole('button', { name: 'Request Pro' }).click();
    const form = page.getByRole('dialog', { name: 'Request Pro' });
    await form.getByLabel('Message').fill('Ten weddings in June.');
    await form.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByText('You asked for the Pro plan')).toBeVisible();
    await expect(page.getByText('“Ten weddings in June.”')).toBeVisible();
  };
  await test.step('another plan is asked for, withdrawn, and asked for again', async () => {
    await request();
    await expect(page.getByRole('button', { name: 'Request Studio' })).toHaveAttribute('aria-disabled', 'true');
    const undo = await keepMessage(page, 'Request for Pro withdrawn', () =>
      page.getByRole('button', { name: 'Withdraw the request' }).click(),
    );
    await expect(page.getByText('You asked for the Pro plan')).toHaveCount(0);
    await expect.poll(async () => (await plan()).request).toBeNull();
    await undo.click();
    await expect.poll(async () => (await plan()).request?.status).toBe('pending');
    await expect(page.getByText('You asked for the Pro plan')).toBeVisible();
  });

  await test.step('it is given, and an invoice sent', async () => {
    const { request: wish } = await plan();
    await superAdmin.call('POST', `/api/v1/organizations/${id}/plan-requests/${wish!.id}/answer`, {
      json: { accept: true, answer: 'Welcome to Pro!' },
    });
    await issueInvoice(superAdmin, id, { description: 'Pro, June 2030', due_on: '2030-06-15' });
    await page.reload();
    await expect(page.getByRole('region', { name: 'Pro plan' }).getByText('3 of 20')).toBeVisible();
    await expect(page.getByText('Welcome to Pro!')).toBeVisible();
  });

  await test.step('the invoice opens at an address of its own, and is printed alone', async () => {
    const invoices = page.getByRole('table', { name: 'Invoices' });
    await expect(invoices).toContainText('Pro, June 2030');
    await expect(invoices).toContainText('Open');
    await invoices.getByRole('button', { name: /^View invoice INV-/ }).click();
    await expect(page).toHaveURL(/invoice=/);
    const paper = page.getByRole('dialog', { name: /^Invoice INV-/ });
    await expect(paper.getByText(name)).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('.invoice-print')).toBeVisible();
    await expect(paper).not.toBeVisible();
    await page.emulateMedia({ media: null });
    await paper.getByRole('button', { name: 'Close' }).last().click();
    await expect(paper).toHaveCount(0);
  });

  await test.step('now there is room', async () => {
    await createEvent(owner, { name: 'Fourth' });
    expect((await plan()).usage.events).toBe(4);
  });
});
