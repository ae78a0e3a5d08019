import { useMemo, useSyncExternalStore } from 'react';
import { createReading, type Reading, type SharedReading } from '#src/outbox/reading.ts';

export interface OutboxRead<T> extends Reading<T> {
  reload: () => void;
}

/**
 * Something read from the outbox, read again when the outbox says that it changed. Nothing is polled.
 * @param read stable (useCallback): a new one means another question
 */
export function useOutboxRead<T>(read: () => Promise<T>): OutboxRead<T> {
  return useReading(useMemo(() => createReading(read, true), [read]));
}

/** A reading that others share. What it last read is there at once. */
export function useReading<T>(reading: SharedReading<T>): OutboxRead<T> {
  return { ...useSyncExternalStore(reading.subscribe, reading.read), reload: reading.reload };
}
