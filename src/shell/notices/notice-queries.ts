// What one was told in the app.
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { cursorPagination } from '#src/shell/paged-query.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { noticesKey } from './notices-key.ts';

export type Notice = components['schemas']['Notice'];

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

/** Optimistic patches, by the notice's id. */
export const noticeOverlay = createOverlay<Notice>();

/** @param ids null: all of them */
export const markNoticesRead = async (ids: string[] | null) => unwrap(await api.POST('/api/v1/notices/read', { body: { ids } }));
