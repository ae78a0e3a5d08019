// Links in emails. Never built from the `Host` header, because an attacker could choose it.
import type { FastifyRequest } from 'fastify';
import { appAddress, type Config } from '#server/config.ts';

/**
 * @param path of the web app, with a leading slash
 * @param port the server listens on, for installations without a configured address
 */
export function appLink(settings: Pick<Config, 'publicUrl' | 'webOrigins'>, path: string, port: number): string {
  return `${appAddress(settings) ?? `http://localhost:${port}`}${path}`;
}

/** The port of this server on its own machine. */
export const ownPort = (request: FastifyRequest, { config }: { config: Pick<Config, 'port'> }): number =>
  request.socket.localPort ?? config.port;
