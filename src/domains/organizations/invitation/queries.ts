// The link of an invitation to work with an organization, as whoever holds it sees it.
import { queryOptions } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { session } from '#src/session/store.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';

export type InvitationPreview = components['schemas']['MemberInvitationPreview'];

/** What is offered depends on who comes: it waits to know who that is. */
export const invitationPreviewQuery = (token: string) =>
  queryOptions({
    queryKey: ['member-invitation', token] as const,
    queryFn: async ({ signal }) => {
      await session.ready();
      return unwrap(await api.GET('/api/v1/invitations/{token}', { params: { path: { token } }, signal }));
    },
    staleTime: 0,
  });

export const acceptInvitation = async (token: string) =>
  unwrap(await api.POST('/api/v1/invitations/{token}/accept', { params: { path: { token } } }));
