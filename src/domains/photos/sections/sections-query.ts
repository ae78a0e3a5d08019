import { queryOptions } from '@tanstack/react-query';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';

/** The gallery shows them offline too. */
export const sectionsQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['photos', eventId, 'sections'] as const,
    queryFn: async ({ signal }) =>
      unwrap(await api.GET('/api/v1/event/{id}/sections', { params: { path: { id: eventId } }, signal })).items,
    meta: { persist: true },
  });
