import { useCallback } from 'react';
import { countsFor, type Counts } from '#src/outbox/queue.ts';
import { useOutboxRead } from './use-outbox-read.ts';

/** Shot, waiting, stored and stuck of one account in one event on this phone; undefined until first read, or without an account. */
export function useCounts(account: string | null, eventId: string): Counts | undefined {
  const read = useCallback(async () => (account === null ? undefined : countsFor(account, eventId)), [account, eventId]);
  return useOutboxRead(read).data;
}
