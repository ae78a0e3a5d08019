import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useConnection } from '#src/shell/connection.ts';
import { deliverWaiting } from './deliver.ts';
import type { ImageOwner } from './generation.ts';
import { waitingRequests, type WaitingRequest } from './waiting.ts';

/** A server that answers badly is asked again this often while the page is seen. */
const RETRY_MS = 15_000;

/** What waits on this device, the newest first; sends it whenever the server can be reached. */
export function useWaitingRequests(account: string, owner: ImageOwner): readonly WaitingRequest[] {
  const client = useQueryClient();
  const isOnline = useConnection() === 'online';
  const all = useSyncExternalStore(waitingRequests.subscribe, () => waitingRequests.read(account));
  const due = all.filter(({ refusal }) => refusal === null).length;
  useEffect(() => {
    if (!isOnline || due === 0) return undefined;
    const send = () => void deliverWaiting(client, account);
    send();
    const timer = setInterval(send, RETRY_MS);
    return () => clearInterval(timer);
  }, [client, account, isOnline, due]);
  return useMemo(() => all.filter(({ body }) => (body.organization_id ?? null) === owner).toReversed(), [all, owner]);
}
