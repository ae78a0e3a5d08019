// Sign-in and registration, for the public screens. A start with a session does not need this (actions.ts).
import type { components } from '#openapi/api.ts';
import { purgeMediaCaches } from '#src/lib/media-cache.ts';
import { api } from '#src/transport/client.ts';
import { sendJson } from '#src/transport/fetch.ts';
import { NetworkError, unwrap } from '#src/transport/problem.ts';
import { finishPendingLogout, setAccessToken, withSessionLock } from '#src/transport/refresh.ts';
import { writeSessionValue } from '#src/transport/session-db.ts';
import { postToTabs } from './actions.ts';
import { session, type Snapshot } from './store.ts';

type Schemas = components['schemas'];

/**
 * Returns a challenge if the account requires a code; `completeLogin` of second-factor.ts answers it.
 * @throws ApiError (`invalid_credentials`, `account_disabled`, …), NetworkError
 */
export async function login(credentials: Schemas['LoginRequest']): Promise<Snapshot | Schemas['LoginChallenge']> {
  await ensureLogoutFinished();
  return withSessionLock(async () => {
    const answer = unwrap(await api.POST('/api/v1/auth/login', { body: credentials }));
    return 'user' in answer ? completeSignIn(answer.user, answer.access_token) : answer;
  });
}

/** @throws ApiError (`email_taken`, `invalid_request`, …), NetworkError */
export async function register(body: Schemas['RegisterRequest']): Promise<Schemas['RegisteredUser']> {
  await ensureLogoutFinished();
  return withSessionLock(async () => {
    const send = (request: Request) => sendJson(request, { holdsLock: true });
    const registered = unwrap(await api.POST('/api/v1/auth/register', { body, fetch: send }));
    const { organization, ...person } = registered;
    await completeSignIn({ ...person, organizations: organization ? [organization] : [], memberships: [] }, null);
    return registered;
  });
}

/** Call before any sign-in. @throws NetworkError */
export async function ensureLogoutFinished(): Promise<void> {
  if ((await finishPendingLogout()) === 'unreachable') throw new NetworkError('unreachable');
}

/** Applies the answer of a sign-in. The caller holds the session lock. */
export async function completeSignIn(user: Schemas['SessionUser'], token: string | null): Promise<Snapshot> {
  const before = session.read();
  if (before && before.user.id !== user.id) await purgeMediaCaches();
  setAccessToken(token);
  await writeSessionValue('refreshedAt', Date.now());
  const snapshot = await session.signIn(user);
  postToTabs({ type: 'signed-in', account: user.id });
  return snapshot;
}
