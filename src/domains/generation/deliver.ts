// Sends what waits, in its order, and only while its account is the one that is signed in. Sent twice by two tabs it is still made once.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { components } from '#openapi/api.ts';
import { listPendingPhotos } from '#src/outbox/queue.ts';
import { session } from '#src/session/store.ts';
import { useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { api } from '#src/transport/client.ts';
import { ApiError, unwrap } from '#src/transport/problem.ts';
import type { ImageOwner } from './generation.ts';
import { cacheGeneration, createGeneration } from './queries.ts';
import { type WaitingRequest, waitingRequests } from './waiting.ts';

const inFlight = new Set<string>();

/** What says nothing about the request itself: it is sent again by itself. */
const isTransient = (error: unknown): boolean =>
  !(error instanceof ApiError) || !error.fromServer || error.status >= 500 || error.status === 401 || error.code === 'account_mismatch';

const isStillSignedIn = (account: string): boolean => {
  const now = session.read();
  return now?.user.id === account && !now.expired;
};

/** Its photo waits on this device itself: nothing can be made of it before it was delivered. */
async function isPhotoUndelivered(account: string, { body: { source } }: WaitingRequest): Promise<boolean> {
  if (source?.kind !== 'photo') return false;
  return (await listPendingPhotos(account, source.event_id ?? undefined)).some(({ id }) => id === source.id);
}

/** `later`: the server would answer, but it is not time. */
type Outcome = 'answered' | 'later' | 'no-answer';

/** @param isWaiting nobody looks whether it is taken now: it can wait until one of those under way has ended */
async function deliver(client: QueryClient, account: string, entry: WaitingRequest, isWaiting: boolean): Promise<Outcome> {
  if (inFlight.has(entry.id)) return 'later';
  if (!isStillSignedIn(account)) return 'no-answer';
  inFlight.add(entry.id);
  try {
    if (await isPhotoUndelivered(account, entry)) return 'later';
    return await send(client, account, entry, isWaiting);
  } finally {
    inFlight.delete(entry.id);
  }
}

/** @param isPrepared its photo was seen to be ready: what the server answers now is not about a photo that it still prepares */
async function send(client: QueryClient, account: string, entry: WaitingRequest, isWaiting: boolean, isPrepared = false): Promise<Outcome> {
  try {
    const generation = await createGeneration(account, entry.id, entry.body);
    cacheGeneration(client, generation);
    waitingRequests.remove(account, entry.id);
    return 'answered';
  } catch (error) {
    if (isTransient(error)) return 'no-answer';
    if (isWaiting && error instanceof ApiError && error.status === 429) return 'later';
    if (!isPrepared && error instanceof ApiError && error.code === 'source_unavailable') {
      const state = await readPhotoState(entry);
      if (state === 'no-answer') return 'no-answer';
      if (state === 'processing') return 'later';
      if (state === 'ready') return send(client, account, entry, isWaiting, true);
    }
    // Another tab may have sent it, or somebody discarded it meanwhile: then it does not come back.
    if (waitingRequests.has(account, entry.id)) waitingRequests.put(account, { ...entry, refusal: describeFailure(error).detail });
    return 'answered';
  }
}

/** Of the photo that something is to be made of; null when there is none. */
async function readPhotoState({ body: { source } }: WaitingRequest): Promise<components['schemas']['Photo']['state'] | 'no-answer' | null> {
  if (source?.kind !== 'photo') return null;
  const path = { id: source.event_id ?? '', photoId: source.id };
  try {
    return (await api.GET('/api/v1/event/{id}/photos/{photoId}', { params: { path } }).then(unwrap)).state;
  } catch (error) {
    return isTransient(error) ? 'no-answer' : null;
  }
}

/**
 * Sends all that waits for this account. Ends at the first that the server does not answer.
 * @returns how many are to be tried again
 */
export async function deliverWaiting(client: QueryClient, account: string): Promise<number> {
  const due = waitingRequests.read(account).filter(({ refusal }) => refusal === null);
  let left = due.length;
  for (const entry of due) {
    const outcome = await deliver(client, account, entry, true);
    if (outcome === 'no-answer') return left;
    if (outcome === 'answered') left -= 1;
  }
  return left;
}

/**
 * Writes a request down, then sends it.
 * @throws UserFacingError when it could not be written down: it was not sent either
 */
export async function submitRequest(
  client: QueryClient,
  account: string,
  entry: Omit<WaitingRequest, 'writtenAt' | 'refusal'>,
): Promise<void> {
  const written: WaitingRequest = { ...entry, writtenAt: Date.now(), refusal: null };
  waitingRequests.put(account, written);
  await deliver(client, account, written, false);
}

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
