import { useCallback, useEffect, useMemo, useState } from 'react';
import { clearUploadProgress, setUploadProgress } from '#src/domains/photos/progress.ts';
import { subscribeOutbox } from '#src/outbox/messages.ts';
import { countPending, countsOfOtherAccounts, storageReport, type StorageReport } from '#src/outbox/queue-management.ts';
import { pendingPhotos } from '#src/outbox/queue.ts';
import type { PhotoRecord } from '#src/outbox/record.ts';
import { useOutboxRead, useReading, type OutboxRead } from './use-outbox-read.ts';

/** All photos of this account that exist only on this phone: parked first, then by capture. */
export function useQueue(account: string): OutboxRead<PhotoRecord[]> {
  useProgressMessages();
  const reading = useReading(pendingPhotos(account));
  const data = useMemo(() => reading.data?.toSorted(parkedFirst), [reading.data]);
  return { ...reading, data };
}

const parkedFirst = (a: PhotoRecord, b: PhotoRecord) => Number(b.state === 'parked') - Number(a.state === 'parked') || a.seq - b.seq;

/** Waiting photos of other accounts, locked until they sign in. */
export function useOtherAccounts(account: string): { account: string; email: string; count: number }[] {
  const read = useCallback(() => countsOfOtherAccounts(account), [account]);
  return useOutboxRead(read).data ?? [];
}

/** The number of waiting photos of all accounts; undefined if unknown. */
export const useWaitingCount = (): number | undefined => useOutboxRead(countPending).data;

export function useStorageReport(): OutboxRead<StorageReport> {
  return useOutboxRead(storageReport);
}

/** Why delivery is paused, as far as reported since the sheet opened. */
export function usePaused(account: string): 'session' | 'account' | null {
  const [paused, setPaused] = useState<'session' | 'account' | null>(null);
  useEffect(
    () =>
      subscribeOutbox((message) => {
        if (message.type === 'paused' && message.account === account) setPaused(message.reason);
        else if (message.type === 'progress' || message.type === 'delivered') setPaused(null);
      }),
    [account],
  );
  return paused;
}

function useProgressMessages() {
  useEffect(
    () =>
      subscribeOutbox((message) => {
        if (message.type === 'progress') setUploadProgress(message.photoId, message.sent, message.total);
        else if (message.type === 'delivered') clearUploadProgress(message.photo.id);
      }),
    [],
  );
}
