// Server-sent events on the raw response: heartbeats, slow readers dropped, all ended when the server stops.
import { randomInt } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';

export interface SseMessage {
  /** Without it the reader's Last-Event-ID stays as it was. */
  id?: number | string;
  event?: string;
  /** Sent as JSON. */
  data: unknown;
}

export interface SseStream {
  send(message: SseMessage): void;
  /** The same for text that is formatted once for many streams (`formatSseMessage`): messages in order, in one write. */
  sendText(text: string): void;
  /** A comment line, which clients ignore. It stops proxies from closing an idle stream. */
  comment(text?: string): void;
  close(): void;
}

const HEARTBEAT_MS = 20_000;
/** A reader that lets this much pile up is dropped; it resumes by Last-Event-ID. */
const MAX_UNREAD_BYTES = 1_000_000;

/** How a message is written. */
export const formatSseMessage = ({ id, event, data }: SseMessage): string =>
  `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;

/** When a client reconnects whose stream the server ended to stop (ms): each at another time. */
const RECONNECT_MS = { min: 500, max: 5_000 };

interface OpenStream {
  /** Ends it because the server stops. */
  close(): void;
  /** A download goes on while the server drains. */
  isDownload: boolean;
}

const openStreams = new WeakMap<FastifyInstance, Set<OpenStream>>();

function streamsOf(app: FastifyInstance) {
  const streams = openStreams.get(app) ?? new Set<OpenStream>();
  openStreams.set(app, streams);
  return streams;
}

/** Ends a long download when the server stops: its reader resumes it at the next one. */
export function endOnShutdown(app: FastifyInstance, download: Readable): void {
  const stream = { close: () => void download.destroy(new Error('the server stops')), isDownload: true };
  const streams = streamsOf(app);
  streams.add(stream);
  download.once('close', () => streams.delete(stream));
}

/** Ends every open stream of this app: while one is open, closing the server would wait for it. */
export function closeStreams(app: FastifyInstance): void {
  for (const stream of openStreams.get(app) ?? []) stream.close();
}

/** Ends the event streams one after the other, spread over this time: their clients don't all come to another server in the same moment. */
export function closeEventStreamsGradually(app: FastifyInstance, withinMs: number): void {
  const streams = [...streamsOf(app)].filter(({ isDownload }) => !isDownload);
  streams.forEach((stream, at) => setTimeout(() => stream.close(), (withinMs * at) / streams.length).unref());
}

export const countStreams = (app: FastifyInstance): number => openStreams.get(app)?.size ?? 0;

/**
 * Takes over the reply (the handler returns HIJACKED) and sends the headers at once. `onClose` is called exactly once: on disconnect, write error,
 * slowness, `close()` or shutdown.
 */
export function openSse(reply: FastifyReply, { onClose }: { onClose: () => void }): SseStream {
  const app = reply.request.server;
  const streams = streamsOf(app);

  const raw = reply.raw;
  let open = true;
  const write = (text: string) => {
    if (!open) return;
    raw.write(text);
    if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy();
  };
  const stream: SseStream = {
    send: (message) => write(formatSseMessage(message)),
    sendText: write,
    comment: (text = '') => write(`: ${text}\n\n`),
    close() {
      ended();
      raw.end();
    },
  };
  const openStream: OpenStream = {
    isDownload: false,
    close() {
      write(`retry: ${randomInt(RECONNECT_MS.min, RECONNECT_MS.max)}\n\n`);
      stream.close();
    },
  };
  const heartbeat = setInterval(() => stream.comment(), HEARTBEAT_MS);
  function ended() {
    if (!open) return;
    open = false;
    clearInterval(heartbeat);
    streams.delete(openStream);
    onClose();
  }

  // Headers that hooks have set so far (request id, security) go along.
  const headers = reply.getHeaders();
  reply.hijack();
  raw.on('close', ended);
  raw.on('error', ended);
  // A client that disconnected earlier emits no further event. The caller has its return value by the time of the microtask.
  if (raw.destroyed) queueMicrotask(ended);
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) raw.setHeader(name, value);
  // It ends with its connection, so it needs no frames around its parts: each would make a write to hundreds of readers three.
  raw.removeHeader('transfer-encoding');
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'private, no-store',
    'x-accel-buffering': 'no',
    // Nothing follows a stream. A kept-alive connection would delay shutdown.
    connection: 'close',
  });
  raw.flushHeaders();
  streams.add(openStream);
  // Some clients consider a stream open only after its first byte.
  stream.comment('open');
  return stream;
}
