// A stop waits for requests, not for connections that carry none.
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { closeIdleConnectionsOnStop } from '#server/http/drain.ts';

let app: FastifyInstance;
let answer: () => void;
beforeEach(async () => {
  app = Fastify({ forceCloseConnections: 'idle' });
  closeIdleConnectionsOnStop(app);
  app.get('/', () => new Promise((resolve) => (answer = () => resolve('done'))));
  await app.listen({ port: 0, host: '127.0.0.1' });
});

interface Client {
  socket: Socket;
  closed: Promise<unknown>;
  heard(): string;
}

async function connected(): Promise<Client> {
  const accepted = once(app.server, 'connection');
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  const closed = once(socket, 'close');
  await accepted;
  return { socket, closed, heard: () => heard };
}

/** A request whose handler has begun. */
async function asking(): Promise<Client> {
  const client = await connected();
  const arrived = once(app.server, 'request');
  client.socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await arrived;
  await expect.poll(() => answer).toBeDefined();
  return client;
}

test('an unused connection does not delay the stop', async () => {
  const { closed } = await connected();
  await app.close();
  await closed;
});

test('a request under way is answered, and its connection, which would be kept alive, is closed', async () => {
  const [busy, unused] = [await asking(), await connected()];
  const stopped = app.close();
  await unused.closed;
  expect(busy.heard()).toBe('');
  answer();
  await stopped;
  await busy.closed;
  expect(busy.heard()).toMatch(/^HTTP\/1\.1 200 [^]*done$/);
});
