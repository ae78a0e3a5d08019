// How looking at the app as somebody else ends without anybody's doing.
import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { canViewAs } from '#server/accounts/policy.ts';
import { findPeopleOfSessions, findPersonOfSession } from '#server/accounts/repository.ts';
import { beginViewing, endExpiredViewing, listViewingsOf } from '#server/accounts/viewings.ts';
import { sessions, users, viewings } from '#server/db/schema/accounts.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import { withoutAbilities } from '#server/http/view-only.ts';
import { uuid7 } from '#server/uuid.ts';
import { addUser, openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { viewerOf } from '#tests/support/organization-world.ts';

const request = { ip: '192.0.2.1', id: 'req-1' } as FastifyRequest;
let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

const setUser = (id: string, values: Partial<typeof users.$inferInsert>) => deps.db.update(users).set(values).where(eq(users.id, id));

/** A super administrator who looks at somebody. */
async function looking() {
  const [viewerId, userId, sessionId, id] = [await addUser(deps, 'Sol'), await addUser(deps, 'Ana'), uuid7(), uuid7()];
  await setUser(viewerId, { role: 'super_admin' });
  await deps.db.insert(sessions).values({ id: sessionId, userId: viewerId, rememberMe: true, expiresAt: new Date(Date.now() + 3_600_000) });
  const expiresAt = new Date(Date.now() + 60_000);
  await deps.db.transaction((tx) => beginViewing(tx, { id, sessionId, viewerId, userId, reason: 'Asked to', expiresAt }, request));
  const seenAs = async () => (await findPersonOfSession(deps.db, viewerId, sessionId))?.id;
  return { id, viewerId, userId, sessionId, seenAs };
}

it('counts for one request and for many at once, and for no other session', async () => {
  const { viewerId, userId, sessionId, seenAs } = await looking();
  expect(await seenAs()).toBe(userId);
  expect((await findPersonOfSession(deps.db, userId, sessionId))?.viewing).toMatchObject({ viewerId });
  expect((await findPeopleOfSessions(deps.db, [sessionId])).get(sessionId)).toMatchObject({ id: userId, viewing: { viewerId } });
  const other = uuid7();
  await deps.db.insert(sessions).values({ id: other, userId: viewerId, rememberMe: true, expiresAt: new Date(Date.now() + 3_600_000) });
  expect(await findPersonOfSession(deps.db, viewerId, other)).toMatchObject({ id: viewerId, viewing: null });
});

it('ends when its time is over, which is written down once', async () => {
  const { id, viewerId, userId, seenAs } = await looking();
  await deps.db
    .update(viewings)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(viewings.id, id));
  expect(await seenAs()).toBe(viewerId);
  await endExpiredViewing(deps.db, id);
  await endExpiredViewing(deps.db, id);
  const ends = await deps.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, userId), eq(auditLog.action, 'account.view_end')));
  expect(ends).toMatchObject([{ actorId: viewerId, detail: { by: 'time' } }]);
  expect((await listViewingsOf(deps.db, userId))[0]).toMatchObject({ reason: 'Asked to', endedAt: expect.any(Date) as Date });
});

it('ends with the role that allows it, and with what the other becomes', async () => {
  const first = await looking();
  await setUser(first.viewerId, { role: 'admin' });
  expect(await first.seenAs()).toBe(first.viewerId);
  const second = await looking();
  await setUser(second.userId, { role: 'super_admin' });
  expect(await second.seenAs()).toBe(second.viewerId);
  const third = await looking();
  await setUser(third.userId, { disabledAt: new Date() });
  expect(await third.seenAs()).toBe(third.viewerId);
});

it('is for super administrators, of others who are none', async () => {
  const { viewerId, userId } = await looking();
  const viewer = await viewerOf(deps, viewerId);
  const of = (role: 'super_admin' | 'admin' | 'user', id = userId) => canViewAs(viewer, { id, role, email: 'a@example.test' });
  expect([of('user'), of('admin'), of('super_admin'), of('user', viewerId)]).toEqual([true, true, false, false]);
  expect(canViewAs(await viewerOf(deps, userId), { id: viewerId, role: 'user', email: null })).toBe(false);
});

it('tells of nothing that could be done', () => {
  const answer = { items: [{ id: 1, can: { like: true, download: true } }], can_manage: true, can: { manage: true }, note: null };
  expect(withoutAbilities(answer)).toEqual({
    items: [{ id: 1, can: { like: false, download: true } }],
    can_manage: false,
    can: { manage: false },
    note: null,
  });
});
