import { useCallback, useEffect } from 'react';
import { lastCounts, type KnownCounts } from '#src/outbox/ledger.ts';
import { countsFor } from '#src/outbox/queue.ts';
import { waitingPhotos } from '#src/outbox/reading.ts';
import { useOutboxRead } from './use-outbox-read.ts';

/**
 * Shot, waiting, stored and stuck of one account in one event on this phone; undefined until first read, or without an account. While they
 * cannot be read they are the last known ones: what stands beside them says why.
 */
export function useCounts(account: string | null, eventId: string): KnownCounts | undefined {
  const read = useCallback(async () => (account === null ? undefined : countsFor(account, eventId)), [account, eventId]);
  // Where the numbers stand, the queue is one press away: it shall be there when it is opened.
  useEffect(() => waitingPhotos(account).subscribe(() => undefined), [account]);
  const { data, error, stale } = useOutboxRead(read);
  const counts = data ?? (error && account !== null ? lastCounts(account, eventId) : undefined);
  return counts && { ...counts, certain: error === null && !stale && !counts.unchecked };
}
