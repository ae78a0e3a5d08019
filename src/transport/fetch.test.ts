import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { json, API_HEADERS, OutboxServer, portalPage, problem, foreignJson } from '#tests/support/outbox-server.ts';
import { checkHealth } from './client.ts';
import { clockOffset, send, sendJson } from './fetch.ts';
import { NetworkError, unwrap } from './problem.ts';
import { isReachable, reportReachable } from './reachability.ts';
import { configureTransport, finishPendingLogout, refreshSession, setAccessToken, withSessionLock } from './refresh.ts';
import { readSessionValue, writeSessionValue } from './session-db.ts';

const REFRESH = 'POST /api/v1/auth/refresh';
const LOGOUT = 'POST /api/v1/auth/logout';
const THING = 'GET /api/v1/event';
const session = (token: string) => json(200, { user: { id: 'ana' }, access_token: token });
const ask = (init?: RequestInit) => new Request('http://app.test/api/v1/event', init);

let server: OutboxServer;
let uninstall: () => void;
let account: string | null;
const onRefreshed = vi.fn();
const onRejected = vi.fn();
const onSignInNeeded = vi.fn();

beforeEach(async () => {
  server = new OutboxServer();
  uninstall = server.install();
  account = null;
  onRefreshed.mockReset();
  onRejected.mockReset();
  onSignInNeeded.mockReset();
  configureTransport({ account: () => account, onRefreshed, onRejected, onSignInNeeded });
  setAccessToken(null);
  await writeSessionValue('refreshedAt', undefined);
  await writeSessionValue('pendingLogout', undefined);
});
afterEach(() => uninstall());

/** 401 until the session was renewed. */
function expiredUntilRefresh(refresh: () => Response | Promise<Response>) {
  let renewed = false;
  server.intercept = async (_request, route) => {
    if (route === REFRESH) {
      const answer = await refresh();
      renewed = answer.ok;
      return answer;
    }
    return renewed ? json(200, { items: [] }) : problem(401, 'unauthenticated');
  };
}

test('a change names the account that asked for it, also when it is sent again after another one logged in', async () => {
  const named: (string | null)[] = [];
  account = 'ana';
  expiredUntilRefresh(() => {
    account = 'ben';
    return session('fresh');
  });
  const inner = server.intercept;
  server.intercept = (request, route) => {
    if (route !== REFRESH) named.push(request.headers.get('X-Account'));
    return inner(request, route);
  };
  await send(new Request(ask().url, { method: 'PUT' }));
  await send(ask());
  await send(new Request(ask().url, { method: 'PUT', headers: { 'X-Account': 'cleo' } }));
  expect(named).toEqual(['ana', 'ana', null, 'cleo']);
});

describe('a 401', () => {
  test('is followed by one renewal, a pause of 300 ms and one retry with the new token', async () => {
    const seen: (string | null)[] = [];
    expiredUntilRefresh(() => session('fresh'));
    const inner = server.intercept;
    server.intercept = (request, route) => {
      if (route === THING) seen.push(request.headers.get('authorization'));
      return inner(request, route);
    };
    const begun = Date.now();
    expect((await send(ask())).status).toBe(200);
    expect(Date.now() - begun).toBeGreaterThanOrEqual(295);
    expect(server.log).toEqual([THING, REFRESH, THING]);
    expect(seen).toEqual([null, 'Bearer fresh']);
    expect(onRefreshed).toHaveBeenCalledOnce();
  });

  test('of many calls at once costs one renewal', async () => {
    expiredUntilRefresh(() => session('fresh'));
    await Promise.all([send(ask()), send(ask()), send(ask())]);
    expect(server.log.filter((line) => line === REFRESH)).toHaveLength(1);
  });

  test('whose renewal is refused signs out and passes the 401 on', async () => {
    expiredUntilRefresh(() => problem(401, 'session_expired'));
    expect((await send(ask())).status).toBe(401);
    expect(onRejected).toHaveBeenCalledOnce();
    expect(onSignInNeeded).toHaveBeenCalledOnce();
    expect(server.log).toEqual([THING, REFRESH]);
  });

  test.each([
    ['nothing answers', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a portal answers 200', () => portalPage(200)],
    ['a portal answers 401', () => portalPage(401)],
    ['a portal answers 200 in JSON', () => foreignJson(200, { user: { id: 'ana' }, access_token: 'fresh' })],
    ['a portal answers 401 in JSON', () => foreignJson(401, { error: 'sign in to the Wi-Fi' })],
    ['the server is down', () => problem(503, 'unavailable')],
  ])('never signs out when %s', async (_what, refresh) => {
    expiredUntilRefresh(refresh);
    await expect(send(ask())).rejects.toBeInstanceOf(NetworkError);
    expect(onRejected).not.toHaveBeenCalled();
  });

  test.each([
    ['in a page', () => portalPage(401)],
    ['in JSON', () => foreignJson(401, { error: 'sign in to the Wi-Fi' })],
  ])('from a captive portal %s is not attributed to the server and renews nothing', async (_how, answer) => {
    server.intercept = answer;
    await send(ask());
    expect(server.log).toEqual([THING]);
  });

  test('of a call sent before another page renewed the session needs no renewal', async () => {
    setAccessToken('stale');
    let calls = 0;
    server.intercept = async (request) => {
      calls += 1;
      if (calls > 1) return json(200, { bearer: request.headers.get('authorization') });
      await writeSessionValue('refreshedAt', Date.now() + 1);
      return problem(401, 'unauthenticated');
    };
    expect(await (await send(ask())).json()).toEqual({ bearer: null });
    expect(server.log).toEqual([THING, THING]);
  });

  test('in plain JSON counts as well', async () => {
    let renewed = false;
    server.intercept = (_request, route) => {
      if (route === REFRESH) renewed = true;
      return route === REFRESH ? session('fresh') : json(renewed ? 200 : 401, {});
    };
    expect((await send(ask())).status).toBe(200);
    expect(server.log).toEqual([THING, REFRESH, THING]);
  });

  test('of a registration or a logout is no exception, and a registration does not wait for its own lock', async () => {
    expiredUntilRefresh(() => session('fresh'));
    const register = new Request('http://app.test/api/v1/auth/register', { method: 'POST', body: '{}' });
    expect((await withSessionLock(() => send(register, { holdsLock: true }))).status).toBe(200);
    expect(server.log).toEqual(['POST /api/v1/auth/register', REFRESH, 'POST /api/v1/auth/register']);

    server.log.length = 0;
    onRefreshed.mockReset();
    await writeSessionValue('pendingLogout', true);
    let renewed = false;
    server.intercept = (_request, route) => {
      if (route !== REFRESH) return renewed ? undefined : problem(401, 'unauthenticated');
      renewed = true;
      return session('fresh');
    };
    expect(await finishPendingLogout()).toBe('done');
    expect(server.log).toEqual([LOGOUT, REFRESH, LOGOUT]);
    expect(onRefreshed).not.toHaveBeenCalled();
  });

  test('of a logout with a rejected renewal ends it: there is no session left', async () => {
    await writeSessionValue('pendingLogout', true);
    server.intercept = () => problem(401, 'session_expired');
    expect(await finishPendingLogout()).toBe('done');
    expect(server.log).toEqual([LOGOUT, REFRESH]);
  });

  test('of a logout from a captive portal ends nothing', async () => {
    await writeSessionValue('pendingLogout', true);
    server.intercept = () => portalPage(401);
    expect(await finishPendingLogout()).toBe('unreachable');
    expect(await readSessionValue('pendingLogout')).toBe(true);
  });

  test('of a login is an answer, no reason to renew', async () => {
    server.intercept = () => problem(401, 'invalid_credentials');
    await send(new Request('http://app.test/api/v1/auth/login', { method: 'POST' }));
    expect(server.log).toEqual(['POST /api/v1/auth/login']);
  });
});

test('a body travels again on the retry', async () => {
  expiredUntilRefresh(() => session('fresh'));
  const bodies: string[] = [];
  const inner = server.intercept;
  server.intercept = async (request, route) => {
    if (route === 'POST /api/v1/event') bodies.push(await request.clone().text());
    return inner(request, route);
  };
  await send(ask({ method: 'POST', body: 'bytes' }));
  expect(bodies).toEqual(['bytes', 'bytes']);
});

test.each([
  ['a page', () => portalPage()],
  ['JSON', () => foreignJson(200, { status: 'login required' })],
  ['nothing', () => new Response(null, { status: 204 })],
])('success from %s without a request id came from a captive portal, and the server is not reached', async (_what, answer) => {
  reportReachable(true);
  server.intercept = answer;
  await expect(sendJson(ask())).rejects.toMatchObject({ reason: 'portal' });
  expect(isReachable()).toBe(false);
});

test('a look at the server does not take a portal’s JSON for its answer', async () => {
  server.intercept = () => foreignJson(200, { status: 'ok' });
  expect(await checkHealth()).toBe(false);
  server.intercept = () => undefined;
  expect(await checkHealth()).toBe(true);
});

test('unwrap gives the data, or the server’s own words', () => {
  expect(unwrap({ data: 1, response: new Response() })).toBe(1);
  const response = problem(409, 'email_taken');
  expect(() => unwrap({ error: { code: 'email_taken', detail: 'Taken.', request_id: 'r' }, response })).toThrow('Taken.');
});

describe('a logout made offline', () => {
  test('is carried out first, and what follows is a signed-out session', async () => {
    await writeSessionValue('pendingLogout', true);
    expect(await refreshSession()).toBe('rejected');
    expect(server.log).toEqual(['POST /api/v1/auth/logout']);
    expect(await readSessionValue('pendingLogout')).toBeUndefined();
  });

  test('stays while nothing answers', async () => {
    await writeSessionValue('pendingLogout', true);
    server.intercept = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await finishPendingLogout()).toBe('unreachable');
    expect(await readSessionValue('pendingLogout')).toBe(true);
  });
});

test('works where AbortSignal.any is missing, as in Safari before 17.4', async () => {
  const native = Object.getOwnPropertyDescriptor(AbortSignal, 'any') ?? {};
  Reflect.deleteProperty(AbortSignal, 'any');
  try {
    const control = new AbortController();
    server.intercept = (_request) => new Promise(() => undefined);
    const sent = fetchAborted(control.signal);
    control.abort(new Error('enough'));
    await expect(sent).rejects.toThrow('enough');
  } finally {
    Object.defineProperty(AbortSignal, 'any', native);
  }
});

/** The test server does not heed signals; a real fetch does. */
function fetchAborted(signal: AbortSignal): Promise<Response> {
  const answer = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const request = input as Request;
    const aborted = new Promise<never>((_, reject) => request.signal.addEventListener('abort', () => reject(request.signal.reason)));
    return Promise.race([answer(input, init), aborted]);
  };
  return send(ask({ signal }));
}

test.each([
  ['cut short', () => new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) }), jsonHeaders)],
  ['that is half a document', () => new Response('{"items": [', jsonHeaders)],
])('an answer %s is a matter of the network', async (_what, answer) => {
  server.intercept = answer;
  await expect(sendJson(ask())).rejects.toBeInstanceOf(NetworkError);
});
const jsonHeaders = { headers: { ...API_HEADERS, 'content-type': 'application/json' } };

test.each(['text/html', 'text/plain', 'application/json'])('a portal’s clock is not believed: %s', async (type) => {
  server.intercept = () => new Response('{}', { headers: { 'content-type': type, date: 'Thu, 01 Jan 1970 00:00:00 GMT' } });
  await send(ask());
  expect(await clockOffset()).toBeNull();
});

describe('a request for the current user', () => {
  test('is reported, also when another page or the worker has just renewed the session', async () => {
    server.intercept = () => session('mine');
    const asked = refreshSession();
    await writeSessionValue('refreshedAt', Date.now() + 1000);
    expect(await asked).toBe('refreshed');
    expect(onRefreshed).toHaveBeenCalledOnce();
  });

  test('is not reported by an answer that a logout has overtaken', async () => {
    server.intercept = async (_request, route) => {
      if (route !== REFRESH) return undefined;
      await writeSessionValue('pendingLogout', true);
      return session('late');
    };
    expect(await refreshSession()).toBe('rejected');
    expect(onRefreshed).not.toHaveBeenCalled();
    expect(server.log).toEqual([REFRESH, 'POST /api/v1/auth/logout']);
  });

  test('learns of a refusal after all that follows from it', async () => {
    let done = false;
    onRejected.mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve));
      done = true;
    });
    server.intercept = () => problem(401, 'session_expired');
    await refreshSession();
    expect(done).toBe(true);
  });
});
