// An organization and its plan: its limits, the message at a limit, a plan request, and invoices.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { components } from '#openapi/api.ts';
import { signIn as apiSignIn, demoPassword, freshSignIn, registerPerson } from '#tests/support/api.ts';
import { signIn } from '#tests/support/app.ts';
import { deskSize } from '#tests/support/browser.ts';
import { createEvent } from '#tests/support/events.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { keepToastOpen } from '#tests/support/toasts.ts';

type Schemas = components['schemas'];

// Nothing here happens without a network.
test.use({ serviceWorkers: 'block' });

test('a full plan shows the options; a plan request is sent, withdrawn, sent again and accepted; an invoice is read and paid', async ({
  deskPage: page,
  newPhone,
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
  await test.step('a further event is refused with the reason, and the input remains', async () => {
    const form = page.getByRole('dialog', { name: 'New event' });
    await form.getByRole('textbox', { name: /^Name/ }).fill('Fourth');
    await form.getByRole('button', { name: 'Create event' }).click();
    await expect(form.getByText('The Free plan includes 3 events at a time.')).toBeVisible();
    await expect(form.getByRole('textbox', { name: /^Name/ })).toHaveValue('Fourth');
  });

  await test.step('the plan shows its usage', async () => {
    await page.goto('/organization/billing');
    await expect(page.getByRole('heading', { level: 1, name: 'Billing & Subscription' })).toBeVisible();
    const usage = page.getByRole('region', { name: 'Free plan' });
    await expect(usage.getByText('3 of 3')).toBeVisible();
    await expect(usage.getByText('Full', { exact: true })).toBeVisible();
    await expect(usage.getByText('Photos are always accepted:')).toBeVisible();
    await expect(page.getByText('No invoices yet')).toBeVisible();
  });

  const request = async () => {
    await page.getByRole('button', { name: 'Request Pro' }).click();
    const form = page.getByRole('dialog', { name: 'Request Pro' });
    await form.getByLabel('Message').fill('Ten weddings in June.');
    await form.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByText('You requested the Pro plan')).toBeVisible();
    await expect(page.getByText('“Ten weddings in June.”')).toBeVisible();
  };
  await test.step('another plan is asked for, withdrawn, and asked for again', async () => {
    await request();
    await expect(page.getByRole('button', { name: 'Request Studio' })).toHaveAttribute('aria-disabled', 'true');
    const undo = await keepToastOpen(page, 'Request for Pro withdrawn', () =>
      page.getByRole('button', { name: 'Withdraw request' }).click(),
    );
    await expect(page.getByText('You requested the Pro plan')).toHaveCount(0);
    await expect.poll(async () => (await plan()).request).toBeNull();
    await undo.click();
    await expect.poll(async () => (await plan()).request?.status).toBe('pending');
    await expect(page.getByText('You requested the Pro plan')).toBeVisible();
  });

  const desk = await (await newPhone({ viewport: deskSize })).page();
  await test.step('the platform sees the request, accepts it with an answer, and issues the invoice', async () => {
    await signIn(desk, 'super@demo.test', '/super-admin');
    await desk.getByRole('link', { name: /plan requests? to answer/ }).click();
    await expect(desk).toHaveURL(/\/super-admin\/billing-subscription\?tab=requests/);
    await expect(desk.getByRole('row').filter({ hasText: name })).toContainText('Ten weddings in June.');
    await desk.getByRole('button', { name: `Answer ${name}` }).click();
    const answer = desk.getByRole('dialog', { name: `${name} requests Pro` });
    await answer.getByLabel('Answer', { exact: false }).last().fill('Welcome to Pro!');
    await answer.getByRole('button', { name: 'Send answer' }).click();
    await expect(answer).toHaveCount(0);
    await expect(desk.getByRole('row').filter({ hasText: name })).toHaveCount(0);

    await desk.getByRole('tab', { name: 'Organizations' }).click();
    await desk.getByRole('textbox', { name: 'Search organizations' }).fill(name);
    const row = desk.getByRole('row').filter({ hasText: name });
    await expect(row.getByRole('combobox', { name: `Plan for ${name}` })).toHaveValue('pro');
    await expect(row).toContainText('3 of 20 events');
    await desk.getByRole('button', { name: `Issue an invoice to ${name}` }).click();
    const invoice = desk.getByRole('dialog', { name: `Invoice to ${name}` });
    await expect(invoice.getByLabel('Amount')).toHaveValue('49');
    await invoice.getByLabel('Description').fill('Pro, June 2030');
    await invoice.getByLabel('First day').fill('2030-06-30');
    await invoice.getByLabel('Last day').fill('2030-06-01');
    await invoice.getByRole('button', { name: 'Issue invoice' }).click();
    await expect(invoice.getByText('The last day can’t be before the first day.')).toBeVisible();
    await invoice.getByLabel('First day').fill('2030-06-01');
    await invoice.getByLabel('Last day').fill('2030-06-30');
    await invoice.getByLabel('Due').fill('2030-06-15');
    await invoice.getByRole('button', { name: 'Issue invoice' }).click();
    await expect(invoice).toHaveCount(0);
    await expect(row).toContainText('Jun 30, 2030');
  });

  await test.step('the organization opens it at its own URL, and downloads it as a PDF', async () => {
    await page.reload();
    await expect(page.getByRole('region', { name: 'Pro plan' }).getByText('3 of 20')).toBeVisible();
    await expect(page.getByText('Welcome to Pro!')).toBeVisible();
    const invoices = page.getByRole('table', { name: 'Invoices' });
    await expect(invoices).toContainText('Pro, June 2030');
    await expect(invoices).toContainText('Open');
    await invoices.getByRole('button', { name: /^View invoice INV-/ }).click();
    await expect(page).toHaveURL(/invoice=/);
    const paper = page.getByRole('dialog', { name: /^Invoice INV-/ });
    await expect(paper.getByText(name)).toBeVisible();
    const [file] = await Promise.all([page.waitForEvent('download'), paper.getByRole('button', { name: 'Download PDF' }).click()]);
    expect(file.suggestedFilename()).toMatch(/^INV-\d{5}\.pdf$/);
    expect(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    await paper.getByRole('button', { name: 'Close' }).last().click();
    await expect(paper).toHaveCount(0);
  });

  await test.step('it is marked as paid, which the organization sees', async () => {
    await desk.goto(`/super-admin/billing-subscription?tab=invoices&q=${encodeURIComponent(name)}`);
    await desk.getByRole('button', { name: /^Actions for INV-/ }).click();
    await desk.getByRole('menuitem', { name: 'Mark as paid' }).click();
    await expect(desk.getByRole('row').filter({ hasText: name })).toContainText('Paid');
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('table', { name: 'Invoices' })).toContainText('Paid');
    }).toPass();
  });

  await test.step('another super admin’s change of the seller is shown before it is overwritten', async () => {
    const read = async () => (await superAdmin.call<Schemas['SellerSettings']>('GET', '/api/v1/billing/seller')).body;
    await desk.goto('/super-admin/billing-subscription?tab=plans');
    const card = desk.getByRole('region', { name: 'Invoice details' });
    await card.getByLabel('Address').fill('Harbour Street 2');
    const theirs = { ...(await read()).seller, tax_id: 'DE222222222' };
    await superAdmin.call('PUT', '/api/v1/billing/seller', { json: theirs });
    await card.getByRole('button', { name: 'Save changes' }).click();
    await expect(card.getByText('Tax ID is now “DE222222222”.')).toBeVisible();
    await expect(card.getByLabel('Address')).toHaveValue('Harbour Street 2');
    await card.getByRole('button', { name: 'Save changes' }).click();
    await expect.poll(async () => (await read()).seller).toEqual({ ...theirs, address: 'Harbour Street 2' });
  });

  await test.step('now there is room', async () => {
    await createEvent(owner, { name: 'Fourth' });
    expect((await plan()).usage.events).toBe(4);
  });
});
