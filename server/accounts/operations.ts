import type { FastifyRequest } from 'fastify';
import type { TrustedDevices } from '#server/accounts/devices.ts';
import type { ProveEmailOwnership } from '#server/accounts/email-ownership.ts';
import { emailTaken } from '#server/accounts/email.ts';
import { endImpersonation } from '#server/accounts/impersonations.ts';
import { accountStreamCall } from '#server/accounts/operations/account-stream.ts';
import { loginCalls } from '#server/accounts/operations/auth.ts';
import { avatarCalls, type AvatarRenderer } from '#server/accounts/operations/avatars.ts';
import { emailChangeCalls } from '#server/accounts/operations/email.ts';
import { guestAccountCalls } from '#server/accounts/operations/guests.ts';
import { impersonationCalls } from '#server/accounts/operations/impersonation.ts';
import { meCalls } from '#server/accounts/operations/me.ts';
import { notificationPreferenceCalls } from '#server/accounts/operations/notification-preferences.ts';
import { passkeyLoginCalls } from '#server/accounts/operations/passkey-login-calls.ts';
import { passkeyUpgradeCalls } from '#server/accounts/operations/passkey-upgrade-calls.ts';
import { passkeyCalls } from '#server/accounts/operations/passkeys.ts';
import { passwordCalls } from '#server/accounts/operations/password.ts';
import { userExportCall } from '#server/accounts/operations/people-export-call.ts';
import { permissionCalls } from '#server/accounts/operations/permissions.ts';
import type { Reauthenticate } from '#server/accounts/operations/reauthentication.ts';
import { twoFactorCalls } from '#server/accounts/operations/two-factor.ts';
import { userCalls } from '#server/accounts/operations/users.ts';
import type { PasskeyCeremonies } from '#server/accounts/passkey-ceremonies.ts';
import { hashPassword, requireStrongPassword } from '#server/accounts/passwords.ts';
import { presentRegisteredUser } from '#server/accounts/presenter.ts';
import { requireRegistrationAllowed } from '#server/accounts/registration.ts';
import { rotateRefreshToken } from '#server/accounts/rotation.ts';
import type { SecondFactors } from '#server/accounts/second-factors.ts';
import { loadSessionUser, requirePerson } from '#server/accounts/session-user.ts';
import type { Sessions } from '#server/accounts/sessions.ts';
import { sendTokenEmail } from '#server/accounts/token-mails.ts';
import { refreshTokenOf, sessionCookies } from '#server/accounts/tokens.ts';
import type { TwoFactorSecrets } from '#server/accounts/two-factor-secrets.ts';
import {
  endSession,
  findPersonOfSession,
  insertUser,
  isTokenOfDeletedAccount,
  listOrganizationsOf,
} from '#server/accounts/users-repository.ts';
import type { AuditAggregator } from '#server/audit/aggregation.ts';
import { audit } from '#server/audit/audit.ts';
import type { Deps } from '#server/deps.ts';
import { normalizeEmail } from '#server/http/email-addresses.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { ownPort } from '#server/mail/links.ts';
import { registerOrganization } from '#server/organizations/registration.ts';
import { hashSecret } from '#server/secrets.ts';
import { uuid7 } from '#server/uuid.ts';

interface Parts {
  sessions: Sessions;
  devices: TrustedDevices;
  /** Of authenticator apps. */
  secrets: TwoFactorSecrets;
  secondFactors: SecondFactors;
  ceremonies: PasskeyCeremonies;
  prove: Reauthenticate;
  proveAddress: ProveEmailOwnership;
  limits: Pick<RateLimits, 'countLogin' | 'countUnfamiliarLogin' | 'countCode' | 'countMail' | 'countMailsTo'>;
  pictures: AvatarRenderer;
  /** Writes what strangers may cause as often as they like. */
  repeats: AuditAggregator;
}

export function accountOperations(deps: Deps, parts: Parts): OperationsOf<'accounts'> {
  const { sessions, devices } = parts;
  const { db, config } = deps;
  async function expired(request: FastifyRequest): Promise<Problem> {
    const presented = refreshTokenOf(request);
    // Cookies stay: a phone whose photos wait for this account must hear of it, also when this answer is lost.
    if (presented !== undefined && (await isTokenOfDeletedAccount(db, hashSecret(presented))))
      return new Problem(401, 'account_deleted', 'This account was deleted.');
    const headers = { 'set-cookie': sessionCookies(request, config, null) };
    return new Problem(401, 'session_expired', 'Your session has ended. Log in again.', { headers });
  }

  return {
    ...loginCalls(deps, parts),
    ...twoFactorCalls(deps, parts),
    ...passkeyCalls(deps, parts),
    ...passkeyLoginCalls(deps, parts),
    ...guestAccountCalls(deps, parts),
    ...passkeyUpgradeCalls(deps, parts),
    ...userCalls(deps),
    ...userExportCall(deps),
    ...impersonationCalls(deps),
    ...permissionCalls(deps),
    ...passwordCalls(deps, parts),
    ...meCalls(deps, parts),
    ...emailChangeCalls(deps, parts),
    ...avatarCalls(deps, parts),
    ...notificationPreferenceCalls(deps),
    ...accountStreamCall(deps),

    async register({ body, request }) {
      const email = normalizeEmail(body.email);
      await requireRegistrationAllowed(db, body.account_type, email);
      requireStrongPassword(body.password, email);
      const passwordHash = await hashPassword(body.password);
      const user = { id: uuid7(), email, passwordHash, firstName: body.first_name.trim(), lastName: body.last_name.trim() };
      const session = await db.transaction(async (tx) => {
        if (!(await insertUser(tx, user))) throw emailTaken();
        // It may be anybody's, and the account may be deleted and made again.
        parts.limits.countMailsTo([email], { senderId: null });
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
  };
}
