// Good calls on organizations, their members and settings.
import { randomUUID } from 'node:crypto';
import { demoOrganizationIds } from '#server/seed/ids.ts';
import type { CallOptions } from '#tests/support/api.ts';
import { newParticipant } from '#tests/support/events.ts';
import { base, pictureForm, type RoleName, textPicture, type Fixture } from './fixture.ts';
import { newcomer } from './good-account-calls.ts';
import { forAdmins, forSuper, type GoodCalls, isOrganization, isSignedIn } from './good-call.ts';

const members = `/api/v1/organizations/${demoOrganizationIds.aurora}/members`;
const invitations = `/api/v1/organizations/${demoOrganizationIds.aurora}/invitations`;
const ofMember = (w: Fixture, rest = '') => `${members}/${w.staffIds.changes}${rest}`;

export const goodMemberCalls: GoodCalls = {
  listMembers: (_, role) => ({ path: members, expected: forAdmins(role, 200, 200) }),
  exportMembers: (_, role) => ({ path: `${members}/export`, expected: forAdmins(role, 200, 200) }),
  // A new person each time if the caller may add one: existing members are refused.
  addMember: async (w, role) => {
    const userId = role === 'owner' ? (await newParticipant(base, w.event)).id : w.guestIds.stays;
    return { path: members, options: { json: { user_id: userId, role: 'member' } }, expected: forAdmins(role, 201) };
  },
  updateMember: (w, role) => ({ path: ofMember(w), expected: forAdmins(role, 200) }),
  updateMemberPermissions: (w, role) => ({
    path: ofMember(w, '/permissions'),
    expected: forAdmins(role, 200),
  }),
  // Repeating them changes nothing.
  removeMember: (w, role) => ({ path: `${members}/${w.staffIds.goes}`, expected: forAdmins(role, 204) }),
  restoreMember: (w, role) => ({ path: `${members}/${w.staffIds.goes}/restore`, expected: forAdmins(role, 200) }),
  // A new address each time: of an invitation that is there the link would change.
  inviteMembers: (_, role) => ({
    path: `${members}/invite`,
    options: { json: { emails: [`staff-${randomUUID()}@example.test`], role: 'member', message: 'See you on Saturday!' } },
    expected: forAdmins(role, 201),
  }),
  listMemberInvitations: (_, role) => ({ path: invitations, expected: forAdmins(role, 200) }),
  resendMemberInvitation: (w, role) => ({
    path: `${invitations}/${w.staffInvitation.id}/resend`,
    expected: forAdmins(role, 200),
  }),
  revokeMemberInvitation: (w, role) => ({ path: `${invitations}/${w.staffInvitation.id}`, expected: forAdmins(role, 204) }),
  restoreMemberInvitation: (w, role) => ({
    path: `${invitations}/${w.staffInvitation.id}/restore`,
    expected: forAdmins(role, 200),
  }),
  // The page behind a link is available to everyone with the link.
  previewMemberInvitation: (w) => ({ path: `/api/v1/invitations/${w.staffToken}`, expected: [200] }),
  // Outsiders must not become members here, so they follow a wrong link.
  acceptMemberInvitation: (w, role) => ({
    path: `/api/v1/invitations/${isOrganization(role) ? w.staffToken : 'x'.repeat(43)}/accept`,
    expected: [isSignedIn(role) ? (isOrganization(role) ? 409 : 404) : 401],
  }),
};

const settings = `/organization_settings/${demoOrganizationIds.aurora}`;

export const goodSettingsCalls: GoodCalls = {
  getOrganizationSettings: (_, role) => ({ path: settings, expected: forAdmins(role, 200, 200) }),
  updateOrganizationSettings: async (_, role) => ({
    path: settings,
    options: {
      json: {
        name: 'Aurora Events',
        contact_email: 'hello@aurora.test',
        phone_number: null,
        description: 'Weddings, launches and long nights.',
        event_settings: { default_duration: 2 },
        branding: {
          secondary_color: '#fde68a',
          watermark: {
            enabled: false,
            source: 'text',
            text: 'Aurora',
            text_picture: await textPicture(),
            position: 'bottom-right',
            size: 25,
            strength: 60,
          },
        },
      },
      headers: { 'if-match': '*' },
    },
    expected: forAdmins(role, 200),
  }),
  uploadOrganizationAvatar: async (_, role) => ({
    path: `${settings}/avatar`,
    options: await pictureForm(),
    expected: forAdmins(role, 200),
  }),
  // Available to everyone with the URL.
  getOrganizationAvatar: (w) => ({ path: w.pictures.avatar, expected: [200] }),
  uploadOrganizationLogo: async (_, role) => ({
    path: `${settings}/logo`,
    options: await pictureForm(),
    expected: forAdmins(role, 200),
  }),
  getOrganizationLogo: (w) => ({ path: w.pictures.logo, expected: [200] }),
  getOrganizationWatermark: (w) => ({ path: w.pictures.watermark, expected: [200] }),
};

const ofJudged = (w: Fixture, rest = '') => `/api/v1/organizations/${w.judgedOrganizationId}${rest}`;
const manages = (role: RoleName) => ['admin', 'super'].includes(role);

/** The organization that is decided on is a stranger's: only those who manage all of them know of it. */
const forDeciders = (role: RoleName, fine: number[]) => (isSignedIn(role) ? (manages(role) ? fine : [404]) : [401]);

/** These calls must not change the roles of the demo users, so a new founder makes them. */
async function asFounder(w: Fixture, role: RoleName): Promise<CallOptions> {
  return ['member', 'owner', 'admin', 'super'].includes(role) ? { headers: await newcomer(w, role) } : {};
}

const admins = `/api/v1/platform/organizations/${demoOrganizationIds.aurora}/admins`;

export const goodOrganizationCalls: GoodCalls = {
  listOrganizations: (_, role) => ({ expected: [isSignedIn(role) ? 200 : 401] }),
  listPlatformOrganizations: (_, role) => ({
    expected: [isSignedIn(role) ? (manages(role) ? 200 : 403) : 401],
  }),
  exportPlatformOrganizations: (_, role) => ({
    expected: [isSignedIn(role) ? (manages(role) ? 200 : 403) : 401],
  }),
  getPlatformOrganization: (_, role) => ({
    path: `/api/v1/platform/organizations/${demoOrganizationIds.aurora}`,
    expected: forSuper(role),
  }),
  // A person outside of the tested roles: each may be an admin of Aurora for a while.
  appointOrganizationAdmin: (w, role) => ({
    path: admins,
    options: { json: { user_id: w.staffPersonId } },
    expected: forSuper(role, 200),
  }),
  dismissOrganizationAdmin: (w, role) => ({ path: `${admins}/${w.staffPersonId}`, expected: forSuper(role, 204) }),
  createOrganization: async (w, role) => ({
    options: {
      json: { name: 'Stratus Nights', contact_email: 'hello@stratus.test', phone_number: '+49 30 1234', description: 'Late.' },
      ...(await asFounder(w, role)),
    },
    expected: [isSignedIn(role) ? 201 : 401],
  }),
  listOrganizationsOfUser: (w, role) => ({
    path: `/api/v1/organizations/user/${role === 'nobody' ? w.people.member.id : w.idOf(role)}`,
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
  // Aurora has open events. Its own admin, and those who manage all organizations, get their names.
  deleteOrganization: (_, role) => ({
    path: `/api/v1/organizations/${demoOrganizationIds.aurora}`,
    expected: isSignedIn(role) ? (['owner', 'admin', 'super'].includes(role) ? [409] : role === 'member' ? [403] : [404]) : [401],
  }),
  restoreOrganization: (_, role) => ({
    path: `/api/v1/organizations/${demoOrganizationIds.aurora}/restore`,
    expected: isSignedIn(role) ? (['owner', 'admin', 'super'].includes(role) ? [200] : role === 'member' ? [403] : [404]) : [401],
  }),
  rejectOrganization: (w, role) => ({
    path: ofJudged(w, '/reject'),
    // Once it is approved there is nothing to reject.
    expected: forDeciders(role, [200, 409]),
  }),
  approveOrganization: (w, role) => ({ path: ofJudged(w, '/approve'), expected: forDeciders(role, [200, 409]) }),
  withdrawOrganizationApproval: (w, role) => ({
    path: ofJudged(w, '/withdraw-approval'),
    expected: forDeciders(role, [200, 409]),
  }),
  suspendOrganization: (w, role) => ({ path: ofJudged(w, '/suspend'), expected: forDeciders(role, [200, 409]) }),
  reactivateOrganization: (w, role) => ({ path: ofJudged(w, '/reactivate'), expected: forDeciders(role, [200, 409]) }),
};
