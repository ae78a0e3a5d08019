// Good calls upon organizations themselves, and the decisions on them.
import { demoOrganizationIds } from '#server/seed/ids.ts';
import type { CallOptions } from '#tests/support/api.ts';
import { newcomer } from './good-account-calls.ts';
import { forSuper, isSignedIn, type GoodCalls } from './good-call.ts';
import type { RoleName, World } from './world.ts';

const ofJudged = (w: World, rest = '') => `/api/v1/organizations/${w.judgedOrganizationId}${rest}`;
const manages = (role: RoleName) => ['admin', 'super'].includes(role);

/** The organization that is decided on is a stranger's: only those who manage all of them know of it. */
const forDeciders = (role: RoleName, fine: number[]) => (isSignedIn(role) ? (manages(role) ? fine : [404]) : [401]);

/** Of the demo's people the roles must not change by what they found here: somebody new does it for them. */
async function asFounder(w: World, role: RoleName): Promise<CallOptions> {
  return ['member', 'owner', 'admin', 'super'].includes(role) ? { headers: await newcomer(w, role) } : {};
}

const admins = `/api/v1/platform/organizations/${demoOrganizationIds.aurora}/admins`;

export const goodOrganizationCalls: GoodCalls = {
  listOrganizations: (_, role) => ({ path: '/api/v1/organizations', options: {}, expected: [isSignedIn(role) ? 200 : 401] }),
  listPlatformOrganizations: (_, role) => ({
    path: '/api/v1/platform/organizations',
    options: {},
    expected: [isSignedIn(role) ? (manages(role) ? 200 : 403) : 401],
  }),
  exportPlatformOrganizations: (_, role) => ({
    path: '/api/v1/platform/organizations/export',
    options: {},
    expected: [isSignedIn(role) ? (manages(role) ? 200 : 403) : 401],
  }),
  getPlatformOrganization: (_, role) => ({
    path: `/api/v1/platform/organizations/${demoOrganizationIds.aurora}`,
    options: {},
    expected: forSuper(role),
  }),
  // Somebody who is no role here: each may be an admin of Aurora for a while.
  appointOrganizationAdmin: (w, role) => ({
    path: admins,
    options: { json: { user_id: w.staffPersonId } },
    expected: forSuper(role, 200),
  }),
  dismissOrganizationAdmin: (w, role) => ({ path: `${admins}/${w.staffPersonId}`, options: {}, expected: forSuper(role, 204) }),
  createOrganization: async (w, role) => ({
    path: '/api/v1/organizations',
    options: {
      json: { name: 'Stratus Nights', contact_email: 'hello@stratus.test', phone_number: '+49 30 1234', description: 'Late.' },
      ...(await asFounder(w, role)),
    },
    expected: [isSignedIn(role) ? 201 : 401],
  }),
  listOrganizationsOfUser: (w, role) => ({
    path: `/api/v1/organizations/user/${role === 'nobody' ? w.people.member.id : w.idOf(role)}`,
    options: {},
    expected: [isSignedIn(role) ? 200 : 401],
  }),
  updateOrganization: (_, role) => ({
    path: `/api/v1/organizations/${demoOrganizationIds.aurora}`,
    options: {
      json: {
        name: 'Aurora Events',
        contact_email: 'hello@aurora.test',
        phone_number: null,
        description: 'Weddings, launches and long nights.',
      },
    },
    expected: isSignedIn(role) ? (role === 'owner' ? [200] : ['member', 'admin', 'super'].includes(role) ? [403] : [404]) : [401],
  }),
  // Aurora has open events: its own admin, and those who manage all organizations, are told which.
  deleteOrganization: (_, role) => ({
    path: `/api/v1/organizations/${demoOrganizationIds.aurora}`,
    options: {},
    expected: isSignedIn(role) ? (['owner', 'admin', 'super'].includes(role) ? [409] : role === 'member' ? [403] : [404]) : [401],
  }),
  restoreOrganization: (_, role) => ({
    path: `/api/v1/organizations/${demoOrganizationIds.aurora}/restore`,
    options: {},
    expected: isSignedIn(role) ? (['owner', 'admin', 'super'].includes(role) ? [200] : role === 'member' ? [403] : [404]) : [401],
  }),
  rejectOrganization: (w, role) => ({
    path: ofJudged(w, '/reject'),
    options: { json: { reason: 'Tell us what kind of events you run.' } },
    // Once it is approved there is nothing to reject.
    expected: forDeciders(role, [200, 409]),
  }),
  approveOrganization: (w, role) => ({ path: ofJudged(w, '/approve'), options: {}, expected: forDeciders(role, [200, 409]) }),
  withdrawOrganizationApproval: (w, role) => ({
    path: ofJudged(w, '/withdraw-approval'),
    options: {},
    expected: forDeciders(role, [200, 409]),
  }),
  suspendOrganization: (w, role) => ({ path: ofJudged(w, '/suspend'), options: {}, expected: forDeciders(role, [200, 409]) }),
  reactivateOrganization: (w, role) => ({ path: ofJudged(w, '/reactivate'), options: {}, expected: forDeciders(role, [200, 409]) }),
};
