import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { writeSessionValue } from '#src/transport/session-db.ts';
import { configureSession, refresh, startSession } from './actions.ts';
import { session } from './store.ts';

const person = (id: string) => ({
  id,
  email: `${id}@x.test`,
  role: 'user' as const,
  is_verified: true,
  permissions: {},
  organizations: [],
  memberships: [],
});
const answers = (status: number, body: unknown, type = 'application/json') =>
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status, headers: { 'content-type': type } }));

afterEach(async () => {
  vi.unstubAllGlobals();
  await session.clear();
});

test('a refused session has its expired place on the capture route before any guard asks, also on a cold start', async () => {
  await writeSessionValue('snapshot', { user: person('ana'), selectedOrganizationId: null, expired: false });
  configureSession({ mayStayExpired: () => true, onSignedOut: vi.fn(), onSwitched: vi.fn() });
  answers(401, { code: 'session_expired', detail: 'Ended.' }, 'application/problem+json');
  await startSession();
  expect(session.read()).toMatchObject({ user: { id: 'ana' }, expired: true });
});

test('a renewal that turns out to be of another person tells so', async () => {
  const onSwitched = vi.fn();
  configureSession({ mayStayExpired: () => false, onSignedOut: vi.fn(), onSwitched });
  answers(200, { user: person('ana'), access_token: 't' });
  await refresh();
  expect(onSwitched).not.toHaveBeenCalled();
  answers(200, { user: person('ben'), access_token: 't' });
  await refresh();
  expect(session.read()?.user.id).toBe('ben');
  expect(onSwitched).toHaveBeenCalledOnce();
});
