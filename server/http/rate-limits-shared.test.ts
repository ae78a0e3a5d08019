// Rate limits hold over any number of servers, and a restart forgets nothing.
import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { hashPassword } from '#server/accounts/passwords.ts';
import { build } from '#server/app.ts';
import { openDb, openPool } from '#server/db/pool.ts';
import { users } from '#server/db/schema/accounts.ts';
import { rateLimits } from '#server/db/schema/platform.ts';
import type { Deps } from '#server/deps.ts';
import { AttemptLimiter } from '#server/http/attempt-limiter.ts';
import { Problem } from '#server/http/problem.ts';
import { openRateLimitStore, type RateLimitStore } from '#server/http/rate-limit-store.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';
import { newSecret } from '#server/secrets.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { eventWithMembers } from '#tests/support/factories/database.ts';

const password = 'correct horse staple';
let deps: TestDeps;
/** Of a second server: its own connections to the same database. */
let otherDeps: Deps;
let apps: [FastifyInstance, FastifyInstance];
vi.setConfig({ hookTimeout: 120_000 });

beforeAll(async () => {
  deps = await openTestDeps({ JOIN_MISS_RATE_LIMIT: '5', GUEST_EVENT_RATE_LIMIT: '16' });
  const pool = openPool(deps.connection, deps.log);
  otherDeps = { ...deps, pool, db: openDb(pool) };
  apps = [await build(deps), await build(otherDeps)];
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()));
  await otherDeps.pool.end();
  await deps.dispose();
});
afterEach(() => void vi.useRealTimers());

async function addPerson() {
  const id = uuid7();
  const email = `${id}@unit.test`;
  await deps.db.insert(users).values({ id, email, passwordHash: await hashPassword(password), firstName: 'Ana', lastName: 'Ruiz' });
  return { id, email };
}

/** Calls the servers in turns. */
const callerOf = (url: string, remoteAddress: string, headers: Record<string, string> = {}) => {
  let calls = 0;
  return async (payload: object) => {
    const app = apps[calls++ % 2]!;
    const { statusCode, headers: answered } = await app.inject({ method: 'POST', url: `/api/v1${url}`, payload, remoteAddress, headers });
    return { status: statusCode, retryAfter: Number(answered['retry-after'] ?? 0) };
  };
};
const statusesOf = async (times: number, call: () => Promise<{ status: number }>) => {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push((await call()).status);
  return statuses;
};
const repeat = <Value>(times: number, value: Value) => Array<Value>(times).fill(value);

describe('two servers that answer in turns', () => {
  test('refuse the eleventh login within a minute, also after a restart, and keep no address and no email', async () => {
    const { email } = await addPerson();
    const login = callerOf('/auth/login', '192.0.2.1');
    expect(await statusesOf(10, () => login({ email, password }))).toEqual(repeat(10, 200));
    const { status, retryAfter } = await login({ email, password });
    expect(status).toBe(429);
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect((await login({ email, password })).status).toBe(429);
    await apps[0].close();
    apps[0] = await build(deps);
    expect(await statusesOf(2, () => login({ email, password }))).toEqual([429, 429]);
    for (const { key } of await deps.db.select().from(rateLimits)) expect(key).toMatch(/^[\w-]{22}$/);
  });

  test('answer five concurrent wrong join codes of a person, and refuse the right one then', async () => {
    const { email } = await addPerson();
    const { eventId } = await eventWithMembers(deps);
    const { rows } = await deps.db.execute<{ code: string }>(sql`select join_code as code from events where id = ${eventId}`);
    const login = await apps[0].inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      payload: { email, password },
      remoteAddress: '192.0.2.2',
    });
    const headers = { authorization: `Bearer ${login.json<{ access_token: string }>().access_token}` };
    const join = callerOf('/event/join', '192.0.2.2', headers);
    const answers = await Promise.all(Array.from({ length: 40 }, () => join({ code: 'NOBODY-77' })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([...repeat(5, 404), ...repeat(35, 429)]);
    expect((await join({ code: rows[0]!.code })).status).toBe(429);
  });

  test('mail three links for a new password to one address', async () => {
    const ask = callerOf('/auth/forgot-password', '192.0.2.3');
    expect(await statusesOf(4, () => ask({ email: 'ben@unit.test' }))).toEqual([202, 202, 202, 429]);
  });

  test('admit four new guests at once to an event', async () => {
    const { eventId } = await eventWithMembers(deps);
    const { rows } = await deps.db.execute<{ code: string }>(sql`select join_code as code from events where id = ${eventId}`);
    const join = callerOf('/auth/guest', '192.0.2.4');
    const enter = () => join({ code: rows[0]!.code, key: newSecret(), name: 'Mia' });
    const answers = await Promise.all(Array.from({ length: 9 }, enter));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([...repeat(4, 201), ...repeat(5, 429)]);
  });
});

describe('two sets of limits', () => {
  const openTwo = async (clock?: () => number) => {
    const secret = newSecret();
    const secrets = { getOrCreate: async () => secret };
    return [await createRateLimits({ ...deps, secrets }, clock), await createRateLimits({ ...otherDeps, secrets }, clock)] as const;
  };
  const outcomeOf = (counting: Promise<unknown>) =>
    counting.then(
      () => 'in',
      (error: unknown) => (error instanceof Problem ? error.status : Promise.reject(error)),
    );

  test('check ten wrong passwords of a gallery link from one address', async () => {
    const two = await openTwo();
    const request = { ip: '198.51.100.7' } as FastifyRequest;
    const outcomes = await Promise.all(Array.from({ length: 24 }, (_, nr) => outcomeOf(two[nr % 2]!.countLinkPassword(request, 'a link'))));
    expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(10);
  });

  test('lease requests of an API token from one budget', async () => {
    const two = await openTwo(() => 1e12);
    const limit = deps.config.rateLimits.apiToken;
    const outcomes = await Promise.all(Array.from({ length: limit + 100 }, (_, nr) => outcomeOf(two[nr % 2]!.countToken('a token'))));
    const passed = outcomes.filter((outcome) => outcome === 'in').length;
    expect(passed).toBeLessThanOrEqual(limit);
    // The other may still have leased some.
    expect(passed).toBeGreaterThan(limit - 20);
  });

  test('refuse a batch of mails as a whole', async () => {
    const [one, other] = await openTwo(() => 1e12);
    const mail = (limits: typeof one, emails: string[]) =>
      outcomeOf(deps.db.transaction((tx) => limits.countMailsTo(emails, { senderId: 'a sender', organizationId: 'an organization' }, tx)));
    for (let nr = 0; nr < 4; nr += 1) expect(await mail(nr % 2 === 0 ? one : other, ['full@unit.test'])).toBe('in');
    expect(await mail(one, ['full@unit.test', 'free@unit.test'])).toBe('in');
    expect(await mail(other, ['full@unit.test', 'free@unit.test'])).toBe(429);
    expect(await Promise.all(Array.from({ length: 6 }, (_, nr) => mail(nr % 2 === 0 ? one : other, ['free@unit.test'])))).toEqual(
      expect.arrayContaining([...repeat(4, 'in'), 429, 429]),
    );
  });

  test('count nothing for a transaction that rolls back', async () => {
    const [one] = await openTwo(() => 1e12);
    const left = new Error('left');
    for (let nr = 0; nr < 30; nr += 1)
      await expect(
        deps.db.transaction(async (tx) => {
          await one.countTicket('a person', tx);
          throw left;
        }),
      ).rejects.toBe(left);
    await one.countTicket('a person');
  });

  test('let nobody in while the database is away', async () => {
    const [one] = await openTwo();
    const pool = openPool(deps.connection, deps.log);
    const cut = await createRateLimits({ ...deps, db: openDb(pool), secrets: { getOrCreate: async () => newSecret() } });
    await pool.end();
    const act = vi.fn(async () => 'in');
    const request = { ip: '198.51.100.7', headers: {}, viewer: null } as unknown as FastifyRequest;
    await expect(cut.limitAttempts(request, () => false, act)).rejects.toThrow('Failed query');
    await expect(cut.countLogin(request, 'ana@unit.test')).rejects.toThrow('Failed query');
    await expect(cut.countToken('a token')).rejects.toThrow('Failed query');
    expect(act).not.toHaveBeenCalled();
    expect(await one.limitAttempts(request, () => false, act)).toBe('in');
  });
});

describe('counters', () => {
  let now = 1e12;
  const openTwo = async (): Promise<[RateLimitStore, RateLimitStore]> => {
    const secret = newSecret();
    const secrets = { getOrCreate: async () => secret };
    return [await openRateLimitStore({ ...deps, secrets }, () => now), await openRateLimitStore({ ...otherDeps, secrets }, () => now)];
  };
  const bucket = { name: 'bucket', burst: 7, perHour: 60 };
  const window = { name: 'window', most: 7, windowMs: 60_000 };

  test('never give more than they have to concurrent callers', async () => {
    for (const limit of [bucket, window]) {
      const two = await openTwo();
      const taken = await Promise.all(Array.from({ length: 60 }, (_, nr) => two[nr % 2]!.take([{ limit, of: 'all' }])));
      expect(taken.filter(({ refused }) => refused === null)).toHaveLength(7);
    }
  });

  test('say when the next one is there, and have it then', async () => {
    const [one, other] = await openTwo();
    for (let nr = 0; nr < 7; nr += 1) await one.take([{ limit: bucket, of: 'a' }]);
    now += 20_500;
    expect((await other.take([{ limit: bucket, of: 'a' }])).refused?.waitMs).toBe(39_500);
    now += 39_500;
    expect([(await other.take([{ limit: bucket, of: 'a' }])).refused, (await one.take([{ limit: bucket, of: 'a' }])).refused]).toEqual([
      null,
      expect.objectContaining({ waitMs: 60_000 }),
    ]);
    for (let nr = 0; nr < 7; nr += 1) await one.take([{ limit: window, of: 'a' }]);
    now += 20_500;
    expect((await other.take([{ limit: window, of: 'a' }])).refused?.waitMs).toBe(39_500);
    now += 39_500;
    expect((await other.take([{ limit: window, of: 'a' }])).refused).toBeNull();
  });

  test('are refilled by refunds up to their burst', async () => {
    const [one, other] = await openTwo();
    const count = [{ limit: bucket, of: 'a' }];
    const { giveBack } = await one.take(count);
    for (let nr = 0; nr < 5; nr += 1) await giveBack();
    const taken = await Promise.all(Array.from({ length: 20 }, () => other.take(count)));
    expect(taken.filter(({ refused }) => refused === null)).toHaveLength(7);
    const requests = [{ limit: window, of: 'a' }];
    const request = await one.take(requests);
    now += 60_000;
    for (let nr = 0; nr < 7; nr += 1) await other.take(requests);
    // Of an earlier window.
    await request.giveBack();
    expect((await other.take(requests)).refused).not.toBeNull();
  });

  test('are taken together or not at all, in any order', async () => {
    const two = await openTwo();
    const [scarce, ample] = [
      { limit: { ...bucket, burst: 3 }, of: 'scarce' },
      { limit: { ...bucket, burst: 40 }, of: 'ample' },
    ];
    const taken = await Promise.all(
      Array.from({ length: 60 }, (_, nr) => two[nr % 2]!.take(nr % 3 === 0 ? [scarce, ample] : [ample, scarce])),
    );
    expect(taken.filter(({ refused }) => refused === null)).toHaveLength(3);
    expect((await two[0].take([{ ...ample, tokens: 37 }])).refused).toBeNull();
    expect((await two[1].take([ample])).refused).not.toBeNull();
  });

  test('refuse more tokens than there can be', async () => {
    const [one] = await openTwo();
    expect((await one.take([{ limit: bucket, of: 'new', tokens: 8 }])).refused).not.toBeNull();
    expect((await one.take([{ limit: bucket, of: 'new', tokens: 7 }])).refused).toBeNull();
  });

  test('wait no longer than usual after the clock of the database was set back', async () => {
    const [first] = await openTwo();
    const two = { limit: { name: 'clock', burst: 2, perHour: 60 }, of: 'a bucket', tokens: 2 };
    const request = { limit: { name: 'clock', most: 1, windowMs: 60_000 }, of: 'a window' };
    expect((await first.takeEach([two, request])).map(({ state }) => state)).toEqual(['taken', 'taken']);
    now -= 86_400_000;
    const refused = await first.takeEach([{ ...two, tokens: 1 }, request]);
    expect(refused.map(({ state, waitMs }) => [state, waitMs])).toEqual([
      ['refused', 60_000],
      ['refused', 60_000],
    ]);
    now += 60_000;
    expect((await first.takeEach([{ ...two, tokens: 1 }, request])).map(({ state }) => state)).toEqual(['taken', 'taken']);
  });

  test('wait for no disk: the table is unlogged', async () => {
    const { rows } = await deps.db.execute(sql`select relpersistence as kind from pg_class where relname = 'rate_limits'`);
    expect(rows).toEqual([{ kind: 'u' }]);
  });
});

describe('attempts at two servers', () => {
  const missed = new Problem(404, 'unknown_code', 'No event has this code.');
  const isMiss = (error: unknown) => error === missed;
  const open = async (misses: number, more: { longestWaitMs?: number } = {}) => {
    const secret = newSecret();
    const secrets = { getOrCreate: async () => secret };
    const stores = [await openRateLimitStore({ ...deps, secrets }), await openRateLimitStore({ ...otherDeps, secrets })];
    const limiters = stores.map((store) => new AttemptLimiter(store, { name: 'guess', misses, paceMs: 5, ...more, onError: vi.fn() }));
    return { stores, limiters };
  };
  /** Resolves when an attempt found that it has to wait. */
  const isRefused = () =>
    expect.poll(async () => (await deps.db.select().from(rateLimits)).some(({ isRefused: refused }) => refused)).toBe(true);
  beforeEach(async () => {
    await deps.db.delete(rateLimits);
  });
  const ana = { personId: 'ana', address: '192.0.2.1', device: '' };
  const statusOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 200,
      (error: unknown) => (error instanceof Problem ? error.status : Promise.reject(error)),
    );

  test('miss as often as one may, concurrently too', async () => {
    const { limiters } = await open(6);
    const guess = async () => {
      await new Promise(setImmediate);
      throw missed;
    };
    for (const who of [ana, { ...ana, personId: null, address: '192.0.2.2' }]) {
      const answers = await Promise.all(Array.from({ length: 80 }, (_, nr) => statusOf(limiters[nr % 2]!.attempt(who, isMiss, guess))));
      expect(answers.filter((status) => status === 404)).toHaveLength(6);
      expect(answers.filter((status) => status === 429)).toHaveLength(74);
    }
  });

  test('give back what they took, also after one that began earlier and came later to the counter', async () => {
    const secrets = { getOrCreate: async () => 'secret' };
    const [early, late] = await Promise.all([1_000, 1_010].map((ms) => openRateLimitStore({ ...deps, secrets }, () => ms)));
    const attempt = { limit: { name: 'order', most: 2, windowMs: 60_000 }, of: 'ana', isAttempt: true };
    const first = await late!.takeEach([attempt]);
    const second = await early!.takeEach([attempt]);
    for (const taken of [first, second]) await late!.settle(taken, false);
    expect(await deps.db.select().from(rateLimits)).toMatchObject([{ used: 0, reserved: 0 }]);
  });

  test('that succeed are all answered, however many come at once', async () => {
    // A busy machine may need longer than people wait.
    const { limiters } = await open(3, { longestWaitMs: 60_000 });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, nr) => statusOf(limiters[nr % 2]!.attempt(ana, isMiss, async () => 'in'))),
    );
    expect(new Set(answers)).toEqual(new Set([200]));
    await Promise.all(limiters.map((limiter) => limiter.close()));
    expect(await statusOf(limiters[0]!.attempt(ana, isMiss, () => Promise.reject(missed)))).toBe(404);
  });

  test('wait for one in progress elsewhere, and take what it leaves', async () => {
    const { limiters } = await open(1);
    let end: (value: string) => void = () => undefined;
    let hasBegun: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (hasBegun = resolve));
    const first = limiters[0]!.attempt(ana, isMiss, () => {
      hasBegun();
      return new Promise<string>((resolve) => (end = resolve));
    });
    await begun;
    const tried = vi.fn(async () => 'in');
    const second = limiters[1]!.attempt(ana, isMiss, tried);
    await isRefused();
    expect(tried).not.toHaveBeenCalled();
    end('done');
    expect([await first, await second]).toEqual(['done', 'in']);
  });

  test('of a person who missed too often are refused at once, however busy their address is', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { stores, limiters } = await open(1);
    expect(await statusOf(limiters[0]!.attempt(ana, isMiss, () => Promise.reject(missed)))).toBe(404);
    const shared = { name: 'guess address', most: 10, windowMs: 60_000 };
    for (let nr = 0; nr < 9; nr += 1) await stores[0]!.takeEach([{ limit: shared, of: ana.address, isAttempt: true }]);
    expect(await statusOf(limiters[1]!.attempt(ana, isMiss, async () => 'in'))).toBe(429);
  });

  test('do not wait for a server that died', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { stores, limiters } = await open(1);
    const name = { name: 'guess own', most: 1, windowMs: 60_000 };
    await stores[0]!.takeEach([{ limit: name, of: 'person ana', isAttempt: true }]);
    const waiting = statusOf(limiters[1]!.attempt(ana, isMiss, async () => 'in'));
    await isRefused();
    vi.advanceTimersByTime(6_000);
    expect(await waiting).toBe(429);
  });
});
