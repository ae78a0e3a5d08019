// A server of files that can be told to lie: to cut, stall, redirect, or send something else than it was asked for.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Answers one request itself, or returns false to have it answered truthfully. */
export type Lie = (request: http.IncomingMessage, response: http.ServerResponse, content: Buffer) => boolean | Promise<boolean>;

export interface LyingFileServer {
  url: string;
  /** Of each request: its path, and its Range if it has one. */
  requests: { path: string; range: string | undefined }[];
  /** The files by their path, without a slash at the beginning. */
  files: Map<string, Buffer>;
  /** Replaces how requests are answered. */
  lie(how: Lie): void;
  tellTruth(): void;
  close(): Promise<void>;
}

const tagOf = (content: Buffer): string => `"${content.length}-${content.subarray(0, 8).toString('hex')}"`;

export async function startLyingFileServer(files: Record<string, Buffer> = {}): Promise<LyingFileServer> {
  const content = new Map(Object.entries(files));
  const requests: LyingFileServer['requests'] = [];
  let lie: Lie = () => false;
  const server = http.createServer((request, response) => {
    const path = (request.url ?? '').replace(/^\//, '');
    requests.push({ path, range: request.headers.range });
    const bytes = content.get(path);
    // Clients that were told a lie hang up.
    response.on('error', () => undefined);
    void (async () => {
      if (await lie(request, response, bytes ?? Buffer.alloc(0))) return;
      if (!bytes) return void response.writeHead(404).end('There is no such file.');
      sendFile(request, response, bytes);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    files: content,
    lie: (how) => void (lie = how),
    tellTruth: () => void (lie = () => false),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** With ranges and validators, as the servers of models do. */
export function sendFile(request: http.IncomingMessage, response: http.ServerResponse, bytes: Buffer): void {
  const tag = tagOf(bytes);
  const { range, 'if-range': ifRange } = request.headers;
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? Number.NaN);
  const headers = { 'content-type': 'application/octet-stream', etag: tag, 'accept-ranges': 'bytes' };
  if (Number.isNaN(from) || (ifRange !== undefined && ifRange !== tag)) {
    response.writeHead(200, { ...headers, 'content-length': bytes.length }).end(bytes);
    return;
  }
  if (from >= bytes.length) {
    response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
    return;
  }
  const part = bytes.subarray(from);
  const contentRange = `bytes ${from}-${bytes.length - 1}/${bytes.length}`;
  response.writeHead(206, { ...headers, 'content-length': part.length, 'content-range': contentRange }).end(part);
}

/** Sends so many bytes of what was announced, and then breaks the connection. */
export const cutAfter =
  (count: number): Lie =>
  (request, response, content) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const part = content.subarray(from);
    const resumed = from > 0 ? { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` } : {};
    response.writeHead(from > 0 ? 206 : 200, { etag: tagOf(content), 'content-length': part.length, ...resumed });
    response.write(part.subarray(0, count), () => response.destroy());
    return true;
  };

/** Sends so many bytes, and then nothing. */
export const stallAfter =
  (count: number): Lie =>
  (_request, response, content) => {
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.subarray(0, count));
    return true;
  };

export const answer =
  (status: number, headers: http.OutgoingHttpHeaders = {}, body = ''): Lie =>
  (_request, response) => {
    response.writeHead(status, headers).end(body);
    return true;
  };

/** The same as another content, with a length that fits it or not. */
export const send =
  (bytes: Buffer, headers: http.OutgoingHttpHeaders = {}): Lie =>
  (_request, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
    return true;
  };

export const gzipped: Lie = (_request, response, content) => {
  response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(content));
  return true;
};

/** Never ends. */
export const endless: Lie = (_request, response) => {
  response.writeHead(200);
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, 1))) continue;
    if (!response.destroyed) response.once('drain', more);
  };
  more();
  return true;
};
