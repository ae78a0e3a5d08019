// Registration, login (by password, password and code, or passkey), session renewal, logout.
import type { FastifyRequest } from 'fastify';
import type { components } from '#openapi/api.ts';
import {
  consumeAttempt,
  consumeChallenge,
  findChallenge,
  hasTwoFactor,
  issueChallenge,
  type PasskeyIntent,
} from '#server/accounts/credentials-repository.ts';
import { recoveryCodeUsedEmail, sendTokenEmail } from '#server/accounts/emails.ts';
import { emailTaken } from '#server/accounts/operations/email.ts';
import type { PasskeyCeremonies } from '#server/accounts/passkeys.ts';
import { verifyPassword, hashPassword, requireStrongPassword } from '#server/accounts/passwords.ts';
import { presentRegisteredUser } from '#server/accounts/presenter.ts';
import { endImpersonation, endSession, findPersonOfSession, isTokenOfDeletedAccount } from '#server/accounts/sessions-repository.ts';
import {
  loadSessionUser,
  type OpenedSession,
  requireEnabled,
  requireSamePassword,
  type Sessions,
  type TrustedDevices,
  wrongCredentials,
  refreshTokenOf,
  requirePerson,
  rotateRefreshToken,
  sessionCookies,
} from '#server/accounts/sessions.ts';
import type { SecondFactors } from '#server/accounts/two-factor.ts';
import { findCredentials, isInvited, insertUser, listOrganizationsOf } from '#server/accounts/users-repository.ts';
import type { AuditAggregator } from '#server/audit/aggregation.ts';
import { audit } from '#server/audit/audit.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { normalizeEmail } from '#server/http/email-addresses.ts';
import { addressKey } from '#server/http/network-address.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { queueMail } from '#server/mail/queue.ts';
import { registrationClosed, registerOrganization } from '#server/organizations/operations/organizations.ts';
import { hashSecret } from '#server/secrets.ts';
import { readSettings } from '#server/settings/repository.ts';
import { uuid7 } from '#server/uuid.ts';

interface Parts {
  sessions: Sessions;
  devices: TrustedDevices;
  secondFactors: SecondFactors;
  ceremonies: PasskeyCeremonies;
  limits: Pick<RateLimits, 'countLogin' | 'countUnfamiliarLogin' | 'countCode' | 'countMailsTo'>;
  repeats: AuditAggregator;
}

type AccountType = components['schemas']['RegisterRequest']['account_type'];

/** A passkey login doesn't name the account in advance. */
const ANY_ACCOUNT: PasskeyIntent = { purpose: 'login', userId: null };

export function authCalls(deps: Deps, { sessions, devices, secondFactors, ceremonies, limits, repeats }: Parts) {
  const { db, config } = deps;

  /** The response to a successful login. */
  async function respond(request: FastifyRequest, session: OpenedSession, owner: { id: string; passwordHash: string }) {
    const person = await requirePerson(db, owner.id);
    const { access, cookies } = await sessions.issue(request, session);
    // Without "remember me", the browser must not remember the device either.
    if (session.rememberMe) cookies.push(devices.remember(request, owner));
    const user = await loadSessionUser(db, owner.id, person);
    return { status: 200 as const, headers: { 'set-cookie': cookies }, body: { user, access_token: access } };
  }

  async function expired(request: FastifyRequest): Promise<Problem> {
    const presented = refreshTokenOf(request);
    // Doesn’t clear the cookies: a phone with queued photos for this account has to learn of the deletion even if this response is
    // lost.
    if (presented !== undefined && (await isTokenOfDeletedAccount(db, hashSecret(presented))))
      return new Problem(401, 'account_deleted', 'This account was deleted.');
    const headers = { 'set-cookie': sessionCookies(request, config, null) };
    return new Problem(401, 'session_expired', 'Your session has ended. Log in again.', { headers });
  }

  return {
    async register({ body, request }) {
      const email = normalizeEmail(body.email);
      await requireRegistrationAllowed(db, body.account_type, email);
      requireStrongPassword(body.password, email);
      const passwordHash = await hashPassword(body.password);
      const user = { id: uuid7(), email, passwordHash, firstName: body.first_name.trim(), lastName: body.last_name.trim() };
      const session = await db.transaction(async (tx) => {
        if (!(await insertUser(tx, user))) throw emailTaken();
        // The address may belong to someone else, and accounts can be deleted and registered again without limit.
        await limits.countMailsTo([email], { senderId: null }, tx);
        await audit(tx, { action: 'account.register', actorId: user.id, subjectType: 'user', subjectId: user.id, request });
        if (body.account_type === 'organization') {
          const organization = { id: uuid7(), name: (body.organization_name ?? '').trim(), contactEmail: email };
          await registerOrganization(deps, tx, organization, user.id, request);
          const subject = { subjectType: 'organization', subjectId: organization.id, organizationId: organization.id };
          await audit(tx, { action: 'organization.create', actorId: user.id, ...subject, request });
        }
        await sendTokenEmail(deps, tx, 'verify-email', user, ownPort(request, deps));
        return sessions.open(tx, user.id, false, request, { isFirst: true });
      });
      const { cookies } = await sessions.issue(request, session);
      const person = await requirePerson(db, user.id);
      const [organization] = await listOrganizationsOf(db, user.id);
      return { status: 201, headers: { 'set-cookie': cookies }, body: presentRegisteredUser({ ...person, email }, organization) };
    },

    async login({ body, request }) {
      const email = normalizeEmail(body.email);
      const rememberMe = body.remember_me ?? false;
      const address = addressKey(request.ip);
      const [found] = await Promise.all([findCredentials(db, email, address), limits.countLogin(request, email)]);
      const isKnown = found !== undefined && (found.isAddressKnown || devices.isTrusted(request, found));
      const giveBack = isKnown ? null : await limits.countUnfamiliarLogin(email);
      if (!(await verifyPassword(found?.passwordHash, body.password)) || !found) {
        const failed = { action: 'session.login', actorId: found?.id ?? null, subjectType: 'user', subjectId: found?.id ?? null } as const;
        await repeats.record(`login ${address} ${email}`, { ...failed, outcome: 'failed', detail: { email }, request });
        throw wrongCredentials();
      }
      await giveBack?.();
      requireEnabled(found);
      const next = await db.transaction(async (tx) => {
        await requireSamePassword(tx, found);
        if (!(await hasTwoFactor(tx, found.id))) return { session: await sessions.open(tx, found.id, rememberMe, request) };
        await audit(tx, { action: 'session.ask_code', actorId: found.id, subjectType: 'user', subjectId: found.id, request });
        return issueChallenge(tx, found.id, rememberMe);
      });
      if ('session' in next) return respond(request, next.session, found);
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
      // Recovery codes can’t be guessed, so the owner can always use one, however many codes others have tried.
      const giveBack = factor === 'app' ? await limits.countCode(userId, placeOf()) : null;
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
      await giveBack?.();
      return respond(request, session, owner);

      function placeOf(): string {
        if (devices.isTrusted(request, owner)) return 'device';
        return found?.isAddressKnown ? address : 'elsewhere';
      }
    },

    async beginPasskeyLogin({ request }) {
      return { status: 200, body: await ceremonies.requestOptions(request, ANY_ACCOUNT) };
    },

    // Signatures can’t be guessed. Attempts are limited by address only, so no one can lock the owner out.
    async loginWithPasskey({ body, request }) {
      const { passkey } = body;
      await limits.countLogin(request, `passkey ${passkey.id}`);
      const proven = await ceremonies.verifyUse(request, ANY_ACCOUNT, passkey).catch(async (error: unknown) => {
        const failed = { action: 'session.login', subjectType: 'user', outcome: 'failed', detail: { by: 'passkey' }, request } as const;
        await repeats.record(`login passkey ${addressKey(request.ip)}`, failed);
        throw error;
      });
      requireEnabled(proven.owner);
      const session = await db.transaction(async (tx) => {
        await proven.consume(tx);
        return sessions.open(tx, proven.owner.id, body.remember_me ?? false, request);
      });
      return respond(request, session, proven.owner);
    },

    async refreshSession({ request }) {
      const presented = refreshTokenOf(request);
      const rotated = presented === undefined ? null : await rotateRefreshToken(db, presented, request);
      if (!rotated) throw await expired(request);
      const person = await findPersonOfSession(db, rotated.userId, rotated.sessionId);
      if (!person) throw await expired(request);
      const { access, cookies } = await sessions.issue(request, rotated);
      return {
        status: 200,
        headers: { 'set-cookie': cookies },
        body: { user: await loadSessionUser(db, rotated.userId, person), access_token: access },
      };
    },

    async logout({ request }) {
      const sessionId = await sessions.sessionIdOf(request);
      if (sessionId !== undefined) {
        await db.transaction(async (tx) => {
          await endImpersonation(tx, sessionId, request);
          const userId = await endSession(tx, sessionId, 'logout');
          if (userId !== undefined)
            await audit(tx, { action: 'session.logout', actorId: userId, subjectType: 'session', subjectId: sessionId, request });
        });
      }
      return { status: 204, headers: { 'set-cookie': [...sessionCookies(request, config, null), devices.forget(request)] } };
    },
  } satisfies Partial<OperationsOf<'accounts'>>;
}

/** @throws {Problem} 403 `registration_closed` */
async function requireRegistrationAllowed(db: Queryable, type: AccountType, email: string): Promise<void> {
  const { registration } = await readSettings(db);
  if (registration[type] !== 'closed') return;
  if (type === 'organization') throw registrationClosed('Organizations');
  if (!(await isInvited(db, email))) throw registrationClosed('New accounts');
}

const challengeExpired = () =>
  new Problem(410, 'challenge_expired', 'This took too long, or there were too many wrong codes. Log in with your password again.');
