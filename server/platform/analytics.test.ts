// What the platform's analytics count: again and again the same, and right when photos come late.
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '#server/db/schema/accounts.ts';
import { eventParticipants } from '#server/db/schema/events.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { photos } from '#server/db/schema/photos.ts';
import { analyticsPeriods, auditLog, WHOLE_PLATFORM } from '#server/db/schema/platform.ts';
import { bucketOf, PERCENTILE_ERROR, percentileOf } from '#server/platform/analytics-repository.ts';
import { platformJobs } from '#server/platform/jobs.ts';
import { analyticsCalls } from '#server/platform/operations/analytics.ts';
import { startsOf } from '#server/platform/presenter.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createPhoto, eventWithMembers, type EventWithMembers, viewer } from '#tests/support/factories/database.ts';
import { answerOf, callOf, outcome } from '#tests/support/operations.ts';

/** The same each time. */
function chance(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

const bucketsOf = (delays: readonly number[]) => {
  const photos = new Map<number, number>();
  for (const delay of delays) photos.set(bucketOf(delay), (photos.get(bucketOf(delay)) ?? 0) + 1);
  return [...photos].map(([bucket, count]) => ({ bucket, photos: count }));
};

it('computes percentiles of any number of days within five per cent, for any distribution', () => {
  const next = chance(7);
  // Seconds in good Wi-Fi, a minute in bad, hours from a basement, days from a drawer.
  const days = Array.from({ length: 30 }, () => Array.from({ length: 400 }, () => 0.2 * 10 ** (next() * 6)));
  const exact = days.flat().toSorted((one, other) => one - other);
  const merged = days.flatMap(bucketsOf);
  for (const part of [0.01, 0.5, 0.95, 1]) {
    const right = exact[Math.ceil(exact.length * part) - 1]!;
    const told = percentileOf(merged, part)!;
    expect(Math.abs(told - right) / right, `p${part * 100}: ${told} for ${right}`).toBeLessThan(PERCENTILE_ERROR);
  }
});

it('has a first bucket, a last one, and no percentile without data', () => {
  expect([bucketOf(0), bucketOf(0.1), bucketOf(0.1001), bucketOf(1e9)]).toEqual([0, 0, 1, 180]);
  expect(percentileOf([], 0.5)).toBeNull();
  expect(percentileOf([{ bucket: 0, photos: 3 }], 0.95)).toBe(0.1);
});

const DAY_MS = 24 * 3600 * 1000;
const overseer = viewer('00000000-0000-0000-0000-0000000000aa', { role: 'super_admin', permissions: { all: true } });

let deps: TestDeps;
let scene: EventWithMembers;
/** Noon of today, and of days before. */
const today = Date.parse(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`);
const before = (days: number) => new Date(today - days * DAY_MS);
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

beforeAll(async () => {
  deps = await openTestDeps();
  scene = await eventWithMembers(deps, { startsAt: before(2), name: 'Unit night' });
  // They have been here for a month.
  await deps.db.update(users).set({ createdAt: before(40) });
  await deps.db.update(eventParticipants).set({ joinedAt: before(2) });
}, 120_000);
afterAll(() => deps.dispose(), 60_000);

const count = () => platformJobs({ db: deps.db, log: pino({ level: 'silent' }) })['count-analytics']({}, new AbortController().signal);
const countToday = () => platformJobs({ db: deps.db, log: pino({ level: 'silent' }) })['count-today']({}, new AbortController().signal);
/** A photo that took so long. */
async function deliver(taken: Date, seconds: number, arrived = new Date(taken.getTime() + seconds * 1000)): Promise<void> {
  const { id } = await createPhoto(deps, scene.eventId, scene.guest.userId, { takenAt: taken, bytes: 1000 });
  await deps.db.update(photos).set({ uploadedAt: arrived }).where(eq(photos.id, id));
}
const read = async (query: object = {}) =>
  answerOf(await analyticsCalls(deps).getAnalytics(callOf<'getAnalytics'>(overseer, {}, { query })));
const dayBefore = async (days: number, query: object = {}) =>
  (await read({ period: 'day', last: 60, ...query })).items.find(({ start }) => start === dayOf(before(days)))!;
const rowsNow = async () =>
  (
    await deps.db.select().from(analyticsPeriods).orderBy(analyticsPeriods.period, analyticsPeriods.organizationId, analyticsPeriods.start)
  ).map(({ countedAt: _at, ...row }) => row);

it('counts what happened by day, week, month and organization; twice gives the same', async () => {
  for (const seconds of [1, 2, 3, 100]) await deliver(before(2), seconds);
  await deps.db.insert(auditLog).values(
    [2, 2, 1].map((days) => ({
      at: before(days),
      actorId: scene.guest.userId,
      action: 'photo.create' as const,
      subjectType: 'photo',
      organizationId: scene.organizationId,
      outcome: 'ok' as const,
    })),
  );
  await count();
  const once = await rowsNow();
  await count();
  expect(await rowsNow()).toEqual(once);

  expect(await dayBefore(2)).toMatchObject({
    sign_ups: 0,
    joined: 1,
    active_people: 1,
    events: 1,
    captured: 4,
    delivered: 4,
    delivered_bytes: 4000,
  });
  const { p50_seconds: p50, p95_seconds: p95 } = await dayBefore(2);
  expect([Math.round(p50!), Math.round(p95! / 10)]).toEqual([2, 10]);
  expect((await dayBefore(40)).sign_ups).toBeGreaterThan(0);
  expect(await dayBefore(40, { organization_id: scene.organizationId })).toMatchObject({
    sign_ups: null,
    delivered: 0,
    stored_bytes: null,
  });
  expect(await dayBefore(2, { organization_id: scene.organizationId })).toMatchObject({ captured: 4, active_people: 1, events: 1 });

  for (const period of ['week', 'month']) {
    const { items, total, counted_at: at } = await read({ period, last: 3 });
    // A person active on two days counts once in a week that includes both.
    expect(Math.max(...items.map((item) => item.active_people))).toBe(1);
    expect(total.delivered).toBe(4);
    expect(at).not.toBeNull();
  }
});

it('counts days again on which photos were taken that have come since, however long ago', async () => {
  await deliver(before(25), 0, new Date());
  expect((await dayBefore(25)).captured).toBe(0);
  await count();
  expect(await dayBefore(25)).toMatchObject({ captured: 1, delivered: 0 });
  expect((await dayBefore(0)).delivered).toBe(1);
  const month = (await read({ period: 'month', last: 3 })).items.find(({ start }) => start.slice(0, 7) === dayOf(before(25)).slice(0, 7))!;
  expect(month.captured).toBeGreaterThan(0);
});

it('preserves the stored bytes of a day, and the figures of a removed organization', async () => {
  await deps.db
    .update(analyticsPeriods)
    .set({ storedBytes: 77 })
    .where(eq(analyticsPeriods.start, dayOf(before(2))));
  await count();
  expect((await dayBefore(2)).stored_bytes).toBe(77);
  const busiest = async () => {
    const call = callOf<'listOrganizationAnalytics'>(overseer, {}, { query: { period: 'day', last: 60 } });
    return answerOf(await analyticsCalls(deps).listOrganizationAnalytics(call)).items;
  };
  const [{ name } = { name: null }] = await deps.db.select().from(organizations).where(eq(organizations.id, scene.organizationId));
  expect(await busiest()).toMatchObject([{ id: scene.organizationId, name, delivered: 5 }]);
});

it('takes nothing from a day of long ago because of one photo that came late: its photos and its trail may be forgotten', async () => {
  const [day, month] = [dayOf(before(26)), `${dayOf(before(26)).slice(0, 7)}-01`];
  const seen = { captured: 7, delivered: 7, activePeople: 5 };
  for (const [period, start] of [
    ['day', day],
    ['month', month],
  ] as const)
    await deps.db
      .insert(analyticsPeriods)
      .values({ period, start, organizationId: WHOLE_PLATFORM, ...seen })
      .onConflictDoUpdate({ target: [analyticsPeriods.period, analyticsPeriods.organizationId, analyticsPeriods.start], set: seen });
  await deliver(before(26), 0, new Date());
  await count();
  expect(await dayBefore(26)).toMatchObject({ captured: 7, delivered: 7, active_people: 5 });
  const months = (await read({ period: 'month', last: 3 })).items;
  expect(months.find(({ start }) => start === month)?.active_people).toBe(5);
});

it('is a file in which nothing is taken for a formula', async () => {
  const call = callOf<'exportAnalytics'>(overseer, {}, { query: { period: 'day', last: 5 } });
  const { stream, headers } = (await analyticsCalls(deps).exportAnalytics(call)) as unknown as {
    stream: Readable;
    headers: Record<string, string>;
  };
  const lines = (await text(stream)).trimEnd().split('\r\n');
  expect(headers['content-disposition']).toMatch(/analytics-by-day-platform-/);
  expect(lines).toHaveLength(6);
  expect(await read({ period: 'day', last: 60 })).toMatchObject({ counted_since: dayOf(before(40)) });
  expect(lines[3]).toMatch(new RegExp(`^${dayOf(before(2))},4,4000,4,[\\d.]+,[\\d.]+,1,1,0,1,`));
});

it('is for super administrators', async () => {
  expect(await outcome(analyticsCalls(deps).getAnalytics(callOf<'getAnalytics'>(scene.owner, {}, { query: {} })))).toBe('forbidden');
  expect(await outcome(read({ organization_id: WHOLE_PLATFORM }))).toBe('not_found');
});

it('returns the first days of periods, weeks from Monday', () => {
  const at = new Date('2026-03-01T23:30:00Z');
  expect(startsOf('day', 2, at)).toEqual(['2026-02-28', '2026-03-01']);
  expect(startsOf('week', 2, at)).toEqual(['2026-02-16', '2026-02-23']);
  expect(startsOf('month', 3, at)).toEqual(['2026-01-01', '2026-02-01', '2026-03-01']);
});

it('counts today every few minutes, including late photos of earlier days', async () => {
  await count();
  const [day, week, late] = await Promise.all([dayBefore(0), read({ period: 'week', last: 1 }), dayBefore(9)]);
  await deliver(new Date(), 1, new Date());
  await deliver(before(9), 0, new Date());
  await countToday();
  expect((await dayBefore(0)).captured).toBe((day?.captured ?? 0) + 1);
  expect((await dayBefore(9)).captured).toBe(late.captured + 1);
  const captured = (items: { captured: number }[]) => items.at(-1)?.captured ?? 0;
  expect(captured((await read({ period: 'week', last: 1 })).items)).toBe(captured(week.items) + 1);
  const exact = await rowsNow();
  await count();
  expect(await rowsNow()).toEqual(exact);
});
