// What one asks the platform to do with one's own data.
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { countsOfOtherAccounts, orphanedPhotos } from '#src/outbox/gone.ts';
import { createLiveQuery } from '#src/outbox/reading.ts';
import { isGuest } from '#src/session/display-name.ts';
import { knownGuests, renameGuest } from '#src/session/guests.ts';
import { session } from '#src/session/store.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { platformInfoQuery } from '#src/shell/sends-mail.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';

// No query: a sign-out empties their cache, and calls that were under way may each bring one while the login stands already.
/** Whose photos wait on this phone while nobody is signed in, how many are of deleted accounts, and the guests who can come back here, the latest first. */
export const deviceLeftovers = createLiveQuery(async () => ({
  waiting: await countsOfOtherAccounts(null),
  orphaned: (await orphanedPhotos()).length,
  guests: await knownGuests(),
}));

/** Who may register, and as what. */
export const registrationQuery = queryOptions({
  ...platformInfoQuery,
  select: ({ registration }) => registration,
  staleTime: 0,
});

/** Where one is logged in. */
export const sessionsQuery = queryOptions({
  queryKey: ['accounts', 'sessions'],
  queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/auth/sessions', { signal })),
  // A device that has just logged in shall not be missing.
  staleTime: 0,
  meta: { persist: true },
});

export const endOwnSession = async (sessionId: string) =>
  unwrap(await api.DELETE('/api/v1/auth/sessions/{sessionId}', { params: { path: { sessionId } } }));

export const endOtherSessions = async () => unwrap(await api.DELETE('/api/v1/auth/sessions'));

/** When super administrators looked at the app as this account does. */
export const impersonationsQuery = queryOptions({
  queryKey: ['accounts', 'viewings'],
  queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/auth/viewings', { signal })),
});

export const passkeysQuery = queryOptions({
  queryKey: ['accounts', 'passkeys'],
  queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/auth/passkeys', { signal })),
  meta: { persist: true, anew: true },
});

/** Another address that waits to be confirmed. */
export const emailChangeQuery = queryOptions({
  queryKey: ['accounts', 'email-change'],
  queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/auth/email-change', { signal })),
  // It ends by links in mails, which may be opened anywhere.
  staleTime: 0,
  meta: { persist: true },
});

export const twoFactorQuery = queryOptions({
  queryKey: ['accounts', 'two-factor'],
  queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/auth/two-factor', { signal })),
  meta: { persist: true, anew: true },
});

/** A new name stands wherever this page says who is logged in. */
export async function changeProfile(body: components['schemas']['UpdateProfileRequest']): Promise<void> {
  const user = unwrap(await api.PUT('/api/v1/auth/profile', { body }));
  await session.signIn(user);
  if (isGuest(user)) await renameGuest(user);
}

/** What the account holds, and whether it can be deleted. */
export const ownDataQuery = queryOptions({
  queryKey: ['accounts', 'own-data'],
  queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/auth/account', { signal })),
  meta: { persist: true, anew: true },
});

type Schemas = components['schemas'];
export type OwnDataRequest = Schemas['OwnDataRequest'];

export const ownDataRequestsQuery = queryOptions({
  queryKey: ['accounts', 'data-requests'],
  queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/auth/account/requests', { signal })),
  // It is answered elsewhere.
  staleTime: 0,
  meta: { persist: true, anew: true },
});

/** Optimistic patches, by the request's id. */
export const ownDataRequestOverlay = createOverlay<OwnDataRequest>();

export const invalidateOwnDataRequests = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ownDataRequestsQuery.queryKey });

export const createDataRequest = async (body: Schemas['AskForDataRequest']) =>
  unwrap(await api.POST('/api/v1/auth/account/requests', { body }));
export const withdrawDataRequest = async (requestId: string) =>
  unwrap(await api.POST('/api/v1/auth/account/requests/{requestId}/withdraw', { params: { path: { requestId } } }));
