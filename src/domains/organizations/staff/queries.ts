// An organization's members and invitations.
import type { QueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { listMemberInvitationsParameters, listMembersParameters } from '#openapi/lists.ts';
import { toListQuery, toQueryString } from '#src/lib/list-query.ts';
import type { ListSearch } from '#src/lib/list-search.ts';
import { requireOrganization } from '#src/session/selection.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { pagedQuery } from '#src/shell/paged-query.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';

export const staffSearchParameters = listMembersParameters;
export type StaffSearch = ListSearch<typeof staffSearchParameters>;

type Schemas = components['schemas'];
export type Member = Schemas['Member'];
export type MemberFlags = Schemas['MemberFlags'];
export type MemberInvitation = Schemas['MemberInvitation'];

const PAGE_SIZE = 50;

const key = (organizationId: string, what: 'members' | 'invitations') => ['staff', what, organizationId] as const;

/** Sorted by name. */
export const membersQuery = (id: string, search: StaffSearch) =>
  pagedQuery(key(id, 'members'), toListQuery(staffSearchParameters, search), (query, signal) =>
    api.GET('/api/v1/organizations/{id}/members', { params: { path: { id }, query: { ...query, limit: PAGE_SIZE } }, signal }),
  );

export const membersCsvUrl = (id: string, search: StaffSearch): string =>
  apiUrl(`/api/v1/organizations/${id}/members/export${toQueryString(toListQuery(staffSearchParameters, search))}`);

/** Unused invitations, latest first. */
export const memberInvitationsQuery = (id: string, search: ListSearch<typeof listMemberInvitationsParameters>) =>
  pagedQuery(key(id, 'invitations'), toListQuery(listMemberInvitationsParameters, search), (query, signal) =>
    api.GET('/api/v1/organizations/{id}/invitations', { params: { path: { id }, query: { ...query, limit: PAGE_SIZE } }, signal }),
  );

/** Optimistic patches, by the member's and the invitation's id. */
export const memberOverlay = createOverlay<Member>();
export const memberInvitationOverlay = createOverlay<MemberInvitation>();

const memberPath = (id: string, memberId: string) => ({ params: { path: { id, memberId } } });
const invitationPath = (id: string, invitationId: string) => ({ params: { path: { id, invitationId } } });

/** @param body either a role or a status */
export async function updateMember(id: string, memberId: string, body: Schemas['UpdateMemberRequest']): Promise<Member> {
  requireOrganization();
  return unwrap(await api.PUT('/api/v1/organizations/{id}/members/{memberId}', { ...memberPath(id, memberId), body }));
}

export async function updateMemberPermissions(id: string, memberId: string, permissions: MemberFlags): Promise<Member> {
  requireOrganization();
  return unwrap(
    await api.PUT('/api/v1/organizations/{id}/members/{memberId}/permissions', { ...memberPath(id, memberId), body: { permissions } }),
  );
}

export async function removeMember(id: string, memberId: string): Promise<void> {
  requireOrganization();
  unwrap(await api.DELETE('/api/v1/organizations/{id}/members/{memberId}', memberPath(id, memberId)));
}

export async function restoreMember(id: string, memberId: string): Promise<void> {
  requireOrganization();
  unwrap(await api.POST('/api/v1/organizations/{id}/members/{memberId}/restore', memberPath(id, memberId)));
}

export async function inviteMembers(id: string, body: Schemas['InviteMembersRequest']): Promise<Schemas['InviteMembersResult']> {
  requireOrganization();
  return unwrap(await api.POST('/api/v1/organizations/{id}/members/invite', { params: { path: { id } }, body }));
}

export async function resendMemberInvitation(id: string, invitationId: string): Promise<Schemas['SentMemberInvitation']> {
  requireOrganization();
  return unwrap(await api.POST('/api/v1/organizations/{id}/invitations/{invitationId}/resend', invitationPath(id, invitationId)));
}

export async function revokeMemberInvitation(id: string, invitationId: string): Promise<void> {
  requireOrganization();
  unwrap(await api.DELETE('/api/v1/organizations/{id}/invitations/{invitationId}', invitationPath(id, invitationId)));
}

export async function restoreMemberInvitation(id: string, invitationId: string): Promise<void> {
  requireOrganization();
  unwrap(await api.POST('/api/v1/organizations/{id}/invitations/{invitationId}/restore', invitationPath(id, invitationId)));
}

export const invalidateMembers = (client: QueryClient, id: string): Promise<void> =>
  client.invalidateQueries({ queryKey: key(id, 'members') });
export const invalidateMemberInvitations = (client: QueryClient, id: string): Promise<void> =>
  client.invalidateQueries({ queryKey: key(id, 'invitations') });
