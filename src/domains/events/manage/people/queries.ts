// Who is in an event, and who is invited to it.
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { requireOrganization } from '#src/session/selection.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { eventNumbersQuery } from '#src/domains/events/manage/queries.ts';

type Schemas = components['schemas'];
export type Participant = Schemas['Participant'];
export type ParticipantRole = Schemas['ParticipantRole'];
export type Invitation = Schemas['Invitation'];

const PAGE_SIZE = 50;

export interface ParticipantFilter {
  q?: string;
  role?: ParticipantRole;
  /** Those who were removed, instead. */
  removed?: true;
}

const key = (eventId: string, what: 'participants' | 'invitations') => ['events', what, eventId] as const;

/** Latest first. Their addresses are not kept on the device. */
export function participantsQuery(eventId: string, { q, role, removed }: ParticipantFilter) {
  return infiniteQueryOptions({
    queryKey: [...key(eventId, 'participants'), { q, role, removed }] as const,
    queryFn: async ({ pageParam, signal }) =>
      unwrap(
        await api.GET('/api/v1/event/{id}/participants', {
          params: {
            path: { id: eventId },
            query: {
              limit: PAGE_SIZE,
              ...(q && { q }),
              ...(role && { role }),
              ...(removed && { removed }),
              ...(pageParam !== null && { cursor: pageParam }),
            },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: (held, before) => (before?.queryKey[2] === eventId ? held : undefined),
  });
}

/** Those that nobody has used yet, or those that were taken back, latest first. */
export function invitationsQuery(eventId: string, which: 'open' | 'revoked') {
  return infiniteQueryOptions({
    queryKey: [...key(eventId, 'invitations'), which] as const,
    queryFn: async ({ pageParam, signal }) =>
      unwrap(
        await api.GET('/api/v1/event/{id}/invitations', {
          params: {
            path: { id: eventId },
            query: { limit: PAGE_SIZE, ...(which === 'revoked' && { revoked: true }), ...(pageParam !== null && { cursor: pageParam }) },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
  });
}

/** Optimistic patches, by `personKey` and by the invitation's id. */
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

export async function invite(eventId: string, body: Schemas['InviteParticipantsRequest']): Promise<Invitation[]> {
  requireOrganization();
  return unwrap(await api.POST('/api/v1/event/{id}/invitations', { params: { path: { id: eventId } }, body })).items;
}

export async function revoke(eventId: string, invitationId: string): Promise<void> {
  requireOrganization();
  unwrap(await api.DELETE('/api/v1/event/{id}/invitations/{invitationId}', { params: { path: { id: eventId, invitationId } } }));
}

export async function restoreInvitation(eventId: string, invitationId: string): Promise<void> {
  requireOrganization();
  unwrap(await api.POST('/api/v1/event/{id}/invitations/{invitationId}/restore', { params: { path: { id: eventId, invitationId } } }));
}

export async function participantsAreStale(client: QueryClient, eventId: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: key(eventId, 'participants') }),
    client.invalidateQueries({ queryKey: eventNumbersQuery(eventId).queryKey }),
  ]);
}

export const invitationsAreStale = (client: QueryClient, eventId: string): Promise<void> =>
  client.invalidateQueries({ queryKey: key(eventId, 'invitations') });
