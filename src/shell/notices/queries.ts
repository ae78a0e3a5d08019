// In-app notifications.
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { cursorPagination } from '#src/shell/paged-query.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';

const noticesKey = ['notices'] as const;

export const invalidateNotices = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: noticesKey });

const PER_PAGE = 20;

export const noticesQuery = (account: string) =>
  infiniteQueryOptions({
    queryKey: [...noticesKey, account] as const,
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PER_PAGE, ...(pageParam !== null && { cursor: pageParam }) };
      return unwrap(await api.GET('/api/v1/notices', { params: { query }, signal }));
    },
    ...cursorPagination,
    meta: { persist: { among: 'notices', most: 1 } },
  });
