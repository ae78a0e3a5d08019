// HTTP as `fetch` does it, for a quarter of its processor time: tests make tens of thousands of calls.
import http from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

export interface HttpAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** One that has lain idle may be closed by its server at the moment it is used again: it is not kept so long. */
const agent = new http.Agent({ keepAlive: true, timeout: 3000 });

const decoders: Record<string, (bytes: Buffer) => Buffer> = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync };

/**
 * Sends one request and reads its answer to the end, without following where it leads.
 * @throws {TypeError} when there is no answer, as of `fetch`
 */
export function exchange(url: URL, method: string, headers: Headers, body?: string | Uint8Array): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const failed = (cause: Error) => reject(new TypeError(`${method} ${url.href} failed: ${cause.message}`, { cause }));
    const request = http.request(url, {
      method,
      agent,
      headers: {
        accept: '*/*',
        'accept-encoding': 'br, gzip, deflate',
        'user-agent': 'node',
        ...Object.fromEntries(headers),
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      },
    });
    request.on('error', failed);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('error', failed);
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        try {
          resolve(answerOf(response, Buffer.concat(chunks)));
        } catch (error) {
          failed(error instanceof Error ? error : new Error(String(error)));
        }
      });
    });
    request.end(body);
  });
}

function answerOf({ statusCode = 0, rawHeaders }: http.IncomingMessage, bytes: Buffer): HttpAnswer {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) headers.append(rawHeaders[index]!, rawHeaders[index + 1]!);
  const decode = decoders[headers.get('content-encoding') ?? ''];
  return { status: statusCode, headers, text: new TextDecoder().decode(bytes.length > 0 && decode ? decode(bytes) : bytes) };
}
