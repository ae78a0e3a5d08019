// What the platform sees and changes of all organizations' billing: plans, subscriptions, invoices, revenue, the PDF.
import { readFileSync } from 'node:fs';
import { eq, inArray } from 'drizzle-orm';
import { create } from 'fontkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoicePdf, toPrintable } from '#server/billing/invoice-pdf.ts';
import { billingOperations } from '#server/billing/operations.ts';
import { invoices } from '#server/db/schema/billing.ts';
import { eventCounters } from '#server/db/schema/events.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import type { Handlers } from '#server/http/operation.ts';
import { refreshViewer } from '#server/organizations/access.ts';
import { readOverview } from '#server/platform/overview-repository.ts';
import { uuid7 } from '#server/uuid.ts';
import { dueIn } from '#tests/support/billing.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createEvent, createOrganization, createUser, viewerOf } from '#tests/support/factories/database.ts';
import { callOf, outcome } from '#tests/support/operations.ts';
import { readPages } from '#tests/support/pages.ts';
import { isFullTier } from '#tests/support/tier.ts';

type Operation = keyof ReturnType<typeof billingOperations>;
type BodyOf<Id extends Operation> = Awaited<ReturnType<Handlers[Id]>> extends infer A ? (A extends { body: infer B } ? B : never) : never;

let deps: TestDeps;
let platform: string;
beforeAll(async () => {
  deps = await openTestDeps();
  platform = await createUser(deps, { firstName: 'Sol', role: 'super_admin' });
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

async function organizationCalled(name: string) {
  const made = await createOrganization(deps);
  await deps.db.update(organizations).set({ name }).where(eq(organizations.id, made.id));
  return made;
}

async function ask<Id extends Operation>(
  id: Id,
  {
    as = platform,
    path = {},
    ...parts
  }: { as?: string; path?: Record<string, string>; header?: Record<string, string>; body?: unknown; query?: unknown } = {},
): Promise<BodyOf<Id>> {
  const handler = billingOperations(deps, refreshViewer, { countPlanRequest: async () => undefined })[id] as (
    call: unknown,
  ) => Promise<unknown>;
  return ((await handler(callOf(await viewerOf(deps, as), path, parts))) as { body: BodyOf<Id> }).body;
}

const issue = (organizationId: string, changes: object = {}) =>
  ask('issueInvoice', {
    path: { id: organizationId },
    body: {
      id: uuid7(),
      description: 'Pro, November 2026',
      amount: 4900,
      period_start: '2026-11-01',
      period_end: '2026-11-30',
      due_on: dueIn(14),
      ...changes,
    },
  });
const settle = (organizationId: string, invoiceId: string, status: string) =>
  ask('updateInvoice', { path: { id: organizationId, invoiceId }, body: { status } });

it('refuses an invoice to an organization that isn’t approved, but not the answer to one issued before', async () => {
  const { id } = await createOrganization(deps, { status: 'pending' });
  expect(await outcome(issue(id))).toBe('organization_pending');
  await deps.db.update(organizations).set({ status: 'active' }).where(eq(organizations.id, id));
  const invoiceId = uuid7();
  const issued = await issue(id, { id: invoiceId });
  await deps.db.update(organizations).set({ status: 'pending' }).where(eq(organizations.id, id));
  expect(await issue(id, { id: invoiceId })).toEqual(issued);
});

describe('plans', () => {
  it('are changed as data: their limits count at once, and the change is in the trail once', async () => {
    const { id, adminId } = await createOrganization(deps);
    await ask('setPlan', { path: { id }, body: { plan: 'pro' } });
    const { plans } = await ask('listPlans');
    const pro = plans.find(({ plan }) => plan.id === 'pro');
    expect(pro?.organizations).toBe(1);
    const { id: _id, ...facts } = pro!.plan;
    const changed = { ...facts, name: 'Professional', limits: { ...facts.limits, events: 1 } };
    for (let again = 0; again < 2; again++) await ask('updatePlan', { path: { planId: 'pro' }, body: changed });
    expect((await ask('getBilling', { as: adminId, path: { id } })).plan).toMatchObject({ name: 'Professional', limits: { events: 1 } });
    const told = await deps.db.select().from(auditLog).where(eq(auditLog.action, 'billing.update_plan'));
    expect(told.map(({ detail }) => detail)).toEqual([{ name: 'Professional', maxOpenEvents: 1 }]);
    expect(await outcome(ask('updatePlan', { as: adminId, path: { planId: 'pro' }, body: changed }))).toBe('forbidden');
    await ask('updatePlan', { path: { planId: 'pro' }, body: facts });
  });

  it('are not overwritten without having been read', async () => {
    const { plans } = await ask('listPlans');
    const { plan, version } = plans.find(({ plan: { id } }) => id === 'studio')!;
    const { id: _id, ...facts } = plan;
    const save = (changes: object, ifMatch: string) =>
      ask('updatePlan', { path: { planId: 'studio' }, header: { 'if-match': ifMatch }, body: { ...facts, ...changes } });
    const both = await Promise.all(['Atelier', 'Workshop'].map((name) => outcome(save({ name }, `"${version}"`))));
    expect(both.toSorted()).toEqual(['changed_meanwhile', 'done']);
    const now = (await ask('listPlans')).plans.find(({ plan: { id } }) => id === 'studio')!;
    expect(now.version).not.toBe(version);
    // As a proxy that packs answers names it.
    expect(await save({}, `W/"${now.version}"`)).toEqual({ ...now, plan, version });
  });
});

describe('subscriptions', () => {
  it('show plan, usage and invoiced period; searched, filtered, paged', async () => {
    const made = [];
    for (let index = 0; index < 5; index++) made.push((await organizationCalled(`Quail ${index}`)).id);
    const [first, second] = made as [string, string];
    await ask('setPlan', { path: { id: first }, body: { plan: 'pro' } });
    await ask('setPlan', { path: { id: second }, body: { plan: 'free' } });
    await createEvent(deps, first, { status: 'live' });
    await createEvent(deps, first, { status: 'ended' });
    await issue(first, { period_end: '2026-12-31' });
    const { id: voided } = await issue(first, { period_end: '2027-12-31' });
    await settle(first, voided, 'void');
    const list = (query: object) => ask('listSubscriptions', { query });
    const { items } = await list({ q: 'quail', plan: 'pro' });
    expect(items).toMatchObject([
      { organization: { id: first, status: 'active' }, plan: 'pro', invoiced_until: '2026-12-31', usage: { events: 1, members: 1 } },
    ]);
    expect((await list({ q: 'quail', plan: 'free' })).items.map(({ organization }) => organization.id)).toContain(second);
    for (const sort of ['name', '-created_at']) {
      const { forth } = await readPages((cursor) => list({ q: 'quail', sort, limit: 2, cursor }));
      expect(forth.map((page) => page.length)).toEqual([2, 2, 1]);
      expect(new Set(forth.flat().map(({ organization }) => organization.id))).toEqual(new Set(made));
    }
    const full = async () => (await list({ q: 'quail', storage: 'full' })).items.map(({ organization }) => organization.id);
    expect(await full()).toEqual([]);
    const limit = 5_000_000_000;
    const heavy = await createEvent(deps, second, { status: 'ended' });
    const weighs = (photosBytes: number) =>
      deps.db
        .insert(eventCounters)
        .values({ eventId: heavy, photosBytes })
        .onConflictDoUpdate({ target: eventCounters.eventId, set: { photosBytes } });
    await weighs(limit - 1);
    expect(await full()).toEqual([]);
    await weighs(limit);
    expect(await full()).toEqual([second]);
    expect((await readOverview(deps.db, deps.storageDir)).attention.full_storages).toBe(1);
    const usage = (await ask('getBilling', { path: { id: first } })).usage;
    expect(items[0]?.usage).toEqual(usage);
  });
});

describe('invoices', () => {
  it('of all organizations are found by number, words and state, and summed by month', async () => {
    const before = await ask('getRevenue');
    const { id } = await organizationCalled('Godwit Galas');
    const paid = await issue(id, { amount: 10_000, currency: 'CHF' });
    await settle(id, paid.id, 'paid');
    const open = await issue(id, { amount: 700, currency: 'CHF' });
    const late = inArray(invoices.id, [paid.id, open.id]);
    await deps.db.update(invoices).set({ dueOn: '2020-01-01' }).where(late);
    const due = await issue(id, { amount: 30, currency: 'CHF', due_on: '2090-01-01' });
    const gone = await issue(id, { amount: 5, currency: 'CHF' });
    await settle(id, gone.id, 'void');
    const found = async (query: object) => (await ask('listAllInvoices', { query })).items.map(({ invoice }) => invoice.number);
    expect(await found({ q: 'godwit' })).toEqual([gone, due, open, paid].map(({ number }) => number));
    expect(await found({ q: open.number.toLowerCase() })).toEqual([open.number]);
    expect(await found({ q: 'godwit', state: 'open' })).toEqual([due.number, open.number]);
    expect(await found({ q: 'godwit', state: 'overdue' })).toEqual([open.number]);
    const { months, open: owed } = await ask('getRevenue');
    const month = `${new Date().toISOString().slice(0, 7)}-01`;
    expect(months.filter(({ currency }) => currency === 'CHF')).toEqual([
      { month, currency: 'CHF', invoices: 3, issued: 10_730, paid: 10_000 },
    ]);
    expect(owed.filter(({ currency }) => currency === 'CHF')).toEqual([{ currency: 'CHF', amount: 730, overdue: 700 }]);
    expect(before.months.some(({ currency }) => currency === 'CHF')).toBe(false);
  });

  it('are in a currency that there is, and due today or later; one that is sent again is the same on the day after', async () => {
    const { id } = await createOrganization(deps);
    const refusal = (field: string, message: string) => ({ status: 422, errors: [{ field: `body.${field}`, message }] });
    const unknown = refusal('currency', 'This isn’t a currency. Use three letters, such as EUR.');
    await expect(issue(id, { currency: 'ABC' })).rejects.toMatchObject(unknown);
    const past = dueIn(-2);
    await expect(issue(id, { due_on: past })).rejects.toMatchObject(refusal('due_on', 'The due date is in the past.'));
    const made = await issue(id, { currency: 'SEK', due_on: dueIn(0) });
    expect(made).toMatchObject({ currency: 'SEK', is_overdue: false });
    await deps.db.update(invoices).set({ dueOn: past }).where(eq(invoices.id, made.id));
    expect(await issue(id, { id: made.id, currency: 'SEK', due_on: past })).toMatchObject({ id: made.id, is_overdue: true });
  });

  it('of a deleted organization are read and settled by the platform alone', async () => {
    const { id, adminId } = await createOrganization(deps);
    const { id: invoiceId } = await issue(id);
    await deps.db.update(organizations).set({ deletedAt: new Date() }).where(eq(organizations.id, id));
    expect(await ask('getInvoice', { path: { id, invoiceId } })).toMatchObject({ status: 'open' });
    expect(await ask('updateInvoice', { path: { id, invoiceId }, body: { status: 'paid' } })).toMatchObject({ status: 'paid' });
    await expect(ask('getInvoice', { as: adminId, path: { id, invoiceId } })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('of an organization that was removed for good are found by its name, read and settled by the platform', async () => {
    const { id, adminId } = await organizationCalled('Whimbrel Weddings');
    const { id: invoiceId, number } = await issue(id);
    await deps.db.delete(organizations).where(eq(organizations.id, id));
    const { items } = await ask('listAllInvoices', { query: { q: 'whimbrel' } });
    expect(items).toMatchObject([{ organization_id: null, invoice: { number, billed_to: { name: 'Whimbrel Weddings' } } }]);
    const set = (status: string, as = platform) => ask('updateAnyInvoice', { as, path: { invoiceId }, body: { status } });
    expect(await set('void')).toMatchObject({ organization_id: null, invoice: { status: 'void' } });
    expect(await outcome(set('paid'))).toBe('status_not_allowed');
    await set('open');
    expect(await set('paid')).toMatchObject({ invoice: { status: 'paid' } });
    expect(await outcome(set('open', adminId))).toBe('forbidden');
    expect(await outcome(ask('getAnyInvoicePdf', { path: { invoiceId } }))).toBe('done');
    expect(await outcome(ask('getAnyInvoicePdf', { as: adminId, path: { invoiceId } }))).toBe('forbidden');
    expect(await outcome(ask('updateAnyInvoice', { path: { invoiceId: uuid7() }, body: { status: 'paid' } }))).toBe('not_found');
    const told = await deps.db.select().from(auditLog).where(eq(auditLog.subjectId, invoiceId));
    expect(told.map(({ action }) => action)).toEqual([
      'billing.issue_invoice',
      ...Array.from({ length: 3 }, () => 'billing.change_invoice'),
    ]);
  });

  it('have their seller at the time', async () => {
    const { id } = await createOrganization(deps);
    const old = await issue(id);
    const seller = { name: 'Example Photos', address: 'Harbour Street 1', email: '', tax_id: 'DE1', payment_note: 'By transfer.' };
    await ask('updateSeller', { body: seller });
    const fresh = await issue(id);
    expect([old.issued_by.name, fresh.issued_by]).toEqual(['AI Image Suite', seller]);
    expect((await ask('getInvoice', { path: { id, invoiceId: old.id } })).issued_by.name).toBe('AI Image Suite');
  });

  it('name the seller of the version that was read', async () => {
    const { seller, version } = await ask('getSeller');
    const save = (changes: object) => ask('updateSeller', { header: { 'if-match': `"${version}"` }, body: { ...seller, ...changes } });
    const both = await Promise.all(['DE7', 'DE8'].map((tax_id) => outcome(save({ tax_id }))));
    expect(both.toSorted()).toEqual(['changed_meanwhile', 'done']);
    const count = async () => (await deps.db.select().from(auditLog).where(eq(auditLog.action, 'billing.update_seller'))).length;
    const told = await count();
    const now = await ask('getSeller');
    expect(await ask('updateSeller', { body: now.seller })).toEqual(now);
    expect(await count()).toBe(told);
  });

  it('are one page each, regardless of their content', async () => {
    const { id } = await organizationCalled('Łódź Événements 写真');
    const pdf = await invoicePdf(await issue(id, { description: 'ä'.repeat(200) }));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
    // The names of people and places in most of Europe's letters, as they are written there.
    const known = create(readFileSync(new URL('fonts/DejaVuSans.ttf', import.meta.url)));
    const has = (sign: string) => 'hasGlyphForCodePoint' in known && known.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0);
    expect(toPrintable('Łódź Événements – 49 €\nΑθήνα, Київ, Ђорђе 写', has)).toBe('Łódź Événements – 49 €\nΑθήνα, Київ, Ђорђе ?');
    expect(toPrintable('Łódź', (sign) => sign <= 'z')).toBe('?odz');
  });

  it('are one page even with the longest seller, and with text from before the limit', async () => {
    const { id } = await organizationCalled('W'.repeat(120));
    const invoice = await issue(id, { description: 'W'.repeat(200) });
    const pagesOf = async (seller: object) => {
      const pdf = await invoicePdf({ ...invoice, issued_by: { ...invoice.issued_by, ...seller } });
      return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;
    };
    const lines = (length: number) => Array.from({ length: 10 }, () => 'W'.repeat(length)).join('\n');
    expect(await pagesOf({ name: 'W'.repeat(120), address: lines(39), tax_id: 'W'.repeat(60), payment_note: lines(59) })).toBe(1);
    if (!isFullTier) return;
    expect(await pagesOf({ payment_note: `x${'\n'.repeat(590)}x` })).toBe(1);
    expect(await pagesOf({ payment_note: 'x\n'.repeat(300) })).toBe(1);
  });

  it('contain only printable text of the seller and the description', async () => {
    const { seller } = await ask('getSeller');
    const { id } = await createOrganization(deps);
    for (const change of [{ name: '写真 GmbH' }, { address: 'Harbour Street 1\n東京' }, { payment_note: 'Thanks 🎉' }])
      await expect(ask('updateSeller', { body: { ...seller, ...change } })).rejects.toMatchObject({
        status: 422,
        errors: [{ field: `body.${Object.keys(change)[0]}` }],
      });
    await expect(issue(id, { description: 'プロ' })).rejects.toMatchObject({ status: 422, errors: [{ field: 'body.description' }] });
    expect(await outcome(ask('updateSeller', { body: { ...seller, name: 'Łódź Αθήνα Київ?', address: 'Ulica 1\nŁódź' } }))).toBe('done');
  });
});
