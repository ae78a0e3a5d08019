import { queryOptions } from '@tanstack/react-query';
import { otherAccounts } from '#src/outbox/queue.ts';

/** Whose photos wait on this phone while nobody is signed in. */
export const waitingAccountsQuery = queryOptions({
  queryKey: ['accounts', 'waiting'],
  queryFn: () => otherAccounts(null),
  staleTime: 0,
});
