import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createEarlyAnswers, fetchOrTake } from './early-answers.ts';

const EVENT = 'https://app.example/api/v1/event/1';
const REFRESH = 'https://app.example/api/v1/auth/refresh';
const textOf = async (request: Request) => (await fetchOrTake(request)).text();

/** Asks early for both, with this answer to the event. */
function askBoth(answer: () => Promise<Response> = async () => new Response('early')): void {
  vi.stubGlobal('fetch', (url: string) => (url === EVENT ? answer() : Promise.resolve(new Response('early session', { status: 401 }))));
  const ask = createEarlyAnswers();
  void ask(REFRESH, 'POST');
  void ask(EVENT);
  vi.stubGlobal('fetch', async () => new Response('asked again'));
}

beforeEach(() => askBoth());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  globalThis.early = undefined;
});

it('gives an early answer to the first call that asks the same', async () => {
  expect(await textOf(new Request(REFRESH, { method: 'POST' })), 'a refusal too').toBe('early session');
  expect(await textOf(new Request(`${EVENT}/timeline`))).toBe('asked again');
  expect(await textOf(new Request(EVENT))).toBe('early');
  expect(await textOf(new Request(EVENT))).toBe('asked again');
});

it('asks again after an expired session, a failure, and half a minute', async () => {
  askBoth(async () => new Response('expired', { status: 401 }));
  expect(await textOf(new Request(EVENT))).toBe('asked again');
  askBoth(() => Promise.reject(new TypeError('network error')));
  expect(await textOf(new Request(EVENT))).toBe('asked again');
  askBoth();
  const later = performance.now() + 30_001;
  vi.spyOn(performance, 'now').mockReturnValue(later);
  expect(await textOf(new Request(EVENT))).toBe('asked again');
});

it('passes on what the server refused, but not when it did', async () => {
  askBoth(async () => new Response('not yours', { status: 403, headers: { date: 'Thu, 01 Jan 1970 00:00:00 GMT', 'x-request-id': '1' } }));
  const answer = await fetchOrTake(new Request(EVENT));
  expect([answer.status, answer.headers.get('date'), answer.headers.get('x-request-id')]).toEqual([403, null, '1']);
  expect(await answer.text()).toBe('not yours');
});

it.each([
  ['another session', 'https://app.example/api/v1/auth/login', 'POST'],
  ['a change of the same address', EVENT, 'DELETE'],
])('forgets them with %s', async (_what, url, method) => {
  expect(await textOf(new Request(url, { method }))).toBe('asked again');
  expect(await textOf(new Request(EVENT))).toBe('asked again');
});
