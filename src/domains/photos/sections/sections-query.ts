import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, useMemo } from 'react';
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

/** The ids of the sections that guests don't see, for the tiles of a gallery. */
export const HiddenSections = createContext<ReadonlySet<string>>(new Set());

export function useHiddenSections(eventId: string): ReadonlySet<string> {
  const { data } = useQuery(sectionsQuery(eventId));
  return useMemo(() => new Set(data?.flatMap(({ id, audience }) => (audience === 'organization' ? [id] : []))), [data]);
}
