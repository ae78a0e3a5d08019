// One good call of each operation for each role, and what the role may expect of it. Written from docs/product.md, B. Decided, not from the server.
import { randomUUID } from 'node:crypto';
import { demoEvents, demoOrganizationIds } from '#server/seed/ids.ts';
import { demoPassword, freshSignIn, upload } from '#tests/support/api.ts';
import type { Row } from '#tests/support/contract.ts';
import { base, takesPart, type RoleName, type Fixture } from './fixture.ts';
import { goodAccountCalls, goodDataRequestCalls, goodTicketCalls } from './good-account-calls.ts';
import { goodBillingCalls } from './good-billing-calls.ts';
import { completeCall, forSuper, isSignedIn, type GoodCall, type GoodCalls } from './good-call.ts';
import { goodEventCalls } from './good-event-calls.ts';
import { goodBatchCalls, goodGenerationCalls, goodImageCalls } from './good-generation-calls.ts';
import { goodIntegrationCalls } from './good-integration-calls.ts';
import { goodMemberCalls, goodOrganizationCalls, goodSettingsCalls } from './good-organization-calls.ts';
import { goodPhotoCalls } from './good-photo-calls.ts';
import {
  goodLogCalls,
  goodModelCalls,
  goodNoticeCalls,
  goodPeopleCalls,
  goodPermissionCalls,
  goodPlatformCalls,
} from './good-platform-calls.ts';
import { goodSharingCalls } from './good-sharing-calls.ts';

const tus = { 'tus-resumable': '1.0.0' };

const goodCalls: GoodCalls = {
  ...goodEventCalls,
  ...goodPeopleCalls,
  ...goodMemberCalls,
  ...goodOrganizationCalls,
  ...goodSettingsCalls,
  ...goodIntegrationCalls,
  ...goodBillingCalls,
  ...goodPhotoCalls,
  ...goodSharingCalls,
  ...goodPlatformCalls,
  ...goodTicketCalls,
  ...goodDataRequestCalls,
  ...goodGenerationCalls,
  ...goodModelCalls,
  ...goodNoticeCalls,
  ...goodImageCalls,
  ...goodBatchCalls,
  register: () => ({
    options: {
      json: {
        account_type: 'personal',
        email: `c-${randomUUID()}@example.test`,
        password: demoPassword,
        first_name: 'Ana',
        last_name: 'Ruiz',
      },
    },
    expected: [201],
  }),
  resumeGuest: () => ({ expected: [404] }),
  // Of these none is a guest: they have an account.
  upgradeGuest: (_, role) => ({
    options: {
      json: { email: `u-${randomUUID()}@example.test`, password: demoPassword, first_name: 'Ana', last_name: 'Ruiz' },
    },
    expected: [isSignedIn(role) ? 409 : 401],
  }),
  login: () => ({ expected: [200] }),
  // The refresh token is a cookie; a bearer token renews nothing.
  refreshSession: () => ({ expected: [401] }),
  // A separate session, since the call ends it.
  logout: async (w, role) => {
    const token = role === 'nobody' ? null : (await freshSignIn(base, w.people[role].email)).token;
    return { options: token ? { headers: { authorization: `Bearer ${token}` } } : {}, expected: [204] };
  },
  ...goodAccountCalls,
  ...goodLogCalls,
  ...goodPermissionCalls,
  listOwnedOrganizations: (_, role) => ({
    expected: [isSignedIn(role) ? 200 : 401],
  }),
  getOrganization: (_, role) => ({
    path: `/api/v1/organizations/${demoOrganizationIds.aurora}`,
    // Platform administrators manage organizations; to everyone else another organization is not there.
    expected: isSignedIn(role) ? (['member', 'owner', 'admin', 'super'].includes(role) ? [200] : [404]) : [401],
  }),
  createUpload: (w, role) => ({
    options: { headers: { ...tus, 'upload-length': '10', 'x-account': w.idOf(role), 'upload-metadata': `event ${btoa(demoEvents.live)}` } },
    expected: [isSignedIn(role) ? (takesPart(role) ? 201 : 403) : 401],
  }),
  describeUploads: () => ({ options: { headers: tus }, expected: [204] }),
  describeUpload: (w) => ({ path: `/api/v1/uploads/${w.uploadId}`, options: { headers: tus }, expected: [204] }),
  getUploadOffset: (w, role) => ofUpload(w, role, 200),
  appendUpload: (w, role) => ofUpload(w, role, 204, { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }),
  cancelUpload: async (w, role) => ({
    ...ofUpload(w, role, 204),
    path: `/api/v1/uploads/${await upload(w.people.member, new Uint8Array(0), demoEvents.live)}`,
  }),
  getHealth: () => ({ expected: [200] }),
  getPlatformOverview: (_, role) => ({
    expected: forSuper(role),
  }),
  getPlatformHealth: (_, role) => ({
    expected: forSuper(role),
  }),
  getReadiness: () => ({ expected: [200] }),
};

/** A good call of an operation for a role. */
export async function goodCallOf(row: Row, w: Fixture, role: RoleName): Promise<GoodCall> {
  return completeCall(row, await goodCalls[row.id]!(w, role));
}

/** An upload is its owner's alone; to others it is not there. */
function ofUpload(w: Fixture, role: RoleName, fine: number, headers: Record<string, string> = {}): GoodCall {
  const expected = role === 'member' ? [fine] : isSignedIn(role) ? [403, 404] : [401];
  return { path: `/api/v1/uploads/${w.uploadId}`, options: { headers: { ...tus, ...headers } }, expected };
}
