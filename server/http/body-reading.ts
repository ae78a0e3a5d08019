// How long a body may take, and which is not read at all. Without this a connection that drips, or pushes what was refused already, is served
// for ever.
import { Socket } from 'node:net';
import { Transform, type Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#server/http/problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler reads the body itself, as it comes: it may take long, but must move. */
    readsBodyItself?: boolean;
  }
}

interface Patience {
  /** For a JSON body to be whole: as long as the app itself gives a call. */
  wholeMs: number;
  /** A body that is read as it comes must bring `leastBytes` in each such time. What has come by then is kept, and gone on with. */
  movingMs: number;
  leastBytes: number;
  /** Until the connection of a refused body ends: time for the answer to be read. */
  leaveMs: number;
}

const patience: Patience = { wholeMs: 30_000, movingMs: 60_000, leastBytes: 4096, leaveMs: 500 };

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] !== undefined && headers['content-length'] !== '0');

/** More than this is not read to its end once the answer is given. */
const WORTH_READING_BYTES = 64 * 1024;

export function limitBodyReading(app: FastifyInstance, { wholeMs, movingMs, leastBytes, leaveMs }: Patience = patience): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (request.routeOptions.config.readsBodyItself) {
      cutWhenStalled(request);
      return payload;
    }
    return hasBody(request) ? inTime(payload) : payload;
  });
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode === 408 || isLeftUnread(request)) leaveUnread(request, reply);
  });

  function inTime(payload: Readable): Readable {
    const watched = new Transform({ transform: (chunk, _encoding, done) => done(null, chunk) });
    const timer = setTimeout(
      () => watched.destroy(new Problem(408, 'too_slow', 'The request took too long to arrive. Send it again.')),
      wholeMs,
    );
    // Whoever reads hears of it as well; nobody may be reading any more.
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
      else if (now - before < leastBytes) raw.socket.destroy();
      before = now;
    }, movingMs);
    timer.unref();
    raw.once('close', () => clearInterval(timer));
  }

  function isLeftUnread({ raw, routeOptions }: FastifyRequest): boolean {
    if (raw.complete || routeOptions.config.readsBodyItself) return false;
    const announced = raw.headers['content-length'];
    return announced === undefined ? raw.headers['transfer-encoding'] !== undefined : Number(announced) > WORTH_READING_BYTES;
  }

  function leaveUnread({ raw }: FastifyRequest, reply: FastifyReply): void {
    const { socket } = raw;
    // Tests that inject requests have none.
    if (!(socket instanceof Socket)) return;
    reply.raw.once('finish', () => {
      // Behind node's own listener, which would read the rest away.
      setImmediate(() => socket.pause());
      setTimeout(() => socket.destroy(), leaveMs).unref();
    });
  }
}
