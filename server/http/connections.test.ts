import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeIdleConnectionsOnStop, describeDrain, enforceBodyTimeouts } from '#server/http/connections.ts';
import { answerErrors } from '#server/http/errors.ts';
import { forbidden } from '#server/http/problem.ts';
import { closeStreams, openSse } from '#server/http/sse.ts';

let app: FastifyInstance;
/** The server's ends of the connections, in the order in which they came. */
const connections: Socket[] = [];

beforeAll(async () => {
  app = Fastify();
  app.server.on('connection', (socket) => connections.push(socket));
  answerErrors(app, () => undefined);
  enforceBodyTimeouts(app, { totalMs: 1500, stallMs: 1000, minBytes: 100, drainMs: 100 });
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
});
afterAll(() => app.close());
// Connections are real, time is fake: it advances once all sent data has arrived.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Unlike `expect.poll`, which lets the fake clock go on, waits while no time passes. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await turn();
}

/** A connection that has sent its headers, its received text, and its end. */
function post(path: string, length: number, { type = 'application/json', connection = 'keep-alive' } = {}) {
  const socket: Socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const before = connections.length;
  let heard = '';
  let closed = false;
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  const ended = new Promise<Error | null>((resolve) => {
    socket.on('error', resolve);
    socket.on('close', () => {
      closed = true;
      resolve(null);
    });
  });
  const head = [`POST ${path} HTTP/1.1`, 'host: x', `content-type: ${type}`, `content-length: ${length}`, `connection: ${connection}`];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  /** Sends, and waits until the server has read it. */
  async function send(text: string): Promise<void> {
    socket.write(text);
    await until(() => closed || connections[before]?.bytesRead === socket.bytesWritten);
    await turn();
  }
  return { socket, ended, heard: () => heard, isClosed: () => closed, send };
}

/** Sends a byte at a time, so far apart, until the connection ends. */
async function drip({ isClosed, send, ended }: ReturnType<typeof post>, everyMs: number): Promise<void> {
  for (let bytes = 0; bytes < 200 && !isClosed(); bytes += 1) {
    await send('1');
    await vi.advanceTimersByTimeAsync(everyMs);
  }
  await ended;
}

test('a JSON body that drips is answered 408 in time, and its connection ends', async () => {
  const slow = post('/json', 900);
  await drip(slow, 100);
  expect(slow.heard()).toMatch(/^HTTP\/1\.1 408 /);
  expect(slow.heard()).toContain('"too_slow"');
});

test('a body in parts that come in time is taken', async () => {
  const { socket, heard, send } = post('/json', 7);
  await send('{"a"');
  await vi.advanceTimersByTimeAsync(1400);
  await send(':1}');
  await until(() => heard().includes('{"got":{"a":1}}'));
  socket.destroy();
});

test('bytes that a handler reads itself may take long while they move; when they only drip, the connection ends', async () => {
  const moving = post('/bytes', 2000, { type: 'image/jpeg' });
  // In all longer than a whole body may take.
  for (let part = 0; part < 10; part += 1) {
    await moving.send('x'.repeat(200));
    await vi.advanceTimersByTimeAsync(999);
  }
  await until(() => moving.heard().includes('{"bytes":2000}'));
  moving.socket.destroy();
  const dripping = post('/bytes', 2000, { type: 'image/jpeg' });
  await drip(dripping, 20);
  expect(dripping.heard()).toBe('');
});

test('a body that is too long gets an answer and is not read forever', async () => {
  const huge = post('/json', 500_000_000);
  const part = Buffer.alloc(1_000_000, 'x');
  while (!huge.socket.destroyed && huge.socket.bytesWritten < 500_000_000) {
    if (!huge.socket.write(part)) await Promise.race([huge.ended, new Promise((resolve) => huge.socket.once('drain', resolve))]);
    if (huge.heard()) await vi.advanceTimersByTimeAsync(50);
  }
  await huge.ended;
  expect(huge.heard()).toMatch(/^HTTP\/1\.1 413 /);
  expect(huge.socket.bytesWritten).toBeLessThan(500_000_000);
});

test('a connection continues with its next request after one was refused before its body was read', async () => {
  const { socket, heard } = post('/closed', 5000);
  socket.write('x'.repeat(5000));
  socket.write('POST /json HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 7\r\n\r\n{"a":1}');
  await until(() => heard().includes('{"got":{"a":1}}'));
  expect(heard()).toMatch(/^HTTP\/1\.1 403 /);
  socket.destroy();
});

test.each(['/json', '/closed'])('%s: a refusal during the body is answered, and no reset overtakes the answer', async (path) => {
  const staying = post(path, 5000);
  staying.socket.write('x'.repeat(2000));
  await until(() => /^HTTP\/1\.1 4\d\d /.test(staying.heard()));
  await vi.advanceTimersByTimeAsync(99);
  staying.socket.write('x'.repeat(3000));
  staying.socket.write('POST /json HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 7\r\n\r\n{"a":1}');
  await until(() => staying.heard().includes('{"got":{"a":1}}'));
  staying.socket.destroy();

  const leaving = post(path, 5000, { connection: 'close' });
  leaving.socket.write('x'.repeat(2000));
  await until(() => /^HTTP\/1\.1 4\d\d /.test(leaving.heard()));
  await vi.advanceTimersByTimeAsync(99);
  leaving.socket.write('x'.repeat(3000));
  expect(await leaving.ended, 'the connection ends as it should').toBeNull();
});

test('a body that is still dripped in after its refusal is not waited for', async () => {
  const dripping = post('/closed', 5000);
  await drip(dripping, 20);
  expect(dripping.heard()).toMatch(/^HTTP\/1\.1 403 /);
});

interface Client {
  socket: Socket;
  closed: Promise<unknown>;
  heard(): string;
}

describe('a server that stops waits for requests, not for unused connections', () => {
  let app: FastifyInstance;
  let answer: () => void;
  beforeEach(async () => {
    app = Fastify({ forceCloseConnections: 'idle' });
    closeIdleConnectionsOnStop(app);
    app.get('/', () => new Promise((resolve) => (answer = () => resolve('done'))));
    app.get('/stream', async (_request, reply) => {
      openSse(reply, { onClose: () => undefined });
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
  });

  async function connected(): Promise<Client> {
    const accepted = once(app.server, 'connection');
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    let heard = '';
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
    const closed = once(socket, 'close');
    await accepted;
    return { socket, closed, heard: () => heard };
  }

  /** A request whose handler has started. */
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

  test('a request in progress is answered, and its connection, which would be kept alive, is closed', async () => {
    const [busy, unused, streaming] = [await asking(), await connected(), await connected()];
    streaming.socket.write('GET /stream HTTP/1.1\r\nhost: x\r\n\r\n');
    await expect.poll(() => streaming.heard()).toContain('text/event-stream');
    expect(describeDrain(app)).toBe('Stopping: finishing 1 request …');
    const stopped = app.close();
    await unused.closed;
    closeStreams(app);
    expect(busy.heard()).toBe('');
    answer();
    await stopped;
    await busy.closed;
    expect(busy.heard()).toMatch(/^HTTP\/1\.1 200 [^]*done$/);
    expect(describeDrain(app)).toBe('Stopping …');
  });
});
