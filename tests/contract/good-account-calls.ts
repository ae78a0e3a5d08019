// What a person does for the own account. What ends a session, or changes a password, is tried with an account and a session of its own.
import { randomUUID } from 'node:crypto';
import { demoPassword, freshSignIn } from '#tests/support/api.ts';
import { isSignedIn, type GoodCalls } from './good-call.ts';
import { base, pictureForm, type RoleName, type World } from './world.ts';

const token = 'A'.repeat(43);
const clientData = (type: string) =>
  Buffer.from(JSON.stringify({ type, challenge: token, origin: 'https://photos.example.org' })).toString('base64url');
const assertion = {
  id: token,
  type: 'public-key',
  response: { clientDataJSON: clientData('webauthn.get'), authenticatorData: token, signature: token },
};
const attestation = {
  id: token,
  type: 'public-key',
  response: { clientDataJSON: clientData('webauthn.create'), attestationObject: token },
};
const signedIn = (role: RoleName, fine: number[]) => (isSignedIn(role) ? fine : [401]);

/** Another session of the same person. */
async function another(w: World, role: RoleName): Promise<Record<string, string>> {
  if (role === 'nobody') return {};
  const { token: bearer } = await freshSignIn(base, w.people[role].email);
  return { authorization: `Bearer ${bearer}` };
}

/** An account of its own: for what changes one, and what counts wrong passwords. */
export async function newcomer(w: World, role: RoleName): Promise<Record<string, string>> {
  return isSignedIn(role) ? { authorization: `Bearer ${(await w.newcomer()).token}` } : {};
}

export const goodAccountCalls: GoodCalls = {
  requestPasswordReset: () => ({
    path: '/api/v1/auth/forgot-password',
    options: { json: { email: `nobody-${randomUUID()}@example.test` } },
    expected: [202],
  }),
  // A link that nobody was sent; server/accounts/operations/password-calls.test.ts follows real ones.
  resetPassword: () => ({
    path: '/api/v1/auth/reset-password',
    options: { json: { token, password: 'lantern-orbit-quarry-9' } },
    expected: [410],
  }),
  verifyEmail: () => ({ path: '/api/v1/auth/verify-email', options: { json: { token } }, expected: [410] }),
  resendVerification: (_, role) => ({
    path: '/api/v1/auth/verify-email/resend',
    options: {},
    // The demo's people are confirmed.
    expected: signedIn(role, [202, 409]),
  }),
  changePassword: async (w, role) => {
    const headers = await newcomer(w, role);
    return {
      path: '/api/v1/auth/password',
      options: { headers, json: { current_password: demoPassword, password: 'lantern-orbit-quarry-9' } },
      expected: signedIn(role, [204]),
    };
  },
  // A challenge that nobody was given; server/accounts/two-factor.test.ts follows real ones.
  completeLogin: () => ({ path: '/api/v1/auth/login/code', options: { json: { challenge: token, code: '123456' } }, expected: [410] }),
  getTwoFactor: (_, role) => ({ path: '/api/v1/auth/two-factor', options: {}, expected: signedIn(role, [200]) }),
  beginTwoFactor: async (w, role) => ({
    path: '/api/v1/auth/two-factor',
    options: { headers: await newcomer(w, role), json: { password: demoPassword } },
    expected: signedIn(role, [200]),
  }),
  // Nobody of these has begun.
  confirmTwoFactor: (_, role) => ({
    path: '/api/v1/auth/two-factor/confirm',
    options: { json: { code: '123456' } },
    expected: signedIn(role, [409]),
  }),
  renewRecoveryCodes: async (w, role) => ({
    path: '/api/v1/auth/two-factor/recovery-codes',
    options: { headers: await newcomer(w, role), json: { password: demoPassword, code: '123456' } },
    expected: signedIn(role, [409]),
  }),
  disableTwoFactor: async (w, role) => ({
    path: '/api/v1/auth/two-factor/disable',
    options: { headers: await newcomer(w, role), json: { password: demoPassword, code: '123456' } },
    expected: signedIn(role, [409]),
  }),
  // Ceremonies that nobody began; server/accounts/passkeys.test.ts answers real ones.
  beginPasskeyLogin: () => ({ path: '/api/v1/auth/login/passkey/options', options: {}, expected: [200] }),
  loginWithPasskey: () => ({ path: '/api/v1/auth/login/passkey', options: { json: { passkey: assertion } }, expected: [410] }),
  listPasskeys: (_, role) => ({ path: '/api/v1/auth/passkeys', options: {}, expected: signedIn(role, [200]) }),
  beginPasskey: async (w, role) => ({
    path: '/api/v1/auth/passkeys/options',
    options: { headers: await newcomer(w, role), json: { password: demoPassword } },
    expected: signedIn(role, [200]),
  }),
  addPasskey: (_, role) => ({
    path: '/api/v1/auth/passkeys',
    options: { json: { name: 'Phone', passkey: attestation } },
    expected: signedIn(role, [410]),
  }),
  renamePasskey: (_, role) => ({
    path: `/api/v1/auth/passkeys/${randomUUID()}`,
    options: { json: { name: 'Phone' } },
    expected: signedIn(role, [404]),
  }),
  removePasskey: async (w, role) => ({
    path: `/api/v1/auth/passkeys/${randomUUID()}/remove`,
    options: { headers: await newcomer(w, role), json: { password: demoPassword } },
    expected: signedIn(role, [404]),
  }),
  beginPasskeyProof: (_, role) => ({ path: '/api/v1/auth/passkeys/proof', options: {}, expected: signedIn(role, [409]) }),
  // None of these is a guest.
  beginUpgradeByPasskey: (_, role) => ({
    path: '/api/v1/auth/upgrade/passkey/options',
    options: { json: { email: `mia-${randomUUID()}@example.test` } },
    expected: signedIn(role, [409]),
  }),
  upgradeGuestByPasskey: (_, role) => ({
    path: '/api/v1/auth/upgrade/passkey',
    options: { json: { email: 'mia@example.test', first_name: 'Mia', last_name: 'Lund', passkey: attestation } },
    expected: signedIn(role, [409]),
  }),
  getEmailChange: (_, role) => ({ path: '/api/v1/auth/email-change', options: {}, expected: signedIn(role, [200]) }),
  requestEmailChange: async (w, role) => ({
    path: '/api/v1/auth/email-change',
    options: { headers: await newcomer(w, role), json: { email: `new-${randomUUID()}@example.test`, password: demoPassword } },
    expected: signedIn(role, [202]),
  }),
  resendEmailChange: (_, role) => ({ path: '/api/v1/auth/email-change/resend', options: {}, expected: signedIn(role, [409]) }),
  cancelEmailChange: (_, role) => ({ path: '/api/v1/auth/email-change', options: {}, expected: signedIn(role, [204]) }),
  // A link that nobody was sent; server/accounts/email-change.test.ts follows real ones.
  answerEmailChange: () => ({
    path: '/api/v1/auth/email-change/answer',
    options: { json: { token, answer: 'confirm' } },
    expected: [410],
  }),
  updateProfile: async (w, role) => ({
    path: '/api/v1/auth/profile',
    options: { headers: await newcomer(w, role), json: { first_name: 'Ana', last_name: 'Ruiz Vega' } },
    expected: signedIn(role, [200]),
  }),
  listNotifications: (_, role) => ({ path: '/api/v1/auth/notifications', options: {}, expected: signedIn(role, [200]) }),
  setNotification: (_, role) => ({
    path: '/api/v1/auth/notifications',
    options: { json: { kind: 'support_answers', organization_id: null, is_on: true } },
    expected: signedIn(role, [200]),
  }),
  uploadAvatar: async (w, role) => {
    const { headers, ...form } = await pictureForm();
    return {
      path: '/api/v1/auth/avatar',
      options: { ...form, headers: { ...headers, ...(await newcomer(w, role)) } },
      expected: signedIn(role, [200]),
    };
  },
  removeAvatar: async (w, role) => ({
    path: '/api/v1/auth/avatar',
    options: { headers: await newcomer(w, role) },
    expected: signedIn(role, [200]),
  }),
  // The member's: of Aurora's people, and of those who take part in what Aurora runs only where the member takes part as well.
  getAvatar: (w, role) => ({
    path: w.pictures.member,
    options: {},
    expected: signedIn(role, ['member', 'owner', 'admin', 'super'].includes(role) ? [200] : [404]),
  }),
  getOwnData: (_, role) => ({ path: '/api/v1/auth/account', options: {}, expected: signedIn(role, [200]) }),
  exportOwnData: async (w, role) => ({
    path: '/api/v1/auth/account/export',
    options: { headers: await newcomer(w, role) },
    expected: signedIn(role, [200]),
  }),
  deleteOwnAccount: async (w, role) => ({
    path: '/api/v1/auth/account/delete',
    options: { headers: await newcomer(w, role), json: { password: demoPassword, photos: 'keep' } },
    expected: signedIn(role, [204]),
  }),
  findDeletedAccounts: (w, role) => ({
    path: '/api/v1/auth/deleted-accounts',
    options: { json: { ids: [w.idOf(role), randomUUID()] } },
    expected: [200],
  }),
  listSessions: (_, role) => ({ path: '/api/v1/auth/sessions', options: {}, expected: signedIn(role, [200]) }),
  endOtherSessions: async (w, role) => {
    const headers = await newcomer(w, role);
    return { path: '/api/v1/auth/sessions', options: { headers }, expected: signedIn(role, [204]) };
  },
  // Nobody's session: what is another's is not there.
  endOwnSession: async (w, role) => ({
    path: `/api/v1/auth/sessions/${randomUUID()}`,
    options: { headers: await another(w, role) },
    expected: signedIn(role, [404]),
  }),
};
