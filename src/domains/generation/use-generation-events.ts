// Follows generations over one event stream per page, and the progress of a single request.
import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { components } from '#openapi/api.ts';
import { openReconnectingStream } from '#src/session/reconnecting-stream.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { type Generation, type ImageOwner, isFinished } from './generation.ts';
import { cacheGeneration, generationQuery, generationsQuery } from './queries.ts';
import { useWaitingRequests } from './waiting.ts';

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
