import type { FastifyRequest } from 'fastify';
import { toViewer } from '#server/accounts/presenter.ts';
import { findPersonOfSession } from '#server/accounts/sessions-repository.ts';
import { accessTokenOf, type AccessTokens } from '#server/accounts/sessions.ts';
import { coalesceReads, createCache } from '#server/cache.ts';
import type { Deps } from '#server/deps.ts';
import { authenticateToken } from '#server/integrations/authenticate.ts';
import { isTokenSecret } from '#server/integrations/token-secret.ts';
import { personOfTopic, ROLES_TOPIC } from '#server/live/topics-repository.ts';
import { currentLane } from '#server/telemetry/work-context.ts';
import type { Viewer } from '#server/viewer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in viewer, or null. Set before validation for operations that aren’t public. */
    viewer: Viewer | null;
    /** How the token was sent. Only cookies are sent by browsers automatically, so only they need CSRF protection. */
    credential: 'bearer' | 'cookie' | null;
  }
}

const VIEWER_CACHE = { ttlMs: 10_000, max: 5000 };

export interface Authenticator {
  /**
   * Reads the user from the database for each request, so that a logout, a disabled account or a revoked permission takes effect at
   * once.
   * Concurrent requests of one session, such as the thumbnails of a page, share a read.
   */
  authenticate(request: FastifyRequest): Promise<void>;
  /**
   * The same from a cache, for galleries: at most ten seconds old, and invalidated by the topics of the user and of the roles.
   * Returns undefined if the viewer is cached, so the caller doesn’t have to wait.
   */
  authenticateFromCache(request: FastifyRequest): Promise<void> | undefined;
  /** For public operations that know their people: an API token is none of them, and ignored. */
  authenticatePerson(request: FastifyRequest): Promise<void>;
  invalidate(): void;
  close(): void;
}

export function authenticator({ db, hub }: Pick<Deps, 'db' | 'hub'>, tokens: AccessTokens): Authenticator {
  const read = coalesceReads((key) => {
    const [, userId = '', sessionId = ''] = key.split(' ');
    return findPersonOfSession(db, userId, sessionId);
  });
  // A read runs in the lane of its first caller, so a write must not share the read of a request that is queued in the read lane.
  const find = (session: string) => read(`${currentLane()} ${session}`);
  const cache = createCache<Viewer | null>(VIEWER_CACHE);
  const close = hub.subscribeToAll((topic) => {
    if (topic === null || topic === ROLES_TOPIC) return cache.clear();
    const userId = personOfTopic(topic);
    if (userId !== null) cache.deleteWhere((session) => session.startsWith(userId));
  });

  const findViewer = async (session: string): Promise<Viewer | null> => {
    const person = await find(session);
    return person ? toViewer(person, session.slice(person.id.length + 1)) : null;
  };

  const authenticateBy = (findOf: typeof findViewer) => async (request: FastifyRequest) => {
    const sent = accessTokenOf(request);
    if (!sent) return;
    request.credential = sent.by;
    if (isTokenSent(sent)) {
      request.viewer = await authenticateToken(db, sent.token, request.ip);
      return;
    }
    const claims = await tokens.verify(sent.token);
    if (claims) request.viewer = await findOf(`${claims.userId} ${claims.sessionId}`);
  };
  const authenticate = authenticateBy(findViewer);
  const authenticateByCache = authenticateBy((session) => cache.get(session, () => findViewer(session)));
  return {
    authenticate,
    async authenticatePerson(request) {
      const sent = accessTokenOf(request);
      if (sent && !isTokenSent(sent)) await authenticate(request);
    },
    authenticateFromCache(request) {
      const sent = accessTokenOf(request);
      const claims = sent && !isTokenSent(sent) && tokens.peek(sent.token);
      const viewer = claims && cache.peek(`${claims.userId} ${claims.sessionId}`);
      if (!sent || !viewer) return authenticateByCache(request);
      request.credential = sent.by;
      request.viewer = viewer;
      return undefined;
    },
    invalidate: () => cache.clear(),
    close,
  };
}

/** Whether a program of an organization calls, by its API token. */
const isTokenSent = ({ token, by }: { token: string; by: 'bearer' | 'cookie' }): boolean => by === 'bearer' && isTokenSecret(token);
