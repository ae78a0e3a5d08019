// Queries, mutations and labels of users.
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { listUsersParameters } from '#openapi/lists.ts';
import { toListQuery, toOptions, toQueryString } from '#src/lib/list-query.ts';
import type { ListSearch } from '#src/lib/list-search.ts';
import { nameOrEmail } from '#src/session/display-name.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { pagedQuery } from '#src/shell/paged-query.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';

type Schemas = components['schemas'];
export type PlatformUser = Schemas['PlatformUser'];
export type PlatformRole = Schemas['PlatformRole'];
export type PlatformUserDetails = Schemas['PlatformUserDetails'];
export type PlatformUserSession = Schemas['PlatformUserSessions']['items'][number];
export type BulkUserResult = Schemas['BulkUserResult'];
export type BulkUserAction = Schemas['ChangeUsersRequest']['action'];

export const userSearchParameters = listUsersParameters;
export type UserSearch = ListSearch<typeof userSearchParameters>;

const PAGE_SIZE = 50;
const key = ['platform', 'people'] as const;

export const platformUsersQuery = (search: UserSearch) =>
  pagedQuery(key, toListQuery(userSearchParameters, search), (query, signal) =>
    api.GET('/api/v1/users', { params: { query: { ...query, limit: PAGE_SIZE } }, signal }),
  );

export const platformUsersFile = (search: UserSearch): string =>
  apiUrl(`/api/v1/users/export${toQueryString(toListQuery(userSearchParameters, search))}`);

const userParams = (userId: string) => ({ params: { path: { userId } } });

export const platformUserQuery = (userId: string) =>
  queryOptions({
    queryKey: [...key, 'one', userId],
    queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/users/{userId}', { ...userParams(userId), signal })),
  });

export const userSessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...key, 'sessions', userId],
    queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/users/{userId}/sessions', { ...userParams(userId), signal })),
  });

export const platformUserOverlay = createOverlay<PlatformUser>();

export const userSessionOverlay = createOverlay<PlatformUserSession>();

export const invalidateUsers = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: key });

export const changeUserRole = async (id: string, role: PlatformRole) =>
  unwrap(await api.PUT('/api/v1/users/{userId}/role', { ...userParams(id), body: { role } }));
export const suspendUser = async (id: string) => unwrap(await api.POST('/api/v1/users/{userId}/suspend', userParams(id)));
export const reactivateUser = async (id: string) => unwrap(await api.POST('/api/v1/users/{userId}/reactivate', userParams(id)));
export const verifyUser = async (id: string) => unwrap(await api.POST('/api/v1/users/{userId}/verify', userParams(id)));
export const endUserSessions = async (id: string) => unwrap(await api.DELETE('/api/v1/users/{userId}/sessions', userParams(id)));
export const endUserSession = async (userId: string, sessionId: string) =>
  unwrap(await api.DELETE('/api/v1/users/{userId}/sessions/{sessionId}', { params: { path: { userId, sessionId } } }));
export const changeUsers = async (body: Schemas['ChangeUsersRequest']) => unwrap(await api.POST('/api/v1/users/bulk', { body }));
export const resetUserTwoFactor = async (id: string) => unwrap(await api.DELETE('/api/v1/users/{userId}/two-factor', userParams(id)));

export const platformRoleLabels: Record<PlatformRole, string> = { user: 'User', admin: 'Platform admin', super_admin: 'Super admin' };
export const platformRoleOptions = toOptions(platformRoleLabels);

export const userName = ({ first_name: first, last_name: last, email }: PlatformUser): string =>
  nameOrEmail({ name: `${first} ${last}`.trim(), email });
