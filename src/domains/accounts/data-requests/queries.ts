// What one asks the platform to do with one's own data.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';

type Schemas = components['schemas'];
export type OwnDataRequest = Schemas['OwnDataRequest'];

export const ownDataRequestsQuery = queryOptions({
  queryKey: ['accounts', 'data-requests'],
  queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/auth/account/requests', { signal })),
  // It is answered elsewhere.
  staleTime: 0,
  meta: { persist: true, anew: true },
});

/** Optimistic patches, by the request's id. */
export const ownDataRequestOverlay = createOverlay<OwnDataRequest>();

export const invalidateOwnDataRequests = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ownDataRequestsQuery.queryKey });

export const createDataRequest = async (body: Schemas['AskForDataRequest']) =>
  unwrap(await api.POST('/api/v1/auth/account/requests', { body }));
export const withdrawDataRequest = async (requestId: string) =>
  unwrap(await api.POST('/api/v1/auth/account/requests/{requestId}/withdraw', { params: { path: { requestId } } }));
