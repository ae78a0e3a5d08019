// Plans and their limits, requests for other plans, invoices.
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '#openapi/operations.ts';
import { monthOf, nextMonth } from '#server/billing/credits-repository.ts';
import { billingOperations } from '#server/billing/operations.ts';
import { users } from '#server/db/schema/accounts.ts';
import { invoices, subscriptions } from '#server/db/schema/billing.ts';
import { eventCounters, events } from '#server/db/schema/events.ts';
import { creditEntries } from '#server/db/schema/generation.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import type { Tx } from '#server/db/types.ts';
import type { Handlers } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import { refreshViewer } from '#server/organizations/access.ts';
import { lockOrganization } from '#server/organizations/repository.ts';
import { uuid7 } from '#server/uuid.ts';
import { duringTransaction } from '#tests/support/concurrent-transaction.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createEvent, createMembership, createOrganization, createUser, viewerOf } from '#tests/support/factories/database.ts';
import { type Ask, askEvents, askOrganizations, type AskOrganizations, callOf, outcome } from '#tests/support/operations.ts';

type BillingOperation = keyof ReturnType<typeof billingOperations> & OperationId;
type BodyOf<Id extends BillingOperation> =
  Awaited<ReturnType<Handlers[Id]>> extends infer A ? (A extends { body: infer B } ? B : never) : never;

let deps: TestDeps;
let askOrganization: AskOrganizations;
let askEvent: Ask;
let platform: string;
beforeAll(async () => {
  deps = await openTestDeps();
  askOrganization = askOrganizations(deps);
  askEvent = askEvents(deps);
  platform = await createUser(deps, { firstName: 'Sol', role: 'super_admin' });
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

async function ask<Id extends BillingOperation>(
  id: Id,
  userId: string,
  path: Record<string, string> = {},
  parts: { body?: unknown; query?: unknown } = {},
): Promise<BodyOf<Id>> {
  const handler = billingOperations(deps, refreshViewer, { countPlanRequest: async () => undefined })[id] as (
    call: unknown,
  ) => Promise<{ body?: unknown }>;
  return (await handler(callOf(await viewerOf(deps, userId), path, parts))).body as never;
}

/** An organization without a chosen plan. */
async function free(): Promise<{ id: string; adminId: string }> {
  const made = await createOrganization(deps);
  await deps.db.delete(subscriptions).where(eq(subscriptions.organizationId, made.id));
  return made;
}
const refusal = (asked: Promise<unknown>): Promise<[number, string]> =>
  asked.then(
    () => [200, 'done'],
    (error: unknown) => (error instanceof Problem ? [error.status, error.message] : Promise.reject(error)),
  );
const trailOf = async (id: string) =>
  (await deps.db.select().from(auditLog).where(eq(auditLog.organizationId, id)).orderBy(auditLog.id))
    .map(({ action }) => action)
    .filter((action) => action.startsWith('billing.'));

describe('a plan', () => {
  it('is the free one by default, and its usage is counted from current data', async () => {
    const { id, adminId } = await free();
    const eventId = await createEvent(deps, id, { status: 'draft' });
    await createEvent(deps, id, { status: 'ended' });
    await createEvent(deps, id, { deletedAt: new Date() });
    await deps.db.insert(eventCounters).values({ eventId, photosCount: 2, photosBytes: 1234 });
    await createMembership(deps, id, { status: 'suspended' });
    await createMembership(deps, id, { status: 'invited' });
    await askOrganization('inviteMembers', adminId, { id }, { body: { emails: ['one@unit.test'] } });
    const entry = { userId: adminId, organizationId: id, month: monthOf(new Date()) };
    const [made, underWay] = [uuid7(), uuid7()];
    await deps.db.insert(creditEntries).values([
      { ...entry, generationId: uuid7(), kind: 'settle', amount: 9, month: nextMonth(new Date(0)) },
      { ...entry, generationId: made, kind: 'reserve', amount: 6 },
      { ...entry, generationId: made, kind: 'settle', amount: 4 },
      { ...entry, generationId: made, kind: 'refund', amount: -2 },
      { ...entry, generationId: underWay, kind: 'reserve', amount: 8 },
      { ...entry, generationId: uuid7(), kind: 'settle', amount: 16, organizationId: null },
    ]);
    const billing = await ask('getBilling', adminId, { id });
    expect(billing).toMatchObject({
      plan: { id: 'free', limits: { events: 3, staff: 5 } },
      since: null,
      usage: { events: 1, members: 2, invitations: 1, storage_bytes: 1234, generations: 4 },
      request: null,
      can: { manage: true },
    });
    expect(billing.plans.map((plan) => plan.id)).toEqual(['free', 'pro', 'studio']);
    expect(nextMonth(new Date('2026-12-31T23:59:59Z'))).toBe('2027-01-01');
  });

  it('is visible to members, without requests and invoices, and to no one else', async () => {
    const { id, adminId } = await free();
    const member = await createMembership(deps, id);
    await ask('requestPlan', adminId, { id }, { body: { plan: 'pro' } });
    expect(await ask('getBilling', member.userId, { id })).toMatchObject({ request: null, can: { manage: false } });
    expect(await outcome(ask('listInvoices', member.userId, { id }))).toBe('forbidden');
    expect(await outcome(ask('requestPlan', member.userId, { id }, { body: { plan: 'pro' } }))).toBe('forbidden');
    expect(await outcome(ask('setPlan', adminId, { id }, { body: { plan: 'studio' } }))).toBe('forbidden');
    expect(await outcome(ask('getBilling', await createUser(deps), { id }))).toBe('not_found');
    expect(await outcome(ask('listPlanRequests', adminId))).toBe('forbidden');
  });
});

describe('at the limit of', () => {
  const create = async (id: string, adminId: string) =>
    askEvent(
      'createEvent',
      await viewerOf(deps, adminId),
      {},
      { body: { organization_id: id, name: 'Night', starts_at: '2026-12-01T18:00:00Z' } },
    );

  it('events, a further one is refused with what to do, also when several are made at once; an ended one makes room', async () => {
    const { id, adminId } = await free();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => outcome(create(id, adminId))));
    expect(outcomes.toSorted()).toEqual(['done', 'done', 'done', 'plan_limit', 'plan_limit']);
    expect(await refusal(create(id, adminId))).toEqual([402, expect.stringContaining('Free plan includes 3 events')]);
    const viewer = await viewerOf(deps, adminId);
    const [one] = await deps.db.select().from(events).where(eq(events.organizationId, id));
    const path = { id: one!.id };
    await askEvent('updateEvent', viewer, path, { body: { status: 'live' } });
    await askEvent('updateEvent', viewer, path, { body: { status: 'ended' } });
    const made = await create(id, adminId);
    expect(await outcome(askEvent('updateEvent', viewer, path, { body: { status: 'live' } })), 'its place is taken').toBe('plan_limit');
    expect(await outcome(askEvent('updateEvent', viewer, path, { body: { name: 'Renamed' } }))).toBe('done');
    await askEvent('deleteEvent', viewer, { id: made.id });
    await create(id, adminId);
    expect(await outcome(askEvent('restoreEvent', viewer, { id: made.id }))).toBe('plan_limit');
  });

  it('storage, a new event is refused; the events that are there are not touched', async () => {
    const { id, adminId } = await free();
    const eventId = await createEvent(deps, id);
    await deps.db.insert(eventCounters).values({ eventId, photosBytes: 5_000_000_000 });
    expect(await refusal(create(id, adminId))).toEqual([402, expect.stringContaining('still accept photos')]);
    const overview = await askEvent('getOrganizationOverview', await viewerOf(deps, adminId), { orgId: id });
    expect(overview).toMatchObject({ bytes: 5_000_000_000, storage_limit: 5_000_000_000 });
  });

  it('staff, more are refused, members remain, and a counted invitation can be accepted', async () => {
    const { id, adminId } = await free();
    const invite = (...emails: string[]) => askOrganization('inviteMembers', adminId, { id }, { body: { emails } });
    const name = () => `${uuid7()}@unit.test`;
    const [first, second] = [name(), name()];
    expect(await outcome(invite(first, second, name(), name(), name()))).toBe('plan_limit');
    const { items } = await invite(first, second);
    const suspended = await createMembership(deps, id, { status: 'suspended' });
    const removed = await createMembership(deps, id, { removedAt: new Date(), removedBy: adminId });
    await invite(name(), name());
    expect(await outcome(invite(name()))).toBe('plan_limit');
    // Sending again takes no further place.
    expect(await outcome(invite(first))).toBe('done');
    const path = (memberId: string) => ({ id, memberId });
    expect(await outcome(askOrganization('updateMember', adminId, path(suspended.id), { body: { status: 'active' } }))).toBe('plan_limit');
    expect(await outcome(askOrganization('restoreMember', adminId, path(removed.id)))).toBe('plan_limit');
    const invitationId = items[1]!.invitation.id;
    await askOrganization('revokeMemberInvitation', adminId, { id, invitationId });
    await askOrganization('restoreMember', adminId, path(removed.id));
    expect(await outcome(askOrganization('restoreMemberInvitation', adminId, { id, invitationId }))).toBe('plan_limit');
    const accepting = await createUser(deps);
    await deps.db.update(users).set({ email: first }).where(eq(users.id, accepting));
    const { items: again } = await invite(first);
    const token = again[0]!.link.split('/').at(-1)!;
    expect(await outcome(askOrganization('acceptMemberInvitation', accepting, { token }))).toBe('done');
  });
});

describe('another plan', () => {
  it('is asked for, withdrawn, asked for again and accepted: it counts at once', async () => {
    const { id, adminId } = await free();
    expect(await outcome(ask('requestPlan', adminId, { id }, { body: { plan: 'free' } }))).toBe('plan_current');
    const first = await ask('requestPlan', adminId, { id }, { body: { plan: 'pro', message: ' We grow. ' } });
    expect(first).toMatchObject({ plan: 'pro', message: 'We grow.', status: 'pending', requested_by: 'Olga Test' });
    expect((await ask('requestPlan', adminId, { id }, { body: { plan: 'pro', message: 'Fast.' } })).id).toBe(first.id);
    expect(await outcome(ask('requestPlan', adminId, { id }, { body: { plan: 'studio' } }))).toBe('plan_request_pending');
    await ask('withdrawPlanRequest', adminId, { id, requestId: first.id });
    await ask('withdrawPlanRequest', adminId, { id, requestId: first.id });
    expect((await ask('getBilling', adminId, { id })).request).toBeNull();
    const second = await ask('requestPlan', adminId, { id }, { body: { plan: 'pro' } });
    const waiting = await ask('listPlanRequests', platform);
    expect(waiting.items.map(({ organization_id: of, id: request }) => [of, request])).toContainEqual([id, second.id]);
    const path = { id, requestId: second.id };
    await ask('answerPlanRequest', platform, path, { body: { accept: true, answer: 'Welcome.' } });
    await ask('answerPlanRequest', platform, path, { body: { accept: true } });
    expect(await outcome(ask('answerPlanRequest', platform, path, { body: { accept: false } }))).toBe('plan_request_answered');
    expect(await outcome(ask('withdrawPlanRequest', adminId, path))).toBe('plan_request_answered');
    expect(await ask('getBilling', adminId, { id })).toMatchObject({
      plan: { id: 'pro' },
      request: { status: 'accepted', answer: 'Welcome.' },
    });
    expect(await trailOf(id)).toEqual(
      ['request_plan', 'request_plan', 'withdraw_plan_request', 'request_plan', 'accept_plan_request'].map((verb) => `billing.${verb}`),
    );
  });

  it('is declined with a reason, or given without having been asked for, and a suspended organization asks for none', async () => {
    const { id, adminId } = await free();
    const { id: requestId } = await ask('requestPlan', adminId, { id }, { body: { plan: 'studio' } });
    await ask('answerPlanRequest', platform, { id, requestId }, { body: { accept: false, answer: 'Not yet.' } });
    expect(await ask('getBilling', adminId, { id })).toMatchObject({
      plan: { id: 'free' },
      request: { status: 'declined', answer: 'Not yet.' },
    });
    await ask('requestPlan', adminId, { id }, { body: { plan: 'pro' } });
    await ask('setPlan', platform, { id }, { body: { plan: 'pro' } });
    expect(await ask('getBilling', adminId, { id })).toMatchObject({ plan: { id: 'pro' }, request: { status: 'accepted' } });
    await deps.db.update(organizations).set({ status: 'suspended' }).where(eq(organizations.id, id));
    expect(await outcome(ask('requestPlan', adminId, { id }, { body: { plan: 'studio' } }))).toBe('organization_suspended');
  });
});

describe('rights that end while one waits', () => {
  /** The organization is locked as by any change of it or its people. */
  const meanwhile = (id: string, change: (tx: Tx) => Promise<unknown>, act: () => Promise<unknown>) =>
    duringTransaction(
      deps,
      (tx) => lockOrganization(tx, id).then(() => change(tx)),
      () => outcome(act()),
    );
  const wish = { body: { plan: 'pro' } };

  it.each([
    ['removed', { removedAt: new Date() }, 'not_found'],
    ['suspended', { status: 'suspended' }, 'not_found'],
    ['denied the settings', { permissions: { manage_org_settings: false } }, 'forbidden'],
  ] as const)('refuse a plan request of an admin who was %s', async (_how, change, code) => {
    const { id, adminId } = await free();
    const end = (tx: Tx) => tx.update(memberships).set(change).where(eq(memberships.userId, adminId));
    expect(await meanwhile(id, end, () => ask('requestPlan', adminId, { id }, wish))).toBe(code);
    expect(await trailOf(id)).toEqual([]);
  });

  it('require a super admin to set a plan, also after losing the role', async () => {
    const { id, adminId } = await free();
    const former = await createUser(deps, { role: 'super_admin' });
    const demote = (tx: Tx) => tx.update(users).set({ role: 'user' }).where(eq(users.id, former));
    expect(await meanwhile(id, demote, () => ask('setPlan', former, { id }, wish))).toBe('not_found');
    expect(await ask('getBilling', adminId, { id })).toMatchObject({ plan: { id: 'free' } });
  });
});

describe('an invoice', () => {
  const body = (changes: Record<string, unknown> = {}) => ({
    id: uuid7(),
    description: 'Pro',
    amount: 4900,
    currency: 'EUR',
    period_start: '2026-11-01',
    period_end: '2026-11-30',
    due_on: '2090-01-01',
    ...changes,
  });

  it('is numbered without gaps, also when several are issued at once, and made once however often it is sent', async () => {
    const [{ id, adminId }, elsewhere, sent] = [await free(), await free(), body()];
    const issue = (what: object) => ask('issueInvoice', platform, { id }, { body: what });
    expect(await outcome(issue(body({ period_end: '2026-10-31' })))).toBe('invalid_request');
    const issued = (await Promise.all([sent, sent, body(), body()].map(issue))).map(({ number }) => number);
    expect(new Set(issued).size).toBe(3);
    const { rows: all } = await deps.db.execute<{ n: number }>(sql`select number as n from invoices order by number`);
    expect(all.map(({ n }) => n)).toEqual(all.map((_, index) => index + 1));
    const { items } = await ask('listInvoices', adminId, { id });
    expect(items.map(({ number }) => number)).toEqual([...new Set(issued)].toSorted().toReversed());
    const others = [{ amount: 1 }, { description: 'Studio' }].map((other) => issue({ ...sent, ...other }));
    others.push(ask('issueInvoice', platform, { id: elsewhere.id }, { body: sent }));
    expect(await Promise.all(others.map(outcome))).toEqual(others.map(() => 'invoice_conflict'));
    expect(await outcome(ask('getInvoice', elsewhere.adminId, { id: elsewhere.id, invoiceId: sent.id }))).toBe('not_found');
  });

  it('has its buyer’s name at the time, is overdue, paid, reopened and void', async () => {
    const { id, adminId } = await free();
    const { id: invoiceId } = await ask('issueInvoice', platform, { id }, { body: body() });
    await deps.db.update(invoices).set({ dueOn: '2020-01-01' }).where(eq(invoices.id, invoiceId));
    await deps.db.update(organizations).set({ name: 'Renamed' }).where(eq(organizations.id, id));
    const path = { id, invoiceId };
    const read = () => ask('getInvoice', adminId, path);
    const mark = (status: string) => ask('updateInvoice', platform, path, { body: { status } });
    expect(await read()).toMatchObject({ status: 'open', is_overdue: true, paid_at: null, billed_to: { name: 'Unit' } });
    await mark('paid');
    expect(await read()).toMatchObject({ status: 'paid', is_overdue: false, paid_at: expect.any(String) });
    expect(await outcome(mark('void'))).toBe('status_not_allowed');
    await mark('open');
    await mark('void');
    expect(await read()).toMatchObject({ status: 'void', paid_at: null, voided_at: expect.any(String) });
    expect(await outcome(ask('updateInvoice', adminId, path, { body: { status: 'open' } }))).toBe('forbidden');
    expect((await ask('listInvoices', adminId, { id }, { query: { status: 'open' } })).total).toBe(0);
  });
});
