import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitBodyReading } from '#server/http/body-reading.ts';
import { answerErrors } from '#server/http/errors.ts';
import { forbidden } from '#server/http/problem.ts';

let app: FastifyInstance;
/** Waits long for what comes after its answer. */
let patient: FastifyInstance;
const portOf = ({ server }: FastifyInstance) => (server.address() as AddressInfo).port;

async function listening(leaveMs: number): Promise<FastifyInstance> {
  const app = Fastify();
  answerErrors(app, () => undefined);
  limitBodyReading(app, { wholeMs: 1500, movingMs: 1000, leastBytes: 100, leaveMs });
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
  return app;
}
beforeAll(async () => {
  [app, patient] = [await listening(100), await listening(20_000)];
});
afterAll(() => Promise.all([app.close(), patient.close()]));

/** A connection that has sent its head, what it hears, and when it ends. */
function post(path: string, length: number, { type = 'application/json', connection = 'keep-alive', server = app } = {}) {
  const socket: Socket = connect(portOf(server), '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  const ended = new Promise<Error | null>((resolve) => {
    socket.on('error', resolve);
    socket.on('close', () => resolve(null));
  });
  const head = [`POST ${path} HTTP/1.1`, 'host: x', `content-type: ${type}`, `content-length: ${length}`, `connection: ${connection}`];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
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
  void drip(slow.socket, 1, 100);
  await slow.ended;
  expect(slow.heard()).toMatch(/^HTTP\/1\.1 408 /);
  expect(slow.heard()).toContain('"too_slow"');
});

test('a body in parts that come in time is taken', async () => {
  const { socket, heard } = post('/json', 7);
  socket.write('{"a"');
  await sleep(50);
  socket.write(':1}');
  await expect.poll(heard).toContain('{"got":{"a":1}}');
  socket.destroy();
});

test('bytes that a handler reads itself may take long while they move; when they only drip, the connection ends', async () => {
  const moving = post('/bytes', 2000, { type: 'image/jpeg' });
  // In all longer than a whole body may take.
  for (let part = 0; part < 10; part += 1) {
    moving.socket.write('x'.repeat(200));
    await sleep(180);
  }
  await expect.poll(moving.heard).toContain('{"bytes":2000}');
  moving.socket.destroy();
  const dripping = post('/bytes', 2000, { type: 'image/jpeg' });
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

test.each(['/json', '/closed'])(
  '%s: what is refused while its body is still coming is answered, and no reset overtakes the answer',
  async (path) => {
    const staying = post(path, 5000, { server: patient });
    staying.socket.write('x'.repeat(2000));
    await expect.poll(staying.heard).toMatch(/^HTTP\/1\.1 4\d\d /);
    await sleep(50);
    staying.socket.write('x'.repeat(3000));
    staying.socket.write('POST /json HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 7\r\n\r\n{"a":1}');
    await expect.poll(staying.heard).toContain('{"got":{"a":1}}');
    staying.socket.destroy();

    const leaving = post(path, 5000, { connection: 'close', server: patient });
    leaving.socket.write('x'.repeat(2000));
    await expect.poll(leaving.heard).toMatch(/^HTTP\/1\.1 4\d\d /);
    await sleep(50);
    leaving.socket.write('x'.repeat(3000));
    expect(await leaving.ended, 'the connection ends as it should').toBeNull();
  },
);

test('a body that is still dripped in after its refusal is not waited for', async () => {
  const { socket, heard, ended } = post('/closed', 5000);
  void drip(socket, 1, 20);
  await ended;
  expect(heard()).toMatch(/^HTTP\/1\.1 403 /);
});
