// Everything that reads or changes events, and what each change makes stale.
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api } from '#src/transport/client.ts';
import { ApiError, unwrap } from '#src/transport/problem.ts';
import type { Event } from './event.ts';

const PAGE_SIZE = 30;

/** Waiting helps neither against a refusal nor without a network: the screen says so at once and looks again when there is one. */
const retry = (failures: number, error: Error): boolean => error instanceof ApiError && error.status >= 500 && failures < 2;

/** One event. Kept on the device, so that its camera opens in a basement. */
export function eventQuery(id: string) {
  return queryOptions({
    queryKey: ['events', 'one', id] as const,
    queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/event/{id}', { params: { path: { id } }, signal })),
    meta: { persist: true },
    retry,
  });
}

/** The events that one may enter, latest start first. Kept on the device for the way in without a network. */
export function eventsQuery() {
  return infiniteQueryOptions({
    queryKey: ['events', 'list'] as const,
    queryFn: async ({ pageParam, signal }) =>
      unwrap(
        await api.GET('/api/v1/event', {
          params: { query: { limit: PAGE_SIZE, ...(pageParam === null ? {} : { cursor: pageParam }) } },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    meta: { persist: true },
    retry,
  });
}

/** The event as held, else as the server has it. What is held is asked for again behind the screen. */
export async function ensureEvent(client: QueryClient, id: string): Promise<Event> {
  return client.ensureQueryData({ ...eventQuery(id), revalidateIfStale: true });
}

/** What was just read in a list is enough to open the event without a network. */
export function keepListed(client: QueryClient, events: readonly Event[], readAt: number): void {
  for (const event of events) {
    const options = eventQuery(event.id);
    // Built with its options, so that it is kept on the device like one that was fetched.
    const held = client.getQueryCache().build(client, client.defaultQueryOptions(options));
    if (held.state.dataUpdatedAt < readAt) client.setQueryData(options.queryKey, event, { updatedAt: readAt });
  }
}

export function useJoinEvent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (code: string) => unwrap(await api.POST('/api/v1/event/join', { body: { code } })),
    onSuccess: async (event) => {
      client.setQueryData(eventQuery(event.id).queryKey, event);
      await client.invalidateQueries({ queryKey: eventsQuery().queryKey });
    },
  });
}
