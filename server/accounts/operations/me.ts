import type { ProveEmailOwnership } from '#server/accounts/email-ownership.ts';
import { findMailToken, consumeMailToken } from '#server/accounts/mail-tokens.ts';
import { linkExpired } from '#server/accounts/operations/password.ts';
import { noPassword } from '#server/accounts/operations/reauthentication.ts';
import {
  endSessionsOf,
  findOwnSession,
  findFullAccount,
  lockCredentials,
  listOpenSessions,
  setProfile,
} from '#server/accounts/own-account.ts';
import { loadSessionUser } from '#server/accounts/session-user.ts';
import type { Sessions } from '#server/accounts/sessions.ts';
import { sendTokenEmail } from '#server/accounts/token-mails.ts';
import { deviceName } from '#server/accounts/user-agent.ts';
import { endSession } from '#server/accounts/users-repository.ts';
import { audit } from '#server/audit/audit.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound, Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { notifyPerson } from '#server/live/person.ts';
import { ownPort } from '#server/mail/links.ts';

interface Parts {
  sessions: Pick<Sessions, 'sessionIdOf'>;
  proveAddress: ProveEmailOwnership;
  limits: Pick<RateLimits, 'countMail'>;
}

export function meCalls(deps: Deps, { sessions, proveAddress, limits }: Parts) {
  const { db, config } = deps;
  return {
    async verifyEmail({ body, request }) {
      const found = await findMailToken(db, 'verify-email', body.token);
      if (!found || (found.usedAt !== null && !found.isVerified)) throw linkExpired();
      const sessionId = await sessions.sessionIdOf(request);
      await db.transaction(async (tx) => {
        await lockCredentials(tx, found.userId);
        // The account may have another address by now.
        if (!(await findMailToken(tx, 'verify-email', body.token))) throw linkExpired();
        if (!(await consumeMailToken(tx, found.id))) return;
        const proof = await proveAddress(tx, { userId: found.userId, sessionId, port: ownPort(request, deps) });
        const subject = { actorId: found.userId, subjectType: 'user', subjectId: found.userId };
        await audit(tx, { action: 'account.verify_email', ...subject, request, ...(proof && { detail: proof }) });
      });
      return { status: 204 };
    },

    async resendVerification({ viewer, request }) {
      const account = await findFullAccount(db, viewer.userId);
      if (!account) throw noPassword();
      if (account.isProved) throw new Problem(409, 'already_verified', 'Your email address is already confirmed.');
      limits.countMail(account.email);
      await db.transaction((tx) => sendTokenEmail(deps, tx, 'verify-email', account, ownPort(request, deps)));
      return { status: 202, body: { delivery: config.mail.smtp ? 'smtp' : 'file' } };
    },

    async updateProfile({ viewer, body, request }) {
      const { first_name: firstName, last_name: lastName, date_locale: dateLocale } = body;
      const action = firstName === undefined && lastName === undefined ? 'account.change_dates' : 'account.change_name';
      await db.transaction(async (tx) => {
        await setProfile(tx, viewer.userId, { firstName: firstName?.trim(), lastName: lastName?.trim(), dateLocale });
        await notifyPerson(tx, viewer.userId);
        await audit(tx, { action, actorId: viewer.userId, subjectType: 'user', subjectId: viewer.userId, request });
      });
      return { status: 200, body: await loadSessionUser(db, viewer.userId) };
    },

    async listSessions({ viewer }) {
      const rows = await listOpenSessions(db, viewer.userId);
      const items = rows.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
        id,
        device: deviceName(userAgent),
        created_at: createdAt.toISOString(),
        last_used_at: lastUsedAt.toISOString(),
        is_current: id === viewer.sessionId,
      }));
      return { status: 200, body: { items } };
    },

    async endOwnSession({ viewer, path, request }) {
      await db.transaction(async (tx) => {
        if (!(await findOwnSession(tx, viewer.userId, path.sessionId))) throw notFound('session');
        if ((await endSession(tx, path.sessionId, 'revoked')) === undefined) return;
        const subject = { actorId: viewer.userId, subjectType: 'session', subjectId: path.sessionId };
        await audit(tx, { action: 'session.end', ...subject, request });
      });
      return { status: 204 };
    },

    async endOtherSessions({ viewer, request }) {
      await db.transaction(async (tx) => {
        const ended = await endSessionsOf(tx, viewer.userId, 'revoked', viewer.sessionId);
        const subject = { actorId: viewer.userId, subjectType: 'user', subjectId: viewer.userId };
        if (ended > 0) await audit(tx, { action: 'session.end', ...subject, detail: { sessions_ended: ended }, request });
      });
      return { status: 204 };
    },
  } satisfies Partial<OperationsOf<'accounts'>>;
}
