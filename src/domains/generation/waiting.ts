// Generation requests that aren't on the server yet: they wait in the outbox (src/outbox/generations.ts) and belong to one account.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { DiskFullError } from '#src/lib/disk.ts';
import { UserFacingError } from '#src/lib/user-facing-error.ts';
import { NewerDatabaseError } from '#src/outbox/db.ts';
import { discardGeneration, enqueueGeneration } from '#src/outbox/generations.ts';
import { subscribeOutbox } from '#src/outbox/messages.ts';
import { listPendingGenerations } from '#src/outbox/queue-management.ts';
import { createLiveQuery, type LiveQuery } from '#src/outbox/queue.ts';
import type { GenerationRecord } from '#src/outbox/record.ts';
import { readOnlyReason } from '#src/session/selection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { isReachable } from '#src/transport/reachability.ts';
import { toast } from '#src/ui/toast.ts';
import type { ImageOwner } from './generation.ts';
import { cacheGeneration } from './queries.ts';

/**
 * Queues a request. It is sent at once if the server is reachable. When it resolves, the request is on the device.
 * @param immediate whether a limit refuses it. A request that the person retries waits for its turn instead
 * @throws UserFacingError if it can't be saved. It isn't sent in that case
 */
export async function submitRequest(request: Parameters<typeof enqueueGeneration>[0], immediate = isReachable() !== false): Promise<void> {
  const refusal = readOnlyReason();
  if (refusal !== null) throw new UserFacingError(refusal);
  try {
    await enqueueGeneration(request, immediate);
  } catch (cause) {
    const isExplained = cause instanceof DiskFullError || cause instanceof NewerDatabaseError;
    const why = isExplained ? cause.message : 'This browser doesn’t save data for this site, so we couldn’t save the request.';
    throw new UserFacingError(why, { cause });
  }
}

/** Discards a request, and reports a failure. */
export async function discardRequest(account: string, id: string): Promise<void> {
  try {
    await discardGeneration(account, id);
  } catch (error) {
    toast.error('Couldn’t discard the request', { detail: describeFailure(error).detail });
  }
}

const byAccount = new Map<string, LiveQuery<GenerationRecord[]>>();

function pendingGenerations(account: string): LiveQuery<GenerationRecord[]> {
  const known = byAccount.get(account);
  if (known) return known;
  const made = createLiveQuery(
    () => listPendingGenerations(account),
    true,
    ({ type }) => type === 'generations-changed',
  );
  byAccount.set(account, made);
  return made;
}

/** An account's requests, and whether they are up to date: after a change they are read again. */
export function useWaitingRequests(account: string): { requests: readonly GenerationRecord[]; isCurrent: boolean } {
  const client = useQueryClient();
  const query = pendingGenerations(account);
  const { data, error, stale } = useSyncExternalStore(query.subscribe, query.read);
  useEffect(
    () =>
      subscribeOutbox((message) => {
        if (message.type === 'generations-changed' && message.account === account && message.stored)
          cacheGeneration(client, message.stored);
      }),
    [client, account],
  );
  return { requests: data ?? NONE, isCurrent: (data !== undefined || error !== null) && !stale };
}

const NONE: readonly GenerationRecord[] = [];

/** The requests for one owner, newest first. */
export function useWaitingRequestsOf(account: string, owner: ImageOwner): readonly GenerationRecord[] {
  const { requests } = useWaitingRequests(account);
  return useMemo(() => requests.filter(({ body }) => (body.organization_id ?? null) === owner).toReversed(), [requests, owner]);
}
