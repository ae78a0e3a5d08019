// Good calls about what people ask of their data: asked by somebody new each time, answered by super administrators alone.
import { randomUUID } from 'node:crypto';
import type { components } from '#openapi/api.ts';
import { call, registerPerson } from '#tests/support/api.ts';
import { expectStatus } from '#tests/support/events.ts';
import { newcomer } from './good-account-calls.ts';
import { forSuper, isSignedIn, type GoodCall, type GoodCalls } from './good-call.ts';
import { base, type RoleName, type World } from './world.ts';

type Schemas = components['schemas'];

const OWN = '/api/v1/auth/account/requests';
const ALL = '/api/v1/platform/data-requests';
const token = 'A'.repeat(43);
const ask = { kind: 'deletion', photos: 'keep', note: 'I cannot find the button.' };

async function letter(w: World, role: RoleName, kind: Schemas['DataRequestKind']) {
  const person = role === 'super' ? (await registerPerson(base)).user.id : w.people.stranger.id;
  return { user_id: person, kind, photos: 'keep', note: 'By letter.', received_on: '2026-01-05' };
}

/** Upon one that was written down for it. */
const answering =
  (kind: Schemas['DataRequestKind'], rest: string, json: object) =>
  async (w: World, role: RoleName): Promise<GoodCall> => {
    const recorded = role === 'super' ? await w.call('super', 'POST', ALL, { json: await letter(w, role, kind) }) : null;
    const id = recorded ? (expectStatus(recorded, 201, 'writing down a letter') as Schemas['DataRequest']).id : randomUUID();
    return { path: `${ALL}/${id}/${rest}`, options: { json }, expected: forSuper(role, 200) };
  };

export const goodDataRequestCalls: GoodCalls = {
  listOwnDataRequests: (_, role) => ({ path: OWN, options: {}, expected: [isSignedIn(role) ? 200 : 401] }),
  askForData: async (w, role) => ({
    path: OWN,
    options: { headers: await newcomer(w, role), json: ask },
    expected: [isSignedIn(role) ? 201 : 401],
  }),
  withdrawDataRequest: async (w, role) => {
    // Who asks has one request at a time.
    const headers = await newcomer({ ...w, newcomer: () => registerPerson(base) }, role);
    const asked = isSignedIn(role) ? await call<Schemas['OwnDataRequest']>(base, 'POST', OWN, { headers, json: ask }) : null;
    const id = asked ? expectStatus(asked, 201, 'asking').id : randomUUID();
    return { path: `${OWN}/${id}/withdraw`, options: { headers }, expected: [isSignedIn(role) ? 200 : 401] };
  },
  // A link that nobody was sent; server/own-data/requests.test.ts follows real ones.
  getSentExport: () => ({ path: `/api/v1/data-exports/${token}`, options: {}, expected: [410] }),
  downloadSentExport: () => ({ path: `/api/v1/data-exports/${token}/archive`, options: {}, expected: [410] }),
  listDataRequests: (_, role) => ({ path: ALL, options: {}, expected: forSuper(role, 200) }),
  recordDataRequest: async (w, role) => ({
    path: ALL,
    options: { json: await letter(w, role, 'export') },
    expected: forSuper(role, 201),
  }),
  sendDataExport: answering('export', 'export', { access: 'link' }),
  deleteRequestedAccount: answering('deletion', 'deletion', { photos: 'keep' }),
  declineDataRequest: answering('export', 'decline', { reason: 'We could not make sure that it was you.' }),
};
