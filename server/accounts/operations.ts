import type { FastifyRequest } from 'fastify';
import type { Devices } from '#server/accounts/devices.ts';
import { hashPassword, isPassword } from '#server/accounts/passwords.ts';
import { presentRegisteredUser, presentSessionUser } from '#server/accounts/presenter.ts';
import {
  endSession,
  endSurplusSessions,
  findCredentials,
  findPerson,
  findSessionIdOfToken,
  insertOrganizationWithOwner,
  insertRefreshToken,
  insertSession,
  insertUser,
  listOrganizationsOf,
  type PersonRow,
} from '#server/accounts/repository.ts';
import { rotate, sessionEnd } from '#server/accounts/rotation.ts';
import {
  accessTokenOf,
  hashRefreshToken,
  makeRefreshToken,
  refreshTokenOf,
  sessionCookies,
  type AccessTokens,
} from '#server/accounts/tokens.ts';
import { weaknessOf } from '#server/weak-passwords.ts';
import { audit } from '#server/audit/audit.ts';
import type { Repeats } from '#server/audit/repeats.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { addressKey } from '#server/http/address.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { Problem } from '#server/http/problem.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { uuid7 } from '#server/uuid.ts';

interface Parts {
  tokens: AccessTokens;
  devices: Devices;
  limits: Pick<RateLimits, 'countLogin' | 'countStrange'>;
  /** Writes what strangers may cause as often as they like. */
  repeats: Repeats;
}

export function accountOperations({ db, config }: Deps, { tokens, devices, limits, repeats }: Parts): OperationsOf<'accounts'> {
  const signedIn = async (request: FastifyRequest, session: { userId: string; sessionId: string; token: string; rememberMe: boolean }) => {
    const access = await tokens.sign(session.userId, session.sessionId);
    return { access, cookies: sessionCookies(request, config, { access, refresh: session.token, rememberMe: session.rememberMe }) };
  };
  const expired = (request: FastifyRequest) =>
    new Problem(401, 'session_expired', 'Your session has ended. Sign in again.', {
      headers: { 'set-cookie': sessionCookies(request, config, null) },
    });

  return {
    async register({ body, request }) {
      const email = normalizeEmail(body.email);
      const weakness = weaknessOf(body.password, email);
      if (weakness !== null) throw new Problem(422, 'weak_password', weakness);
      const passwordHash = await hashPassword(body.password);
      const user = { id: uuid7(), email, passwordHash, firstName: body.first_name.trim(), lastName: body.last_name.trim() };
      const session = await db.transaction(async (tx) => {
        if (!(await insertUser(tx, user))) throw new Problem(409, 'email_taken', 'There is an account with this email address already.');
        await audit(tx, { action: 'account.register', actorId: user.id, subjectType: 'user', subjectId: user.id, request });
        if (body.account_type === 'organization') {
          const organization = { id: uuid7(), name: (body.organization_name ?? '').trim(), contactEmail: email };
          await insertOrganizationWithOwner(tx, organization, {
            id: uuid7(),
            organizationId: organization.id,
            userId: user.id,
            role: 'organization',
          });
          const subject = { subjectType: 'organization', subjectId: organization.id, organizationId: organization.id };
          await audit(tx, { action: 'organization.create', actorId: user.id, ...subject, request });
        }
        return openSession(tx, user.id, false, request, config.sessionsPerAccount);
      });
      const { cookies } = await signedIn(request, session);
      const person = await requirePerson(db, user.id);
      const [organization] = await listOrganizationsOf(db, user.id);
      return { status: 201, headers: { 'set-cookie': cookies }, body: presentRegisteredUser(person, organization) };
    },

    async login({ body, request }) {
      const email = normalizeEmail(body.email);
      await limits.countLogin(request, email);
      const address = addressKey(request.ip);
      const found = await findCredentials(db, email, address);
      const isKnown = found !== undefined && (found.isAddressKnown || devices.knows(request, found));
      const giveBack = isKnown ? null : limits.countStrange(email);
      if (!(await isPassword(found?.passwordHash, body.password)) || !found) {
        const failed = { action: 'session.login', actorId: found?.id ?? null, subjectType: 'user', subjectId: found?.id ?? null } as const;
        await repeats.note(`login ${address} ${email}`, { ...failed, outcome: 'failed', detail: { email }, request });
        throw new Problem(401, 'invalid_credentials', 'The email address or the password is wrong.');
      }
      giveBack?.();
      if (found.disabledAt !== null) throw new Problem(403, 'account_disabled', 'This account has been disabled.');
      const session = await db.transaction((tx) =>
        openSession(tx, found.id, body.remember_me ?? false, request, config.sessionsPerAccount),
      );
      const { access, cookies } = await signedIn(request, session);
      // A browser that is to forget the session is to remember nothing.
      if (session.rememberMe) cookies.push(devices.remember(request, found));
      return { status: 200, headers: { 'set-cookie': cookies }, body: { user: await describe(db, found.id), access_token: access } };
    },

    async refreshSession({ request }) {
      const presented = refreshTokenOf(request);
      const rotated = presented === undefined ? null : await rotate(db, presented, request);
      if (!rotated) throw expired(request);
      const person = await findPerson(db, rotated.userId);
      if (!person || person.disabledAt !== null) throw expired(request);
      const { access, cookies } = await signedIn(request, rotated);
      return {
        status: 200,
        headers: { 'set-cookie': cookies },
        body: { user: await describe(db, rotated.userId, person), access_token: access },
      };
    },

    async logout({ request }) {
      const sessionId = await sessionOf(request);
      if (sessionId !== undefined) {
        await db.transaction(async (tx) => {
          const userId = await endSession(tx, sessionId, 'logout');
          if (userId !== undefined)
            await audit(tx, { action: 'session.logout', actorId: userId, subjectType: 'session', subjectId: sessionId, request });
        });
      }
      return { status: 204, headers: { 'set-cookie': [...sessionCookies(request, config, null), devices.forget(request)] } };
    },
  };

  async function sessionOf(request: FastifyRequest): Promise<string | undefined> {
    const refresh = refreshTokenOf(request);
    const known = refresh === undefined ? undefined : await findSessionIdOfToken(db, hashRefreshToken(refresh));
    if (known !== undefined) return known;
    const access = accessTokenOf(request);
    return access ? (await tokens.verify(access.token))?.sessionId : undefined;
  }
}

/** Addresses differ by more than case and surrounding spaces only. */
const normalizeEmail = (email: string): string => email.trim().toLowerCase();

async function openSession(tx: Queryable, userId: string, rememberMe: boolean, request: FastifyRequest, most: number) {
  const sessionId = uuid7();
  const { token, hash } = makeRefreshToken();
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, 300);
  const address = addressKey(request.ip);
  await insertSession(tx, { id: sessionId, userId, rememberMe, userAgent, address, expiresAt: sessionEnd(rememberMe) });
  await endSurplusSessions(tx, userId, most);
  await insertRefreshToken(tx, { id: uuid7(), sessionId, tokenHash: hash });
  await audit(tx, { action: 'session.login', actorId: userId, subjectType: 'session', subjectId: sessionId, request });
  return { userId, sessionId, token, rememberMe };
}

async function requirePerson(db: Queryable, userId: string): Promise<PersonRow> {
  const person = await findPerson(db, userId);
  if (!person) throw new Problem(401, 'session_expired', 'This account is gone.');
  return person;
}

async function describe(db: Queryable, userId: string, person?: PersonRow) {
  return presentSessionUser(person ?? (await requirePerson(db, userId)), await listOrganizationsOf(db, userId));
}
