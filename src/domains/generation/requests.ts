// Generation requests: submitting them by the outbox (src/outbox/generations.ts), those that aren't on the server yet, and their progress over
// one event stream per page.
import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { components } from '#openapi/api.ts';
import { DiskFullError } from '#src/lib/disk.ts';
import { UserFacingError } from '#src/lib/user-facing-error.ts';
import { NewerDatabaseError } from '#src/outbox/db.ts';
import { discardGeneration, enqueueGeneration } from '#src/outbox/generations.ts';
import { subscribeOutbox } from '#src/outbox/messages.ts';
import { listPendingGenerations } from '#src/outbox/queue-management.ts';
import { createLiveQuery, type LiveQuery } from '#src/outbox/queue.ts';
import type { GenerationRecord } from '#src/outbox/record.ts';
import { openReconnectingStream } from '#src/session/reconnecting-stream.ts';
import { readOnlyReason } from '#src/session/selection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { isReachable } from '#src/transport/reachability.ts';
import { toast } from '#src/ui/toast.ts';
import { type Generation, type ImageOwner, isFinished } from './generation.ts';
import { cacheGeneration, generationQuery, generationsQuery } from './queries.ts';

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
function useWaitingRequests(account: string): { requests: readonly GenerationRecord[]; isCurrent: boolean } {
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

type Requests = InfiniteData<components['schemas']['GenerationPage']>;

/** Position after the latest change in the list. Null for an empty list: the stream then starts with unfinished generations. */
function positionIn(data: Requests): number | null {
  const seqs = data.pages.flatMap(({ items }) => items.map(({ seq }) => seq));
  return seqs.length === 0 ? null : Math.max(...seqs);
}

export function useGenerationEvents(owner: ImageOwner, onLive?: (live: boolean) => void): void {
  const client = useQueryClient();
  useEffect(() => {
    const { queryKey } = generationsQuery(owner);
    const stream = openReconnectingStream('/api/v1/generations/events', {
      kinds: ['generation', 'place'],
      after() {
        const state = client.getQueryState(queryKey);
        // A response in flight may be older than the stream's events.
        return !state?.data || state.fetchStatus !== 'idle' ? undefined : positionIn(state.data);
      },
      onMessage: ({ data }) => cacheGeneration(client, JSON.parse(data) as Generation),
      onLive,
      probe: async () => unwrap(await api.GET('/api/v1/credits', { params: { query: owner === null ? {} : { organization_id: owner } } })),
    });
    return () => stream.end();
  }, [client, owner, onLive]);
}

/** Polling interval if the stream isn't available. */
const POLL_MS = 4_000;

export type RequestProgress =
  /** The request is only on this device. */
  | { state: 'waiting' }
  /** `why` is the server's error message. */
  | { state: 'refused'; why: string }
  | { state: 'under-way'; generation: Generation }
  | { state: 'finished'; generation: Generation };

/** @param id of a saved request; null if there is none yet */
export function useRequestProgress(account: string, owner: ImageOwner, id: string | null): RequestProgress {
  useGenerationEvents(owner);
  const { requests, isCurrent } = useWaitingRequests(account);
  const here = requests.find((request) => request.id === id);
  const { data, error } = useQuery({
    ...generationQuery(id ?? ''),
    enabled: id !== null && !here && isCurrent,
    refetchInterval: ({ state }) => (state.data && isFinished(state.data) ? false : POLL_MS),
  });
  // The list of waiting requests is read again a moment after the server's answer.
  if (data) return { state: isFinished(data) ? 'finished' : 'under-way', generation: data };
  if (here) return here.refusal === null ? { state: 'waiting' } : { state: 'refused', why: here.refusal };
  const failure = error && describeFailure(error);
  return failure?.kind === 'failed' ? { state: 'refused', why: failure.detail } : { state: 'waiting' };
}
