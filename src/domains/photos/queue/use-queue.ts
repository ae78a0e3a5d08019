import { useCallback, useEffect, useState } from 'react';
import { subscribeOutbox } from '#src/outbox/messages.ts';
import { listPhotos, otherAccounts, storageReport, type StorageReport } from '#src/outbox/queue.ts';
import type { PhotoRecord } from '#src/outbox/record.ts';
import { forgetProgress, noteProgress } from '#src/domains/photos/progress.ts';
import { useOutboxRead, type OutboxRead } from './use-outbox-read.ts';

/** What of this account only this phone has, over all events or of one: what needs the person first, then in the order of taking. */
export function useQueue(account: string, eventId?: string): OutboxRead<PhotoRecord[]> {
  useProgressMessages();
  const read = useCallback(async () => (await listPhotos(account, eventId)).toSorted(parkedFirst), [account, eventId]);
  return useOutboxRead(read);
}

const parkedFirst = (a: PhotoRecord, b: PhotoRecord) => Number(b.state === 'parked') - Number(a.state === 'parked') || a.seq - b.seq;

/** Other accounts' photos on this phone: locked until they sign in. */
export function useOtherAccounts(account: string): { account: string; email: string; count: number }[] {
  const read = useCallback(() => otherAccounts(account), [account]);
  return useOutboxRead(read).data ?? [];
}

export function useStorageReport(): OutboxRead<StorageReport> {
  return useOutboxRead(storageReport);
}

/** Why this account's delivery waits, as told since the sheet was opened. */
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
        if (message.type === 'progress') noteProgress(message.photoId, message.sent, message.total);
        else if (message.type === 'delivered') forgetProgress(message.photo.id);
      }),
    [],
  );
}
