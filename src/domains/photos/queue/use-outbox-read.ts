import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { countsFor } from '#src/outbox/queue.ts';
import { createLiveQuery, type LiveQuery, type LiveQueryState, pendingPhotos } from '#src/outbox/queue.ts';
import { type CheckedCounts, readSavedCounts } from '#src/outbox/receipts.ts';

export interface OutboxRead<T> extends LiveQueryState<T> {
  reload: () => void;
}

/**
 * Reads from the outbox and again whenever it changes, without polling.
 * @param read must be stable (useCallback): a new function starts a new query
 */
export function useOutboxRead<T>(read: () => Promise<T>): OutboxRead<T> {
  return useReading(useMemo(() => createLiveQuery(read, true), [read]));
}

/** A shared live query. Its last result is available at once. */
export function useReading<T>(reading: LiveQuery<T>): OutboxRead<T> {
  return { ...useSyncExternalStore(reading.subscribe, reading.read), reload: reading.reload };
}

/**
 * The photo counts of an account and event on this phone; undefined before the first read and without an account. Falls back to the last
 * known counts if reading fails.
 */
export function useCounts(account: string | null, eventId: string): CheckedCounts | undefined {
  const read = useCallback(async () => (account === null ? undefined : countsFor(account, eventId)), [account, eventId]);
  // Starts reading the queue, so that it is ready when it opens.
  useEffect(() => pendingPhotos(account).subscribe(() => undefined), [account]);
  const { data, error, stale } = useOutboxRead(read);
  const counts = data ?? (error && account !== null ? readSavedCounts(account, eventId) : undefined);
  return counts && { ...counts, current: error === null && !stale && !counts.unchecked };
}
