// Each part of the platform is measured by real activity, and a missing measurement is not good.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mails } from '#server/db/schema/mail.ts';
import { auditLog, healthSamples } from '#server/db/schema/platform.ts';
import { MEASURE_INTERVAL_S, insertHealthSamples, readHealth } from '#server/platform/health-repository.ts';
import { healthJobs } from '#server/platform/jobs.ts';
import { measureHealth } from '#server/platform/measure-health.ts';
import { healthCalls } from '#server/platform/operations.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { viewer } from '#tests/support/factories/database.ts';
import { callOf, outcome } from '#tests/support/operations.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'ai@example.test', PUBLIC_URL: 'https://suite.example.test' });
  await deps.db.execute(sql`create schema if not exists graphile_worker`);
}, 60_000);
afterAll(() => deps.dispose(), 60_000);
beforeEach(() => deps.db.delete(healthSamples));

const overseer = viewer(uuid7(), { role: 'super_admin', permissions: { all: true } });
/** By a clock that advances by `ms` at each reading, so that the machine's speed has no effect. */
const measured = async (ms = 0) => {
  let now = 0;
  return Object.fromEntries((await measureHealth(deps, new Date(), () => (now += ms))).map(({ part, ...rest }) => [part, rest]));
};
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

it('a platform without trouble is good, part by part; the storage is left as it was', async () => {
  const parts = await measured();
  expect(Object.keys(parts)).toEqual(['web', 'database', 'storage', 'jobs', 'mail', 'push', 'providers']);
  for (const part of ['web', 'database', 'jobs', 'mail', 'push', 'providers']) expect(parts[part]?.state, part).toBe('good');
  expect(parts.storage?.state).not.toBe('down');
  expect(await deps.storage.size('health/probe')).toBeNull();
});

it('a slow database and a slow storage are reported, with their latency', async () => {
  const parts = await measured(300);
  // Both are timed at once, so that looks at the clock for one fall between those for the other.
  expect(parts.database).toMatchObject({ state: 'degraded' });
  expect(parts.database?.latencyMs).toBeGreaterThanOrEqual(300);
  expect((await measured(2_000)).storage?.state).not.toBe('good');
  expect((await measured(60)).database).toMatchObject({ state: 'good' });
});

it('server errors, a failing storage and waiting emails are reported', async () => {
  await deps.db.insert(auditLog).values({ action: 'server.error', subjectType: 'request', outcome: 'failed', count: 3 });
  const [subject, recipient] = ['x', 'x@example.test'];
  await deps.db.insert(mails).values({ id: uuid7(), key: 'late', subject, recipient, content: 'x', createdAt: ago(20) });
  const broken = { ...deps, storage: { ...deps.storage, put: () => Promise.reject(new Error('no room')) } };
  const parts = Object.fromEntries((await measureHealth(broken, new Date())).map(({ part, ...rest }) => [part, rest]));
  expect(parts.web).toMatchObject({ state: 'degraded', figure: 3 });
  expect(parts.mail).toMatchObject({ state: 'degraded', figure: 1 });
  expect(parts.storage).toMatchObject({ state: 'down' });
  await deps.db.update(mails).set({ createdAt: ago(200) });
  expect((await measured()).mail).toMatchObject({ state: 'down' });
});

it('the worst state of each hour, its start and the good share include missing measurements', async () => {
  const row = { part: 'database' as const, latencyMs: 2 };
  // An hour and a half ago it began; then it was down, then nothing ran for an hour.
  await insertHealthSamples(deps.db, [
    { ...row, at: ago(90), state: 'good' },
    { ...row, at: ago(85), state: 'down' },
    { ...row, at: ago(20), state: 'degraded' },
    { ...row, at: ago(15), state: 'good' },
    { ...row, at: ago(10), state: 'good' },
  ]);
  // Read after writing: the first sample is 90 minutes old by then, and due samples are counted from there.
  const now = new Date();
  const { parts, measured_at: last } = await readHealth(deps.db, now);
  expect(last).toBe(
    (await deps.db.select().from(healthSamples))
      .map(({ at }) => at.toISOString())
      .sort()
      .at(-1),
  );
  const [database] = parts;
  expect(parts).toHaveLength(1);
  expect(Math.round((now.getTime() - Date.parse(database!.since)) / 60_000)).toBe(15);
  expect(database!.state).toBe('good');
  expect(database!.hours).toHaveLength(24);
  expect(database!.hours.filter(({ state }) => state !== null).map(({ state }) => state)).toContain('down');
  expect(database!.good_share).toBeCloseTo(3 / ((90 * 60) / MEASURE_INTERVAL_S + 1), 5);
});

it('a disabled part has no share, and the time before its setup does not count', async () => {
  const row = { part: 'mail' as const, figure: 0 };
  await insertHealthSamples(deps.db, [{ ...row, at: ago(600), state: 'off' }]);
  expect((await readHealth(deps.db, new Date())).parts[0]).toMatchObject({ state: 'off', good_share: null });
  await insertHealthSamples(deps.db, [{ ...row, at: ago(0), state: 'good' }]);
  expect((await readHealth(deps.db, new Date())).parts[0]).toMatchObject({ state: 'good', good_share: 1 });
});

it('the job records a round once and deletes rounds older than 30 days; only super admins may read', async () => {
  await insertHealthSamples(deps.db, [{ part: 'web', at: ago(31 * 24 * 60), state: 'good' }]);
  await healthJobs(deps)['measure-health']({}, new AbortController().signal);
  expect(await deps.db.select().from(healthSamples)).toHaveLength(7);
  const { getPlatformHealth } = healthCalls(deps);
  const { body } = await getPlatformHealth(callOf<'getPlatformHealth'>(overseer, {}));
  expect(body.parts).toHaveLength(7);
  expect(await outcome(getPlatformHealth(callOf<'getPlatformHealth'>(viewer(uuid7()), {})))).toBe('forbidden');
});
