// One good call of each operation for each role, and what the role may expect of it. Written from docs/product.md B1 to B3, not from the server.
import { randomUUID } from 'node:crypto';
import { demoEvents, demoOrganizationIds } from '#server/seed/ids.ts';
import { demoPassword, freshSignIn, upload } from '#tests/support/api.ts';
import { goodAccountCalls } from './good-account-calls.ts';
import { goodBillingCalls } from './good-billing-calls.ts';
import { forSuper, isSignedIn, type GoodCall, type GoodCalls } from './good-call.ts';
import { goodDataRequestCalls } from './good-data-request-calls.ts';
import { goodEventCalls } from './good-event-calls.ts';
import { goodGenerationCalls } from './good-generation-calls.ts';
import { goodImageCalls } from './good-image-calls.ts';
import { goodLogCalls } from './good-log-calls.ts';
import { goodMemberCalls } from './good-member-calls.ts';
import { goodModelCalls } from './good-model-calls.ts';
import { goodNoticeCalls } from './good-notice-calls.ts';
import { goodOrganizationCalls } from './good-organization-calls.ts';
import { goodPeopleCalls } from './good-people-calls.ts';
import { goodPermissionCalls } from './good-permission-calls.ts';
import { goodPhotoCalls } from './good-photo-calls.ts';
import { goodPlatformCalls } from './good-platform-calls.ts';
import { goodSettingsCalls } from './good-settings-calls.ts';
import { goodTicketCalls } from './good-ticket-calls.ts';
import { base, takesPart, type RoleName, type World } from './world.ts';

const tus = { 'tus-resumable': '1.0.0' };

export const goodCalls: GoodCalls = {
  ...goodEventCalls,
  ...goodPeopleCalls,
  ...goodMemberCalls,
  ...goodOrganizationCalls,
  ...goodSettingsCalls,
  ...goodBillingCalls,
  ...goodPhotoCalls,
  ...goodPlatformCalls,
  ...goodTicketCalls,
  ...goodDataRequestCalls,
  ...goodGenerationCalls,
  ...goodModelCalls,
  ...goodNoticeCalls,
  ...goodImageCalls,
  register: () => ({
    path: '/api/v1/auth/register',
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
  resumeGuest: () => ({ path: '/api/v1/auth/guest/session', options: { json: { key: 'k'.repeat(43) } }, expected: [404] }),
  // Of these none is a guest: they have an account.
  upgradeGuest: (_, role) => ({
    path: '/api/v1/auth/upgrade',
    options: {
      json: { email: `u-${randomUUID()}@example.test`, password: demoPassword, first_name: 'Ana', last_name: 'Ruiz' },
    },
    expected: [isSignedIn(role) ? 409 : 401],
  }),
  login: () => ({ path: '/api/v1/auth/login', options: { json: { email: 'member@demo.test', password: demoPassword } }, expected: [200] }),
  // The refresh token is a cookie; a bearer token renews nothing.
  refreshSession: () => ({ path: '/api/v1/auth/refresh', options: {}, expected: [401] }),
  // A session of its own: it ends.
  logout: async (w, role) => {
    const token = role === 'nobody' ? null : (await freshSignIn(base, w.people[role].email)).token;
    return { path: '/api/v1/auth/logout', options: token ? { headers: { authorization: `Bearer ${token}` } } : {}, expected: [204] };
  },
  ...goodAccountCalls,
  ...goodLogCalls,
  ...goodPermissionCalls,
  listOwnedOrganizations: (_, role) => ({
    path: '/api/v1/organizations/owned',
    options: {},
    expected: [isSignedIn(role) ? 200 : 401],
  }),
  getOrganization: (_, role) => ({
    path: `/api/v1/organizations/${demoOrganizationIds.aurora}`,
    options: {},
    // Platform administrators manage organizations; to everyone else another organization is not there.
    expected: isSignedIn(role) ? (['member', 'owner', 'admin', 'super'].includes(role) ? [200] : [404]) : [401],
  }),
  createUpload: (w, role) => ({
    path: '/api/v1/uploads',
    options: { headers: { ...tus, 'upload-length': '10', 'x-account': w.idOf(role), 'upload-metadata': `event ${btoa(demoEvents.live)}` } },
    expected: [isSignedIn(role) ? (takesPart(role) ? 201 : 403) : 401],
  }),
  describeUploads: () => ({ path: '/api/v1/uploads', options: { headers: tus }, expected: [204] }),
  describeUpload: (w) => ({ path: `/api/v1/uploads/${w.uploadId}`, options: { headers: tus }, expected: [204] }),
  getUploadOffset: (w, role) => ofUpload(w, role, 200),
  appendUpload: (w, role) => ofUpload(w, role, 204, { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }),
  cancelUpload: async (w, role) => ({
    ...ofUpload(w, role, 204),
    path: `/api/v1/uploads/${await upload(w.people.member, new Uint8Array(0), demoEvents.live)}`,
  }),
  getHealth: () => ({ path: '/healthz', options: {}, expected: [200] }),
  getPlatformOverview: (_, role) => ({
    path: '/api/v1/platform/overview',
    options: {},
    expected: forSuper(role),
  }),
  getPlatformHealth: (_, role) => ({
    path: '/api/v1/platform/health',
    options: {},
    expected: forSuper(role),
  }),
  getReadiness: () => ({ path: '/readyz', options: {}, expected: [200] }),
};

/** An upload is its owner's alone; to others it is not there. */
function ofUpload(w: World, role: RoleName, fine: number, headers: Record<string, string> = {}): GoodCall {
  const expected = role === 'member' ? [fine] : isSignedIn(role) ? [403, 404] : [401];
  return { path: `/api/v1/uploads/${w.uploadId}`, options: { headers: { ...tus, ...headers } }, expected };
}
