// The server's connections: how they are accepted, how long a request body may take, and how they are closed on shutdown.
import type { SendHandle } from 'node:child_process';
import type { IncomingMessage } from 'node:http';
import { createServer, type Server, Socket } from 'node:net';
import { type Readable, Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { startBuiltChild } from '#server/child.ts';
import { Problem } from '#server/http/problem.ts';
import { closeEventStreamsGradually, countStreams } from '#server/http/sse.ts';

/** As many more connections are accepted per turn. */
const COPIES = 16;
/**
 * Connections that wait to be accepted, as far as the kernel allows (somaxconn, 4096 on Linux). Hundreds of phones open five each within seconds;
 * beyond the default of 511 the kernel drops and resets them.
 */
export const BACKLOG = 4096;

/**
 * Listens through further descriptors of the socket once the server listens. Only another process can create them, by sending the socket back; if
 * that fails, the server continues with one. Development uses only one.
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

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler reads the body itself, as it comes: it may take long, but must move. */
    readsBodyItself?: boolean;
  }
}

interface BodyTimeouts {
  /** For a JSON body to be whole: as long as the app itself gives a call. */
  totalMs: number;
  /** A streamed body must bring `minBytes` in each such period. Received data is not lost when the connection is cut. */
  stallMs: number;
  minBytes: number;
  /** How long the rest of a refused body is read after the answer. */
  drainMs: number;
}

const defaultTimeouts: BodyTimeouts = { totalMs: 30_000, stallMs: 60_000, minBytes: 4096, drainMs: 2000 };

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] !== undefined && headers['content-length'] !== '0');

export function enforceBodyTimeouts(app: FastifyInstance, { totalMs, stallMs, minBytes, drainMs }: BodyTimeouts = defaultTimeouts): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  // Neither waits for anything: each promise less is felt when hundreds of phones ask for pictures.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const readsBodyItself = request.routeOptions.config.readsBodyItself ?? false;
    if (readsBodyItself) cutWhenStalled(request);
    done(null, !readsBodyItself && hasBody(request) ? inTime(payload) : payload);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw, routeOptions } = request;
    // What a test injects comes over no line.
    if (hasBody(request) && !raw.complete && !routeOptions.config.readsBodyItself && raw.socket instanceof Socket) {
      // Closed with bytes unread a connection is reset, and a reset overtakes the answer. The framing is whole: it need not be closed at all.
      reply.header('connection', 'keep-alive');
      readAway(raw, reply);
    }
    done(null, payload);
  });

  function inTime(payload: Readable): Readable {
    const watched = new Transform({ transform: (chunk, _encoding, done) => done(null, chunk) });
    const timer = setTimeout(
      () => watched.destroy(new Problem(408, 'too_slow', 'The request took too long to arrive. Send it again.')),
      totalMs,
    );
    // The reader gets this error too, but there may be none.
    watched.on('error', () => clearTimeout(timer));
    watched.once('close', () => clearTimeout(timer));
    payload.once('error', (error) => watched.destroy(error));
    payload.once('close', () => {
      if (!payload.readableEnded) watched.destroy();
    });
    return payload.pipe(watched);
  }

  function cutWhenStalled({ raw }: FastifyRequest): void {
    let before = raw.socket.bytesRead;
    const timer = setInterval(() => {
      const now = raw.socket.bytesRead;
      if (raw.complete) clearInterval(timer);
      else if (now - before < minBytes) raw.socket.destroy();
      before = now;
    }, stallMs);
    timer.unref();
    raw.once('close', () => clearInterval(timer));
  }

  /** Reads and discards the rest of a refused body, so that the answer arrives and the connection stays usable; but only for a limited time. */
  function readAway(raw: IncomingMessage, reply: FastifyReply): void {
    const { socket } = raw;
    reply.raw.once('finish', () => {
      raw.unpipe();
      raw.resume();
      const timer = setTimeout(() => raw.destroy(), drainMs).unref();
      raw.once('close', () => clearTimeout(timer));
      raw.once('end', () => {
        if (isClosing || wantsClose(raw)) socket.end();
      });
    });
  }
}

const wantsClose = ({ headers, httpVersion }: IncomingMessage) =>
  /\bclose\b/i.test(headers.connection ?? '') || (httpVersion === '1.0' && !/\bkeep-alive\b/i.test(headers.connection ?? ''));

const draining = new WeakSet<FastifyInstance>();

/** Whether the server is about to stop: it isn't ready for further requests, but still answers those that come. */
export const isDraining = (app: FastifyInstance): boolean => draining.has(app);

/**
 * Lets load balancers notice that this server stops, before it refuses connections: readiness fails at once, requests are served for so long, and each
 * answer closes its connection. Event streams are ended during the second half.
 */
export async function drain(app: FastifyInstance, ms: number): Promise<void> {
  draining.add(app);
  if (ms === 0) return;
  await sleep(ms / 2);
  closeEventStreamsGradually(app, ms / 2);
  await sleep(ms / 2);
}

const requests = new WeakMap<FastifyInstance, number>();
const countRequest = (app: FastifyInstance, change: 1 | -1) => void requests.set(app, (requests.get(app) ?? 0) + change);

/** What a shutdown will wait for, for the person who stops the server. Event streams are closed, so they don't count. */
export function describeDrain(app: FastifyInstance): string {
  const count = (requests.get(app) ?? 0) - countStreams(app);
  return count === 0 ? 'Stopping …' : `Stopping: finishing ${count} ${count === 1 ? 'request' : 'requests'} …`;
}

/**
 * Makes shutdown wait for requests only. Node's `close()` also waits for connections without a request: those that browsers open in advance, and
 * those that stay alive after a request that was in progress when the shutdown began.
 */
export function closeIdleConnectionsOnStop(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket) => {
    if (isClosing) socket.destroy();
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    unused.delete(socket);
    countRequest(app, 1);
    response.once('close', () => {
      countRequest(app, -1);
      if (isClosing) app.server.closeIdleConnections();
    });
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of unused) socket.destroy();
  });
}
