// Whether this server sends email. Without a mail server it writes messages to files, so screens must not promise email.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { queryClient } from './query-client.ts';

const FRESH_MS = 10 * 60_000;

/** Public information about the platform. */
export const platformInfoQuery = queryOptions({
  queryKey: ['platform', 'info'],
  queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/platform/info', { signal })),
  staleTime: FRESH_MS,
  meta: { persist: true },
});

/** For a screen; false until known. */
export const useSendsMail = (): boolean => useQuery(platformInfoQuery).data?.sends_mail === true;

/** For a message that is shown now: `words` if the server sends email, else `otherwise`. */
export const ifSendsMail = (words: string, otherwise = ''): string =>
  queryClient.getQueryData(platformInfoQuery.queryKey)?.sends_mail === true ? words : otherwise;

/** Shown where a person waits for a message, unless they run the server (no-mail-message.ts). */
export const NO_MAIL_MESSAGE = 'No message was sent. Ask an administrator for the link.';
