import type { FastifyRequest } from 'fastify';
import { toViewer } from '#server/accounts/presenter.ts';
import { readTogether } from '#server/accounts/read-together.ts';
import { findPersonOfSession } from '#server/accounts/repository.ts';
import { accessTokenOf, type AccessTokens } from '#server/accounts/tokens.ts';
import type { Deps } from '#server/deps.ts';
import type { Viewer } from '#server/viewer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, where the operation is not public. */
    viewer: Viewer | null;
    /** What names the caller: a cookie is sent by browsers whoever asks, a bearer token only by our own code. */
    credential: 'bearer' | 'cookie' | null;
  }
}

/**
 * Reads the person from the database anew for each request, so that a logout, a disabled account or a lost right counts at once. Requests that
 * come together, such as those of a page of pictures, share a reading.
 */
export function authenticator({ db }: Pick<Deps, 'db'>, tokens: AccessTokens): (request: FastifyRequest) => Promise<void> {
  const find = readTogether((key) => {
    const [userId = '', sessionId = ''] = key.split(' ');
    return findPersonOfSession(db, userId, sessionId);
  });
  return async (request) => {
    const sent = accessTokenOf(request);
    if (!sent) return;
    request.credential = sent.by;
    const claims = await tokens.verify(sent.token);
    if (!claims) return;
    const person = await find(`${claims.userId} ${claims.sessionId}`);
    if (person) request.viewer = toViewer(person, claims.sessionId);
  };
}
