// Emails about plans and invoices, read from the files of a server without SMTP; and emails that people have disabled.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { eq, isNull } from 'drizzle-orm';
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '#openapi/operations.ts';
import { notificationPreferenceCalls } from '#server/accounts/operations/me.ts';
import { billingOperations } from '#server/billing/operations.ts';
import { users } from '#server/db/schema/accounts.ts';
import { mails } from '#server/db/schema/mail.ts';
import { memberships } from '#server/db/schema/organizations.ts';
import { createRateLimits, type RateLimits } from '#server/http/rate-limits.ts';
import { mailJobs } from '#server/mail/jobs.ts';
import { refreshViewer } from '#server/organizations/access.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createMembership, createOrganization, createUser, viewerOf } from '#tests/support/factories/database.ts';
import { listNotifications } from '#tests/support/notifications.ts';
import { askOrganizations, callOf, outcome } from '#tests/support/operations.ts';

let deps: TestDeps;
let platform: string;
beforeAll(async () => {
  deps = await openTestDeps();
  platform = await createUser(deps, { firstName: 'Sol', role: 'super_admin' });
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

type Operations = ReturnType<typeof billingOperations> & ReturnType<typeof notificationPreferenceCalls>;

const unlimited: Pick<RateLimits, 'countPlanRequest'> = { countPlanRequest: async () => undefined };

async function ask(id: keyof Operations & OperationId, userId: string, place: Record<string, string>, body?: unknown, limits = unlimited) {
  const operations: Operations = { ...billingOperations(deps, refreshViewer, limits), ...notificationPreferenceCalls(deps) };
  const handler = operations[id] as (call: unknown) => Promise<{ body?: unknown }>;
  return (await handler(callOf(await viewerOf(deps, userId), place, { body }))).body as Record<string, unknown>;
}

const switchMail = (userId: string, kind: string, organizationId: string | null, isOn: boolean) =>
  ask('setNotification', userId, {}, { kind, organization_id: organizationId, is_on: isOn });

/** Emails since the last call: recipient and subject, in their order. */
async function sent(): Promise<[to: string, subject: string, text: string][]> {
  const waiting = await deps.db.select({ id: mails.id }).from(mails).where(isNull(mails.settledAt));
  const folder = path.join(deps.config.dataDir, 'mail');
  const before = new Set(await readdir(folder).catch(() => []));
  const { 'send-mail': send } = mailJobs(deps);
  for (const { id } of [...waiting, ...waiting]) await send({ mailId: id }, new AbortController().signal);
  const written = (await readdir(folder).catch(() => [])).filter((name) => !before.has(name));
  const read = await Promise.all(written.map(async (name) => simpleParser(await readFile(path.join(folder, name)))));
  const names = new Map((await deps.db.select().from(users)).map(({ email, firstName }) => [email, firstName]));
  const told = read.map(({ to, subject, text }): [string, string, string] => {
    const [address] = [to ?? []].flat().flatMap(({ value }) => value);
    return [names.get(address?.address ?? '') ?? '', subject ?? '', text ?? ''];
  });
  return told.toSorted(([one], [other]) => one.localeCompare(other));
}
const subjects = async () => (await sent()).map(([to, subject]) => `${to}: ${subject}`);

/** With two admins, one who does not manage its settings, a member, and a former admin. */
async function team() {
  const { id, adminId } = await createOrganization(deps);
  const admin = { role: 'organization', status: 'active' } as const;
  const second = await createUser(deps, { firstName: 'Vera' });
  await createMembership(deps, id, { ...admin, userId: second });
  await createMembership(deps, id, {
    ...admin,
    userId: await createUser(deps, { firstName: 'Hands-off' }),
    permissions: { manage_org_settings: false },
  });
  await createMembership(deps, id, { ...admin, userId: await createUser(deps, { firstName: 'Former' }), removedAt: new Date() });
  await createMembership(deps, id, { status: 'active', userId: await createUser(deps, { firstName: 'Member' }) });
  return { id, adminId, second };
}

const invoice = () => ({
  id: uuid7(),
  description: 'Pro, December 2026',
  amount: 4900,
  currency: 'EUR',
  period_start: '2026-12-01',
  period_end: '2026-12-31',
  due_on: '2090-12-15',
});

describe('those who manage an organization’s settings are written', () => {
  it('that its plan was changed, once, and not when it stays as it is', async () => {
    const { id } = await team();
    await ask('setPlan', platform, { id }, { plan: 'pro' });
    await ask('setPlan', platform, { id }, { plan: 'pro' });
    const [first, ...more] = await sent();
    expect(first?.slice(0, 2)).toEqual(['Olga', 'Unit is on the Pro plan']);
    expect(first?.[2]).toContain('moved from the Studio plan to the Pro plan');
    expect(first?.[2]).toContain('/organization/billing');
    expect(more.map(([to]) => to)).toEqual(['Vera']);
  });

  it('how a request was answered, once, with the answer', async () => {
    const { id, adminId } = await team();
    const wish = await ask('requestPlan', adminId, { id }, { plan: 'pro' });
    expect(await subjects()).toEqual(['Sol: Unit requests the Pro plan']);
    const place = { id, requestId: String(wish.id) };
    const no = { accept: false, answer: 'Not yet.\nAsk in May.' };
    await ask('answerPlanRequest', platform, place, no);
    await ask('answerPlanRequest', platform, place, no);
    const told = await sent();
    expect(told.map(([to, subject]) => `${to}: ${subject}`)).toEqual(
      ['Olga', 'Vera'].map((name) => `${name}: The Pro plan was declined for Unit`),
    );
    expect(told[0]?.[2]).toMatch(/Not yet\.\s+Ask in May\./);
    const other = await ask('requestPlan', adminId, { id }, { plan: 'pro' });
    await sent();
    await ask('answerPlanRequest', platform, { id, requestId: String(other.id) }, { accept: true });
    expect(await subjects()).toEqual(['Olga', 'Vera'].map((name) => `${name}: Unit is on the Pro plan`));
  });

  it('that an invoice was issued, once however often it is sent', async () => {
    const { id } = await team();
    const body = invoice();
    await Promise.all([1, 2, 3].map(() => ask('issueInvoice', platform, { id }, body)));
    const told = await sent();
    expect(told.map(([to]) => to)).toEqual(['Olga', 'Vera']);
    expect(told[0]?.[1]).toMatch(/^Invoice INV-\d{5} for Unit$/);
    expect(told[0]?.[2]).toContain('€49.00, due on December 15, 2090.');
  });
});

it('super admins are written that another plan is asked for, once, also when its message is changed', async () => {
  const { id, adminId } = await team();
  await ask('requestPlan', adminId, { id }, { plan: 'pro', message: 'We grow.' });
  await ask('requestPlan', adminId, { id }, { plan: 'pro', message: 'We grow fast.' });
  const told = await sent();
  expect(told.map(([to, subject]) => `${to}: ${subject}`)).toEqual(['Sol: Unit requests the Pro plan']);
  expect(told[0]?.[2]).toContain('We grow.');
  expect((await listNotifications(deps, platform)).at(-1)).toEqual([
    'Unit requests the Pro plan',
    '/super-admin/billing-subscription?tab=requests',
  ]);
});

it('an organization mails super admins by asking and withdrawing five times an hour, and no more', async () => {
  const limits = await createRateLimits(deps);
  const [{ id, adminId }, other] = [await team(), await team()];
  const request = (plan: string) => ask('requestPlan', adminId, { id }, { plan, message: 'Please.' }, limits);
  const withdraw = (wish: Record<string, unknown>) => ask('withdrawPlanRequest', adminId, { id, requestId: String(wish.id) });
  for (const plan of ['pro', 'free', 'pro', 'free']) await withdraw(await request(plan));
  const fifth = await request('pro');
  // For the pending request: another message, and refused requests.
  for (let n = 0; n < 8; n += 1) await request('pro');
  expect(await outcome(request('free'))).toBe('plan_request_pending');
  expect(await outcome(request('studio'))).toBe('plan_current');
  expect((await subjects()).toSorted()).toEqual(['Free', 'Free', 'Pro', 'Pro', 'Pro'].map((plan) => `Sol: Unit requests the ${plan} plan`));
  await withdraw(fifth);
  await expect(request('pro')).rejects.toThrow('Your organization has asked for a plan several times within an hour. Wait 12 minutes.');
  expect(await ask('getBilling', adminId, { id })).toMatchObject({ request: null });
  expect(await outcome(ask('requestPlan', other.adminId, { id: other.id }, { plan: 'pro' }, limits))).toBe('done');
  expect(await subjects()).toEqual(['Sol: Unit requests the Pro plan']);
});

describe('disabled emails', () => {
  it('is not sent to people who disabled it for that organization, until they enable it again', async () => {
    const [one, other] = [await team(), await team()];
    await createMembership(deps, other.id, { userId: one.adminId, role: 'organization', status: 'active' });
    await switchMail(one.adminId, 'invoices', one.id, false);
    const list = await switchMail(one.adminId, 'invoices', one.id, false);
    expect(list.items).toContainEqual({ kind: 'invoices', organization_id: one.id, channel: 'mail', is_on: false });
    expect(list.items).toContainEqual({ kind: 'invoices', organization_id: other.id, channel: 'mail', is_on: true });
    await ask('issueInvoice', platform, { id: one.id }, invoice());
    expect((await sent()).map(([to]) => to)).toEqual(['Vera']);
    await ask('issueInvoice', platform, { id: other.id }, invoice());
    expect((await sent()).map(([to]) => to)).toEqual(['Olga', 'Olga', 'Vera']);
    await switchMail(one.adminId, 'plan_changes', one.id, false);
    await switchMail(one.second, 'plan_changes', one.id, false);
    await ask('setPlan', platform, { id: one.id }, { plan: 'pro' });
    const wish = await ask('requestPlan', one.adminId, { id: one.id }, { plan: 'studio' });
    await sent();
    await ask('answerPlanRequest', platform, { id: one.id, requestId: String(wish.id) }, { accept: true });
    expect(await subjects()).toEqual([]);
    await switchMail(one.adminId, 'invoices', one.id, true);
    await ask('issueInvoice', platform, { id: one.id }, invoice());
    expect((await sent()).map(([to]) => to)).toEqual(['Olga', 'Vera']);
  });

  it('of requests for plans and of decisions about an organization is not sent either', async () => {
    const { id, adminId, second } = await team();
    await switchMail(platform, 'plan_requests', null, false);
    await ask('requestPlan', adminId, { id }, { plan: 'pro' });
    expect(await subjects()).toEqual([]);
    await switchMail(platform, 'plan_requests', null, true);
    await switchMail(adminId, 'organization_decisions', id, false);
    await askOrganizations(deps)('suspendOrganization', platform, { id });
    expect(await subjects()).toEqual(['Hands-off: Unit is suspended', 'Vera: Unit is suspended']);
    expect(second).not.toBe(adminId);
  });

  it('can only be what one is written', async () => {
    const { id, adminId } = await team();
    const [member] = await deps.db.select().from(memberships).where(eq(memberships.organizationId, id)).orderBy(memberships.id).offset(4);
    const stranger = await createUser(deps);
    expect((await ask('listNotifications', stranger, {})).items).toEqual([
      { kind: 'support_answers', organization_id: null, channel: 'mail', is_on: true },
      { kind: 'announcements', organization_id: null, channel: 'mail', is_on: true },
      { kind: 'announcements', organization_id: null, channel: 'push', is_on: true },
    ]);
    const switched = await ask(
      'setNotification',
      stranger,
      {},
      { kind: 'announcements', organization_id: null, channel: 'push', is_on: false },
    );
    expect(switched.items).toContainEqual({ kind: 'announcements', organization_id: null, channel: 'push', is_on: false });
    expect(switched.items).toContainEqual({ kind: 'announcements', organization_id: null, channel: 'mail', is_on: true });
    for (const [who, kind, organization] of [
      [member!.userId, 'invoices', id],
      [adminId, 'plan_requests', null],
      [adminId, 'invoices', null],
      [stranger, 'organization_decisions', id],
    ] as const)
      expect(await outcome(switchMail(who, kind, organization, false))).toBe('not_found');
  });
});
