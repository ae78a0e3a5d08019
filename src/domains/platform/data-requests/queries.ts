// The list of data requests.
import type { QueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { listDataRequestsParameters } from '#openapi/lists.ts';
import type { ListSearch } from '#src/lib/list-search.ts';
import { defineList } from '#src/shell/define-list.ts';

export type DataRequest = components['schemas']['DataRequest'];

export type DataRequestSearch = ListSearch<typeof listDataRequestsParameters>;

export const dataRequests = defineList('/api/v1/platform/data-requests', listDataRequestsParameters, {
  key: ['platform', 'data-requests'],
  keyOf: ({ id }) => id,
});

/** Invalidates the list after success and failure: another admin may have answered first. */
export async function thenInvalidateDataRequests<Answer>(client: QueryClient, call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } finally {
    await dataRequests.invalidate(client);
  }
}

/** The person's name within a sentence. */
export const requesterName = ({ name, email, state }: DataRequest['person']): string =>
  state === 'deleted' ? 'a deleted account' : name || email || 'a person without an account';

/** The email address for replies. */
export const replyAddress = ({ person, reply_to: replyTo }: DataRequest): string => person.email ?? replyTo ?? '';
