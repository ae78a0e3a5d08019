// Where links in mails lead. Never what a request's `Host` says: whoever asks for another's mail would choose where its link goes.
import type { FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';

type Settings = Pick<Config, 'publicUrl' | 'webOrigins'>;

/** Where others than this machine reach the web app, as it was configured; null: nobody said. */
export const appAddress = ({ publicUrl, webOrigins }: Settings): string | null => publicUrl ?? webOrigins[0] ?? null;

/**
 * @param path of the web app, beginning with a slash
 * @param port this server listens on: where nobody told an address, mails are files on this machine
 */
export function appLink(settings: Settings, path: string, port: number): string {
  return `${appAddress(settings) ?? `http://localhost:${port}`}${path}`;
}

/** Where this server is reached on its own machine. */
export const ownPort = (request: FastifyRequest, { config }: { config: Pick<Config, 'port'> }): number =>
  request.socket.localPort ?? config.port;
