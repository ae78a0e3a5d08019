// Organizations as they are chosen in forms of the platform: found by their names.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';

export const organizationChoice = v.object({ id: v.string(), name: v.string() });
export type OrganizationChoice = v.InferOutput<typeof organizationChoice>;

const MOST_SHOWN = 6;

export const organizationChoicesQuery = (q: string) =>
  queryOptions({
    queryKey: ['platform', 'organization-choices', q] as const,
    queryFn: async ({ signal }): Promise<OrganizationChoice[]> => {
      const query = { q, sort: 'name' as const, limit: MOST_SHOWN };
      const { items } = unwrap(await api.GET('/api/v1/platform/organizations', { params: { query }, signal }));
      return items.map(({ organization: { id, name } }) => ({ id, name }));
    },
    placeholderData: keepPreviousData,
    enabled: q !== '',
  });
