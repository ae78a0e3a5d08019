// Participants and invitations of an event.
import type { QueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { listInvitationsParameters } from '#openapi/lists.ts';
import { participantListParameters } from '#src/domains/events/manage/detail/detail-search.ts';
import { eventNumbersQuery } from '#src/domains/events/manage/queries.ts';
import { callInOrganization } from '#src/session/call-in-organization.ts';
import { defineList } from '#src/shell/define-list.ts';

type Schemas = components['schemas'];
export type Participant = Schemas['Participant'];
export type ParticipantRole = Schemas['ParticipantRole'];
export type Invitation = Schemas['Invitation'];

export const personKey = ({ user_id: userId }: Participant, eventId: string): string => `${eventId}/${userId}`;

export const participants = defineList('/api/v1/event/{id}/participants', participantListParameters, {
  key: ['events', 'participants'],
  keyOf: personKey,
});

/** Unused or revoked invitations, latest first. */
export const invitations = defineList('/api/v1/event/{id}/invitations', listInvitationsParameters, {
  key: ['events', 'invitations'],
  keyOf: ({ id }) => id,
});

export const setRole = (id: string, userId: string, role: ParticipantRole) =>
  callInOrganization('PUT /api/v1/event/{id}/participants/{userId}', { path: { id, userId }, body: { role } });
export const removeParticipant = (id: string, userId: string) =>
  callInOrganization('DELETE /api/v1/event/{id}/participants/{userId}', { path: { id, userId } });
export const restoreParticipant = (id: string, userId: string) =>
  callInOrganization('POST /api/v1/event/{id}/participants/{userId}/restore', { path: { id, userId } });
export const removePhotos = async (id: string, userId: string, removalId: string): Promise<number> =>
  (
    await callInOrganization('POST /api/v1/event/{id}/participants/{userId}/photos/remove', {
      path: { id, userId },
      body: { removal_id: removalId },
    })
  ).photos;
/** Gives back exactly what the removal took. */
export const restorePhotos = (id: string, userId: string, removalId: string) =>
  callInOrganization('POST /api/v1/event/{id}/participants/{userId}/photos/restore', {
    path: { id, userId },
    body: { removal_id: removalId },
  });
export const invite = (id: string, body: Schemas['InviteParticipantsRequest']) =>
  callInOrganization('POST /api/v1/event/{id}/invitations', { path: { id }, body });
export const revoke = (id: string, invitationId: string) =>
  callInOrganization('DELETE /api/v1/event/{id}/invitations/{invitationId}', { path: { id, invitationId } });
export const restoreInvitation = (id: string, invitationId: string) =>
  callInOrganization('POST /api/v1/event/{id}/invitations/{invitationId}/restore', { path: { id, invitationId } });

export async function invalidateParticipants(client: QueryClient, eventId: string): Promise<void> {
  await Promise.all([
    participants.invalidate(client, eventId),
    client.invalidateQueries({ queryKey: eventNumbersQuery(eventId).queryKey }),
  ]);
}
