import { useMemo, useSyncExternalStore } from 'react';
import { createLiveQuery, type LiveQueryState, type LiveQuery } from '#src/outbox/reading.ts';

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
