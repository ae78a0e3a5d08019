// Logging in: by password alone, or by password and then a code.
import type { TrustedDevices } from '#server/accounts/devices.ts';
import { recoveryCodeUsedEmail } from '#server/accounts/emails.ts';
import { findChallenge, issueChallenge, consumeChallenge, consumeAttempt } from '#server/accounts/login-challenges.ts';
import { createLoginResponder } from '#server/accounts/operations/let-in.ts';
import { verifyPassword } from '#server/accounts/passwords.ts';
import type { SecondFactors } from '#server/accounts/second-factors.ts';
import { requireEnabled, requireSamePassword, wrongCredentials, type Sessions } from '#server/accounts/sessions.ts';
import { hasTwoFactor } from '#server/accounts/two-factor.ts';
import { findCredentials } from '#server/accounts/users-repository.ts';
import type { AuditAggregator } from '#server/audit/aggregation.ts';
import { audit } from '#server/audit/audit.ts';
import type { Deps } from '#server/deps.ts';
import { normalizeEmail } from '#server/http/email-addresses.ts';
import { addressKey } from '#server/http/network-address.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { queueMail } from '#server/mail/queue.ts';
import { uuid7 } from '#server/uuid.ts';

interface Parts {
  sessions: Sessions;
  devices: TrustedDevices;
  secondFactors: SecondFactors;
  limits: Pick<RateLimits, 'countLogin' | 'countUnfamiliarLogin' | 'countCode'>;
  repeats: AuditAggregator;
}

export function loginCalls(deps: Deps, { sessions, devices, secondFactors, limits, repeats }: Parts) {
  const { db, config } = deps;
  const letIn = createLoginResponder(db, { sessions, devices });

  return {
    async login({ body, request }) {
      const email = normalizeEmail(body.email);
      const rememberMe = body.remember_me ?? false;
      await limits.countLogin(request, email);
      const address = addressKey(request.ip);
      const found = await findCredentials(db, email, address);
      const isKnown = found !== undefined && (found.isAddressKnown || devices.isTrusted(request, found));
      const giveBack = isKnown ? null : limits.countUnfamiliarLogin(email);
      if (!(await verifyPassword(found?.passwordHash, body.password)) || !found) {
        const failed = { action: 'session.login', actorId: found?.id ?? null, subjectType: 'user', subjectId: found?.id ?? null } as const;
        await repeats.record(`login ${address} ${email}`, { ...failed, outcome: 'failed', detail: { email }, request });
        throw wrongCredentials();
      }
      giveBack?.();
      requireEnabled(found);
      const next = await db.transaction(async (tx) => {
        await requireSamePassword(tx, found);
        if (!(await hasTwoFactor(tx, found.id))) return { session: await sessions.open(tx, found.id, rememberMe, request) };
        await audit(tx, { action: 'session.ask_code', actorId: found.id, subjectType: 'user', subjectId: found.id, request });
        return issueChallenge(tx, found.id, rememberMe);
      });
      if ('session' in next) return letIn(request, next.session, found);
      return { status: 202, body: { challenge: next.challenge, expires_at: next.expiresAt.toISOString() } };
    },

    async completeLogin({ body, request }) {
      const address = addressKey(request.ip);
      const found = await findChallenge(db, body.challenge, address);
      if (!found) throw challengeExpired();
      const { userId } = found;
      const owner = { id: userId, passwordHash: found.passwordHash };
      requireEnabled(found);
      const factor = secondFactors.factorOf(body.code);
      // Nobody guesses a recovery code: its owner is let in by one, however many codes others have tried.
      const giveBack = factor === 'app' ? limits.countCode(userId, placeOf()) : null;
      if (!(await consumeAttempt(db, found.id))) throw challengeExpired();
      const subject = { actorId: userId, subjectType: 'user', subjectId: userId };
      const session = await db.transaction(async (tx) => {
        if (!(await secondFactors.consume(tx, userId, body.code))) return null;
        if (!(await consumeChallenge(tx, found.id))) throw challengeExpired();
        if (factor === 'recovery') {
          await audit(tx, { action: 'account.use_recovery_code', ...subject, request });
          const { email: to } = found;
          const content = recoveryCodeUsedEmail(appLink(config, '/forgot-password', ownPort(request, deps)));
          if (to !== null) await queueMail(deps, tx, { key: `recovery-code-used:${uuid7()}`, to, content });
        }
        return sessions.open(tx, userId, found.rememberMe, request);
      });
      if (!session) {
        const failed = { action: 'session.login', ...subject, outcome: 'failed', detail: { factor }, request } as const;
        await repeats.record(`login_code ${address} ${userId}`, failed);
        throw secondFactors.wrongCode();
      }
      giveBack?.();
      return letIn(request, session, owner);

      function placeOf(): string {
        if (devices.isTrusted(request, owner)) return 'device';
        return found?.isAddressKnown ? address : 'elsewhere';
      }
    },
  } satisfies Partial<OperationsOf<'accounts'>>;
}

const challengeExpired = () =>
  new Problem(410, 'challenge_expired', 'This took too long, or there were too many wrong codes. Log in with your password again.');
