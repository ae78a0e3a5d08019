// Sessions: opening and renewing them, access and refresh tokens, cookies, trusted devices, emails about new devices.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import cookie from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { errors, jwtVerify, SignJWT } from 'jose';
import { newDeviceEmail } from '#server/accounts/emails.ts';
import { deviceName, presentSessionUser } from '#server/accounts/presenter.ts';
import {
  endSession,
  endSurplusSessions,
  extendSession,
  findSessionIdOfToken,
  findTokenWithFamily,
  type FirstSession,
  insertRefreshToken,
  insertSession,
  listUserAgentsAt,
  lockSessionOfToken,
  markTokenUsed,
} from '#server/accounts/sessions-repository.ts';
import { findFullAccount, findPerson, listOrganizationsOf, lockCredentials, type PersonRow } from '#server/accounts/users-repository.ts';
import { audit, type AuditEntry } from '#server/audit/audit.ts';
import type { Config } from '#server/config.ts';
import type { Db, Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { addressKey } from '#server/http/network-address.ts';
import { Problem } from '#server/http/problem.ts';
import { appLink, ownPort } from '#server/mail/links.ts';
import { countQueuedMails } from '#server/mail/mails-repository.ts';
import { queueMail } from '#server/mail/queue.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';
import { maintenanceNotice } from '#server/settings/policy.ts';
import { readSettings } from '#server/settings/repository.ts';
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
   * Opens a session. Locks the user and rejects a disabled account.
   * @param isFirst the account is created with it, so no email about a new device is sent
   */
  open(
    tx: Queryable,
    userId: string,
    rememberMe: boolean,
    request: FastifyRequest,
    options?: { isFirst?: boolean },
  ): Promise<OpenedSession>;
  /**
   * Prepares the first session of a user who is inserted by the same statement (`firstSessionInserts`). There are no others to end or
   * compare with.
   */
  prepareFirst(userId: string, rememberMe: boolean, request: FastifyRequest): PreparedSession;
  /** Signs an access token and returns it with all `Set-Cookie` values of the session. */
  issue(request: FastifyRequest, session: OpenedSession): Promise<{ access: string; cookies: string[] }>;
  /** The session of a request to a public operation. */
  sessionIdOf(request: FastifyRequest): Promise<string | undefined>;
}

/** @throws {Problem} 403 `account_disabled` */
export function requireEnabled({ disabledAt }: { disabledAt: Date | null }): void {
  if (disabledAt !== null) throw new Problem(403, 'account_disabled', 'This account has been disabled.');
}

export const wrongCredentials = () => new Problem(401, 'invalid_credentials', 'The email address or password is wrong.');

/**
 * Verifying a password takes time, so this checks again that it hasn’t changed. Locks it until the transaction ends.
 * @throws {Problem} 401 `invalid_credentials`
 */
export async function requireSamePassword(tx: Queryable, owner: { id: string; passwordHash: string }): Promise<void> {
  const locked = await lockCredentials(tx, owner.id);
  if (locked?.passwordHash !== owner.passwordHash) throw wrongCredentials();
}

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

export function openSessions(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  tokens: AccessTokens,
  notifyNewDevice: NotifyNewDevice,
): Sessions {
  return {
    async open(tx, userId, rememberMe, request, { isFirst = false } = {}) {
      requireEnabled((await lockCredentials(tx, userId)) ?? { disabledAt: new Date() });
      const { opened, rows, entry } = prepare(userId, rememberMe, request);
      const { session, refreshToken } = rows;
      if (!isFirst) await notifyNewDevice(tx, session, request);
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

export async function requirePerson(db: Queryable, userId: string): Promise<PersonRow> {
  const person = await findPerson(db, userId);
  if (!person) throw new Problem(401, 'session_expired', 'This account no longer exists.');
  return person;
}

/** The user as the session presents them. */
export async function loadSessionUser(db: Queryable, userId: string, person?: PersonRow) {
  const found = person ?? (await requirePerson(db, userId));
  const user = presentSessionUser(found, await listOrganizationsOf(db, found.id));
  const notice = maintenanceNotice((await readSettings(db)).maintenance);
  return { ...user, ...(notice && { maintenance: notice }) };
}

interface RotatedSession {
  userId: string;
  sessionId: string;
  rememberMe: boolean;
  token: string;
}

/**
 * Rotates a refresh token. Returns null if the token is not valid.
 *
 * The response may get lost, and this may show only much later: a browser that is killed seconds after it keeps the old cookie. So the parent of
 * the current token stays valid until its successor is first used. An older token, or a sibling of a used one, is a copy: the session ends.
 *
 * Browsers store cookies up to 30 seconds late. A young token is returned as it is, so that what is lost with a killed browser is one token at most.
 */
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
    await extendSession(tx, session.id, now, sessionEnd(session.rememberMe, session.createdAt, now));
    const rotated = { userId: session.userId, sessionId: session.id, rememberMe: session.rememberMe };
    if (!presented.usedBefore && now.getTime() - presented.createdAt.getTime() < YOUNG_MS) return { ...rotated, token };
    const next = makeRefreshToken();
    await markTokenUsed(tx, presented.id, now);
    await insertRefreshToken(tx, { id: uuid7(), sessionId: session.id, tokenHash: next.hash, parentId: presented.id, createdAt: now });
    return { ...rotated, token: next.token };
  });
}

/** For so long a token is not replaced. */
const YOUNG_MS = 60_000;

/** The maximum age of a session, which also limits the use of a stolen token. */
const MAX_SESSION_MS = 90 * 24 * 3_600_000;

const lastEnd = (signedInAt: Date) => new Date(signedInAt.getTime() + MAX_SESSION_MS);

/** When a session that is used now will expire. */
export function sessionEnd(rememberMe: boolean, signedInAt: Date, now = new Date()): Date {
  const unused = now.getTime() + (rememberMe ? REMEMBERED_SECONDS : BROWSER_SESSION_SECONDS) * 1000;
  return new Date(Math.min(unused, lastEnd(signedInAt).getTime()));
}

const ACCESS_SECONDS = 15 * 60;

/** The clocks of several servers may differ. */
const CLOCK_SKEW_SECONDS = 60;

const ISSUER = 'ai-image-suite';

/** Size of the cache of verified tokens, enough for a full venue. */
const MAX_VERIFIED_TOKENS = 10_000;

const accessCookie = { name: 'ais_access', path: '/' };

const refreshCookie = { name: 'ais_refresh', path: '/api/v1/auth' };

/** Contains no secret. The page can read it, so a first visit makes no request for a session. */
const hintCookie = { name: 'ais_session', path: '/' };

const REMEMBERED_SECONDS = 30 * 24 * 3600;

/** Lifetime of a session without "remember me" after its last renewal: the server can’t see when the browser closes. */
const BROWSER_SESSION_SECONDS = 24 * 3600;

interface Claims {
  userId: string;
  sessionId: string;
}

export interface AccessTokens {
  sign(userId: string, sessionId: string): Promise<string>;
  /** Returns null if the token is forged, expired, or valid for longer than ours. */
  verify(token: string): Promise<Claims | null>;
  /** The claims of a token that was verified before, synchronously. Undefined if it wasn’t. */
  peek(token: string): Claims | null | undefined;
}

export async function openAccessTokens({ secrets }: Pick<Deps, 'secrets'>): Promise<AccessTokens> {
  const secret = await secrets.getOrCreate('access-token-key', newSecret);
  const key = Buffer.from(secret, 'base64url');
  // Verifying a signature takes longer than the rest of most requests, and every thumbnail of a page sends the same token.
  const verified = new Map<string, Claims & { expiresAt: number }>();
  const peek = (token: string) => {
    const known = verified.get(token);
    return known && (known.expiresAt > Date.now() ? known : null);
  };
  return {
    peek,
    sign: (userId, sessionId) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(userId)
        .setIssuer(ISSUER)
        .setIssuedAt()
        .setExpirationTime(`${ACCESS_SECONDS}s`)
        .sign(key),
    async verify(token) {
      const known = peek(token);
      if (known !== undefined) return known;
      const { payload } = (await jwtVerify(token, key, { algorithms: ['HS256'], issuer: ISSUER }).catch(rejectBadToken)) ?? {};
      if (typeof payload?.sub !== 'string' || typeof payload.sid !== 'string' || !isShort(payload)) return null;
      const claims = { userId: payload.sub, sessionId: payload.sid, expiresAt: Number(payload.exp) * 1000 };
      // Oldest first.
      for (const old of verified.keys()) {
        if (verified.size < MAX_VERIFIED_TOKENS) break;
        verified.delete(old);
      }
      verified.set(token, claims);
      return claims;
    },
  };
}

/** Returns null for an invalid token. Any other error is the server’s and must not log the user out. */
function rejectBadToken(error: unknown): null {
  if (error instanceof errors.JOSEError) return null;
  throw error;
}

/** A leaked key can’t be used to make tokens that outlive ours. */
const isShort = ({ iat, exp }: { iat?: number; exp?: number }): boolean =>
  iat !== undefined && exp !== undefined && exp - iat <= ACCESS_SECONDS && iat <= Date.now() / 1000 + CLOCK_SKEW_SECONDS;

export function makeRefreshToken(): { token: string; hash: string } {
  const token = newSecret();
  return { token, hash: hashSecret(token) };
}

export const refreshTokenOf = (request: FastifyRequest): string | undefined => request.cookies[refreshCookie.name];

/** Whether this browser seems to be signed in: only a hint, nothing is granted by it. */
export const hintsAtSession = (request: FastifyRequest): boolean => request.cookies[hintCookie.name] !== undefined;

/** A bearer token takes precedence over a cookie because it is set explicitly. */
export function accessTokenOf(request: FastifyRequest): { token: string; by: 'bearer' | 'cookie' } | null {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (bearer !== undefined) return { token: bearer, by: 'bearer' };
  const token = request.cookies[accessCookie.name];
  return token === undefined ? null : { token, by: 'cookie' };
}

interface CookieName {
  name: string;
  path: string;
}

/** @param maxAge seconds; undefined for a session cookie */
export function cookieOf(request: FastifyRequest, config: Config, { name, path }: CookieName, value: string, maxAge?: number): string {
  const secure = request.protocol === 'https' || (config.publicUrl?.startsWith('https:') ?? false);
  return cookie.serialize(name, value, {
    path,
    secure,
    httpOnly: name !== hintCookie.name,
    sameSite: 'lax',
    ...(maxAge !== undefined && { maxAge }),
  });
}

/** `Set-Cookie` values of a session, or those that clear it if `tokens` is null. */
export function sessionCookies(
  request: FastifyRequest,
  config: Config,
  tokens: { access: string; refresh: string; rememberMe: boolean } | null,
): string[] {
  const make = (which: CookieName, value: string, maxAge: number | undefined) => cookieOf(request, config, which, value, maxAge);
  if (!tokens) return [accessCookie, refreshCookie, hintCookie].map((gone) => make(gone, '', 0));
  const lasting = tokens.rememberMe ? REMEMBERED_SECONDS : undefined;
  return [
    make(accessCookie, tokens.access, tokens.rememberMe ? ACCESS_SECONDS : undefined),
    make(refreshCookie, tokens.refresh, lasting),
    make(hintCookie, '1', lasting),
  ];
}

const deviceCookie = { name: 'ais_device', path: '/api/v1/auth' };

const COOKIE_SECONDS = 180 * 24 * 3600;

/** The proof depends on the password, so changing the password invalidates it. */
interface Owner {
  id: string;
  passwordHash: string;
}

export interface TrustedDevices {
  /** `Set-Cookie` value. */
  remember(request: FastifyRequest, owner: Owner): string;
  /** `Set-Cookie` value that clears the cookie. */
  forget(request: FastifyRequest): string;
  isTrusted(request: FastifyRequest, owner: Owner): boolean;
}

export async function openTrustedDevices({ secrets, config }: Pick<Deps, 'secrets' | 'config'>): Promise<TrustedDevices> {
  const key = await secrets.getOrCreate('device-key', newSecret);
  const proofOf = ({ id, passwordHash }: Owner) => createHmac('sha256', key).update(`${id} ${passwordHash}`).digest();
  return {
    remember: (request, owner) => cookieOf(request, config, deviceCookie, proofOf(owner).toString('base64url'), COOKIE_SECONDS),
    forget: (request) => cookieOf(request, config, deviceCookie, '', 0),
    isTrusted(request, owner) {
      const shown = Buffer.from(request.cookies[deviceCookie.name] ?? '', 'base64url');
      const proof = proofOf(owner);
      return shown.length === proof.length && timingSafeEqual(shown, proof);
    },
  };
}

/** Per account. Without a limit, someone with the password could flood the mailbox until its owner stops reading these emails. */
const MAX_PER_DAY = 5;

const DAY_MS = 24 * 3_600_000;

interface NewSession {
  userId: string;
  userAgent: string;
  /** As normalized by http/network-address.ts. */
  address: string;
}

/** Must be called before the session is inserted. */
type NotifyNewDevice = (tx: Queryable, session: NewSession, request: FastifyRequest) => Promise<void>;

/**
 * Emails the owner about a login on a new device. A device is known by its cookie, or by its name and network address in earlier
 * sessions.
 * Guests have no email address.
 */
export function newDeviceNotifier(deps: Pick<Deps, 'config' | 'jobs'>, devices: Pick<TrustedDevices, 'isTrusted'>): NotifyNewDevice {
  return async (tx, { userId, userAgent, address }, request) => {
    const owner = await findFullAccount(tx, userId);
    if (!owner || devices.isTrusted(request, owner)) return;
    const device = deviceName(userAgent);
    const before = await listUserAgentsAt(tx, userId, address);
    if (before.some((other) => deviceName(other) === device)) return;
    const at = new Date();
    const ofAccount = `new-device:${userId}:`;
    const sent = await countQueuedMails(tx, ofAccount, new Date(at.getTime() - DAY_MS));
    if (sent >= MAX_PER_DAY) return;
    const link = appLink(deps.config, '/dashboard/settings?tab=security', ownPort(request, deps));
    await queueMail(deps, tx, {
      // At most one email per device and day.
      key: `${ofAccount}${createHash('sha256').update(`${device} ${address}`).digest('base64url')}:${at.toISOString().slice(0, 10)}`,
      to: owner.email,
      content: newDeviceEmail(link, { device, at, address: request.ip, isLast: sent === MAX_PER_DAY - 1 }),
    });
  };
}
