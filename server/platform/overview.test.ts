// What the platform's dashboard counts is what the lists behind it show.
import os from 'node:os';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countPlatformUsers } from '#server/accounts/users-repository.ts';
import { countInvoices, insertInvoice } from '#server/billing/invoices-repository.ts';
import { countPlanRequests, upsertPlanRequest } from '#server/billing/plans-repository.ts';
import { users } from '#server/db/schema/accounts.ts';
import { events } from '#server/db/schema/events.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { countPlatformEvents } from '#server/events/event-lists-repository.ts';
import { countPlatformOrganizations } from '#server/organizations/platform-repository.ts';
import { readOverview } from '#server/platform/overview-repository.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createEvent, createOrganization, createUser } from '#tests/support/factories/database.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

/** One of everything that is counted. */
async function addBusyOrganization(status: 'active' | 'pending' | 'suspended' = 'active') {
  const { id, adminId } = await createOrganization(deps);
  await deps.db.update(organizations).set({ status }).where(eq(organizations.id, id));
  const eventId = await createEvent(deps, id, { status: 'live' });
  const invoice = { organizationId: id, description: 'Pro', amount: 4900, currency: 'EUR', billedToName: 'Unit' };
  const days = { periodStart: '2020-01-01', periodEnd: '2020-01-31', dueOn: '2020-01-15' };
  await deps.db.transaction(async (tx) => {
    await upsertPlanRequest(tx, { organizationId: id, planId: 'pro', message: '', requestedBy: adminId });
    await insertInvoice(tx, { id: uuid7(), ...invoice, ...days });
  });
  return { id, eventId };
}

test('each number matches its list, also beside deleted records', async () => {
  await addBusyOrganization();
  await addBusyOrganization('pending');
  const { id: suspended } = await addBusyOrganization('suspended');
  // Live by its status alone.
  await createEvent(deps, suspended, { status: 'live', startsAt: new Date(0) });
  const [gone, withoutEvent] = [await addBusyOrganization(), await addBusyOrganization()];
  await deps.db.update(organizations).set({ deletedAt: new Date() }).where(eq(organizations.id, gone.id));
  await deps.db.update(events).set({ deletedAt: new Date() }).where(eq(events.id, withoutEvent.eventId));
  const former = await createUser(deps);
  await deps.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, former));

  const { db } = deps;
  const { attention, people, organizations: counted, events: ofEvents } = await readOverview(db, os.tmpdir());
  expect(attention).toMatchObject({
    plan_requests: await countPlanRequests(db, 'pending'),
    // Invoices of deleted organizations are still owed.
    overdue_invoices: await countInvoices(db, { state: 'overdue' }),
  });
  expect([attention.plan_requests, attention.overdue_invoices, attention.organizations]).toEqual([4, 5, 1]);
  const { counts } = await countPlatformOrganizations(db, {});
  expect(attention.organizations).toBe(counts.waiting);
  expect(counted).toEqual({ active: counts.active, suspended: counts.suspended });
  expect(people.total).toBe(await countPlatformUsers(db, {}));
  expect(ofEvents.total).toBe(await countPlatformEvents(db, {}));
  expect(ofEvents.live).toBe(await countPlatformEvents(db, { status: 'live' }));
  expect([ofEvents.live, await countPlatformEvents(db, { status: 'overdue' })]).toEqual([3, 1]);
});
