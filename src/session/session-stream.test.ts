import 'fake-indexeddb/auto';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { buildUser } from '#tests/support/factories/api.ts';
import { FakeEventSource } from '#tests/support/fake-event-source.ts';
import { json } from '#tests/support/outbox-server.ts';
import { configureSession } from './actions.ts';
import { watchSession } from './session-stream.ts';
import { session, type Snapshot } from './store.ts';

const person = (permissions: Snapshot['user']['permissions']) => buildUser({ role: 'member', permissions });

const opened = () => FakeEventSource.opened.filter(({ closed }) => !closed);
let messages = 0;
const tell = (version: string, notices = '0:0') =>
  opened()[0]?.dispatchEvent(
    new MessageEvent('session', { data: JSON.stringify({ version, notices }), lastEventId: String((messages += 1)) }),
  );

function hide(hidden: boolean) {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

let now = person({});
const onChanged = vi.fn<() => void>();
const onNotices = vi.fn<() => void>();
let renewals = 0;
// Once for a page's life.
beforeAll(() => watchSession(onChanged, onNotices, true));

beforeEach(async () => {
  FakeEventSource.opened = [];
  renewals = 0;
  now = person({});
  onChanged.mockClear();
  onNotices.mockClear();
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('fetch', async (input: Request | string) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    if (pathname !== '/api/v1/auth/refresh') throw new TypeError('no network in this test');
    renewals += 1;
    return Promise.resolve(json(200, { user: now, access_token: 't' }));
  });
  configureSession({
    mayStayExpired: () => false,
    purgeCache: () => Promise.resolve(),
    onSignedOut: () => undefined,
    onSwitched: () => undefined,
  });
  await session.signIn(now);
});
afterEach(async () => {
  hide(false);
  await session.clear();
  vi.unstubAllGlobals();
});

it('renews at the first notice if the session was read long before', async () => {
  await vi.waitFor(() => expect(opened()).toHaveLength(1));
  now = { ...person({}), maintenance: { message: 'Back at 3 AM.', until: null } };
  tell('one');
  await vi.waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1));
  expect(session.read()?.user.maintenance?.message).toBe('Back at 3 AM.');
  tell('one');
  expect(renewals).toBe(1);
});

it('renews the session when it differs from the first notice, and reports it', async () => {
  await vi.waitFor(() => expect(opened()).toHaveLength(1));
  expect(opened()[0]?.url).toMatch(/\/api\/v1\/auth\/stream$/);
  tell('one');
  expect(renewals).toBe(0);
  now = person({ manage_org_members: true });
  tell('two');
  await vi.waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1));
  expect(session.read()?.user.permissions).toEqual({ manage_org_members: true });
  tell('two');
  expect(renewals).toBe(1);
});

it('does not listen while hidden, and catches up afterwards', async () => {
  await vi.waitFor(() => expect(opened()).toHaveLength(1));
  tell('one');
  hide(true);
  await vi.waitFor(() => expect(opened()).toHaveLength(0));
  now = person({ view_events: true });
  hide(false);
  await vi.waitFor(() => expect(opened()).toHaveLength(1));
  tell('two');
  await vi.waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1));
});

it('reports new and read notifications without a renewal', async () => {
  await vi.waitFor(() => expect(opened()).toHaveLength(1));
  tell('one', '1:1');
  tell('one', '1:1');
  expect(onNotices).toHaveBeenCalledTimes(1);
  tell('one', '2:2');
  expect(onNotices).toHaveBeenCalledTimes(2);
  expect(renewals).toBe(0);
});

it('ends with the session', async () => {
  await vi.waitFor(() => expect(opened()).toHaveLength(1));
  await session.clear();
  await vi.waitFor(() => expect(opened()).toHaveLength(0));
});
