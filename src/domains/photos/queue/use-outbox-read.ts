import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { type CheckedCounts, readSavedCounts } from '#src/outbox/ledger.ts';
import { countsFor } from '#src/outbox/queue.ts';
import { createLiveQuery, type LiveQuery, type LiveQueryState, pendingPhotos } from '#src/outbox/reading.ts';

export interface OutboxRead<T> extends LiveQueryState<T> {
  reload: () => void;
}

/**
 * Something read from the outbox, read again when the outbox says that it changed. Nothing is polled.
 * @param read stable (useCallback): a new one means another question
 */
export function useOutboxRead<T>(read: () => Promise<T>): OutboxRead<T> {
  return useReading(useMemo(() => createLiveQuery(read, true), [read]));
}

/** A reading that others share. What it last read is there at once. */
export function useReading<T>(reading: LiveQuery<T>): OutboxRead<T> {
  return { ...useSyncExternalStore(reading.subscribe, reading.read), reload: reading.reload };
}

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
