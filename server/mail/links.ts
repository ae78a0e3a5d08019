// Where links in mails lead. Never what a request's `Host` says: whoever asks for another's mail would choose where its link goes.
import type { FastifyRequest } from 'fastify';
import { appAddress, type Config } from '#server/config.ts';

/**
 * @param path of the web app, beginning with a slash
 * @param port this server listens on: where nobody told an address, mails are files on this machine
 */
export function appLink(settings: Pick<Config, 'publicUrl' | 'webOrigins'>, path: string, port: number): string {
  return `${appAddress(settings) ?? `http://localhost:${port}`}${path}`;
}

/** Where this server is reached on its own machine. */
export const ownPort = (request: FastifyRequest, { config }: { config: Pick<Config, 'port'> }): number =>
  request.socket.localPort ?? config.port;
