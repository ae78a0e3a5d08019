// What each role may do, for super administrators.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';

type Schemas = components['schemas'];
export type RoleRow = Schemas['RolePermissions']['roles'][number];
export type PermissionChange = Schemas['RolePermissionChange'];
export type Flag = Schemas['PermissionFlag'];

const key = ['platform', 'permissions'] as const;

export const permissionsQuery = queryOptions({
  queryKey: [...key, 'table'],
  queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/platform/permissions', { signal })),
  meta: { persist: true },
});

/** Read anew each time: people come and go. */
export const effectQuery = (change: PermissionChange) =>
  queryOptions({
    queryKey: [...key, 'effect', change],
    queryFn: async ({ signal }) => unwrap(await api.POST('/api/v1/platform/permissions/effect', { body: change, signal })),
    staleTime: 0,
    gcTime: 0,
  });

const HISTORY = 20;

/** The latest changes, as the audit trail tells them. */
export const permissionHistoryQuery = queryOptions({
  queryKey: [...key, 'history'],
  queryFn: async ({ signal }) =>
    unwrap(await api.GET('/api/v1/platform/logs', { params: { query: { area: 'role', limit: HISTORY } }, signal })),
  meta: { persist: true },
});

export const invalidatePermissions = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: key });

export const changePermission = async (body: PermissionChange) => unwrap(await api.POST('/api/v1/platform/permissions/change', { body }));
