import { queryOptions } from '@tanstack/react-query';
import { forceRefresh } from '#src/session/actions.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';

/** How often the pending screen asks whether the organization was approved. */
const APPROVAL_POLL_MS = 10_000;

/** An organization with what its new events begin with. */
export const organizationQuery = (id: string) =>
  queryOptions({
    queryKey: ['organizations', id] as const,
    queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/organizations/{id}', { params: { path: { id } }, signal })),
    meta: { persist: true, anew: true },
  });

/** The same, for a screen that waits for a change which someone else makes. */
export const polledOrganizationQuery = (id: string) =>
  queryOptions({ ...organizationQuery(id), staleTime: 0, refetchInterval: APPROVAL_POLL_MS, refetchIntervalInBackground: false });

interface MembershipRef {
  id: string;
  organization_id: string;
}

const memberPath = ({ id, organization_id }: MembershipRef) => ({ params: { path: { id: organization_id, memberId: id } } });

/** One's own answer to an invitation; what the session may do follows at once. */
export async function acceptMembership(own: MembershipRef): Promise<void> {
  unwrap(await api.PUT('/api/v1/organizations/{id}/members/{memberId}', { ...memberPath(own), body: { status: 'active' } }));
  await forceRefresh();
}

/** Ends the own part in an organization, or says no to an invitation. Only the organization brings it back. */
export async function leaveOrganization(own: MembershipRef): Promise<void> {
  unwrap(await api.DELETE('/api/v1/organizations/{id}/members/{memberId}', memberPath(own)));
  await forceRefresh();
}
