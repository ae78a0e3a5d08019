// Browsers send cookies along whoever asks. Writes that a cookie authorises, and signing in, are taken from our own pages only.
import type { FastifyRequest } from 'fastify';
import { Problem } from '#server/http/problem.ts';

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

/** Where the app is reached. What `Host` says is the sender's own word: it counts only where nobody told. */
export const ownOrigin = (request: FastifyRequest, publicUrl: string | null): string =>
  publicUrl === null ? `${request.protocol}://${request.host}` : new URL(publicUrl).origin;

export const isWrite = (method: string) => !['GET', 'HEAD', 'OPTIONS'].includes(method);
