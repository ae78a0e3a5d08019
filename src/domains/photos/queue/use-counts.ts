import { useCallback, useEffect } from 'react';
import { readSavedCounts, type CheckedCounts } from '#src/outbox/ledger.ts';
import { countsFor } from '#src/outbox/queue.ts';
import { pendingPhotos } from '#src/outbox/reading.ts';
import { useOutboxRead } from './use-outbox-read.ts';

/**
 * Shot, waiting, stored and stuck of one account in one event on this phone; undefined until first read, or without an account. While they
 * cannot be read they are the last known ones: what stands beside them says why.
 */
export function useCounts(account: string | null, eventId: string): CheckedCounts | undefined {
  const read = useCallback(async () => (account === null ? undefined : countsFor(account, eventId)), [account, eventId]);
  // Where the numbers stand, the queue is one press away: it shall be there when it is opened.
  useEffect(() => pendingPhotos(account).subscribe(() => undefined), [account]);
  const { data, error, stale } = useOutboxRead(read);
  const counts = data ?? (error && account !== null ? readSavedCounts(account, eventId) : undefined);
  return counts && { ...counts, current: error === null && !stale && !counts.unchecked };
}
