import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { countsOfOtherAccounts, orphanedPhotos } from '#src/outbox/queue-management.ts';
import { createLiveQuery } from '#src/outbox/queue.ts';
import { isGuest } from '#src/session/display-name.ts';
import { knownGuests, renameGuest } from '#src/session/guests.ts';
import { session } from '#src/session/store.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { platformInfoQuery } from '#src/shell/sends-mail.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';

/**
 * For the login page: photos on this device that wait for other accounts, the number of photos of deleted accounts, and the guests who can
 * continue here, latest first. Not a query, because logging out clears the query cache and calls in flight may log out repeatedly.
 */
export const deviceLeftovers = createLiveQuery(async () => ({
  waiting: await countsOfOtherAccounts(null),
  orphaned: (await orphanedPhotos()).length,
  guests: await knownGuests(),
}));

/** The login form appears after this time at the latest. Notes that load later would shift it, so they are not shown. */
const LEFTOVERS_TIMEOUT_MS = 300;

/** Reads what is left of other accounts on this device, before the form is shown. */
export function readDeviceLeftovers(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, LEFTOVERS_TIMEOUT_MS);
    const unsubscribe = deviceLeftovers.subscribe(done);
    function done() {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    }
  });
}

/** The account types that are open for registration. */
export const registrationQuery = queryOptions({
  ...platformInfoQuery,
  select: ({ registration }) => registration,
  staleTime: 0,
});

export const sessionsQuery = queryOptions({
  queryKey: ['accounts', 'sessions'],
  queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/auth/sessions', { signal })),
  // Always shows a device that has just logged in.
  staleTime: 0,
  meta: { persist: true },
});

export const endOwnSession = async (sessionId: string) =>
  unwrap(await api.DELETE('/api/v1/auth/sessions/{sessionId}', { params: { path: { sessionId } } }));

export const endOtherSessions = async () => unwrap(await api.DELETE('/api/v1/auth/sessions'));

/** Impersonations of this account by super admins. */
export const impersonationsQuery = queryOptions({
  queryKey: ['accounts', 'viewings'],
  queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/auth/viewings', { signal })),
  meta: { persist: true, anew: true },
});

export const passkeysQuery = queryOptions({
  queryKey: ['accounts', 'passkeys'],
  queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/auth/passkeys', { signal })),
  meta: { persist: true, anew: true },
});

/** The email change that waits for confirmation. */
export const emailChangeQuery = queryOptions({
  queryKey: ['accounts', 'email-change'],
  queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/auth/email-change', { signal })),
  // The emailed links may be opened on another device.
  staleTime: 0,
  meta: { persist: true },
});

export const twoFactorQuery = queryOptions({
  queryKey: ['accounts', 'two-factor'],
  queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/auth/two-factor', { signal })),
  meta: { persist: true, anew: true },
});

/** Updates the session too, so the new name appears everywhere. */
export async function changeProfile(body: components['schemas']['UpdateProfileRequest']): Promise<void> {
  const user = unwrap(await api.PUT('/api/v1/auth/profile', { body }));
  await session.signIn(user);
  if (isGuest(user)) await renameGuest(user);
}

/** The size of the account's data, and whether it can be deleted. */
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
  // Platform admins answer at any time.
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
