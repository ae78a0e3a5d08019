import Fastify, { type FastifyRequest } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import type { OperationId } from '#openapi/operations.ts';
import { readConfig } from '#server/config.ts';
import { Problem } from '#server/http/problem.ts';
import { createRateLimits } from '#server/http/rate-limits.ts';

afterEach(() => void vi.useRealTimers());

/** A server whose only route counts requests as this operation does. */
async function door(env: Parameters<typeof readConfig>[0], operation: OperationId = 'joinAsGuest') {
  const lines: Record<string, unknown>[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  const app = Fastify({ logger: { level: 'warn', stream } });
  const limits = await createRateLimits(app, readConfig(env).rateLimits);
  app.setErrorHandler((error, _request, reply) => reply.code(error instanceof Problem ? error.status : 500).send());
  app.get('/', { onRequest: limits.byAddress(operation) }, () => 'in');
  const enter = async () => (await app.inject('/')).statusCode;
  return { enter, limits, lines, close: () => app.close() };
}

test('a venue of 500 joins within a minute from one address and at one event', async () => {
  const { enter, limits, lines, close } = await door({});
  for (let guest = 0; guest < 500; guest += 1) {
    limits.countGuest('an event');
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
  const tries = (ip: string) => {
    let made = 0;
    try {
      for (; made < 100; made += 1) limits.countLinkPassword(from(ip), 'a link');
    } catch (error) {
      expect(error).toBeInstanceOf(Problem);
    }
    return made;
  };
  expect([tries('198.51.100.7'), tries('198.51.100.8'), tries('198.51.100.9'), tries('198.51.100.10')]).toEqual([10, 10, 10, 0]);
  // The right password is given back to both.
  const { limits: others, close: closeOthers } = await door({});
  for (let time = 0; time < 100; time += 1) others.countLinkPassword(from('198.51.100.7'), 'a link')();
  await Promise.all([close(), closeOthers()]);
});

test('screens of one network get so many codes an hour, so that they leave codes to others', async () => {
  const { limits, close } = await door({});
  const renew = (ip: string) => limits.countGivenCode({ ip } as FastifyRequest);
  for (let time = 0; time < 60; time += 1) renew('198.51.100.7');
  expect(() => renew('198.51.100.7')).toThrow(Problem);
  renew('198.51.100.8');
  await close();
});

test('guests who are refused are logged once a minute, with the variable that sets the limit', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { enter, limits, lines, close } = await door({ GUEST_RATE_LIMIT: '1', GUEST_EVENT_RATE_LIMIT: '1' });
  expect([await enter(), await enter(), await enter()]).toEqual([200, 429, 429]);
  expect(lines).toEqual([expect.objectContaining({ level: 40, address: '127.0.0.1', limit: 'GUEST_RATE_LIMIT' })]);
  limits.countGuest('an event');
  for (let tries = 0; tries < 2; tries += 1) expect(() => limits.countGuest('an event')).toThrow(Problem);
  expect(lines.slice(1)).toEqual([expect.objectContaining({ eventId: 'an event', limit: 'GUEST_EVENT_RATE_LIMIT' })]);
  vi.advanceTimersByTime(61_000);
  expect(() => limits.countGuest('an event')).toThrow(Problem);
  expect(lines).toHaveLength(3);
  await close();
});

test('each API token has a number of requests a minute, and is told when to come again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { limits, close } = await door({ API_TOKEN_RATE_LIMIT: '2' });
  const call = (token: string): unknown => {
    try {
      limits.countToken(token);
      return 'in';
    } catch (error) {
      return error;
    }
  };
  expect([call('one'), call('one'), call('another')]).toEqual(['in', 'in', 'in']);
  expect(call('one')).toMatchObject({ status: 429, code: 'too_many_requests', headers: { 'retry-after': '30' } });
  vi.advanceTimersByTime(30_000);
  expect(call('one')).toBe('in');
  await close();
});

test('wrong codes of screens are refused for one account, and for all accounts together', async () => {
  const { limits, close } = await door({});
  const triesOf = (userId: string) => {
    for (let tries = 0; ; tries += 1)
      try {
        limits.countScreenCode(userId);
      } catch (error) {
        expect(error).toMatchObject({ status: 429 });
        return tries;
      }
  };
  for (let tries = 0; tries < 30; tries += 1) limits.countScreenCode('right')();
  expect(triesOf('a')).toBe(10);
  const all = ['b', 'c', 'd', 'e', 'f', 'g', 'h'].map(triesOf);
  expect(all).toEqual([10, 10, 10, 10, 10, 0, 0]);
  await close();
});
