import Fastify, { type FastifyInstance } from 'fastify';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitBodyReading } from '#server/http/body-reading.ts';
import { answerErrors } from '#server/http/errors.ts';
import { forbidden } from '#server/http/problem.ts';

let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  app = Fastify();
  answerErrors(app, () => undefined);
  limitBodyReading(app, { wholeMs: 300, movingMs: 200, leastBytes: 100, leaveMs: 100 });
  app.route({ method: 'POST', url: '/json', bodyLimit: 1000, handler: async (request) => ({ got: request.body }) });
  app.route({
    method: 'POST',
    url: '/closed',
    onRequest: async () => {
      throw forbidden();
    },
    handler: async () => ({}),
  });
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.route({
      method: 'POST',
      url: '/bytes',
      config: { readsBodyItself: true },
      async handler(request) {
        let bytes = 0;
        for await (const chunk of request.raw as AsyncIterable<Buffer>) bytes += chunk.length;
        return { bytes };
      },
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(() => app.close());

/** A connection that has sent its head, what it hears, and when it ends. */
function post(path: string, length: number, type = 'application/json') {
  const socket: Socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  const ended = new Promise<void>((resolve) => {
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
  });
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`);
  return { socket, ended, heard: () => heard };
}

async function drip(socket: Socket, bytes: number, everyMs: number): Promise<void> {
  while (!socket.destroyed && socket.writable) {
    socket.write('1'.repeat(bytes));
    await sleep(everyMs);
  }
}

test('a JSON body that drips is answered 408 in time, and its connection ends', async () => {
  const slow = post('/json', 900);
  void drip(slow.socket, 1, 20);
  await slow.ended;
  expect(slow.heard()).toMatch(/^HTTP\/1\.1 408 /);
  expect(slow.heard()).toContain('"too_slow"');
});

test('a body in parts that come in time is taken', async () => {
  const { socket, heard } = post('/json', 7);
  socket.write('{"a"');
  await sleep(50);
  socket.write(':1}');
  await sleep(200);
  expect(heard()).toContain('{"got":{"a":1}}');
  socket.destroy();
});

test('bytes that a handler reads itself may take long while they move; when they only drip, the connection ends', async () => {
  const moving = post('/bytes', 2000, 'image/jpeg');
  for (let part = 0; part < 10; part += 1) {
    moving.socket.write('x'.repeat(200));
    await sleep(80);
  }
  await sleep(100);
  expect(moving.heard()).toContain('{"bytes":2000}');
  moving.socket.destroy();
  const dripping = post('/bytes', 2000, 'image/jpeg');
  void drip(dripping.socket, 1, 20);
  await dripping.ended;
  expect(dripping.heard()).toBe('');
});

test('what was refused for its length is answered, and is not read for ever', async () => {
  const huge = post('/json', 500_000_000);
  const part = Buffer.alloc(1_000_000, 'x');
  while (!huge.socket.destroyed && huge.socket.bytesWritten < 500_000_000) {
    if (!huge.socket.write(part)) await Promise.race([huge.ended, new Promise((resolve) => huge.socket.once('drain', resolve))]);
  }
  await huge.ended;
  expect(huge.heard()).toMatch(/^HTTP\/1\.1 413 /);
  expect(huge.socket.bytesWritten).toBeLessThan(500_000_000);
});

test('a connection goes on with its next request when one was refused before its body was read', async () => {
  const { socket, heard } = post('/closed', 5000);
  socket.write('x'.repeat(5000));
  socket.write('POST /json HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 7\r\n\r\n{"a":1}');
  await expect.poll(heard).toContain('{"got":{"a":1}}');
  expect(heard()).toMatch(/^HTTP\/1\.1 403 /);
  socket.destroy();
});

test('a body that is still dripped in after its refusal is not waited for', async () => {
  const { socket, heard, ended } = post('/closed', 5000);
  void drip(socket, 1, 20);
  await ended;
  expect(heard()).toMatch(/^HTTP\/1\.1 403 /);
});
