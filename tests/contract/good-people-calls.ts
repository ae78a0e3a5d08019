// Good calls upon the platform's people. What is changed is an account that nobody else needs: made anew for those who may.
import { registerPerson } from '#tests/support/api.ts';
import { isSignedIn, type GoodCall, type GoodCalls } from './good-call.ts';
import { base, type RoleName, type World } from './world.ts';

const managers = ['admin', 'super'];
const forManagers = (role: RoleName, fine: number) => [isSignedIn(role) ? (managers.includes(role) ? fine : 403) : 401];

async function uponSomebody(w: World, role: RoleName, rest = ''): Promise<string> {
  const id = managers.includes(role) ? (await registerPerson(base)).user.id : w.people.stranger.id;
  return `/api/v1/users/${id}${rest}`;
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
  getUser: async (w, role) => ({ path: await uponSomebody(w, role), options: {}, expected: forManagers(role, 200) }),
  changeUserRole: change('/role', (role) => (role === 'super' ? 200 : 403), { role: 'admin' }),
  suspendUser: change('/suspend'),
  reactivateUser: change('/reactivate'),
  verifyUser: change('/verify'),
  endUserSessions: change('/sessions'),
  resetUserTwoFactor: change('/two-factor'),
};
