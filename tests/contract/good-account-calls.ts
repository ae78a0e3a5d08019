// Valid calls on the caller's account, support requests and data requests. Calls that end a session or change a password use a separate account.
import { randomUUID } from 'node:crypto';
import type { components } from '#openapi/api.ts';
import { call, demoPassword, freshSignIn, registerPerson } from '#tests/support/api.ts';
import { expectStatus } from '#tests/support/events.ts';
import { base, pictureForm, type RoleName, type Fixture } from './fixture.ts';
import { forSuper, type GoodCall, type GoodCalls, isSignedIn } from './good-call.ts';

const ticket = (w: Fixture, rest = '') => `/api/v1/tickets/${w.ticketId}${rest}`;
const answers = (role: RoleName) => ['admin', 'super'].includes(role);

/** @param platform what those of the platform may expect who manage users */
function forTicket(role: RoleName, own: number, platform: number): number[] {
  if (!isSignedIn(role)) return [401];
  if (role === 'participant') return [own];
  return [answers(role) ? platform : 404];
}

export const goodTicketCalls: GoodCalls = {
  listOwnTickets: (_, role) => ({ expected: [isSignedIn(role) ? 200 : 401] }),
  createTicket: (_, role) => ({
    options: { json: { id: randomUUID(), category: 'question', message: 'How do I invite photographers?', diagnostics: 'Online: yes' } },
    expected: [isSignedIn(role) ? 201 : 401],
  }),
  listTickets: (_, role) => ({
    expected: [isSignedIn(role) ? (answers(role) ? 200 : 403) : 401],
  }),
  getTicket: (w, role) => ({ path: ticket(w), expected: forTicket(role, 200, 200) }),
  addTicketMessage: (w, role) => ({
    path: ticket(w, '/messages'),
    options: { json: { id: randomUUID(), text: 'What stands beside them in the queue?' } },
    expected: forTicket(role, 201, 201),
  }),
  setTicketStatus: (w, role) => ({
    path: ticket(w, '/status'),
    options: { json: { status: 'closed' } },
    expected: forTicket(role, 200, 200),
  }),
  markTicketRead: (w, role) => ({
    path: ticket(w, '/read'),
    options: { json: { message_id: w.ticketId } },
    expected: forTicket(role, 200, 403),
  }),
  uploadTicketScreenshot: async (w, role) => ({
    path: ticket(w, '/screenshot'),
    options: await pictureForm(),
    expected: forTicket(role, 200, 403),
  }),
  getTicketScreenshot: (w, role) => ({ path: ticket(w, '/screenshot'), expected: forTicket(role, 200, 200) }),
};

type Schemas = components['schemas'];

const OWN = '/api/v1/auth/account/requests';
const ALL = '/api/v1/platform/data-requests';
const token = 'A'.repeat(43);
const ask = { kind: 'deletion', photos: 'keep', note: 'I cannot find the button.' };

async function letter(w: Fixture, role: RoleName, kind: Schemas['DataRequestKind']) {
  const person = role === 'super' ? (await registerPerson(base)).user.id : w.people.stranger.id;
  return { user_id: person, kind, photos: 'keep', note: 'By letter.', received_on: '2026-01-05' };
}

/** Upon one that was written down for it. */
const answering =
  (kind: Schemas['DataRequestKind'], rest: string, json: object) =>
  async (w: Fixture, role: RoleName): Promise<GoodCall> => {
    const recorded = role === 'super' ? await w.call('super', 'POST', ALL, { json: await letter(w, role, kind) }) : null;
    const id = recorded ? (expectStatus(recorded, 201, 'writing down a letter') as Schemas['DataRequest']).id : randomUUID();
    return { path: `${ALL}/${id}/${rest}`, options: { json }, expected: forSuper(role, 200) };
  };

export const goodDataRequestCalls: GoodCalls = {
  listOwnDataRequests: (_, role) => ({ path: OWN, expected: [isSignedIn(role) ? 200 : 401] }),
  askForData: async (w, role) => ({
    path: OWN,
    options: { headers: await newcomer(w, role), json: ask },
    expected: [isSignedIn(role) ? 201 : 401],
  }),
  withdrawDataRequest: async (w, role) => {
    // Each user can have one request at a time, so this registers a new user.
    const headers = await newcomer({ ...w, newcomer: () => registerPerson(base) }, role);
    const asked = isSignedIn(role) ? await call<Schemas['OwnDataRequest']>(base, 'POST', OWN, { headers, json: ask }) : null;
    const id = asked ? expectStatus(asked, 201, 'asking').id : randomUUID();
    return { path: `${OWN}/${id}/withdraw`, options: { headers }, expected: [isSignedIn(role) ? 200 : 401] };
  },
  // A link that was never sent; server/own-data/requests.test.ts follows real ones.
  getSentExport: () => ({ path: `/api/v1/data-exports/${token}`, expected: [410] }),
  downloadSentExport: () => ({ path: `/api/v1/data-exports/${token}/archive`, expected: [410] }),
  listDataRequests: (_, role) => ({ path: ALL, expected: forSuper(role, 200) }),
  recordDataRequest: async (w, role) => ({
    path: ALL,
    options: { json: await letter(w, role, 'export') },
    expected: forSuper(role, 201),
  }),
  sendDataExport: answering('export', 'export', { access: 'link' }),
  deleteRequestedAccount: answering('deletion', 'deletion', { photos: 'keep' }),
  declineDataRequest: answering('export', 'decline', { reason: 'We could not make sure that it was you.' }),
};

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
async function another(w: Fixture, role: RoleName): Promise<Record<string, string>> {
  if (role === 'nobody') return {};
  const { token: bearer } = await freshSignIn(base, w.people[role].email);
  return { authorization: `Bearer ${bearer}` };
}

/** A separate account for calls that change it or count wrong passwords. */
export async function newcomer(w: Fixture, role: RoleName): Promise<Record<string, string>> {
  return isSignedIn(role) ? { authorization: `Bearer ${(await w.newcomer()).token}` } : {};
}

export const goodAccountCalls: GoodCalls = {
  requestPasswordReset: () => ({
    options: { json: { email: `nobody-${randomUUID()}@example.test` } },
    expected: [202],
  }),
  // A link that was never sent; server/accounts/own-account.test.ts follows real ones.
  resetPassword: () => ({
    expected: [410],
  }),
  verifyEmail: () => ({ expected: [410] }),
  resendVerification: (_, role) => ({
    // The demo's people are confirmed.
    expected: signedIn(role, [202, 409]),
  }),
  changePassword: async (w, role) => {
    const headers = await newcomer(w, role);
    return {
      options: { headers },
      expected: signedIn(role, [204]),
    };
  },
  // A challenge that was never issued; server/accounts/two-factor.test.ts answers real ones.
  completeLogin: () => ({ expected: [410] }),
  getTwoFactor: (_, role) => ({ expected: signedIn(role, [200]) }),
  beginTwoFactor: async (w, role) => ({
    options: { headers: await newcomer(w, role) },
    expected: signedIn(role, [200]),
  }),
  // None of these has started the setup.
  confirmTwoFactor: (_, role) => ({
    expected: signedIn(role, [409]),
  }),
  renewRecoveryCodes: async (w, role) => ({
    options: { headers: await newcomer(w, role) },
    expected: signedIn(role, [409]),
  }),
  disableTwoFactor: async (w, role) => ({
    options: { headers: await newcomer(w, role) },
    expected: signedIn(role, [409]),
  }),
  // Ceremonies that were never started; server/accounts/passkeys.test.ts answers real ones.
  beginPasskeyLogin: () => ({ expected: [200] }),
  loginWithPasskey: () => ({ options: { json: { passkey: assertion } }, expected: [410] }),
  listPasskeys: (_, role) => ({ expected: signedIn(role, [200]) }),
  beginPasskey: async (w, role) => ({
    options: { headers: await newcomer(w, role) },
    expected: signedIn(role, [200]),
  }),
  addPasskey: (_, role) => ({
    options: { json: { name: 'Phone', passkey: attestation } },
    expected: signedIn(role, [410]),
  }),
  renamePasskey: (_, role) => ({
    path: `/api/v1/auth/passkeys/${randomUUID()}`,
    expected: signedIn(role, [404]),
  }),
  removePasskey: async (w, role) => ({
    path: `/api/v1/auth/passkeys/${randomUUID()}/remove`,
    options: { headers: await newcomer(w, role) },
    expected: signedIn(role, [404]),
  }),
  beginPasskeyProof: (_, role) => ({ expected: signedIn(role, [409]) }),
  // None of these is a guest.
  beginUpgradeByPasskey: (_, role) => ({
    options: { json: { email: `mia-${randomUUID()}@example.test` } },
    expected: signedIn(role, [409]),
  }),
  upgradeGuestByPasskey: (_, role) => ({
    options: { json: { email: 'mia@example.test', first_name: 'Mia', last_name: 'Lund', passkey: attestation } },
    expected: signedIn(role, [409]),
  }),
  getEmailChange: (_, role) => ({ expected: signedIn(role, [200]) }),
  requestEmailChange: async (w, role) => ({
    options: { headers: await newcomer(w, role), json: { email: `new-${randomUUID()}@example.test`, password: demoPassword } },
    expected: signedIn(role, [202]),
  }),
  resendEmailChange: (_, role) => ({ expected: signedIn(role, [409]) }),
  cancelEmailChange: (_, role) => ({ expected: signedIn(role, [204]) }),
  // A link that was never sent; server/accounts/email-change.test.ts follows real ones.
  answerEmailChange: () => ({
    expected: [410],
  }),
  updateProfile: async (w, role) => ({
    options: { headers: await newcomer(w, role) },
    expected: signedIn(role, [200]),
  }),
  listNotifications: (_, role) => ({ expected: signedIn(role, [200]) }),
  setNotification: (_, role) => ({
    options: { json: { kind: 'support_answers', organization_id: null, is_on: true } },
    expected: signedIn(role, [200]),
  }),
  uploadAvatar: async (w, role) => {
    const { headers, ...form } = await pictureForm();
    return {
      options: { ...form, headers: { ...headers, ...(await newcomer(w, role)) } },
      expected: signedIn(role, [200]),
    };
  },
  removeAvatar: async (w, role) => ({
    options: { headers: await newcomer(w, role) },
    expected: signedIn(role, [200]),
  }),
  // The member's: of Aurora's people, and of those who take part in what Aurora runs only where the member takes part as well.
  getAvatar: (w, role) => ({
    path: w.pictures.member,
    expected: signedIn(role, ['member', 'owner', 'admin', 'super'].includes(role) ? [200] : [404]),
  }),
  getOwnData: (_, role) => ({ expected: signedIn(role, [200]) }),
  exportOwnData: async (w, role) => ({
    options: { headers: await newcomer(w, role) },
    expected: signedIn(role, [200]),
  }),
  deleteOwnAccount: async (w, role) => ({
    options: { headers: await newcomer(w, role) },
    expected: signedIn(role, [204]),
  }),
  findDeletedAccounts: (w, role) => ({
    options: { json: { ids: [w.idOf(role), randomUUID()] } },
    expected: [200],
  }),
  listSessions: (_, role) => ({ expected: signedIn(role, [200]) }),
  endOtherSessions: async (w, role) => {
    const headers = await newcomer(w, role);
    return { options: { headers }, expected: signedIn(role, [204]) };
  },
  // A session that does not exist. Another user's session answers the same.
  endOwnSession: async (w, role) => ({
    path: `/api/v1/auth/sessions/${randomUUID()}`,
    options: { headers: await another(w, role) },
    expected: signedIn(role, [404]),
  }),
};
