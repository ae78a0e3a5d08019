// Sends waiting generation requests in order, only while their account is signed in. Requests have client-made ids, so two tabs that send
// the same one create it once.
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

/** Errors unrelated to the request itself. It is retried. */
const isTransient = (error: unknown): boolean =>
  !(error instanceof ApiError) || !error.fromServer || error.status >= 500 || error.status === 401 || error.code === 'account_mismatch';

const isStillSignedIn = (account: string): boolean => {
  const now = session.read();
  return now?.user.id === account && !now.expired;
};

/** Whether the source photo still waits in this device's outbox. */
async function isPhotoUndelivered(account: string, { body: { source } }: WaitingRequest): Promise<boolean> {
  if (source?.kind !== 'photo') return false;
  return (await listPendingPhotos(account, source.event_id ?? undefined)).some(({ id }) => id === source.id);
}

/** `later`: the server is reachable, but the request isn't due yet. */
type Outcome = 'answered' | 'later' | 'no-answer';

/** @param isWaiting a retry in the background, which waits its turn when the limit of concurrent requests is reached */
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

/** @param isPrepared the photo was ready before this attempt, so a `source_unavailable` error is final */
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
    // Another tab may have sent or discarded it. Don't restore it in that case.
    if (waitingRequests.has(account, entry.id)) waitingRequests.put(account, { ...entry, refusal: describeFailure(error).detail });
    return 'answered';
  }
}

/** Returns null if the request has no source photo, or the photo doesn't exist. */
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
 * Sends all requests that wait for this account. Stops at the first one without an answer.
 * @returns how many to retry
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
 * Saves a request on the device, then sends it.
 * @throws UserFacingError if the request can't be saved. It isn't sent in that case
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

/** Retry interval while the page is visible. */
const RETRY_MS = 15_000;

/** Returns the waiting requests, newest first, and sends them whenever the server is reachable. */
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
