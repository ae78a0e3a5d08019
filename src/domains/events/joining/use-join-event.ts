import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { EVENT_LISTS_KEY } from '#src/domains/events/event-lists.ts';
import type { Event } from '#src/domains/events/event.ts';
import { eventQuery } from '#src/domains/events/queries.ts';
import { joinAsGuest } from '#src/session/guests.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';

async function cacheJoinedEvent(client: QueryClient, event: Event): Promise<void> {
  client.setQueryData(eventQuery(event.id).queryKey, event);
  await client.invalidateQueries({ queryKey: EVENT_LISTS_KEY });
}

export function useJoinEvent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (code: string) => unwrap(await api.POST('/api/v1/event/join', { body: { code } })),
    onSuccess: (event) => cacheJoinedEvent(client, event),
  });
}

/** Joins as a guest, which also signs in. */
export function useJoinAsGuest() {
  const client = useQueryClient();
  return useMutation({ mutationFn: joinAsGuest, onSuccess: (event) => cacheJoinedEvent(client, event) });
}
