// Good calls upon an organization's members.
import { randomUUID } from 'node:crypto';
import { demoOrganizationIds } from '#server/seed/ids.ts';
import { newParticipant } from '#tests/support/events.ts';
import { forAdmins, isOrganization, isSignedIn, type GoodCalls } from './good-call.ts';
import { base, type World } from './world.ts';

const members = `/api/v1/organizations/${demoOrganizationIds.aurora}/members`;
const invitations = `/api/v1/organizations/${demoOrganizationIds.aurora}/invitations`;
const ofMember = (w: World, rest = '') => `${members}/${w.staffIds.changes}${rest}`;

export const goodMemberCalls: GoodCalls = {
  listMembers: (_, role) => ({ path: members, options: {}, expected: forAdmins(role, 200, 200) }),
  exportMembers: (_, role) => ({ path: `${members}/export`, options: {}, expected: forAdmins(role, 200, 200) }),
  // Somebody new each time, where it comes to that: who is in already is refused.
  addMember: async (w, role) => {
    const userId = role === 'owner' ? (await newParticipant(base, w.event)).id : w.guestIds.stays;
    return { path: members, options: { json: { user_id: userId, role: 'member' } }, expected: forAdmins(role, 201) };
  },
  updateMember: (w, role) => ({ path: ofMember(w), options: { json: { role: 'member' } }, expected: forAdmins(role, 200) }),
  updateMemberPermissions: (w, role) => ({
    path: ofMember(w, '/permissions'),
    options: { json: { permissions: { view_events: false } } },
    expected: forAdmins(role, 200),
  }),
  // Repeating them changes nothing.
  removeMember: (w, role) => ({ path: `${members}/${w.staffIds.goes}`, options: {}, expected: forAdmins(role, 204) }),
  restoreMember: (w, role) => ({ path: `${members}/${w.staffIds.goes}/restore`, options: {}, expected: forAdmins(role, 200) }),
  // A new address each time: of an invitation that is there the link would change.
  inviteMembers: (_, role) => ({
    path: `${members}/invite`,
    options: { json: { emails: [`staff-${randomUUID()}@example.test`], role: 'member', message: 'See you on Saturday!' } },
    expected: forAdmins(role, 201),
  }),
  listMemberInvitations: (_, role) => ({ path: invitations, options: {}, expected: forAdmins(role, 200) }),
  resendMemberInvitation: (w, role) => ({
    path: `${invitations}/${w.staffInvitation.id}/resend`,
    options: {},
    expected: forAdmins(role, 200),
  }),
  revokeMemberInvitation: (w, role) => ({ path: `${invitations}/${w.staffInvitation.id}`, options: {}, expected: forAdmins(role, 204) }),
  restoreMemberInvitation: (w, role) => ({
    path: `${invitations}/${w.staffInvitation.id}/restore`,
    options: {},
    expected: forAdmins(role, 200),
  }),
  // The page behind a link is for whoever holds it.
  previewMemberInvitation: (w) => ({ path: `/api/v1/invitations/${w.staffToken}`, options: {}, expected: [200] }),
  // Who is no member must not become one here: these follow a wrong link.
  acceptMemberInvitation: (w, role) => ({
    path: `/api/v1/invitations/${isOrganization(role) ? w.staffToken : 'x'.repeat(43)}/accept`,
    options: {},
    expected: [isSignedIn(role) ? (isOrganization(role) ? 409 : 404) : 401],
  }),
};
