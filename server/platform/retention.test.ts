// Retention of data that grows by itself: docs/decisions/034.
import { existsSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountJobs } from '#server/accounts/jobs.ts';
import { makeRefreshToken, rotateRefreshToken } from '#server/accounts/sessions.ts';
import { refreshTokens, sessions, impersonations } from '#server/db/schema/accounts.ts';
import { rateLimits } from '#server/db/schema/platform.ts';
import { tickets } from '#server/db/schema/support.ts';
import { mailJobs } from '#server/mail/jobs.ts';
import { auditLogJobs, healthJobs } from '#server/platform/jobs.ts';
import { supportJobs } from '#server/support/jobs.ts';
import { uuid7 } from '#server/uuid.ts';
import { withTimeout } from '#server/with-timeout.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createUser } from '#tests/support/factories/database.ts';

let deps: TestDeps;
let userId: string;
const signal = new AbortController().signal;
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000);
beforeAll(async () => {
  deps = await openTestDeps();
  userId = await createUser(deps);
}, 60_000);
afterAll(() => deps.dispose());

test('tokens of an active session, and impersonations', async () => {
  const { db } = deps;
  const sessionId = uuid7();
  await db.insert(sessions).values({ id: sessionId, userId, rememberMe: true, expiresAt: daysAgo(-30) });
  const first = makeRefreshToken();
  const request = { ip: '192.0.2.1', id: uuid7() };
  await db.insert(refreshTokens).values({ id: uuid7(), sessionId, tokenHash: first.hash, createdAt: daysAgo(201) });
  let { token } = first;
  for (const days of [200, 100, 91, 20]) {
    token = (await rotateRefreshToken(db, token, request, daysAgo(days)))?.token ?? '';
    await db.update(sessions).set({ expiresAt: daysAgo(-30) });
  }
  const seen = { viewerId: userId, userId, reason: 'Asked', expiresAt: daysAgo(300) };
  await db.insert(impersonations).values([366, 364].map((days) => ({ ...seen, id: uuid7(), endedAt: daysAgo(days) })));
  await db.insert(impersonations).values({ ...seen, id: uuid7(), startedAt: daysAgo(900) });
  await accountJobs(deps)['sweep-sessions']({}, signal);
  expect((await db.select().from(refreshTokens)).length).toBe(2);
  expect((await db.select().from(impersonations)).length).toBe(2);
  expect(await rotateRefreshToken(db, token, request)).toMatchObject({ sessionId });
});

test('requests to support that were closed', async () => {
  const ticket = (status: 'open' | 'closed', days: number) => ({
    id: uuid7(),
    userId,
    category: 'problem' as const,
    status,
    updatedAt: daysAgo(days),
  });
  await deps.db.insert(tickets).values([ticket('closed', 731), ticket('closed', 729), ticket('open', 900)]);
  await supportJobs(deps)['sweep-tickets']({}, signal);
  expect((await deps.db.select().from(tickets).orderBy(tickets.updatedAt)).map(({ status }) => status)).toEqual(['open', 'closed']);
});

test('jobs that failed for good', async () => {
  for (const key of ['old', 'late', 'waits'])
    await deps.db.execute(sql`select graphile_worker.add_job('sweep-mails', job_key => ${key}, max_attempts => 2)`);
  await deps.db.execute(sql`update graphile_worker._private_jobs set attempts = case key when 'waits' then 1 else 2 end,
    updated_at = now() - case key when 'late' then interval '89 days' else interval '91 days' end`);
  await auditLogJobs(deps)['sweep-failed-jobs']({}, signal);
  const { rows } = await deps.db.execute<{ key: string }>(sql`select key from graphile_worker.jobs order by key`);
  expect(rows.map(({ key }) => key)).toEqual(['late', 'waits']);
});

test('counters of rate limits that say nothing any more', async () => {
  const counter = (key: string, until: Date) => ({ key, used: 1, reserved: 0, untilMs: until.getTime(), isRefused: false });
  await deps.db.insert(rateLimits).values([counter('over', daysAgo(1)), counter('running', daysAgo(-1))]);
  await healthJobs(deps)['sweep-rate-limits']({}, signal);
  expect((await deps.db.select().from(rateLimits)).map(({ key }) => key)).toEqual(['running']);
});

test('counters of rate limits, without waiting for those in use, which could wait for this in turn', async () => {
  const over = (key: string) => ({ key, used: 1, reserved: 0, untilMs: daysAgo(1).getTime(), isRefused: false });
  await deps.db.insert(rateLimits).values([over('in use'), over('over')]);
  await deps.db.transaction(async (tx) => {
    await tx.update(rateLimits).set({ used: 2 }).where(eq(rateLimits.key, 'in use'));
    await withTimeout(5_000, healthJobs(deps)['sweep-rate-limits']({}, signal));
    expect((await tx.select().from(rateLimits)).map(({ key }) => key)).not.toContain('over');
  });
  await healthJobs(deps)['sweep-rate-limits']({}, signal);
  expect((await deps.db.select().from(rateLimits)).map(({ key }) => key)).not.toContain('in use');
});

test('mails as files, where they are not sent', async () => {
  const folder = path.join(deps.config.dataDir, 'mail');
  await mkdir(folder, { recursive: true });
  const write = async (name: string, days: number) => {
    await writeFile(path.join(folder, name), '');
    await utimes(path.join(folder, name), daysAgo(days), daysAgo(days));
  };
  for (const [name, days] of [
    ['old.eml', 91],
    ['late.eml', 89],
    ['notes.txt', 900],
  ] as const)
    await write(name, days);
  await mailJobs(deps)['sweep-mails']({}, signal);
  expect(['old.eml', 'late.eml', 'notes.txt'].map((name) => existsSync(path.join(folder, name)))).toEqual([false, true, true]);
});
