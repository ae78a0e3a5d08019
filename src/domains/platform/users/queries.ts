// Queries and labels of users.
import { queryOptions } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { listUsersParameters } from '#openapi/lists.ts';
import { toOptions } from '#src/lib/list-query.ts';
import type { ListSearch } from '#src/lib/list-search.ts';
import { nameOrEmail } from '#src/session/display-name.ts';
import { defineList } from '#src/shell/define-list.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { call } from '#src/transport/call.ts';

type Schemas = components['schemas'];
export type PlatformUser = Schemas['PlatformUser'];
export type PlatformRole = Schemas['PlatformRole'];
export type PlatformUserDetails = Schemas['PlatformUserDetails'];
export type PlatformUserSession = Schemas['PlatformUserSessions']['items'][number];
export type BulkUserResult = Schemas['BulkUserResult'];
export type BulkUserAction = Schemas['ChangeUsersRequest']['action'];

export type UserSearch = ListSearch<typeof listUsersParameters>;

const key = ['platform', 'people'];

export const platformUsers = defineList('/api/v1/users', listUsersParameters, { key, keyOf: ({ id }) => id });

export const platformUserQuery = (userId: string) =>
  queryOptions({
    queryKey: [...key, 'one', userId],
    queryFn: ({ signal }) => call('GET /api/v1/users/{userId}', { path: { userId }, signal }),
  });

export const userSessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...key, 'sessions', userId],
    queryFn: ({ signal }) => call('GET /api/v1/users/{userId}/sessions', { path: { userId }, signal }),
  });

export const userSessionOverlay = createOverlay<PlatformUserSession>();

export const platformRoleLabels: Record<PlatformRole, string> = { user: 'User', admin: 'Platform admin', super_admin: 'Super admin' };
export const platformRoleOptions = toOptions(platformRoleLabels);

export const userName = ({ first_name: first, last_name: last, email }: PlatformUser): string =>
  nameOrEmail({ name: `${first} ${last}`.trim(), email });
