import { useMemo } from 'react';
import { pendingPhotos } from '#src/outbox/reading.ts';
import { useReading } from './use-outbox-read.ts';

/** How many of an account's photos are only on this phone, by event. One reading for all events. */
export function useWaitingByEvent(account: string | null): ReadonlyMap<string, number> {
  const { data } = useReading(pendingPhotos(account));
  return useMemo(() => {
    const counts = new Map<string, number>();
    for (const { eventId } of data ?? []) counts.set(eventId, (counts.get(eventId) ?? 0) + 1);
    return counts;
  }, [data]);
}
