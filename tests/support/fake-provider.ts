// A provider of images as tests meet it: a real HTTP server that speaks a provider's wire format, keeps what it was sent, and misbehaves
// when told to.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

/** What goes wrong. Families decide where; a connection that breaks is the same for all. */
export type ProviderTrouble =
  | 'refuses'
  | 'busy'
  | 'unpaid'
  | 'denied'
  | 'faulty'
  | 'slow'
  | 'cut'
  | 'malformed'
  | 'html'
  | 'endless'
  | 'redirects'
  | 'empty'
  | 'no-picture'
  | 'links-inside';

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  /** Of a JSON body. */
  json: Record<string, unknown>;
  /** Of a multipart body. */
  form: FormData | null;
  /** The client ended it before it was answered. */
  givenUp: boolean;
}

export interface FakeReply {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  bytes?: Buffer;
}

/** `trouble` is the one that is on, for what the family itself answers to. */
export type Respond = (seen: ReceivedRequest, at: { url: string; trouble: ProviderTrouble | null; picture: Buffer }) => FakeReply;

export interface FakeProvider {
  url: string;
  picture: Buffer;
  seen: ReceivedRequest[];
  trouble: ProviderTrouble | null;
  /** Of an endless answer, that were taken. */
  sent: number;
  close(): Promise<void>;
}

/** @param breaks whether the connection itself goes wrong, by `METHOD /path` and the trouble that is on */
export async function startFakeProvider(
  speak: Respond,
  breaks: (line: string, trouble: ProviderTrouble) => boolean,
): Promise<FakeProvider> {
  const picture = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#3366cc' } })
    .png()
    .toBuffer();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake: FakeProvider = {
    url,
    picture,
    seen: [],
    trouble: null,
    sent: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const seen = await seenOf(request);
    if (seen === null) return;
    fake.seen.push(seen);
    response.on('close', () => (seen.givenUp = !response.writableFinished));
    const { trouble } = fake;
    if (trouble !== null && breaks(`${seen.method} ${seen.path}`, trouble) && breakOff(trouble, response)) return;
    const reply = speak(seen, { url, trouble, picture });
    const body = reply.bytes ?? Buffer.from(JSON.stringify(reply.json ?? {}));
    const type = reply.bytes ? 'image/png' : 'application/json';
    response.writeHead(reply.status ?? 200, { 'content-type': type, ...reply.headers }).end(body);
  }

  /** True where nothing else is to be answered. */
  function breakOff(trouble: ProviderTrouble, response: ServerResponse): boolean {
    switch (trouble) {
      case 'slow':
        return true;
      case 'faulty':
        response.writeHead(503, { 'content-type': 'text/plain', 'retry-after': '3' }).end('upstream connect error');
        return true;
      case 'redirects':
        response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
        return true;
      case 'html':
        response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Welcome to the café</title>');
        return true;
      case 'malformed':
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"id": "job-1", "data": [');
        return true;
      case 'cut':
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '4096' });
        response.write('{"data": [{"b64_json": "iVBOR', () => response.destroy());
        return true;
      case 'endless': {
        const chunk = Buffer.alloc(256 * 1024, 'A');
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('{"data": [{"b64_json": "');
        const more = (): void => {
          while (!response.destroyed) {
            fake.sent += chunk.length;
            if (!response.write(chunk)) return void response.once('drain', more);
          }
        };
        more();
        return true;
      }
      default:
        return false;
    }
  }

  return fake;
}

/** Null: the client went away in the middle. */
async function seenOf(request: IncomingMessage): Promise<ReceivedRequest | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  } catch (error) {
    if (request.destroyed) return null;
    throw error;
  }
  const body = Buffer.concat(chunks);
  const type = request.headers['content-type'] ?? '';
  const isForm = type.startsWith('multipart/form-data');
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    json: !isForm && body.length > 0 ? (JSON.parse(body.toString()) as Record<string, unknown>) : {},
    form: isForm ? await new Response(body, { headers: { 'content-type': type } }).formData() : null,
    givenUp: false,
  };
}

/** Links to the inside of the network, as a provider that was taken over would give them. */
export const internalLink = 'http://169.254.169.254/latest/meta-data/iam.png';
