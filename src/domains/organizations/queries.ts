import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';

/** How often the pending screen asks whether the organization was approved. */
const APPROVAL_POLL_MS = 10_000;

/** An organization with what its new events begin with. */
export const organizationQuery = (id: string) =>
  queryOptions({
    queryKey: ['organizations', id] as const,
    queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/organizations/{id}', { params: { path: { id } }, signal })),
  });

/** The same, for a screen that waits for a change which someone else makes. */
export const awaitedOrganizationQuery = (id: string) =>
  queryOptions({ ...organizationQuery(id), staleTime: 0, refetchInterval: APPROVAL_POLL_MS, refetchIntervalInBackground: false });
