import { useCallback, useEffect } from 'react';
import { countsFor, type Counts } from '#src/outbox/queue.ts';
import { waitingPhotos } from '#src/outbox/reading.ts';
import { useOutboxRead } from './use-outbox-read.ts';

/** Shot, waiting, stored and stuck of one account in one event on this phone; undefined until first read, or without an account. */
export function useCounts(account: string | null, eventId: string): Counts | undefined {
  const read = useCallback(async () => (account === null ? undefined : countsFor(account, eventId)), [account, eventId]);
  // Where the numbers stand, the queue is one press away: it shall be there when it is opened.
  useEffect(() => waitingPhotos(account).subscribe(() => undefined), [account]);
  return useOutboxRead(read).data;
}
