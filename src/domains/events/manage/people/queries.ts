// Participants and invitations of an event.
import type { QueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { listInvitationsParameters } from '#openapi/lists.ts';
import { participantListParameters, type ParticipantSearch } from '#src/domains/events/manage/detail/detail-search.ts';
import { eventNumbersQuery } from '#src/domains/events/manage/queries.ts';
import { toQueryString, toListQuery } from '#src/lib/list-query.ts';
import type { ListSearch } from '#src/lib/list-search.ts';
import { requireOrganization } from '#src/session/selection.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { pagedQuery } from '#src/shell/paged-query.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';

type Schemas = components['schemas'];
export type Participant = Schemas['Participant'];
export type ParticipantRole = Schemas['ParticipantRole'];
export type Invitation = Schemas['Invitation'];

const PAGE_SIZE = 50;

const key = (eventId: string, what: 'participants' | 'invitations') => ['events', what, eventId] as const;

export const participantsQuery = (id: string, search: ParticipantSearch) =>
  pagedQuery(key(id, 'participants'), toListQuery(participantListParameters, search), (query, signal) =>
    api.GET('/api/v1/event/{id}/participants', { params: { path: { id }, query: { ...query, limit: PAGE_SIZE } }, signal }),
  );

export const participantsExportUrl = (id: string, search: ParticipantSearch): string =>
  apiUrl(`/api/v1/event/${id}/participants/export${toQueryString(toListQuery(participantListParameters, search))}`);

/** Unused or revoked invitations, latest first. */
export const invitationsQuery = (id: string, search: ListSearch<typeof listInvitationsParameters>) =>
  pagedQuery(key(id, 'invitations'), toListQuery(listInvitationsParameters, search), (query, signal) =>
    api.GET('/api/v1/event/{id}/invitations', { params: { path: { id }, query: { ...query, limit: PAGE_SIZE } }, signal }),
  );

/** Optimistic patches, keyed by `personKey` and by invitation id. */
export const participantOverlay = createOverlay<Participant>();
export const invitationOverlay = createOverlay<Invitation>();
export const personKey = (eventId: string, { user_id: userId }: Participant): string => `${eventId}/${userId}`;

export async function setRole(eventId: string, userId: string, role: ParticipantRole): Promise<void> {
  requireOrganization();
  unwrap(await api.PUT('/api/v1/event/{id}/participants/{userId}', { params: { path: { id: eventId, userId } }, body: { role } }));
}

export async function removeParticipant(eventId: string, userId: string): Promise<void> {
  requireOrganization();
  unwrap(await api.DELETE('/api/v1/event/{id}/participants/{userId}', { params: { path: { id: eventId, userId } } }));
}

export async function restoreParticipant(eventId: string, userId: string): Promise<void> {
  requireOrganization();
  unwrap(await api.POST('/api/v1/event/{id}/participants/{userId}/restore', { params: { path: { id: eventId, userId } } }));
}

export async function invite(eventId: string, body: Schemas['InviteParticipantsRequest']): Promise<Schemas['InvitationList']> {
  requireOrganization();
  return unwrap(await api.POST('/api/v1/event/{id}/invitations', { params: { path: { id: eventId } }, body }));
}

export async function revoke(eventId: string, invitationId: string): Promise<void> {
  requireOrganization();
  unwrap(await api.DELETE('/api/v1/event/{id}/invitations/{invitationId}', { params: { path: { id: eventId, invitationId } } }));
}

export async function restoreInvitation(eventId: string, invitationId: string): Promise<void> {
  requireOrganization();
  unwrap(await api.POST('/api/v1/event/{id}/invitations/{invitationId}/restore', { params: { path: { id: eventId, invitationId } } }));
}

export async function invalidateParticipants(client: QueryClient, eventId: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: key(eventId, 'participants') }),
    client.invalidateQueries({ queryKey: eventNumbersQuery(eventId).queryKey }),
  ]);
}

export const invalidateInvitations = (client: QueryClient, eventId: string): Promise<void> =>
  client.invalidateQueries({ queryKey: key(eventId, 'invitations') });
