// Access tokens (signed, short) and refresh tokens (random, kept by their hash), and the cookies that carry them.
import cookie from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';

const ACCESS_SECONDS = 15 * 60;
/** Clocks of several servers differ. */
const CLOCK_SKEW_SECONDS = 60;
const ISSUER = 'ai-image-suite';
/** Tokens whose signature was found right are known again: those of a full venue. */
const MAX_VERIFIED_TOKENS = 10_000;
const accessCookie = { name: 'ais_access', path: '/' };
const refreshCookie = { name: 'ais_refresh', path: '/api/v1/auth' };
/** Holds nothing. The page can read it, and so knows whether there is a session to ask for: a stranger's first page asks nothing. */
const hintCookie = { name: 'ais_session', path: '/' };

export const REMEMBERED_SECONDS = 30 * 24 * 3600;
/** A session that ends with the browser must end on the server some time as well: this long after its last renewal. */
export const BROWSER_SESSION_SECONDS = 24 * 3600;

interface Claims {
  userId: string;
  sessionId: string;
}

export interface AccessTokens {
  sign(userId: string, sessionId: string): Promise<string>;
  /** Null for what is forged, expired, claims more time than we give, or is none. */
  verify(token: string): Promise<Claims | null>;
  /** The same of a token that was verified before, without waiting for anything. Undefined: it is unknown. */
  peek(token: string): Claims | null | undefined;
}

export async function openAccessTokens({ secrets }: Pick<Deps, 'secrets'>): Promise<AccessTokens> {
  const secret = await secrets.getOrCreate('access-token-key', newSecret);
  const key = Buffer.from(secret, 'base64url');
  // Proving a signature takes longer than all else that most requests ask: each page of pictures sends the same token again and again.
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
      // The oldest first.
      for (const old of verified.keys()) {
        if (verified.size < MAX_VERIFIED_TOKENS) break;
        verified.delete(old);
      }
      verified.set(token, claims);
      return claims;
    },
  };
}

/** Rejects a bad token. Any other error is the server's own, and no reason to log anybody out. */
function rejectBadToken(error: unknown): null {
  if (error instanceof errors.JOSEError) return null;
  throw error;
}

/** Whoever got hold of the key cannot make tokens that outlive ours. */
const isShort = ({ iat, exp }: { iat?: number; exp?: number }): boolean =>
  iat !== undefined && exp !== undefined && exp - iat <= ACCESS_SECONDS && iat <= Date.now() / 1000 + CLOCK_SKEW_SECONDS;

export function makeRefreshToken(): { token: string; hash: string } {
  const token = newSecret();
  return { token, hash: hashSecret(token) };
}

export const refreshTokenOf = (request: FastifyRequest): string | undefined => request.cookies[refreshCookie.name];

/** A bearer token counts before a cookie: whoever sets the header means it. */
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

/** @param maxAge seconds; undefined for as long as the browser is open */
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

/** `Set-Cookie` values of a session; without `tokens` those that clear it. */
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
