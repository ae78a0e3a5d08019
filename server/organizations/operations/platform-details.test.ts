// The details of an organization, for super admins only.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoices } from '#server/db/schema/billing.ts';
import { eventCounters } from '#server/db/schema/events.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createEvent, createMembership, createUser } from '#tests/support/factories/database.ts';
import { askOrganizations, type AskOrganizations, outcome } from '#tests/support/operations.ts';

let deps: TestDeps;
let ask: AskOrganizations;
let boss: string;
let founder: string;
/** Created, rejected, approved, suspended and reactivated. */
let path: { id: string };
beforeAll(async () => {
  deps = await openTestDeps();
  ask = askOrganizations(deps);
  boss = await createUser(deps, { firstName: 'Sol', role: 'super_admin' });
  founder = await createUser(deps, { firstName: 'Fay' });
  path = { id: (await ask('createOrganization', founder, {}, { body: { name: 'Nimbus' } })).id };
  await ask('rejectOrganization', boss, path, { body: { reason: 'Who are you?' } });
  for (const verb of ['approve', 'suspend', 'reactivate'] as const) await ask(`${verb}Organization`, boss, path);
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

const read = (id = path.id) => ask('getPlatformOrganization', boss, { id });

describe('a platform organization', () => {
  it('shows its history with the responsible users', async () => {
    const { created_by: creator, approved, history, summary } = await read();
    expect(creator).toEqual({ user_id: founder, name: 'Fay Test' });
    expect(approved?.by).toEqual({ user_id: boss, name: 'Sol Test' });
    expect(summary).toMatchObject({ organization: { name: 'Nimbus', status: 'active' }, plan: 'free', members: 1 });
    expect(history.map(({ what, reason, by }) => [what, reason, by?.name])).toEqual([
      ['reactivate', null, 'Sol Test'],
      ['suspend', null, 'Sol Test'],
      ['approve', null, 'Sol Test'],
      ['reject', 'Who are you?', 'Sol Test'],
      ['create', null, 'Fay Test'],
    ]);
  });

  it('shows its members, admins first, its latest events, its photos and its invoices', async () => {
    const { userId: guest } = await createMembership(deps, path.id, { status: 'suspended', joinedAt: new Date('2020-01-01') });
    await createMembership(deps, path.id, { removedAt: new Date() });
    const early = await createEvent(deps, path.id, { name: 'Early', startsAt: new Date('2026-01-01') });
    const late = await createEvent(deps, path.id, { name: 'Late', startsAt: new Date('2026-02-01'), status: 'ended' });
    const gone = await createEvent(deps, path.id, { name: 'Gone', deletedAt: new Date() });
    const counts = [early, late, gone].map((eventId, index) => ({ eventId, photosCount: index + 2, photosBytes: 1000 }));
    for (const { eventId, ...changes } of counts)
      await deps.db
        .insert(eventCounters)
        .values({ eventId, ...changes })
        .onConflictDoUpdate({ target: eventCounters.eventId, set: changes });
    const billed = (number: number, dueOn: string, status: 'open' | 'paid') => ({
      id: uuid7(),
      organizationId: path.id,
      number,
      dueOn,
      status,
      amount: 1,
      currency: 'EUR',
      description: 'Pro',
      periodStart: '2026-01-01',
      periodEnd: '2026-01-31',
      billedToName: 'Nimbus',
    });
    await deps.db
      .insert(invoices)
      .values([billed(1, '2020-01-31', 'open'), billed(2, '2999-01-31', 'open'), billed(3, '2020-01-31', 'paid')]);
    const { members, events, photos, usage, invoices: owed } = await read();
    expect(members.items.map(({ user_id: id, status }) => [id, status])).toEqual([
      [founder, 'active'],
      [guest, 'suspended'],
    ]);
    expect(members.total).toBe(2);
    expect(events.latest.map(({ name, photos_count: count }) => [name, count])).toEqual([
      ['Late', 3],
      ['Early', 2],
    ]);
    expect({ total: events.total, photos, owed }).toEqual({ total: 2, photos: 5, owed: { total: 3, open: 2, overdue: 1 } });
    expect(usage).toMatchObject({ members: 1, storage_bytes: 2000 });
  });

  it('is shown while it can be restored, to super admins only', async () => {
    const admin = await createUser(deps, { firstName: 'Ada', role: 'admin' });
    for (const asker of [admin, founder]) expect(await outcome(ask('getPlatformOrganization', asker, path))).toBe('forbidden');
    const { id } = await ask('createOrganization', founder, {}, { body: { name: 'Stratus' } });
    const deleted = (days: number) =>
      deps.db
        .update(organizations)
        .set({ deletedAt: new Date(Date.now() - days * 24 * 3600 * 1000) })
        .where(eq(organizations.id, id));
    await deleted(1);
    expect((await read(id)).summary.deleted_at).not.toBeNull();
    await deleted(31);
    expect(await outcome(read(id))).toBe('not_found');
  });
});
