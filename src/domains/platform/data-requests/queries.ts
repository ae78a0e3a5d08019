// Queries and mutations of data requests.
import type { QueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { listDataRequestsParameters } from '#openapi/lists.ts';
import { toListQuery } from '#src/lib/list-query.ts';
import type { ListSearch } from '#src/lib/list-search.ts';
import { pagedQuery } from '#src/shell/paged-query.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';

type Schemas = components['schemas'];
export type DataRequest = Schemas['DataRequest'];

export const dataRequestParameters = listDataRequestsParameters;
export type DataRequestSearch = ListSearch<typeof dataRequestParameters>;

const PAGE_SIZE = 50;
const key = ['platform', 'data-requests'] as const;

export const dataRequestsQuery = (search: DataRequestSearch) =>
  pagedQuery(key, toListQuery(dataRequestParameters, search), (query, signal) =>
    api.GET('/api/v1/platform/data-requests', { params: { query: { ...query, limit: PAGE_SIZE } }, signal }),
  );

/** Invalidates the list after success and failure: another admin may have answered first. */
export async function thenInvalidateDataRequests<Answer>(client: QueryClient, call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } finally {
    await client.invalidateQueries({ queryKey: key });
  }
}

const requestParams = (requestId: string) => ({ params: { path: { requestId } } });

export const recordDataRequest = async (body: Schemas['RecordDataRequestRequest']) =>
  unwrap(await api.POST('/api/v1/platform/data-requests', { body }));
export const sendDataExport = async (id: string, access: Schemas['SendDataExportRequest']['access']) =>
  unwrap(await api.POST('/api/v1/platform/data-requests/{requestId}/export', { ...requestParams(id), body: { access } }));
export const deleteRequestedAccount = async (id: string, photos: Schemas['FateOfPhotos']) =>
  unwrap(await api.POST('/api/v1/platform/data-requests/{requestId}/deletion', { ...requestParams(id), body: { photos } }));
export const declineDataRequest = async (id: string, reason: string) =>
  unwrap(await api.POST('/api/v1/platform/data-requests/{requestId}/decline', { ...requestParams(id), body: { reason } }));

/** The person's name within a sentence. */
export const requesterName = ({ name, email, state }: DataRequest['person']): string =>
  state === 'deleted' ? 'a deleted account' : name || email || 'a person without an account';

/** The email address for replies. */
export const replyAddress = ({ person, reply_to: replyTo }: DataRequest): string => person.email ?? replyTo ?? '';
