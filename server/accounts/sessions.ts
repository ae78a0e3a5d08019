// Opening a session, and handing it to whoever called: for each way of signing in.
import type { FastifyRequest } from 'fastify';
import type { NotifyNewDevice } from '#server/accounts/new-devices.ts';
import { lockCredentials } from '#server/accounts/own-account.ts';
import { sessionEnd } from '#server/accounts/rotation.ts';
import { accessTokenOf, makeRefreshToken, refreshTokenOf, sessionCookies, type AccessTokens } from '#server/accounts/tokens.ts';
import {
  endSurplusSessions,
  findSessionIdOfToken,
  insertRefreshToken,
  insertSession,
  type FirstSession,
} from '#server/accounts/users-repository.ts';
import { audit, type AuditEntry } from '#server/audit/audit.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { addressKey } from '#server/http/network-address.ts';
import { Problem } from '#server/http/problem.ts';
import { hashSecret } from '#server/secrets.ts';
import { uuid7 } from '#server/uuid.ts';

export interface OpenedSession {
  userId: string;
  sessionId: string;
  /** The refresh token. */
  token: string;
  rememberMe: boolean;
}

interface PreparedSession {
  opened: OpenedSession;
  rows: FirstSession;
  entry: AuditEntry;
}

export interface Sessions {
  /**
   * Holds the person: who was disabled meanwhile is not let in.
   * @param isFirst it comes with the account itself: nobody needs to be told of it
   */
  open(
    tx: Queryable,
    userId: string,
    rememberMe: boolean,
    request: FastifyRequest,
    options?: { isFirst?: boolean },
  ): Promise<OpenedSession>;
  /** The first session of a person who is inserted by the same statement (`firstSessionInserts`): there are no others to end or to compare with. */
  prepareFirst(userId: string, rememberMe: boolean, request: FastifyRequest): PreparedSession;
  /** The access token, and the `Set-Cookie` values of the whole session. */
  issue(request: FastifyRequest, session: OpenedSession): Promise<{ access: string; cookies: string[] }>;
  /** The id of the session that a request to a public operation comes from. */
  sessionIdOf(request: FastifyRequest): Promise<string | undefined>;
}

/** Before a session is opened. @throws {Problem} 403 `account_disabled` */
export function requireEnabled({ disabledAt }: { disabledAt: Date | null }): void {
  if (disabledAt !== null) throw new Problem(403, 'account_disabled', 'This account has been disabled.');
}

export const wrongCredentials = () => new Problem(401, 'invalid_credentials', 'The email address or password is wrong.');

/**
 * Comparing a password takes its time: who was let in by it is let in only if it is theirs still, which holds until the transaction ends.
 * @throws {Problem} 401 `invalid_credentials`
 */
export async function requireSamePassword(tx: Queryable, owner: { id: string; passwordHash: string }): Promise<void> {
  const held = await lockCredentials(tx, owner.id);
  if (held?.passwordHash !== owner.passwordHash) throw wrongCredentials();
}

/** A new session, what is inserted for it, and its entry in the trail. */
function prepare(userId: string, rememberMe: boolean, request: FastifyRequest): PreparedSession {
  const sessionId = uuid7();
  const { token, hash } = makeRefreshToken();
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, 300);
  const expiresAt = sessionEnd(rememberMe, new Date());
  return {
    opened: { userId, sessionId, token, rememberMe },
    rows: {
      session: { id: sessionId, userId, rememberMe, userAgent, address: addressKey(request.ip), expiresAt },
      refreshToken: { id: uuid7(), tokenHash: hash },
    },
    entry: { action: 'session.login', actorId: userId, subjectType: 'session', subjectId: sessionId, request },
  };
}

export function openSessions({ db, config }: Pick<Deps, 'db' | 'config'>, tokens: AccessTokens, tellOwner: NotifyNewDevice): Sessions {
  return {
    async open(tx, userId, rememberMe, request, { isFirst = false } = {}) {
      requireEnabled((await lockCredentials(tx, userId)) ?? { disabledAt: new Date() });
      const { opened, rows, entry } = prepare(userId, rememberMe, request);
      const { session, refreshToken } = rows;
      if (!isFirst) await tellOwner(tx, session, request);
      await insertSession(tx, session);
      await endSurplusSessions(tx, userId, config.sessionsPerAccount);
      await insertRefreshToken(tx, { ...refreshToken, sessionId: session.id });
      await audit(tx, entry);
      return opened;
    },

    prepareFirst: prepare,

    async issue(request, { userId, sessionId, token, rememberMe }) {
      const access = await tokens.sign(userId, sessionId);
      return { access, cookies: sessionCookies(request, config, { access, refresh: token, rememberMe }) };
    },

    async sessionIdOf(request) {
      const refresh = refreshTokenOf(request);
      const known = refresh === undefined ? undefined : await findSessionIdOfToken(db, hashSecret(refresh));
      if (known !== undefined) return known;
      const access = accessTokenOf(request);
      return access ? (await tokens.verify(access.token))?.sessionId : undefined;
    },
  };
}
