import { useMutation, useQueryClient } from '@tanstack/react-query';
import { eventQuery, LISTS } from '#src/domains/events/queries.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';

export function useJoinEvent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (code: string) => unwrap(await api.POST('/api/v1/event/join', { body: { code } })),
    onSuccess: async (event) => {
      client.setQueryData(eventQuery(event.id).queryKey, event);
      await client.invalidateQueries({ queryKey: LISTS });
    },
  });
}
