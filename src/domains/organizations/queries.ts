import { queryOptions } from '@tanstack/react-query';
import { forceRefresh } from '#src/session/actions.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';

const APPROVAL_POLL_MS = 10_000;

/** An organization with the defaults for its new events. */
export const organizationQuery = (id: string) =>
  queryOptions({
    queryKey: ['organizations', id] as const,
    queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/organizations/{id}', { params: { path: { id } }, signal })),
    meta: { persist: true, anew: true },
  });

/** `organizationQuery` with polling, for the pending approval screen. */
export const polledOrganizationQuery = (id: string) =>
  queryOptions({ ...organizationQuery(id), staleTime: 0, refetchInterval: APPROVAL_POLL_MS, refetchIntervalInBackground: false });

interface MembershipRef {
  id: string;
  organization_id: string;
}

const memberPath = ({ id, organization_id }: MembershipRef) => ({ params: { path: { id: organization_id, memberId: id } } });

/** Accepts an invitation and refreshes the session's permissions. */
export async function acceptMembership(own: MembershipRef): Promise<void> {
  unwrap(await api.PUT('/api/v1/organizations/{id}/members/{memberId}', { ...memberPath(own), body: { status: 'active' } }));
  await forceRefresh();
}

/** Leaves an organization or declines an invitation. Only the organization can undo it. */
export async function leaveOrganization(own: MembershipRef): Promise<void> {
  unwrap(await api.DELETE('/api/v1/organizations/{id}/members/{memberId}', memberPath(own)));
  await forceRefresh();
}
