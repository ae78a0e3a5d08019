// Follows what becomes of one's generations, for as long as somebody looks: one stream for the page, whatever it is that is looked at.
import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { components } from '#openapi/api.ts';
import { openReconnectingStream } from '#src/session/reconnecting-stream.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import type { Generation, ImageOwner } from './generation.ts';
import { generationsQuery, cacheGeneration } from './queries.ts';

type Requests = InfiniteData<components['schemas']['GenerationPage']>;

/** Behind the last change that is in the list; null: the list holds none, and the stream begins with what is not finished. */
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
        // The answer that is on its way may be older than what the stream would tell.
        return !state?.data || state.fetchStatus !== 'idle' ? undefined : positionIn(state.data);
      },
      onMessage: ({ data }) => cacheGeneration(client, JSON.parse(data) as Generation),
      onLive,
      probe: async () => unwrap(await api.GET('/api/v1/credits', { params: { query: owner === null ? {} : { organization_id: owner } } })),
    });
    return () => stream.end();
  }, [client, owner, onLive]);
}
