// The second step of a login. Rarely used, so it is not part of what every page loads.
import type { components } from '#openapi/api.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { withSessionLock } from '#src/transport/refresh.ts';
import { completeSignIn, ensureLogoutFinished } from './sign-in.ts';
import type { Snapshot } from './store.ts';

/** @throws ApiError (`wrong_code`, `challenge_expired`, `account_disabled`), NetworkError */
export async function completeLogin(body: components['schemas']['CompleteLoginRequest']): Promise<Snapshot> {
  await ensureLogoutFinished();
  return withSessionLock(async () => {
    const { user, access_token } = unwrap(await api.POST('/api/v1/auth/login/code', { body }));
    return completeSignIn(user, access_token);
  });
}
