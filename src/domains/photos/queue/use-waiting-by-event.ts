import { useCallback } from 'react';
import { listPhotos } from '#src/outbox/queue.ts';
import { useOutboxRead } from './use-outbox-read.ts';

const NONE: ReadonlyMap<string, number> = new Map();

/** How many of an account's photos are only on this phone, by event. One reading for all events. */
export function useWaitingByEvent(account: string | null): ReadonlyMap<string, number> {
  const read = useCallback(async () => {
    const counts = new Map<string, number>();
    for (const { eventId } of account === null ? [] : await listPhotos(account)) counts.set(eventId, (counts.get(eventId) ?? 0) + 1);
    return counts;
  }, [account]);
  return useOutboxRead(read).data ?? NONE;
}
