import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deletedAccounts, readSessionValue, writeSessionValue } from '#src/transport/session-db.ts';
import { buildOrganization, buildUser } from '#tests/support/factories/api.ts';
import { json, noContent, API_HEADERS } from '#tests/support/outbox-server.ts';
import { configureSession, logout, refresh, forceRefresh, startSession } from './actions.ts';
import { session } from './store.ts';

const person = (id: string) => buildUser({ id, email: `${id}@x.test` });
const answers = (status: number, body: unknown, type = 'application/json') =>
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status, headers: { ...API_HEADERS, 'content-type': type } }));

afterEach(async () => {
  vi.unstubAllGlobals();
  await writeSessionValue('goneAccounts', undefined);
  await session.clear();
});

test('a refused session has its expired place on the capture route before any guard asks, also on a cold start', async () => {
  await writeSessionValue('snapshot', { user: person('ana'), selectedOrganizationId: null, expired: false });
  configureSession({ mayStayExpired: () => true, purgeCache: () => Promise.resolve(), onSignedOut: vi.fn(), onSwitched: vi.fn() });
  answers(401, { code: 'session_expired', detail: 'Ended.' }, 'application/problem+json');
  await startSession();
  expect(session.read()).toMatchObject({ user: { id: 'ana' }, expired: true });
});

test('a deleted account is signed out, on the capture route too, and noted for its queued photos', async () => {
  const onSignedOut = vi.fn();
  configureSession({ mayStayExpired: () => true, purgeCache: () => Promise.resolve(), onSignedOut, onSwitched: vi.fn() });
  await session.signIn(person('ana'));
  answers(401, { code: 'account_deleted', detail: 'Gone.' }, 'application/problem+json');
  await refresh();
  expect(session.read()).toBeNull();
  expect(await deletedAccounts()).toEqual(['ana']);
  expect(onSignedOut).toHaveBeenCalledWith('logout');
});

test('a renewal by another user is reported', async () => {
  const onSwitched = vi.fn();
  configureSession({ mayStayExpired: () => false, purgeCache: () => Promise.resolve(), onSignedOut: vi.fn(), onSwitched });
  answers(200, { user: person('ana'), access_token: 't' });
  await refresh();
  expect(onSwitched).not.toHaveBeenCalled();
  answers(200, { user: person('ben'), access_token: 't' });
  await refresh();
  expect(session.read()?.user.id).toBe('ben');
  expect(onSwitched).toHaveBeenCalledOnce();
});

test('a refresh requested while one is in progress answers false at once', async () => {
  let answer: ((response: Response) => void) | null = null;
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
  const first = refresh();
  expect(await refresh()).toBe(false);
  await vi.waitFor(() => expect(answer).not.toBeNull());
  (answer as unknown as (response: Response) => void)(json(200, { user: person('ana'), access_token: 't' }));
  expect(await first).toBe(true);
});

test('a forced renewal starts after the one in progress', async () => {
  const asked = vi.fn();
  let role = 'before';
  let answer!: () => void;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  vi.stubGlobal('fetch', async () => {
    asked();
    const email = role;
    await answered;
    return json(200, { user: { ...person('ana'), email }, access_token: 't' });
  });
  const running = refresh();
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
  role = 'now';
  const anew = forceRefresh();
  answer();
  await anew;
  await running;
  expect(session.read()?.user.email).toBe('now');
  expect(asked).toHaveBeenCalledTimes(2);
});

describe('a sign-out', () => {
  test('deletes stored lists before the snapshot', async () => {
    const forgetKept = vi.fn(async () => void (left = (await readSessionValue('snapshot')) !== undefined));
    let left = false;
    const onSignedOut = vi.fn();
    configureSession({ mayStayExpired: () => false, purgeCache: forgetKept, onSignedOut, onSwitched: vi.fn() });
    await session.signIn(person('ana'));
    vi.stubGlobal('fetch', async () => noContent());
    await logout();
    expect(forgetKept).toHaveBeenCalledOnce();
    expect(left).toBe(true);
    expect(onSignedOut).toHaveBeenCalledWith('logout');
    expect(await readSessionValue('snapshot')).toBeUndefined();
  });

  test('without a network leaves no hint at a session, by which the server would show the photos of the one who left', async () => {
    configureSession({ mayStayExpired: () => false, purgeCache: () => Promise.resolve(), onSignedOut: vi.fn(), onSwitched: vi.fn() });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    for (const end of [logout, startSession]) {
      document.cookie = 'ais_session=1; path=/';
      await session.signIn(person('ana'));
      await end();
      expect(document.cookie).not.toContain('ais_session');
      expect(await readSessionValue('pendingLogout')).toBe(true);
    }
    await writeSessionValue('pendingLogout', undefined);
  });

  test('that was cut short is finished by the next start, also where no server is', async () => {
    const forgetKept = vi.fn(() => Promise.resolve());
    configureSession({ mayStayExpired: () => false, purgeCache: forgetKept, onSignedOut: vi.fn(), onSwitched: vi.fn() });
    await writeSessionValue('snapshot', { user: person('ana'), selectedOrganizationId: null, expired: false });
    await writeSessionValue('pendingLogout', true);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await startSession();
    expect(session.read()).toBeNull();
    expect(await readSessionValue('snapshot')).toBeUndefined();
    expect(forgetKept).toHaveBeenCalledOnce();
    await writeSessionValue('pendingLogout', undefined);
  });
});

describe('the first page', () => {
  const asked = vi.fn();
  beforeEach(() => {
    // However late the answer is, it comes before the page stops waiting for it.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    asked.mockReset();
    configureSession({ mayStayExpired: () => false, purgeCache: () => Promise.resolve(), onSignedOut: vi.fn(), onSwitched: vi.fn() });
    vi.stubGlobal('fetch', async () => {
      asked();
      return json(200, { user: person('ana'), access_token: 't' });
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    document.cookie = 'ais_session=; max-age=0';
  });

  test('of a stranger asks for no session', async () => {
    await startSession();
    expect(asked).not.toHaveBeenCalled();
  });

  test('without a snapshot asks the server if the hint cookie exists, and signs in', async () => {
    document.cookie = 'ais_session=1';
    await startSession();
    expect(asked).toHaveBeenCalledOnce();
    expect(session.read()?.user.id).toBe('ana');
  });

  test('of a home-screen start asks by the copy in IndexedDB', async () => {
    await writeSessionValue('snapshot', { user: person('ana'), selectedOrganizationId: null, expired: false });
    await startSession();
    expect(asked).toHaveBeenCalledOnce();
  });
});

test('a person with a pending organization and an open one works in the open one', async () => {
  const [waits, open] = (['pending', 'active'] as const).map((status) => buildOrganization({ id: status, status }));
  await session.signIn({ ...person('ana'), organizations: [waits!, open!] });
  expect(session.read()?.selectedOrganizationId).toBe('active');
  await session.selectOrganization('of an event');
  await session.signIn({ ...person('ana'), organizations: [waits!, open!] });
  expect(session.read()?.selectedOrganizationId).toBe('of an event');
});
