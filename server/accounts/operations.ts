import type { FastifyRequest } from 'fastify';
import { requireMayRegister } from '#server/accounts/admission.ts';
import type { Devices } from '#server/accounts/devices.ts';
import { emailTaken } from '#server/accounts/email.ts';
import type { ProveAddress } from '#server/accounts/first-proof.ts';
import { accountStreamCall } from '#server/accounts/operations/account-stream-call.ts';
import { avatarCalls, type Portraits } from '#server/accounts/operations/avatar-calls.ts';
import { emailChangeCalls } from '#server/accounts/operations/email-change-calls.ts';
import { guestAccountCalls } from '#server/accounts/operations/guest-account-calls.ts';
import { loginCalls } from '#server/accounts/operations/login-calls.ts';
import { notificationCalls } from '#server/accounts/operations/notification-calls.ts';
import { ownAccountCalls } from '#server/accounts/operations/own-account-calls.ts';
import { passkeyCalls } from '#server/accounts/operations/passkey-calls.ts';
import { passkeyLoginCalls } from '#server/accounts/operations/passkey-login-calls.ts';
import { passkeyUpgradeCalls } from '#server/accounts/operations/passkey-upgrade-calls.ts';
import { passwordCalls } from '#server/accounts/operations/password-calls.ts';
import { peopleCalls } from '#server/accounts/operations/people-calls.ts';
import { peopleExportCall } from '#server/accounts/operations/people-export-call.ts';
import { permissionCalls } from '#server/accounts/operations/permission-calls.ts';
import type { ProveOwner } from '#server/accounts/operations/prove-owner.ts';
import { twoFactorCalls } from '#server/accounts/operations/two-factor-calls.ts';
import { viewingCalls } from '#server/accounts/operations/viewing-calls.ts';
import type { PasskeyCeremonies } from '#server/accounts/passkey-ceremonies.ts';
import { hashPassword, requireStrongPassword } from '#server/accounts/passwords.ts';
import { presentRegisteredUser } from '#server/accounts/presenter.ts';
import { endSession, findPersonOfSession, insertUser, isOfDeletedAccount, listOrganizationsOf } from '#server/accounts/repository.ts';
import { rotate } from '#server/accounts/rotation.ts';
import type { SecondFactors } from '#server/accounts/second-factors.ts';
import { describePerson, requirePerson } from '#server/accounts/session-user.ts';
import type { Sessions } from '#server/accounts/sessions.ts';
import { mailToken } from '#server/accounts/token-mails.ts';
import { refreshTokenOf, sessionCookies } from '#server/accounts/tokens.ts';
import type { TwoFactorSecrets } from '#server/accounts/two-factor-secrets.ts';
import { endViewing } from '#server/accounts/viewings.ts';
import { audit } from '#server/audit/audit.ts';
import type { Repeats } from '#server/audit/repeats.ts';
import type { Deps } from '#server/deps.ts';
import { normalizeEmail } from '#server/http/email-addresses.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { ownPort } from '#server/mail/links.ts';
import { foundOrganization } from '#server/organizations/founding.ts';
import { hashSecret } from '#server/secrets.ts';
import { uuid7 } from '#server/uuid.ts';

interface Parts {
  sessions: Sessions;
  devices: Devices;
  /** Of authenticator apps. */
  secrets: TwoFactorSecrets;
  secondFactors: SecondFactors;
  ceremonies: PasskeyCeremonies;
  prove: ProveOwner;
  proveAddress: ProveAddress;
  limits: Pick<RateLimits, 'countLogin' | 'countStrange' | 'countCode' | 'countMail' | 'countMailsTo'>;
  pictures: Portraits;
  /** Writes what strangers may cause as often as they like. */
  repeats: Repeats;
}

export function accountOperations(deps: Deps, parts: Parts): OperationsOf<'accounts'> {
  const { sessions, devices } = parts;
  const { db, config } = deps;
  async function expired(request: FastifyRequest): Promise<Problem> {
    const presented = refreshTokenOf(request);
    // Cookies stay: a phone whose photos wait for this account must hear of it, also when this answer is lost.
    if (presented !== undefined && (await isOfDeletedAccount(db, hashSecret(presented))))
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
    ...peopleCalls(deps),
    ...peopleExportCall(deps),
    ...viewingCalls(deps),
    ...permissionCalls(deps),
    ...passwordCalls(deps, parts),
    ...ownAccountCalls(deps, parts),
    ...emailChangeCalls(deps, parts),
    ...avatarCalls(deps, parts),
    ...notificationCalls(deps),
    ...accountStreamCall(deps),

    async register({ body, request }) {
      const email = normalizeEmail(body.email);
      await requireMayRegister(db, body.account_type, email);
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
          await foundOrganization(deps, tx, organization, user.id, request);
          const subject = { subjectType: 'organization', subjectId: organization.id, organizationId: organization.id };
          await audit(tx, { action: 'organization.create', actorId: user.id, ...subject, request });
        }
        await mailToken(deps, tx, 'verify-email', user, ownPort(request, deps));
        return sessions.open(tx, user.id, false, request, { isFirst: true });
      });
      const { cookies } = await sessions.issue(request, session);
      const person = await requirePerson(db, user.id);
      const [organization] = await listOrganizationsOf(db, user.id);
      return { status: 201, headers: { 'set-cookie': cookies }, body: presentRegisteredUser({ ...person, email }, organization) };
    },

    async refreshSession({ request }) {
      const presented = refreshTokenOf(request);
      const rotated = presented === undefined ? null : await rotate(db, presented, request);
      if (!rotated) throw await expired(request);
      const person = await findPersonOfSession(db, rotated.userId, rotated.sessionId);
      if (!person) throw await expired(request);
      const { access, cookies } = await sessions.issue(request, rotated);
      return {
        status: 200,
        headers: { 'set-cookie': cookies },
        body: { user: await describePerson(db, rotated.userId, person), access_token: access },
      };
    },

    async logout({ request }) {
      const sessionId = await sessions.idOf(request);
      if (sessionId !== undefined) {
        await db.transaction(async (tx) => {
          await endViewing(tx, sessionId, request);
          const userId = await endSession(tx, sessionId, 'logout');
          if (userId !== undefined)
            await audit(tx, { action: 'session.logout', actorId: userId, subjectType: 'session', subjectId: sessionId, request });
        });
      }
      return { status: 204, headers: { 'set-cookie': [...sessionCookies(request, config, null), devices.forget(request)] } };
    },
  };
}
