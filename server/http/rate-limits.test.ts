import Fastify, { type FastifyRequest } from 'fastify';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '#server/config.ts';
import { Problem } from '#server/http/problem.ts';
import { type CountedAttempt, createRateLimits } from '#server/http/rate-limits.ts';
import { newSecret } from '#server/secrets.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
}, 60_000);
afterAll(() => deps.dispose());
afterEach(() => void vi.useRealTimers());

/** A server whose only route counts requests as this operation does, with counters of its own. */
async function door(env: Parameters<typeof readConfig>[0], operation: CountedAttempt = 'joinAsGuest') {
  const lines: Record<string, unknown>[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  const log = pino({ level: 'warn' }, stream);
  const app = Fastify();
  const secret = newSecret();
  const parts = { ...deps, config: readConfig(env), log, secrets: { getOrCreate: async () => secret } };
  const limits = await createRateLimits(parts, () => Date.now());
  app.setErrorHandler((error, _request, reply) => reply.code(error instanceof Problem ? error.status : 500).send());
  app.decorateRequest('viewer', null);
  app.get('/', { onRequest: limits.byAddress(operation) }, (request) =>
    limits.limitAttempts(
      request,
      () => false,
      async () => 'in',
      operation,
    ),
  );
  const enter = async () => (await app.inject('/')).statusCode;
  return { enter, limits, lines, close: () => app.close() };
}

test('a venue of 500 joins within a minute from one address and at one event', async () => {
  const { enter, limits, lines, close } = await door({});
  for (let guest = 0; guest < 500; guest += 1) {
    await limits.countGuest('an event');
    expect(await enter()).toBe(200);
  }
  expect(lines).toEqual([]);
  await close();
});

test('the right password of a gallery link, which is never refused for its own sake, is checked so many times a minute for one address', async () => {
  const { enter, close } = await door({ GUEST_RATE_LIMIT: '2' }, 'unlockGalleryLink');
  expect([await enter(), await enter(), await enter()]).toEqual([200, 200, 429]);
  await close();
});

test('someone who guesses the password of a gallery link leaves tries to other networks', async () => {
  const { limits, close } = await door({});
  const from = (ip: string) => ({ ip }) as FastifyRequest;
  const tries = async (ip: string) => {
    let made = 0;
    try {
      for (; made < 100; made += 1) await limits.countLinkPassword(from(ip), 'a link');
    } catch (error) {
      expect(error).toBeInstanceOf(Problem);
    }
    return made;
  };
  const made: number[] = [];
  for (const ip of ['198.51.100.7', '198.51.100.8', '198.51.100.9', '198.51.100.10']) made.push(await tries(ip));
  expect(made).toEqual([10, 10, 10, 0]);
  // The right password is given back to both.
  const { limits: others, close: closeOthers } = await door({});
  for (let time = 0; time < 100; time += 1) await (await others.countLinkPassword(from('198.51.100.7'), 'a link'))();
  await Promise.all([close(), closeOthers()]);
});

test('screens of one network get so many codes an hour, so that they leave codes to others', async () => {
  const { limits, close } = await door({});
  const renew = (ip: string) => limits.countGivenCode({ ip } as FastifyRequest, { isNew: false });
  for (let time = 0; time < 60; time += 1) await renew('198.51.100.7');
  await expect(renew('198.51.100.7')).rejects.toThrow(Problem);
  await renew('198.51.100.8');
  await close();
});

test('guests who are refused are logged once a minute, with the variable that sets the limit', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { enter, limits, lines, close } = await door({ GUEST_RATE_LIMIT: '1', GUEST_EVENT_RATE_LIMIT: '1' });
  expect([await enter(), await enter(), await enter()]).toEqual([200, 429, 429]);
  expect(lines).toEqual([expect.objectContaining({ level: 40, address: '127.0.0.1', limit: 'GUEST_RATE_LIMIT' })]);
  await limits.countGuest('an event');
  for (let tries = 0; tries < 2; tries += 1) await expect(limits.countGuest('an event')).rejects.toThrow(Problem);
  expect(lines.slice(1)).toEqual([expect.objectContaining({ eventId: 'an event', limit: 'GUEST_EVENT_RATE_LIMIT' })]);
  vi.advanceTimersByTime(61_000);
  await expect(limits.countGuest('an event')).rejects.toThrow(Problem);
  expect(lines).toHaveLength(3);
  await close();
});

test('each API token has a number of requests a minute, and is told when to come again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { limits, close } = await door({ API_TOKEN_RATE_LIMIT: '2' });
  const call = async (token: string): Promise<unknown> => {
    try {
      await limits.countToken(token);
      return 'in';
    } catch (error) {
      return error;
    }
  };
  expect([await call('one'), await call('one'), await call('another')]).toEqual(['in', 'in', 'in']);
  expect(await call('one')).toMatchObject({ status: 429, code: 'too_many_requests', headers: { 'retry-after': '30' } });
  vi.advanceTimersByTime(30_000);
  expect(await call('one')).toBe('in');
  await close();
});

test('wrong codes of screens are refused for one account, and for all accounts together', async () => {
  const { limits, close } = await door({});
  const triesOf = async (userId: string) => {
    for (let tries = 0; ; tries += 1)
      try {
        await limits.countScreenCode(userId);
      } catch (error) {
        expect(error).toMatchObject({ status: 429 });
        return tries;
      }
  };
  for (let tries = 0; tries < 30; tries += 1) await (await limits.countScreenCode('right'))();
  expect(await triesOf('a')).toBe(10);
  const all: number[] = [];
  for (const userId of ['b', 'c', 'd', 'e', 'f', 'g', 'h']) all.push(await triesOf(userId));
  expect(all).toEqual([10, 10, 10, 10, 10, 0, 0]);
  await close();
});
