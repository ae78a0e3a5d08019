// The HTTP client of a provider: requests with its key, downloads of results, and the check of links before anything is sent to them.
import type { MadeImage } from '#server/generation/generator.ts';
import { keyedProviders } from '#server/generator-settings.ts';
import { createHttpClient, type OutboundRequest, type OutboundResponse } from '#server/http/http-client.ts';
import { AddressBlocked, type ResolveAll } from '#server/http/public-address.ts';
import { type ErrorContext, exchangeError, malformedResponse, parseJson, providerError, responseError } from './errors.ts';
import { contentTypeOf } from './payload.ts';

/** Of one image. */
const IMAGE_BYTES = 60_000_000;
/** Limit of a response without images. */
const JSON_BYTES = 1_000_000;
/** Limit of a response with inline images, which is read into memory. */
export const INLINE_BYTES = 80_000_000;

const ASK_MS = 30_000;
/** With pictures, over a slow line. */
const SUBMIT_MS = 120_000;
const DOWNLOAD_MS = 120_000;

interface ProviderCall {
  method?: 'GET' | 'POST' | 'PUT';
  /** Below the base address. */
  path: string;
  /** Instead of it: a link the provider gave, judged before the key is sent there. */
  link?: string;
  json?: unknown;
  form?: FormData;
  signal: AbortSignal;
  maxBytes?: number;
  timeoutMs?: number;
  /** Statuses that are answers all the same. */
  acceptedStatuses?: readonly number[];
}

export interface Client {
  errorContext: ErrorContext;
  rule: LinkRule;
  transport: Transport;
  call(call: ProviderCall): Promise<{ status: number; body: unknown }>;
  /** Downloads an image, judged by its content. */
  image(link: unknown, seed: number | null, signal: AbortSignal): Promise<MadeImage>;
  /** An image that came as base64. */
  inlineImage(text: unknown, seed: number | null): MadeImage;
  /** An image that came as it is. */
  imageOf(bytes: Buffer, seed: number | null): MadeImage;
}

interface ClientOptions {
  name: string;
  baseUrl: string;
  /** Where its results lie. */
  hosts: readonly string[];
  headers: Record<string, string>;
  secrets: readonly string[];
  transport: Transport;
}

export function createClient({ name, baseUrl, hosts, headers, secrets, transport }: ClientOptions): Client {
  const { origin, hostname } = new URL(baseUrl);
  const isUsual = Object.values(keyedProviders).some(({ usualAddress }) => new URL(usualAddress).origin === origin);
  const voice: ErrorContext = { name, secrets, ...(isUsual && { host: hostname }) };
  const rule: LinkRule = { baseUrl, hosts };

  const told = async (signal: AbortSignal, exchange: () => Promise<OutboundResponse>): Promise<OutboundResponse> => {
    try {
      return await exchange();
    } catch (error) {
      signal.throwIfAborted();
      throw exchangeError(voice, error);
    }
  };

  const imageOf = (bytes: Buffer, seed: number | null): MadeImage => {
    if (bytes.length === 0) throw providerError(voice, 'empty_result');
    if (bytes.length > IMAGE_BYTES) throw malformedResponse(voice, `an image of ${bytes.length} bytes`);
    const contentType = contentTypeOf(bytes);
    if (!contentType) throw malformedResponse(voice, 'its image is neither PNG nor JPEG nor WebP');
    return { bytes, contentType, seed };
  };

  return {
    errorContext: voice,
    rule,
    transport,
    imageOf,
    async call({
      method = 'GET',
      path,
      link,
      json,
      form,
      signal,
      maxBytes = JSON_BYTES,
      timeoutMs = method === 'GET' ? ASK_MS : SUBMIT_MS,
      acceptedStatuses = [],
    }) {
      const packed = form && new Response(form);
      const body = packed ? Buffer.from(await packed.arrayBuffer()) : json === undefined ? undefined : JSON.stringify(json);
      const type = packed ? (packed.headers.get('content-type') ?? '') : 'application/json';
      const sent = { accept: 'application/json', ...headers, ...(body === undefined ? {} : { 'content-type': type }) };
      const answer = await told(signal, async () => {
        const { url, own } = checkLink(link ?? `${baseUrl}${path}`, rule);
        return transport.exchange({ method, url, headers: sent, body, signal, limit: maxBytes, timeoutMs, guarded: !own });
      });
      const { status } = answer;
      if ((status < 200 || status >= 300) && !acceptedStatuses.includes(status)) throw responseError(voice, answer);
      const content = parseJson(answer.bytes);
      if ((typeof content !== 'object' || content === null) && !acceptedStatuses.includes(status))
        throw malformedResponse(voice, `${status}, ${answer.headers['content-type'] ?? 'no type'}, ${answer.bytes.length} bytes`);
      return { status, body: content };
    },
    async image(link, seed, signal) {
      if (typeof link !== 'string') throw providerError(voice, 'empty_result');
      const answer = await told(signal, () => transport.download(link, rule, { signal, limit: IMAGE_BYTES, timeoutMs: DOWNLOAD_MS }));
      if (answer.status !== 200) {
        const retryable = answer.status >= 500 || answer.status === 429;
        throw providerError(voice, 'provider_error', { retryable, logReason: `${answer.status} for an image` });
      }
      return imageOf(answer.bytes, seed);
    },
    inlineImage(text, seed) {
      if (typeof text !== 'string' || text === '') throw providerError(voice, 'empty_result');
      return imageOf(Buffer.from(text.replace(/^data:[^,]{0,100},/, ''), 'base64'), seed);
    },
  };
}

/** `checkKey` of a provider. @param path of a request that costs nothing and needs the key */
export const createKeyCheck = (client: Client, path: string) => async (signal: AbortSignal) => void (await client.call({ path, signal }));

/** The name of a job, which becomes part of an address. */
export function jobIdOf({ errorContext }: Client, body: unknown, field: string): string {
  const id: unknown = Object.entries(body ?? {}).find(([name]) => name === field)?.[1];
  if (typeof id !== 'string' || !/^[\w-]{1,128}$/.test(id)) throw malformedResponse(errorContext, `a job without a ${field}`);
  return id;
}

export interface Transport {
  exchange(exchange: OutboundRequest): Promise<OutboundResponse>;
  /** Fetches a picture that a provider links to. @throws AddressBlocked before anything is sent */
  download(link: string, rule: LinkRule, options: { signal: AbortSignal; limit: number; timeoutMs: number }): Promise<OutboundResponse>;
}

/** @param resolve looks names up for guarded exchanges; tests hand in their own */
export function createTransport({ resolve }: { resolve?: ResolveAll } = {}): Transport {
  const exchange = createHttpClient(resolve);
  return {
    exchange,
    async download(link, rule, options) {
      const { url, own } = checkLink(link, rule);
      return exchange({ ...options, url, guarded: !own });
    },
  };
}

interface LinkRule {
  /** The configured base URL. Its origin is trusted. */
  baseUrl: string;
  /** Names of hosts, each with all below it. */
  hosts: readonly string[];
}

/**
 * Checks a link before anything is sent to it.
 * @returns `own`: it is the provider's configured origin, whose address isn't checked
 * @throws AddressBlocked
 */
export function checkLink(link: string, { baseUrl, hosts }: LinkRule): { url: URL; own: boolean } {
  const url = URL.canParse(link) ? new URL(link) : null;
  if (!url) throw new AddressBlocked('it is no link');
  if (url.origin === new URL(baseUrl).origin) return { url, own: true };
  if (url.protocol !== 'https:') throw new AddressBlocked(`it is not https: ${url.protocol}`);
  if (url.username !== '' || url.password !== '') throw new AddressBlocked('it contains credentials');
  if (url.port !== '') throw new AddressBlocked(`its port is ${url.port}`);
  const host = url.hostname.replace(/\.$/, '');
  if (!hosts.some((allowed) => host === allowed || host.endsWith(`.${allowed}`)))
    throw new AddressBlocked(`${url.hostname} is no host of the provider`);
  return { url, own: false };
}
