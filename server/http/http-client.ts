// One HTTP exchange with an external server: limited in bytes and time, without redirects, canceled immediately on abort.
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress, AddressBlocked, publicLookup, resolveAll, type ResolveAll } from '#server/http/public-address.ts';

/** The exchange did not come about, or broke: no answer. */
export class HttpClientError extends Error {
  override name = 'HttpClientError';
  readonly kind: 'cut' | 'too-large' | 'too-slow' | 'encoded';

  constructor(kind: HttpClientError['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export interface OutboundRequest {
  method?: 'GET' | 'POST' | 'PUT';
  url: URL;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
  signal: AbortSignal;
  /** Bytes of the answer; a refusal (400 and more) is cut off at 1 MB without that being an error. */
  limit: number;
  /** For all of it. */
  timeoutMs: number;
  /** Only public addresses are connected to. */
  guarded: boolean;
  /** Whether the answer's head is all that is wanted: then nothing that follows it counts. */
  headOnly?: boolean;
  /** Whether only the beginning of the answer is wanted, up to `limit`. A packed answer counts as empty. */
  cutsOff?: boolean;
}

export interface OutboundResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  bytes: Buffer;
}

export const MAX_ERROR_BODY_BYTES = 1_000_000;

interface OpenedRequest extends Pick<OutboundRequest, 'method' | 'url' | 'headers' | 'body' | 'signal'> {
  /** Instead of the system's, for connections that are limited to some addresses. */
  lookup?: LookupFunction;
}

/** Sends a request, and resolves with the head of the answer. `signal` also ends the answer, which the caller reads or destroys. */
export const openResponse = ({ method = 'GET', url, headers, body, signal, lookup }: OpenedRequest): Promise<http.IncomingMessage> =>
  new Promise((opened, failed) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      headers: {
        'accept-encoding': 'identity',
        ...headers,
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
      },
      signal,
      agent: false,
      ...(lookup ? { lookup } : {}),
    });
    request.on('error', failed);
    request.on('response', opened);
    request.end(body);
  });

/** @param resolve looks names up for guarded exchanges; tests hand in their own */
export function createHttpClient(resolve: ResolveAll = resolveAll): (exchange: OutboundRequest) => Promise<OutboundResponse> {
  const lookup = publicLookup(resolve);

  return async ({
    method = 'GET',
    url,
    headers,
    body,
    signal,
    limit,
    timeoutMs,
    guarded,
    headOnly = false,
    cutsOff = false,
  }: OutboundRequest): Promise<OutboundResponse> => {
    signal.throwIfAborted();
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // A name is looked up; an address that is written as one never is.
    if (guarded && isIP(host) !== 0 && !isPublicAddress(host)) throw new AddressBlocked(`${host} lies inside the network`);
    const timeout = AbortSignal.timeout(timeoutMs);
    const ended = AbortSignal.any([signal, timeout]);
    try {
      const response = await openResponse({ method, url, headers, body, signal: ended, ...(guarded ? { lookup } : {}) });
      try {
        // Rejected where the answer breaks off or is too large.
        return await (headOnly ? headOf(response) : collect(response, limit, cutsOff));
      } finally {
        response.destroy();
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AddressBlocked || error instanceof HttpClientError) throw error;
      if (timeout.aborted) throw new HttpClientError('too-slow', `no answer after ${Math.round(timeoutMs / 1000)} s`, error);
      throw new HttpClientError('cut', error instanceof Error ? error.message : 'the connection broke', error);
    }
  };
}

async function headOf({ statusCode: status = 0, headers }: http.IncomingMessage): Promise<OutboundResponse> {
  return { status, headers, bytes: Buffer.alloc(0) };
}

async function collect(response: http.IncomingMessage, limit: number, cutsOff: boolean): Promise<OutboundResponse> {
  const status = response.statusCode ?? 0;
  const refused = status >= 400;
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity' && cutsOff) return headOf(response);
  if (encoding !== 'identity') throw new HttpClientError('encoded', `the answer is packed (${encoding}), which was not asked for`);
  const most = refused ? Math.min(limit, MAX_ERROR_BODY_BYTES) : limit;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) {
      response.destroy();
      if (cutsOff) chunks.push(chunk.subarray(0, chunk.length - (size - most)));
      if (refused || cutsOff) break;
      throw new HttpClientError('too-large', `the answer is larger than ${most} bytes`);
    }
    chunks.push(chunk);
  }
  return { status, headers: response.headers, bytes: Buffer.concat(chunks) };
}
