// Emails to members about suspension, reactivation, removal and restoring.
import { and, eq, isNull, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mails } from '#server/db/schema/mail.ts';
import { mutedMails } from '#server/db/schema/notifications.ts';
import { memberships, organizations } from '#server/db/schema/organizations.ts';
import { mailJobs } from '#server/mail/jobs.ts';
import { notificationsFor } from '#server/notifications/policy.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createMembership, createOrganization, viewerOf } from '#tests/support/factories/database.ts';
import { askOrganizations, type AskOrganizations } from '#tests/support/operations.ts';

let deps: TestDeps;
let ask: AskOrganizations;
beforeAll(async () => {
  deps = await openTestDeps();
  ask = askOrganizations(deps);
}, 120_000);
afterAll(() => deps?.dispose(), 60_000);

async function makeMember(changes: Parameters<typeof createMembership>[2] = {}) {
  const { id, adminId } = await createOrganization(deps);
  await deps.db.update(organizations).set({ primaryColor: '#7a1f3d', contactEmail: 'hello@unit.test' }).where(eq(organizations.id, id));
  const member = await createMembership(deps, id, changes);
  const path = { id, memberId: member.id };
  const waiting = () =>
    deps.db
      .select()
      .from(mails)
      .where(and(like(mails.key, `membership:${member.id}:%`), isNull(mails.settledAt)))
      .orderBy(mails.id);
  return {
    id,
    adminId,
    userId: member.userId,
    path,
    suspend: (by = adminId) => ask('updateMember', by, path, { body: { status: 'suspended' } }),
    reactivate: () => ask('updateMember', adminId, path, { body: { status: 'active' } }),
    remove: (by = adminId) => ask('removeMember', by, path),
    restore: () => ask('restoreMember', adminId, path),
    waiting,
    /** The mails that are sent in the end. */
    async told() {
      const rows = await waiting();
      for (const { id: mailId } of rows) await mailJobs(deps)['send-mail']({ mailId }, new AbortController().signal);
      return rows.map(({ subject }) => subject);
    },
  };
}

test('each change is emailed to the member, with the organization’s colors and contact', async () => {
  const one = await makeMember();
  await one.suspend();
  const [mail] = await one.waiting();
  expect(mail).toMatchObject({ recipient: expect.stringMatching(/@unit\.test$/), subject: 'You’re suspended in Unit' });
  expect(mail?.html).toContain('background:#7a1f3d');
  expect(mail?.content).toContain('waiting on your phone are still accepted');
  expect(mail?.content).toContain('Write to hello@unit.test');
  expect(await one.told()).toHaveLength(1);
  await one.suspend();
  expect(await one.told(), 'the same again').toEqual([]);
  await one.reactivate();
  expect(await one.told()).toEqual(['You’re active in Unit again']);
  await one.remove();
  await one.remove();
  expect(await one.told()).toEqual(['You were removed from Unit']);
  await one.restore();
  expect(await one.told()).toEqual(['You’re back in Unit']);
});

test('a change undone within a minute is not emailed; only the final state is', async () => {
  const one = await makeMember();
  await one.suspend();
  const [mail] = await one.waiting();
  const queued = await deps.db.execute<{ wait: number }>(
    sql`select extract(epoch from run_at - created_at)::float8 as wait from graphile_worker._private_jobs where payload ->> 'mailId' = ${mail?.id}`,
  );
  expect(queued.rows.map(({ wait }) => Math.round(wait / 10))).toEqual([6]);
  await one.reactivate();
  expect(await one.told()).toEqual([]);
  await one.remove();
  await one.restore();
  expect(await one.told()).toEqual([]);
  await one.suspend();
  await one.remove();
  expect(await one.told()).toEqual(['You were removed from Unit']);
  // The removal was emailed, so the next change is news.
  await one.restore();
  expect(await one.told()).toEqual(['You’re back in Unit, but suspended']);
});

test('no email is sent about own actions, to unanswered invitations, or if muted', async () => {
  const leaving = await makeMember();
  await leaving.remove(leaving.userId);
  expect(await leaving.told()).toEqual([]);

  const asked = await makeMember({ status: 'invited' });
  await asked.remove();
  await asked.restore();
  expect(await asked.told()).toEqual([]);

  const quiet = await makeMember();
  const kind = { kind: 'membership', organizationId: quiet.id } as const;
  expect(notificationsFor(await viewerOf(deps, quiet.userId))).toContainEqual(kind);
  await deps.db.insert(mutedMails).values({ userId: quiet.userId, ...kind });
  await quiet.remove();
  expect(await quiet.told()).toEqual([]);
  const [row] = await deps.db.select().from(memberships).where(eq(memberships.id, quiet.path.memberId));
  expect(row?.removedAt).not.toBeNull();
});
