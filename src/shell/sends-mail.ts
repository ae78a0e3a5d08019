// Whether this server sends mail. Without a mail server it writes messages to files: no screen promises that anybody gets one.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { queryClient } from './query-client.ts';

const FRESH_MS = 10 * 60_000;

/** What anybody may know of the platform. */
export const platformInfoQuery = queryOptions({
  queryKey: ['platform', 'info'],
  queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/platform/info', { signal })),
  staleTime: FRESH_MS,
  meta: { persist: true },
});

/** For a screen; false until it is known. */
export const useSendsMail = (): boolean => useQuery(platformInfoQuery).data?.sends_mail === true;

/** For a message of this moment: `words` where the server sends mail, else `otherwise`. */
export const ifSendsMail = (words: string, otherwise = ''): string =>
  queryClient.getQueryData(platformInfoQuery.queryKey)?.sends_mail === true ? words : otherwise;

/** Said where a person waits for a message. */
export const NO_MAIL_MESSAGE = 'Email isn’t set up on this server, so no message was sent. Ask an administrator for the link.';
