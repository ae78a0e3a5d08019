// Addresses as logs and the audit trail may hold them.
import type { FastifyRequest } from 'fastify';

const LONGEST = 200;
/** What stands behind these opens something to whoever reads it. */
const secret = /(^|\/)(join|invite|reset-password|verify-email|change-email|data-exports)\/[^/]+/gi;

/** The path alone: queries hold what people look for, and where they are to come back to. */
export function toldPath({ url }: Pick<FastifyRequest, 'url'>): string {
  const [path = ''] = url.split('?');
  const told = path.replace(secret, '$1$2/…');
  return told.length > LONGEST ? `${told.slice(0, LONGEST - 1)}…` : told;
}

/** For the log: as fastify's own, but for the address. */
export function requestForLog(request: FastifyRequest): object {
  const { method, host, ip, socket } = request;
  return { method, url: toldPath(request), host, remoteAddress: ip, remotePort: socket?.remotePort };
}
