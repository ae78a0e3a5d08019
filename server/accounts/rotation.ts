// Refresh tokens change with each use. An answer may be lost, however late that shows: a browser killed seconds after it keeps the old
// cookie. So the parent of the current token goes on being valid until its successor is first used; whoever comes with an older one, or
// with a successor beside one that was used, holds a copy, and the session ends for all.
import type { FastifyRequest } from 'fastify';
import { BROWSER_SESSION_SECONDS, makeRefreshToken, REMEMBERED_SECONDS } from '#server/accounts/tokens.ts';
import {
  endSession,
  extendSession,
  findTokenWithFamily,
  insertRefreshToken,
  lockSessionOfToken,
  markTokenUsed,
} from '#server/accounts/users-repository.ts';
import { audit } from '#server/audit/audit.ts';
import type { Db } from '#server/db/types.ts';
import { hashSecret } from '#server/secrets.ts';
import { uuid7 } from '#server/uuid.ts';

export interface RotatedSession {
  userId: string;
  sessionId: string;
  rememberMe: boolean;
  token: string;
}

/** The session's next token, or null when this one is worth nothing any more. */
export async function rotateRefreshToken(
  db: Db,
  token: string,
  request: Pick<FastifyRequest, 'ip' | 'id'>,
  now = new Date(),
): Promise<RotatedSession | null> {
  const hash = hashSecret(token);
  return db.transaction(async (tx) => {
    const session = await lockSessionOfToken(tx, hash);
    if (!session || session.endedAt !== null || session.expiresAt <= now || lastEnd(session.createdAt) <= now) return null;
    const presented = await findTokenWithFamily(tx, hash);
    if (!presented) return null;
    if (presented.childUsed || presented.siblingUsed) {
      await endSession(tx, session.id, 'reuse');
      const subject = { subjectType: 'session', subjectId: session.id, actorId: session.userId };
      await audit(tx, { action: 'session.reuse', ...subject, outcome: 'refused', request });
      return null;
    }
    const next = makeRefreshToken();
    await markTokenUsed(tx, presented.id, now);
    await insertRefreshToken(tx, { id: uuid7(), sessionId: session.id, tokenHash: next.hash, parentId: presented.id });
    await extendSession(tx, session.id, now, sessionEnd(session.rememberMe, session.createdAt, now));
    return { userId: session.userId, sessionId: session.id, rememberMe: session.rememberMe, token: next.token };
  });
}

/** However often it is renewed: whoever copied its token has it no longer than that. */
const MAX_SESSION_MS = 90 * 24 * 3_600_000;
const lastEnd = (signedInAt: Date) => new Date(signedInAt.getTime() + MAX_SESSION_MS);

/** When a session used now expires. */
export function sessionEnd(rememberMe: boolean, signedInAt: Date, now = new Date()): Date {
  const unused = now.getTime() + (rememberMe ? REMEMBERED_SECONDS : BROWSER_SESSION_SECONDS) * 1000;
  return new Date(Math.min(unused, lastEnd(signedInAt).getTime()));
}
