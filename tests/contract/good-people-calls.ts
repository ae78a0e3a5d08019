// Good calls upon the platform's people. What is changed is an account that nobody else needs: made anew for those who may.
import type { components } from '#openapi/api.ts';
import { registerPerson } from '#tests/support/api.ts';
import { isSignedIn, type GoodCall, type GoodCalls } from './good-call.ts';
import { base, type RoleName, type World } from './world.ts';

type Schemas = components['schemas'];

const managers = ['admin', 'super'];
const forManagers = (role: RoleName, fine: number) => [isSignedIn(role) ? (managers.includes(role) ? fine : 403) : 401];

async function uponSomebody(w: World, role: RoleName, rest = ''): Promise<string> {
  const id = managers.includes(role) ? (await w.newcomer()).id : w.people.stranger.id;
  return `/api/v1/users/${id}${rest}`;
}

async function uponASession(w: World, role: RoleName): Promise<string> {
  const path = await uponSomebody(w, role, '/sessions');
  if (!managers.includes(role)) return `${path}/${w.people.stranger.id}`;
  const answer = await w.call(role, 'GET', path);
  return `${path}/${(answer.body as Schemas['PlatformUserSessions']).items[0]!.id}`;
}

async function suspended(w: World): Promise<string> {
  const { id } = (await registerPerson(base)).user;
  await w.call('super', 'POST', `/api/v1/users/${id}/suspend`);
  return id;
}

const change =
  (rest: string, fine: (role: RoleName) => number = () => 200, json?: object) =>
  async (w: World, role: RoleName): Promise<GoodCall> => ({
    path: await uponSomebody(w, role, rest),
    options: json ? { json } : {},
    expected: forManagers(role, fine(role)),
  });

export const goodPeopleCalls: GoodCalls = {
  listUsers: (_, role) => ({ path: '/api/v1/users', options: {}, expected: forManagers(role, 200) }),
  exportUsers: (_, role) => ({ path: '/api/v1/users/export', options: {}, expected: forManagers(role, 200) }),
  getUser: async (w, role) => ({ path: await uponSomebody(w, role), options: {}, expected: forManagers(role, 200) }),
  changeUserRole: change('/role', (role) => (role === 'super' ? 200 : 403), { role: 'admin' }),
  suspendUser: change('/suspend'),
  reactivateUser: change('/reactivate'),
  verifyUser: change('/verify'),
  listUserSessions: change('/sessions'),
  endUserSessions: change('/sessions'),
  endUserSession: async (w, role) => ({ path: await uponASession(w, role), options: {}, expected: forManagers(role, 200) }),
  // Of an account that is suspended: another session of this person's is to stay their own.
  viewAsUser: async (w, role) => ({
    path: `/api/v1/users/${role === 'super' ? await suspended(w) : w.people.stranger.id}/view`,
    options: { json: { reason: 'Their gallery stays empty.' } },
    expected: [isSignedIn(role) ? (role === 'super' ? 409 : 403) : 401],
  }),
  stopViewing: (_, role) => ({ path: '/api/v1/auth/viewing', options: {}, expected: [isSignedIn(role) ? 204 : 401] }),
  listOwnViewings: (_, role) => ({ path: '/api/v1/auth/viewings', options: {}, expected: [isSignedIn(role) ? 200 : 401] }),
  changeUsers: async (w, role) => ({
    path: '/api/v1/users/bulk',
    options: { json: { action: 'suspend', ids: [(await uponSomebody(w, role)).split('/').at(-1)!] } },
    expected: forManagers(role, 200),
  }),
  resetUserTwoFactor: change('/two-factor'),
};
