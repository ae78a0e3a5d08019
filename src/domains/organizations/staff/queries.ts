// An organization's members and invitations.
import type { components } from '#openapi/api.ts';
import { listMemberInvitationsParameters, listMembersParameters } from '#openapi/lists.ts';
import type { ListSearch } from '#src/lib/list-search.ts';
import { callInOrganization } from '#src/session/call-in-organization.ts';
import { defineList } from '#src/shell/define-list.ts';

export type StaffSearch = ListSearch<typeof listMembersParameters>;

type Schemas = components['schemas'];
export type Member = Schemas['Member'];
export type MemberFlags = Schemas['MemberFlags'];
export type MemberInvitation = Schemas['MemberInvitation'];

export const members = defineList('/api/v1/organizations/{id}/members', listMembersParameters, {
  key: ['staff', 'members'],
  keyOf: ({ id }) => id,
});

/** Unused invitations, latest first. */
export const memberInvitations = defineList('/api/v1/organizations/{id}/invitations', listMemberInvitationsParameters, {
  key: ['staff', 'invitations'],
  keyOf: ({ id }) => id,
});

/** @param body either a role or a status */
export const updateMember = (id: string, memberId: string, body: Schemas['UpdateMemberRequest']): Promise<Member> =>
  callInOrganization('PUT /api/v1/organizations/{id}/members/{memberId}', { path: { id, memberId }, body });
export const removeMember = (id: string, memberId: string) =>
  callInOrganization('DELETE /api/v1/organizations/{id}/members/{memberId}', { path: { id, memberId } });
export const restoreMember = (id: string, memberId: string) =>
  callInOrganization('POST /api/v1/organizations/{id}/members/{memberId}/restore', { path: { id, memberId } });
