// Protection against cross-site requests: browsers send cookies with requests of any site. Writes authorized by cookie, and signing in, are accepted
// from our own pages only.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Problem } from '#server/http/problem.ts';
import type { Viewer } from '#server/viewer.ts';

/**
 * Refuses what another site's page sends. Programs that are no browser send neither `Origin` nor `Sec-Fetch-Site`, and pass.
 * @throws {Problem} 403 `origin_not_allowed`
 */
export function requireTrustedOrigin(request: FastifyRequest, publicUrl: string | null, webOrigins: readonly string[] = []): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const fine =
    origin === undefined
      ? site === undefined || site === 'same-origin' || site === 'none'
      : origin === ownOrigin(request, publicUrl) || webOrigins.includes(origin);
  if (!fine) throw new Problem(403, 'origin_not_allowed', 'This can only be done from the app itself.');
}

/** The origin of the app. The sender chooses `Host`, so it counts only if PUBLIC_URL is not set. */
export const ownOrigin = (request: FastifyRequest, publicUrl: string | null): string =>
  publicUrl === null ? `${request.protocol}://${request.host}` : new URL(publicUrl).origin;

export const isWrite = (method: string) => !['GET', 'HEAD', 'OPTIONS'].includes(method);

/**
 * Refuses a delivery that belongs to another account than the session's (header `X-Account`): nothing may happen then.
 * @throws {Problem} 409 `account_mismatch`
 */
export function requireMatchingAccount(call: { header: { 'x-account'?: string }; viewer: Viewer }): void {
  const account = call.header['x-account'];
  if (account !== undefined && account.toLowerCase() !== call.viewer.userId) {
    throw new Problem(409, 'account_mismatch', 'This belongs to a different account than the one logged in.');
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The same for any operation: all tabs of a browser share its cookies, so another person may have logged in since the request was queued. The
 * contract rejects malformed ids.
 * @throws {Problem} 409 `account_mismatch`
 */
export function requireMatchingAccountHeader(headers: IncomingHttpHeaders, viewer: Viewer): void {
  const named = headers['x-account'];
  if (typeof named === 'string' && UUID.test(named)) requireMatchingAccount({ header: { 'x-account': named }, viewer });
}
