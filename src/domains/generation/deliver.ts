// Sends what waits, in its order, and only while its account is the one that is signed in. Sent twice by two tabs it is still made once.
import type { QueryClient } from '@tanstack/react-query';
import { session } from '#src/session/store.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { ApiError } from '#src/transport/problem.ts';
import { createGeneration, takeInGeneration } from './queries.ts';
import { waitingRequests, type WaitingRequest } from './waiting.ts';

const underWay = new Set<string>();

/** What says nothing about the request itself: it is sent again by itself. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) || !error.fromServer || error.status >= 500 || error.status === 401 || error.code === 'account_mismatch';

const isStillSignedIn = (account: string): boolean => {
  const now = session.read();
  return now?.user.id === account && !now.expired;
};

/** @returns whether the server answered, whatever it said */
async function deliver(client: QueryClient, account: string, entry: WaitingRequest): Promise<boolean> {
  if (underWay.has(entry.id) || !isStillSignedIn(account)) return false;
  underWay.add(entry.id);
  try {
    const generation = await createGeneration(account, entry.id, entry.body);
    takeInGeneration(client, generation);
    waitingRequests.remove(account, entry.id);
    return true;
  } catch (error) {
    if (isPassing(error)) return false;
    waitingRequests.put(account, { ...entry, refusal: describeFailure(error).detail });
    return true;
  } finally {
    underWay.delete(entry.id);
  }
}

/** Sends all that waits for this account. Ends at the first that the server does not answer. */
export async function deliverWaiting(client: QueryClient, account: string): Promise<void> {
  for (const entry of waitingRequests.read(account)) {
    if (entry.refusal === null && !(await deliver(client, account, entry))) return;
  }
}

/**
 * Writes a request down, then sends it.
 * @throws RefusedHere when it could not be written down: it was not sent either
 */
export async function submitRequest(
  client: QueryClient,
  account: string,
  entry: Omit<WaitingRequest, 'writtenAt' | 'refusal'>,
): Promise<void> {
  const written: WaitingRequest = { ...entry, writtenAt: Date.now(), refusal: null };
  waitingRequests.put(account, written);
  await deliver(client, account, written);
}
