// New connections. Node accepts one per turn of its event loop (libuv 1.45 and later): of hundreds of phones that open five each at once, the last
// ones waited for a minute. So the server listens to its socket several times.
import type { SendHandle } from 'node:child_process';
import { createServer, type Server, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { startBuiltChild } from '#server/child.ts';

/** As many more connections are accepted per turn. */
const COPIES = 16;
/**
 * Connections that wait to be accepted, as far as the kernel allows (somaxconn, 4096 on Linux). Hundreds of phones open five each within seconds;
 * beyond the default of 511 the kernel drops and resets them.
 */
export const BACKLOG = 4096;

/**
 * Listens through further descriptors of the socket as soon as the server listens. Only another process can make them, by sending the socket back;
 * where that fails, the server goes on with the one it has. In development there is only that one.
 */
export function acceptSeveralPerTurn(app: FastifyInstance): void {
  const listeners: { server: Server; closed: Promise<unknown> }[] = [];
  const take = (socket: Socket) => void app.server.emit('connection', socket);
  const failed = (error: Error) => app.log.warn({ err: error }, 'new connections are accepted one at a time');
  let isClosing = false;

  app.addHook('onListen', async () => {
    const child = startBuiltChild('accept-child', ['ignore', 'ignore', 'ignore', 'ipc']);
    if (!child) return;
    child.on('message', (_what, handle) => {
      // As Node's HTTP server makes its own.
      const server = createServer({ allowHalfOpen: true, noDelay: true }, take);
      server.on('error', failed);
      listeners.push({ server, closed: new Promise((resolve) => void server.once('close', resolve)) });
      server.listen(handle, BACKLOG);
      if (isClosing) server.close();
    });
    child.on('error', failed);
    // The bare socket, as the cluster module sends it: of a server the child would accept connections itself.
    child.send(COPIES, Reflect.get(app.server, '_handle') as SendHandle, (error) => error && failed(error));
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const { server } of listeners) server.close();
  });
  app.addHook('onClose', async () => {
    await Promise.all(listeners.map(({ closed }) => closed));
  });
}
